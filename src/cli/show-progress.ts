import type { Progress } from '../run/progress.ts'
import { type Context, clearedLine } from './context.ts'
import { legible } from './legible.ts'
import { counted, waitingText } from './text.ts'

/** One line that is drawn again in its place on a terminal, a line now and then elsewhere. */
export function createProgressView(
  { isTerminal, note, columns = 80 }: Pick<Context, 'isTerminal' | 'note' | 'columns'>,
  terminal: NodeJS.WritableStream = process.stderr,
) {
  const everyMs = isTerminal ? 200 : 5_000
  let next = 0
  let untold: Progress | undefined
  let drawn = ''
  function tell(progress: Progress): void {
    untold = undefined
    const line = lineOf(progress)
    // What is longer than the terminal is wide would stay when the line is drawn again.
    if (isTerminal) drawn = legible(line).slice(0, columns - 1)
    if (isTerminal) terminal.write(`${clearedLine}${drawn}`)
    else note(line)
  }
  return {
    show(progress: Progress): void {
      untold = progress
      if (progress.elapsedMs < next) return
      next = progress.elapsedMs + everyMs
      tell(progress)
    },
    /** Tells a person something else meanwhile. */
    note(text: string): void {
      if (drawn !== '') terminal.write(clearedLine)
      note(text)
      if (drawn !== '') terminal.write(drawn)
    },
    end(): void {
      if (drawn !== '') terminal.write(clearedLine)
      else if (untold !== undefined) tell(untold)
      drawn = ''
      untold = undefined
    },
  }
}

const lineOf = ({ elapsedMs, done, left, rate, heldTo, cost, step, ...progress }: Progress): string =>
  `${seconds(elapsedMs)}: ${counted(done, 'call')} made, ${left} known to be left, ${rate.toFixed(1)}/s` +
  `${heldTo === null ? '' : ` (held to ${heldTo.toFixed(1)}/s)`}, ${counted(cost, 'point')}, ` +
  `ETA ${etaOf({ left, rate, ...progress })}, step ${step}`

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`

/** What is known to be left at the rate so far, and the calls that follow none; answers may add to it. */
function etaOf({ left, rate, stuck }: Pick<Progress, 'left' | 'rate' | 'stuck'>): string {
  const eta = rate > 0 ? seconds(((left - (stuck?.calls ?? 0)) / rate) * 1000) : '–'
  return stuck === null ? eta : `${eta}, ${waitingText(stuck)}`
}
