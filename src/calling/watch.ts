import type { OperationName } from '../contract/operations.ts'
import { type EndedCall, failureOf } from './attempt.ts'
import type { Effects } from './effects.ts'
import { maximumAttempts } from './retry.ts'
import type { Stop } from './stop.ts'
import {
  failing,
  firstRefused,
  outOfQuota,
  redirected,
  refusedKey,
  unreachable,
  unsafe,
} from './stop-reasons.ts'

/** Calls in a row without any answer after which the service counts as unreachable. */
const maximumSilent = 4
/** Failed or refused calls in a row after which going on would only spend money. */
const maximumBad = 20
/** Share of failed or refused calls beyond which it would, too, once there are enough to tell. */
const maximumBadShare = 0.05
const enoughToTell = 100

/** Calls that came to their end, counted. */
export interface Tally {
  /** Step of the last one. */
  readonly step: string
  readonly done: number
  /** Failed or refused. */
  readonly failed: number
  /** Calls a second since the start. */
  readonly rate: number
  readonly elapsedMs: number
  /** What the last call that failed or was refused ended in; null when none did. */
  readonly lastError: string | null
}

/** Watches finished calls for reasons to stop the run, and counts them for the progress. */
export interface Watch {
  /** Why the run should stop now that this call ended as it did, or null. */
  sees(finished: EndedCall): Stop | null
  /** Why a run whose steps are done has not ended well: nobody ever answered. */
  conclusion(): Stop | null
  tally(): Tally
}

/** `answered` names the operations that have answered in this run before: their parameters are not all wrong. */
export function createWatch(
  effects: Effects,
  baseUrl: string,
  answered: Iterable<OperationName> = [],
): Watch {
  const started = effects.monotonicMs()
  const elapsedMs = () => effects.monotonicMs() - started
  const proven = new Set(answered)
  const seen = {
    done: 0,
    bad: 0,
    badInARow: 0,
    silentInARow: 0,
    heard: 0,
    step: '',
    error: '',
    lastBad: null as string | null,
  }

  function sees(finished: EndedCall): Stop | null {
    const { landed, classification } = finished
    const isFirst = !proven.has(landed.operation)
    count(finished)
    if (classification?.outcome === 'unauthorised') return refusedKey(landed.httpStatus)
    if (classification?.outcome === 'rejected' && isFirst) return firstRefused(landed, classification)
    return stopFor(finished) ?? stopByCount(finished)
  }

  function count(finished: EndedCall): void {
    const { landed, classification } = finished
    const isGood = isGoodAnswer(finished)
    const isSilent = isSilence(finished)
    seen.done += 1
    seen.step = landed.step
    seen.bad += isGood ? 0 : 1
    seen.badInARow = isGood ? 0 : seen.badInARow + 1
    seen.silentInARow = isSilent ? seen.silentInARow + 1 : 0
    seen.heard += isSilent ? 0 : 1
    seen.error = landed.error ?? seen.error
    if (!isGood) seen.lastBad = badEnd(finished)
    if (isGood || classification?.outcome === 'rejected') proven.add(landed.operation)
  }

  function stopFor({ landed, classification }: EndedCall): Stop | null {
    const failure = classification === null ? landed.transport : classification.failure
    if (failure === 'redirect') return redirected(baseUrl, landed.httpStatus)
    if (failure === 'quota') return outOfQuota(landed.httpStatus, classification)
    return failure === 'tls' ? unsafe(baseUrl, landed.error) : null
  }

  function stopByCount({ landed, classification }: EndedCall): Stop | null {
    const last = classification?.message ?? landed.error
    if (seen.silentInARow >= maximumSilent) return isUnreachable()
    if (seen.badInARow >= maximumBad)
      return failing(`${maximumBad} calls in a row were refused or failed in step ${landed.step}`, last)
    if (seen.done >= enoughToTell && seen.bad > maximumBadShare * seen.done)
      return failing(`${seen.bad} of ${seen.done} calls were refused or failed, more than 5%`, last)
    return null
  }

  const isUnreachable = () =>
    unreachable({
      baseUrl,
      calls: seen.silentInARow,
      maximumAttempts,
      error: seen.error,
      elapsedMs: elapsedMs(),
    })

  return {
    sees,
    conclusion: () => (seen.done > 0 && seen.heard === 0 ? isUnreachable() : null),
    tally: () => ({
      step: seen.step,
      done: seen.done,
      failed: seen.bad,
      rate: (seen.done * 1000) / Math.max(1, elapsedMs()),
      elapsedMs: elapsedMs(),
      lastError: seen.lastBad,
    }),
  }
}

/** How a call ended that was no good: the operation, the failure, what the service or the connection said. */
const badEnd = (finished: EndedCall): string => {
  const { landed, classification } = finished
  const said = classification?.message ?? landed.error
  const http = landed.httpStatus === null ? '' : ` (HTTP ${landed.httpStatus})`
  return `${landed.operation}: ${failureOf(finished) ?? classification?.outcome}${http}${said ? `: ${said}` : ''}`
}

/** Whether the answer can be built on. */
export const isGoodAnswer = ({ classification }: EndedCall): boolean =>
  classification?.outcome === 'hit' || classification?.outcome === 'empty'

/** Whether nobody was heard: bytes that cannot be read are an answer of somebody. */
function isSilence(finished: EndedCall): boolean {
  const failure = failureOf(finished)
  return failure === 'no-answer' || failure === 'timeout'
}
