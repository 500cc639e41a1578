import Bottleneck from 'bottleneck'
import { type GateClock, longestTimerMs } from './gate-clock.ts'

/** Bottleneck's time beyond what it owes; it needs three timers of its own for each turn. */
const graceMs = 500

/** How late timers come, at a guess: turns that only just kept the rate would fall behind it, by a tenth at 200 a second. */
const latenessMs = 1.5

/** Milliseconds from one turn to the next, as a limiter should be asked for them, for turns to be `spacingMs` apart. */
const withoutLateness = (spacingMs: number): number => Math.max(0, spacingMs - latenessMs)

export interface Pacing {
  /** Resolves when it is the next one's turn, at this rate. One at a time: the caller keeps the line. */
  turn(perSecond: number): Promise<void>
}

/**
 * Spreads turns evenly, by Bottleneck. It counts with Date.now(): a wall clock that is set back by an hour makes it
 * wait for that hour, and its own timer may have that wait by then. So each turn has a time by which an honest limiter
 * lets it through; one that does not is stopped and replaced. A clock that is set ahead only lets one turn through
 * early. Nothing here is a limit: a changed rate reaches Bottleneck one turn late, and the sliding window holds it.
 */
export function createPacing({ monotonicMs }: Pick<GateClock, 'monotonicMs'>): Pacing {
  let spacingMs = 0
  let owedAt = monotonicMs()
  let limiter = limiterOf(spacingMs)

  async function follow(perSecond: number): Promise<void> {
    const wanted = withoutLateness(1000 / perSecond)
    if (spacingMs === wanted) return
    spacingMs = wanted
    await limiter.updateSettings({ minTime: spacingMs })
  }

  return {
    async turn(perSecond) {
      await follow(perSecond)
      while (!(await isInTime(limiter, owedAt - monotonicMs() + graceMs))) {
        // Without it the process would stay for the wait that the limiter believes in.
        void limiter.stop()
        limiter = limiterOf(spacingMs)
      }
      owedAt = monotonicMs() + spacingMs
    },
  }
}

const limiterOf = (minTime: number) => new Bottleneck({ maxConcurrent: 1, minTime, rejectOnDrop: false })

/** Whether the limiter runs an empty job within this time. */
const isInTime = (limiter: Bottleneck, ms: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(resolve, Math.min(longestTimerMs, Math.max(graceMs, ms)), false)
    const turn = async () => {
      clearTimeout(late)
      resolve(true)
    }
    limiter.schedule(turn).catch(reject)
  })
