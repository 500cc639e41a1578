import cliProgress from 'cli-progress'
import type { Progress } from '../run/progress.ts'
import { type Context, clearedLine } from './context.ts'
import { legible } from './legible.ts'
import { counted, waitingText } from './text.ts'

export interface ProgressView {
  show(progress: Progress): void
  /** Tells a person something else meanwhile. */
  note(text: string): void
  end(): void
}

const plainEveryMs = 5_000

/** A bar on a terminal, a plain line now and then elsewhere. */
export const createProgressView = (
  context: Context,
  terminal: NodeJS.WritableStream = process.stderr,
): ProgressView => (context.isTerminal ? bar(context, terminal) : plainLines(context))

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`

/** What is known to be left at the rate so far, and the calls that follow none; answers may add to it. */
function etaOf({ left, rate, stuck }: Progress): string {
  const eta = rate > 0 ? seconds(((left - (stuck?.calls ?? 0)) / rate) * 1000) : '–'
  return stuck === null ? eta : `${eta}, ${waitingText(stuck)}`
}

/** The pace so far, and what the service holds it to when it refused for speed. */
const paceOf = ({ rate, heldTo }: Progress): string =>
  `${rate.toFixed(1)}/s${heldTo === null ? '' : ` (held to ${heldTo.toFixed(1)}/s)`}`

function bar({ note }: Context, terminal: NodeJS.WritableStream): ProgressView {
  const single = new cliProgress.SingleBar({
    format: '{bar} {value}/{total} calls · {pace} · {cost} points · ETA {etaText} · {step}',
    clearOnComplete: true,
    barsize: 24,
    stream: terminal,
    // A process that is killed would leave the terminal without its cursor.
    hideCursor: false,
    // Its own answer to SIGINT would remove the bar and the last note; the run goes on for a while.
    gracefulExit: false,
    // A note took its line.
    forceRedraw: true,
  })
  let isStarted = false
  return {
    show(progress) {
      const total = progress.done + progress.left
      const payload = {
        pace: paceOf(progress),
        cost: progress.cost,
        etaText: etaOf(progress),
        step: legible(progress.step),
      }
      if (!isStarted) single.start(total, progress.done, payload)
      isStarted = true
      single.setTotal(total)
      single.update(progress.done, payload)
    },
    note(text) {
      if (!isStarted) return note(text)
      terminal.write(clearedLine)
      note(text)
      single.render()
    },
    end() {
      single.stop()
      isStarted = false
    },
  }
}

function plainLines({ note }: Context): ProgressView {
  let next = 0
  let untold: Progress | undefined
  const line = (p: Progress) => {
    untold = undefined
    note(
      `${seconds(p.elapsedMs)}: ${counted(p.done, 'call')} made, ${p.left} known to be left, ${paceOf(p)}, ` +
        `${counted(p.cost, 'point')}, ETA ${etaOf(p)}, step ${p.step}`,
    )
  }
  return {
    note,
    show(progress) {
      untold = progress
      if (progress.elapsedMs < next) return
      next = progress.elapsedMs + plainEveryMs
      line(progress)
    },
    end: () => {
      if (untold !== undefined) line(untold)
    },
  }
}
