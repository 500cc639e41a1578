import { setTimeout as sleep } from 'node:timers/promises'
import type { OperationName } from '../contract/operations.ts'
import type { Effects } from './effects.ts'
import { type EndedCall, failureOf } from './landing/entry.ts'
import { maximumAttempts } from './retry.ts'
import { type Said, type Stop, stops } from './stops.ts'

/** Calls in a row without any answer after which the service counts as unreachable. */
const maximumSilent = 4
/** After this many calls in a row that met an obstacle, or that one operation refused, all calls are taken to meet it. */
const maximumObstacles = 3
/** A call that met an obstacle is asked again this long after, to see whether it still stands. Milliseconds. */
export const defaultProbeAfterMs = 30_000
/** Failed or refused calls in a row after which going on would only spend money. */
const maximumBad = 20
/** Share of calls that were refused, or failed also when they were asked again, beyond which it would, too. */
const maximumBadShare = 0.05
/** Share of calls that failed and were not asked again yet beyond which it would, too. */
const maximumFailingShare = 0.2
/** Calls from which a share says something. */
const enoughToTell = 100

/** Watches finished calls for reasons to stop the run, and counts them for the progress. */
export class Watch {
  readonly #monotonicMs: () => number
  readonly #baseUrl: string
  readonly #probeAfterMs: number
  readonly #startedMs: number
  readonly #proven: Set<OperationName>
  readonly #refusals = new Map<OperationName, number>()
  /** Failures of the calls that have no good end yet, by key. */
  readonly #failing = new Map<string, number>()
  /** When a call first met an obstacle, by key. */
  readonly #obstructed = new Map<string, number>()
  readonly #seen = {
    done: 0,
    good: 0,
    lost: 0,
    badInARow: 0,
    silentInARow: 0,
    obstaclesInARow: 0,
    heard: 0,
    step: '',
    error: '',
    lastBad: null as string | null,
  }

  /** `answered` names the operations that have answered in this run before: their parameters are not all wrong. */
  constructor(
    { monotonicMs }: Pick<Effects, 'monotonicMs'>,
    baseUrl: string,
    answered: Iterable<OperationName>,
    probeAfterMs = defaultProbeAfterMs,
  ) {
    this.#monotonicMs = monotonicMs
    this.#baseUrl = baseUrl
    this.#proven = new Set(answered)
    this.#probeAfterMs = probeAfterMs
    this.#startedMs = monotonicMs()
  }

  /** Why the run should stop now that this call ended as it did, or null. */
  sees(finished: EndedCall): Stop | null {
    const { landed, classification } = finished
    const obstacle = obstacleIn(finished, this.#baseUrl)
    this.#count(finished, obstacle !== null)
    if (obstacle !== null && this.#stands(landed.callKey)) return obstacle
    if (classification?.outcome === 'rejected' && this.#isRefusedAsSuch(landed.operation))
      return stops.firstRefused({ ...landed, answer: classification })
    return this.#stopByCount(finished)
  }

  /** Why a run whose steps are done has not ended well: the service never answered. */
  conclusion(): Stop | null {
    return this.#seen.done > 0 && this.#seen.heard === 0 ? this.#unreachable() : null
  }

  /** Calls that ended, counted. */
  tally() {
    const elapsedMs = this.#monotonicMs() - this.#startedMs
    return {
      /** Step of the last one. */
      step: this.#seen.step,
      done: this.#seen.done,
      /** Failed or refused, and not answered since. */
      failed: this.#failing.size,
      /** Calls a second since the start. */
      rate: (this.#seen.done * 1000) / Math.max(1, elapsedMs),
      elapsedMs,
      /** What the last call that failed or was refused ended in; null when none did. */
      lastError: this.#seen.lastBad,
    }
  }

  #count(finished: EndedCall, isObstacle: boolean): void {
    const { landed, classification } = finished
    const seen = this.#seen
    const isGood = isGoodAnswer(finished)
    const failure = failureOf(finished)
    // Bytes that cannot be read are heard, too.
    const isSilent = failure === 'no-answer' || failure === 'timeout'
    seen.done += 1
    seen.step = landed.step
    seen.good += isGood ? 1 : 0
    seen.badInARow = isGood ? 0 : seen.badInARow + 1
    seen.silentInARow = isSilent ? seen.silentInARow + 1 : 0
    seen.obstaclesInARow = isObstacle ? seen.obstaclesInARow + 1 : 0
    seen.heard += isSilent ? 0 : 1
    seen.error = landed.error ?? seen.error
    if (!isGood) seen.lastBad = badEnd(finished)
    const isRefused = classification?.outcome === 'rejected'
    if (isGood) this.#proven.add(landed.operation)
    else if (isRefused) this.#refusals.set(landed.operation, (this.#refusals.get(landed.operation) ?? 0) + 1)
    const failures = this.#failing.get(landed.callKey) ?? 0
    if (isGood) this.#failing.delete(landed.callKey)
    else this.#failing.set(landed.callKey, failures + 1)
    // A refusal is conclusive; a failure is when it comes twice.
    if (!isGood && (failures === 1 || isRefused)) seen.lost += 1
  }

  /** Whether an operation refuses whatever we send: nothing else was heard, or only refusals of it, three of them. */
  #isRefusedAsSuch(operation: OperationName): boolean {
    const refusals = this.#refusals.get(operation) ?? 0
    return !this.#proven.has(operation) && (this.#seen.good === 0 || refusals >= maximumObstacles)
  }

  /** Whether an obstacle is more than one odd answer: nothing else was heard, or three in a row met it, or the same call meets it later. */
  #stands(callKey: string): boolean {
    const sinceMs = this.#obstructed.get(callKey)
    if (sinceMs === undefined) this.#obstructed.set(callKey, this.#monotonicMs())
    const isMetAgain = sinceMs !== undefined && this.#monotonicMs() - sinceMs >= this.#probeAfterMs
    return this.#seen.good === 0 || this.#seen.obstaclesInARow >= maximumObstacles || isMetAgain
  }

  #stopByCount({ landed, classification }: EndedCall): Stop | null {
    const { done, lost, badInARow, silentInARow } = this.#seen
    const said = classification?.message ?? null
    const failed = (what: Said) => stops.tooManyFailed({ what, last: said ?? landed.error, said })
    if (silentInARow >= maximumSilent) return this.#unreachable()
    if (badInARow >= maximumBad)
      return failed({
        en: `${maximumBad} calls in a row were refused or failed in step ${landed.step}`,
        zh: `步骤 ${landed.step} 连续 ${maximumBad} 次调用被拒绝或失败`,
      })
    if (done < enoughToTell) return null
    if (lost > maximumBadShare * done)
      return failed({
        en: `${lost} of ${done} calls were refused or failed twice, more than 5%`,
        zh: `${done} 次调用中有 ${lost} 次被拒绝或两次失败，超过 5%`,
      })
    const failing = this.#failing.size
    if (failing > maximumFailingShare * done)
      return failed({
        en: `${failing} of ${done} calls were refused or failed, more than 20%`,
        zh: `${done} 次调用中有 ${failing} 次被拒绝或失败，超过 20%`,
      })
    return null
  }

  #unreachable(): Stop {
    return stops.unreachable({
      baseUrl: this.#baseUrl,
      calls: this.#seen.silentInARow,
      maximumAttempts,
      error: this.#seen.error,
      elapsedMs: this.#monotonicMs() - this.#startedMs,
    })
  }
}

