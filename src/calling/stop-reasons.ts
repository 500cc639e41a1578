import type { Classification } from '../contract/classify.ts'
import type { LandedCall } from '../landing/entry.ts'
import type { Stop } from './stop.ts'

/* What the calls of a run can tell that ends it, for a person: what happened, on what, and what to do next. */

const again = 'run again: the run resumes'

/** The service has said nothing but that it is asked too fast. */
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

export const outOfQuota = (httpStatus: number | null, told: Classification | null): Stop => ({
  status: 'blocked',
  message:
    `the service says that what was bought is used up (${toldBy(httpStatus, told)}); ` +
    `top it up, or wait until it is renewed, and ${again}`,
})

export const loggedOut = (told: Classification | null): Stop => ({
  status: 'blocked',
  message:
    `the service wants a login, or does not accept the key (${told?.message}), though its status says success; ` +
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
  told: Classification,
): Stop => ({
  status: 'failed',
  message:
    `${operation} refused the first parameters of this run, ${JSON.stringify(params)}: ${toldBy(httpStatus, told)}. ` +
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
    `up to ${seen.maximumAttempts} attempts each, over ${(seen.elapsedMs / 1000).toFixed(1)} s; last: ${seen.error}. ` +
    `Check the address and the network, then ${again}`,
})

export const failed = (what: string, last: string | null): Stop => ({
  status: 'failed',
  message:
    `${what}; last: ${last ?? 'no message'}. ` +
    `The raw answers are kept; see the view dead_letters. Find out why, then ${again}`,
})

const toldBy = (httpStatus: number | null, told: Classification | null): string =>
  `HTTP ${httpStatus}${told?.code == null ? '' : `, code ${told.code}`}${told?.message == null ? '' : `, ${told.message}`}`
