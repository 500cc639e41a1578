import { setMaxListeners } from 'node:events'
import type { Classification } from '../contract/classify.ts'
import { GivenFileError } from '../disk/given-file.ts'
import type { LandedCall } from './landing/entry.ts'

/**
 * Why a run ends before its steps are done. The status names what happens next, the message tells a person: `stopped`
 * can be run again as it is, `blocked` once a person has done something, `unauthorised` with another key, `failed` when
 * it is understood why. Each of them resumes.
 */
export interface Stop {
  readonly status: 'stopped' | 'blocked' | 'failed' | 'unauthorised'
  readonly message: string
  /** Set where a limit of the job's budget ends the run. */
  readonly code?: 'budget'
}

/** Thrown by whatever finds that going on is pointless; everything that has landed is kept. */
export class StopError extends Error {
  override name = 'StopError'
  readonly stop: Stop

  constructor(stop: Stop, options?: ErrorOptions) {
    super(stop.message, options)
    this.stop = stop
  }
}

const asOwner =
  'do it as the user that owns the home, have that user grant you access, or choose another --home'

/** Codes of the network as well, where there is no path and no folder to blame. */
const codesOfPaths: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTDIR'])

/** What the system says when only a person can help, and what to do about it. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'the disk quota is used up: make room, or have it raised',
  EROFS: 'the disk is read-only: mount it for writing, or choose another --home',
  EACCES: `access is denied: ${asOwner}`,
  EPERM: `access is denied: ${asOwner}`,
  ENOTDIR: 'a part of the path is a file, not a folder: choose another one',
  EMFILE: 'too many files are open: raise the limit (ulimit -n), or lower rate.concurrency',
  ENFILE: 'too many files are open on this machine: close some programs',
  EIO: 'the disk reports an input/output error: look at its health and at the log of the system, or choose another --home',
  ENOMEM:
    'memory is used up: give the process more (ulimit -v, the limit of its container), or close some programs',
}

/** The same as DuckDB passes it on: it tells the system's error as text only. */
const codesByText: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Out of disk|max_temp_directory_size/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Cannot open file .*Permission denied/i, 'EACCES'],
  [/Too many open files/i, 'EMFILE'],
  [/Input\/output error/i, 'EIO'],
  // Of DuckDB beyond what the system gives, of its library, of threads and of WebAssembly. Not DuckDB's own limit: that cannot be raised from outside.
  [
    /Cannot allocate memory|\(bad allocation\)|bad_alloc|failed to map segment|Cannot allocate Wasm memory|could not allocate memory|Allocation failure|Array buffer allocation failed/i,
    'ENOMEM',
  ],
]

/** Why a person has to do something before anybody can write here again, by the error or by what caused it; undefined when it is of another kind. */
export function obstacleOf(error: unknown): Stop | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, path, cause } = error as NodeJS.ErrnoException
  // Of a file that a user named: its message says what to do, and no home is to blame.
  if (error instanceof GivenFileError && codesOfPaths.has(error.code ?? '')) return undefined
  const isOurs = Object.hasOwn(remedies, code) && (path !== undefined || !codesOfPaths.has(code))
  const known = isOurs ? code : codesByText.find(([text]) => text.test(message))?.[1]
  const remedy = remedies[known ?? '']
  if (remedy === undefined) return obstacleOf(cause)
  const where = path === undefined ? '' : ` (${known} at ${path})`
  return { status: 'blocked', message: `${remedy}${where}; then run again: it resumes` }
}

/** The one reason why a run ends early, and the signal that tells everyone. */
export type Stopping = ReturnType<typeof createStopping>

/** Stops when `asked` aborts: nothing new is begun, what is under way comes home. */
export function createStopping(asked: AbortSignal) {
  const controller = new AbortController()
  // Every call that waits for a permit or a retry listens.
  setMaxListeners(0, controller.signal)
  let why: Stop | null = null
  /** Gives a reason; the first one counts. */
  const because = (given: Stop): void => {
    why ??= given
    controller.abort()
  }
  const onAsked = () =>
    because({ status: 'stopped', message: 'the run was asked to stop; run again to resume' })
  asked.addEventListener('abort', onAsked, { once: true })
  if (asked.aborted) onAsked()
  return {
    get why(): Stop | null {
      return why
    },
    get signal(): AbortSignal {
      return controller.signal
    },
    because,
    /** Gives an error as the reason; what an abort itself brings about is none. */
    becauseOf(error: unknown): void {
      if (error instanceof StopError) because(error.stop)
      else if (!controller.signal.aborted) because(unexpected(error))
    },
    [Symbol.dispose]: () => asked.removeEventListener('abort', onAsked),
  }
}