/** Why the run cannot go on, if what this call met stands. */
function obstacleIn(ended: EndedCall, baseUrl: string): Stop | null {
  const { landed, classification } = ended
  const answered = { httpStatus: landed.httpStatus, answer: classification }
  if (classification?.outcome === 'unauthorised') return stops.refusedKey(answered)
  const failure = failureOf(ended)
  if (failure === 'redirect') return stops.redirected({ baseUrl, ...answered })
  if (failure === 'quota') return stops.outOfQuota(answered)
  if (failure === 'login') return stops.loggedOut(answered)
  return failure === 'tls' ? stops.unsafe({ baseUrl, error: landed.error }) : null
}

const badEnd = (ended: EndedCall): string => {
  const { operation, httpStatus, error } = ended.landed
  const said = ended.classification?.message ?? error
  const http = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  return `${operation}: ${failureOf(ended) ?? ended.classification?.outcome}${http}${said ? `: ${said}` : ''}`
}

const isGoodAnswer = ({ classification }: EndedCall): boolean =>
  classification?.outcome === 'hit' || classification?.outcome === 'empty'

/**
 * Calls that failed are asked once more when nothing else can be asked yet: an odd answer costs neither a document nor the night.
 * What met an obstacle waits `probeAfterMs`, so that it tells whether the obstacle still stands. Refusals are conclusive.
 */
export function createSecondChances({ monotonicMs }: Pick<Effects, 'monotonicMs'>, probeAfterMs: number) {
  const failed = new Set<string>()
  const givenUp = new Set<string>()
  const taken = new Set<string>()
  let waitUntilMs = 0
  return {
    /** Keys of the calls to be asked again. */
    failed: failed as ReadonlySet<string>,
    /** Keys of the calls that failed or were refused and are not asked again, or not yet. */
    givenUp: givenUp as ReadonlySet<string>,
    ended(call: EndedCall): void {
      const { callKey } = call.landed
      failed.delete(callKey)
      if (isGoodAnswer(call)) return
      givenUp.add(callKey)
      if (call.classification?.outcome === 'rejected' || taken.has(callKey)) return
      failed.add(callKey)
      if (obstacleIn(call, '') !== null) waitUntilMs = monotonicMs() + probeAfterMs
    },
    /** Resolves when it is time to ask them again, or the signal aborts. */
    async due(signal: AbortSignal): Promise<void> {
      const waitMs = waitUntilMs - monotonicMs()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    },
    /** They are asked again now, each once. */
    take(): void {
      for (const key of failed) {
        taken.add(key)
        givenUp.delete(key)
      }
      failed.clear()
    },
  }
}
