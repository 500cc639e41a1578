import { isObject, recordsOf } from './answer.ts'
import type { Operation } from './operation.ts'

/**
 * What an answer is worth.
 * - `hit`: success with records.
 * - `empty`: the service says that there is nothing; a verified absence.
 * - `rejected`: our parameters are at fault; asking the same again cannot help.
 * - `failed`: anything else; the raw bytes are kept.
 * - `unauthorised`: the key was refused (section 5).
 */
export type Outcome = 'hit' | 'empty' | 'rejected' | 'failed' | 'unauthorised'

/** Why an answer failed, as far as the contract can tell; the engine decides what to do about it. */
export type FailureKind = 'rate' | 'service' | 'redirect' | 'shape' | 'unknown-code'

export interface Classification {
  readonly outcome: Outcome
  readonly failure: FailureKind | null
  readonly code: number | null
  readonly message: string | null
}

/** Messages of a refusal in operations that list none (domain: a message that names a parameter). */
const namesAParameter = /参数|不能为空|不可为空|不支持的type/
const saysTooFast = /频繁|限流|too many requests|rate limit/i

/**
 * Classifies one answer by sections 2.1, 4, 5 and 7.
 * `body` is the parsed JSON, or undefined when the bytes are not JSON; `reason` then says why, and is the message.
 */
export function classify(op: Operation, httpStatus: number, body: unknown, reason?: string): Classification {
  const envelope = isObject(body) ? body : {}
  const code = codeOf(envelope.code)
  const message = textOf(op.envelope === 'A' ? envelope.msg : envelope.message) ?? reason ?? null
  const as = (outcome: Outcome, failure: FailureKind | null = null): Classification => ({
    outcome,
    failure,
    code,
    message,
  })

  if (httpStatus === 401 || httpStatus === 403 || code === 401 || code === 403) return as('unauthorised')
  if (httpStatus === 429 || code === 429) return as('failed', 'rate')
  if (httpStatus >= 300 && httpStatus < 400) return as('failed', 'redirect')
  if (!isEnvelope(op, envelope)) return as('failed', httpStatus >= 400 ? 'service' : 'shape')
  // Nothing is verified by a server that fails.
  if (envelope.status === 'notFound') return httpStatus >= 500 ? as('failed', 'service') : as('empty')
  if (op.rejections.some((r) => (r.code ?? code) === code && r.message.test(message ?? '')))
    return as('rejected')
  if (isSuccess(op, envelope, code)) {
    if (httpStatus >= 400) return as('failed', 'service')
    const records = recordsOf(op, body)
    return records === undefined ? as('failed', 'shape') : as(records.length > 0 ? 'hit' : 'empty')
  }
  if (saysTooFast.test(message ?? '')) return as('failed', 'rate')
  if (namesAParameter.test(message ?? '')) return as('rejected')
  return as('failed', code === null || code >= 500 ? 'service' : 'unknown-code')
}

const isEnvelope = (op: Operation, envelope: Record<string, unknown>): boolean =>
  op.envelope === 'A'
    ? codeOf(envelope.code) !== null
    : envelope.status === 'success' || envelope.status === 'failed' || envelope.status === 'notFound'

const isSuccess = (op: Operation, envelope: Record<string, unknown>, code: number | null): boolean =>
  code !== null && op.successCodes.includes(code) && (op.envelope === 'A' || envelope.status === 'success')

/** A code comes as a number by contract, as a string of digits in the wild; what the ledger's column cannot hold is none. */
export function codeOf(value: unknown): number | null {
  const code = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && Number.isInteger(code) && Math.abs(code) < 2 ** 31 ? code : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