const unexpected = (error: unknown): Stop =>
  obstacleOf(error) ?? {
    status: 'failed',
    message: `unexpected: ${error instanceof Error ? error.message : String(error)}; run again: it resumes`,
  }

/* What the calls of a run can tell that ends it, for a person: what happened, on what, and what to do next. */

const again = 'run again: the run resumes'

export const refusedForSpeed = ({ refusals, forMs }: { refusals: number; forMs: number }): Stop => ({
  status: 'stopped',
  message:
    `the service answers nothing but refusals for speed: ${refusals} in a row, for ${Math.round(forMs / 1000)} s with the wait ` +
    `that it asks for; lower rate.perSecond, or wait, then ${again}`,
})

export const refusedKey = (httpStatus: number | null): Stop => ({
  status: 'unauthorised',
  message:
    `the service refused the key (HTTP ${httpStatus}); expected the key it knows in DOSSIER_API_KEY ` +
    `or in the file that DOSSIER_API_KEY_FILE names; set it and ${again}`,
})

export const redirected = (baseUrl: string, httpStatus: number | null): Stop => ({
  status: 'blocked',
  message:
    `${baseUrl} redirects (HTTP ${httpStatus}); the key is never sent along. ` +
    `Set DOSSIER_BASE_URL to the final address and ${again}`,
})

export const outOfQuota = (httpStatus: number | null, answer: Classification | null): Stop => ({
  status: 'blocked',
  message:
    `the service says that what was bought is used up (${answerText(httpStatus, answer)}); ` +
    `top it up, or wait until it is renewed, and ${again}`,
})

export const loggedOut = (answer: Classification | null): Stop => ({
  status: 'blocked',
  message:
    `the service wants a login, or does not accept the key (${answer?.message}), though its status says success; ` +
    `expected the key it knows in DOSSIER_API_KEY or in the file that DOSSIER_API_KEY_FILE names; set it and ${again}`,
})

export const unsafe = (baseUrl: string, error: string | null): Stop => ({
  status: 'blocked',
  message:
    `${baseUrl} cannot be reached securely: ${error}. The key was not sent. ` +
    `Check the address, its certificate and the clock of this machine, and ${again}`,
})

/** The service refuses what we send as such: the rest of the step would be refused, and maybe billed, too. */
export const firstRefused = (
  { operation, params, httpStatus }: Pick<LandedCall, 'operation' | 'params' | 'httpStatus'>,
  answer: Classification,
): Stop => ({
  status: 'failed',
  message:
    `${operation} refused the first parameters of this run, ${JSON.stringify(params)}: ${answerText(httpStatus, answer)}. ` +
    `Check the job and the address; if only this call is wrong, ${again} without it`,
})

export const unreachable = (seen: {
  readonly baseUrl: string
  readonly calls: number
  readonly maximumAttempts: number
  readonly error: string
  readonly elapsedMs: number
}): Stop => ({
  status: 'stopped',
  message:
    `${seen.baseUrl} does not answer: ${seen.calls} ${seen.calls === 1 ? 'call' : 'calls in a row'}, ` +
    `up to ${seen.maximumAttempts} tries each, over ${(seen.elapsedMs / 1000).toFixed(1)} s; last: ${seen.error}. ` +
    `Check the address and the network, then ${again}`,
})

export const failed = (what: string, last: string | null): Stop => ({
  status: 'failed',
  message:
    `${what}; last: ${last ?? 'no message'}. ` +
    `The raw answers are kept; see the view dead_letters. Find out why, then ${again}`,
})

const answerText = (httpStatus: number | null, answer: Classification | null): string =>
  `HTTP ${httpStatus}${answer?.code == null ? '' : `, code ${answer.code}`}${answer?.message == null ? '' : `, ${answer.message}`}`
