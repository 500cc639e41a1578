import type { FinishedCall } from './attempt.ts'
import type { Budget } from './budget.ts'
import type { Dispatcher } from './dispatch.ts'
import type { Effects } from './effects.ts'
import type { AdaptiveGate } from './gate.ts'
import type { Progress } from './progress.ts'
import { maximumAttempts } from './retry.ts'
import type { Stop } from './stop.ts'

/** Calls in a row without any answer after which the service counts as unreachable. */
const maximumSilent = 4
/** Failed calls in a row after which going on would only spend money. */
const maximumFailed = 20

/** Watches finished calls for reasons to stop the run, and counts them for the progress. */
export interface Watch {
  /** Why the run should stop now that this call ended as it did, or null. */
  sees(finished: FinishedCall): Stop | null
  /** Why a run whose steps are done has not ended well: nobody ever answered. */
  conclusion(): Stop | null
  progress(dispatcher: Dispatcher, budget: Budget, gate: AdaptiveGate): Progress
}

export function createWatch(effects: Effects, baseUrl: string): Watch {
  const started = effects.monotonicMs()
  const elapsedMs = () => effects.monotonicMs() - started
  const seen = { done: 0, failed: 0, failedInARow: 0, silentInARow: 0, answered: 0, step: '', error: '' }

  function sees({ landed, classification }: FinishedCall): Stop | null {
    const isFailed = classification === null || classification.outcome === 'failed'
    seen.done += 1
    seen.step = landed.step
    seen.failed += isFailed ? 1 : 0
    seen.failedInARow = isFailed ? seen.failedInARow + 1 : 0
    seen.silentInARow = classification === null ? seen.silentInARow + 1 : 0
    seen.answered += classification === null ? 0 : 1
    seen.error = landed.error ?? seen.error
    if (classification?.outcome === 'unauthorised') return refused(landed.httpStatus)
    if (classification?.failure === 'redirect') return redirected(baseUrl)
    if (seen.silentInARow >= maximumSilent) return isUnreachable()
    return seen.failedInARow >= maximumFailed ? failing(landed.step, classification?.message ?? null) : null
  }

  const isUnreachable = () => unreachable(baseUrl, seen.silentInARow, seen.error, elapsedMs())

  return {
    sees,
    conclusion: () => (seen.done > 0 && seen.answered === 0 ? isUnreachable() : null),
    progress: (dispatcher, budget, gate) => ({
      step: seen.step,
      done: seen.done,
      left: dispatcher.waiting + dispatcher.underWay - 1,
      cost: budget.spent.cost,
      failed: seen.failed,
      rate: (seen.done * 1000) / Math.max(1, elapsedMs()),
      heldTo: gate.isSlowed ? gate.perSecond : null,
      elapsedMs: elapsedMs(),
    }),
  }
}

const refused = (httpStatus: number | null): Stop => ({
  status: 'unauthorised',
  message:
    `the service refused the key (HTTP ${httpStatus}); expected the key it knows in DOSSIER_API_KEY ` +
    'or in the file that DOSSIER_API_KEY_FILE names; set it and run again: the run resumes',
})

const redirected = (baseUrl: string): Stop => ({
  status: 'failed',
  message: `${baseUrl} redirects; the key is never sent along. Set DOSSIER_BASE_URL to the final address`,
})

const unreachable = (baseUrl: string, calls: number, error: string, elapsedMs: number): Stop => ({
  status: 'stopped',
  message:
    `${baseUrl} does not answer: ${calls} ${calls === 1 ? 'call' : 'calls in a row'}, ${maximumAttempts} attempts each, ` +
    `over ${(elapsedMs / 1000).toFixed(1)} s; last: ${error}. Check the address and the network, then run again: ` +
    'the run resumes',
})

const failing = (step: string, message: string | null): Stop => ({
  status: 'failed',
  message:
    `${maximumFailed} calls in a row failed in step ${step}; last: ${message ?? 'no message'}. ` +
    'The raw answers are kept; see the table calls. Run again to resume',
})
