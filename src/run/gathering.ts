import { createRateMeter } from '../calls/dispatch.ts'
import type { Executor } from './in-process.ts'

/**
 * Calls that wait for longer than this leave time to load and to plan what follows. Until then answers gather, because a merge
 * costs nearly the same for one as for hundreds.
 */
const leadSeconds = 3
/** Answers are loaded after this time, however many calls wait. */
const longestMs = 10_000
/** And after this one where few do: some may take long to answer, and what is read at once delays others. */
const shortestMs = 500

type Left = Pick<Executor, 'waiting' | 'underWay'>

/** Calls that are not over. */
export const leftOf = ({ waiting, underWay }: Left): number => waiting + underWay

/** Says when answers have gathered for long enough to be loaded. */
export function createGathering(monotonicMs: () => number) {
  const meter = createRateMeter(monotonicMs)
  let loadedMs = monotonicMs()
  let leftThen: number | undefined

  /** Whether what waits is done before what landed could be loaded and planned from. */
  const isShort = ({ waiting }: Left): boolean => waiting <= leadSeconds * meter.perSecond()

  return {
    isShort,
    /** A call is over. */
    count: meter.count,
    /** What landed is loaded from now on. */
    load(): void {
      loadedMs = monotonicMs()
      leftThen = undefined
    },
    /** The steps were asked; the first time after a load says how much is left to do. */
    asked(executor: Left): void {
      leftThen ??= leftOf(executor)
    },
    /**
     * Whether it is time to load. Where few calls wait, when half of what was left is done: calls under way wait for their turn at the
     * rate, and their answers would otherwise be loaded one by one.
     */
    isOver(executor: Left): boolean {
      const sinceMs = monotonicMs() - loadedMs
      const isHalfDone = leftThen === undefined || leftOf(executor) <= leftThen / 2
      return sinceMs >= longestMs || (isShort(executor) && (isHalfDone || sinceMs >= shortestMs))
    },
  }
}
