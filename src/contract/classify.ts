import { isObject, recordsOf } from './answer.ts'
import type { AnswerFailure, Failure } from './failure.ts'
import type { Operation } from './operation.ts'
import { toolFaultOf } from './tool-fault.ts'

/**
 * What an answer is worth.
 * - `hit`: success with records.
 * - `empty`: the service says that there is nothing; a verified absence.
 * - `rejected`: our parameters are at fault; asking the same again cannot help.
 * - `failed`: anything else; the raw bytes are kept.
 * - `unauthorised`: the key was refused (section 5).
 */
export type Outcome = 'hit' | 'empty' | 'rejected' | 'failed' | 'unauthorised'

export interface Classification {
  readonly outcome: Outcome
  readonly failure: Failure | null
  readonly code: number | null
  readonly message: string | null
}

/** Messages of a refusal in operations that list none (domain: a message that names a parameter). */
const namesAParameter = /参数|不能为空|不可为空|不支持的type/

/*
 * The contract lists no messages for these two (sections 7 and 8: not shown); the words are those that Chinese paid
 * services use. Too fast is looked for first: "调用频率超出配额" passes by itself, and a run must not stop for it.
 */
const saysTooFast =
  /频繁|频率|限流|过快|并发|QPS|(次数|请求|访问|调用)(过多|超限|超过限制|达到上限).*稍后|每(秒|分钟)|too many requests|rate.?limit|throttl|per (second|minute)/i
const saysUsedUp =
  /余额(不足|为0|已用)|欠费|(额度|配额|次数|点数|积分|流量)(已经?|都)?(不足|用完|用尽|耗尽|达到?上限|超限|为0)|(今日|当日|本月|每日|每月).*(上限|用完|用尽|超限)|套餐.*(到期|过期|不足|用完|用尽)|(quota|credits?|balance).*(exceeded|exhausted|used up|insufficient|depleted)|(insufficient|exceeded|out of|no) .*(quota|credits?|balance)/i

/**
 * Classifies one answer by sections 2.1, 4, 5 and 7.
 * `body` is the parsed JSON, or undefined when the bytes are not JSON; `reason` then says why, and is the message of what is no
 * answer for that alone.
 */
export function classify(op: Operation, httpStatus: number, body: unknown, reason?: string): Classification {
  const envelope = isObject(body) ? body : {}
  const fault = toolFaultOf(body)
  const code = codeOf(fault === undefined ? envelope.code : fault.code)
  const message = textOf(fault?.message ?? (op.envelope === 'A' ? envelope.msg : envelope.message))
  const as = (outcome: Outcome, failure: AnswerFailure | null = null): Classification => ({
    outcome,
    failure,
    code,
    message: message ?? (failure === 'shape' ? (reason ?? null) : null),
  })
  const limit = limitOf(httpStatus, code, message)

  if (httpStatus === 401 || httpStatus === 403 || code === 401 || code === 403) return as('unauthorised')
  if (httpStatus === 402 || httpStatus === 429) return as('failed', limit)
  if (httpStatus >= 300 && httpStatus < 400) return as('failed', 'redirect')
  if (fault !== undefined) {
    const failure = limit ?? (failureOfStatus(httpStatus) === 'service' ? 'service' : fault.verdict)
    return failure === 'rejected' ? as('rejected') : as('failed', failure)
  }
  if (!isEnvelope(op, envelope)) return as('failed', limit ?? failureOfStatus(httpStatus) ?? 'shape')
  if (envelope.status === 'notFound') {
    // Nothing is verified by a server that fails, nor by an answer that contradicts itself.
    if (httpStatus >= 500) return as('failed', 'service')
    return bringsSomething(op, body, envelope.data) ? as('failed', 'shape') : as('empty')
  }
  if (op.rejections.some((r) => (r.code ?? code) === code && r.message.test(message ?? '')))
    return as('rejected')
  if (isSuccess(op, envelope, code)) {
    const failure = failureOfStatus(httpStatus)
    if (failure !== null) return as('failed', failure)
    const records = recordsOf(op, body)
    return records === undefined ? as('failed', 'shape') : as(records.length > 0 ? 'hit' : 'empty')
  }
  if (limit !== null) return as('failed', limit)
  if (namesAParameter.test(message ?? '')) return as('rejected')
  return as(
    'failed',
    failureOfStatus(httpStatus) ?? (code === null || code >= 500 ? 'service' : 'unknown-code'),
  )
}

/** Whether data, beside the word that there is none, holds more than an empty list, page or object. */
const bringsSomething = (op: Operation, body: unknown, data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.keys(data).length > 0 &&
  recordsOf(op, body)?.length !== 0

/** Whether too much was asked: for now, or for what was bought. A message goes before the status it comes with. */
function limitOf(httpStatus: number, code: number | null, message: string | null): 'rate' | 'quota' | null {
  if (saysTooFast.test(message ?? '')) return 'rate'
  if (saysUsedUp.test(message ?? '')) return 'quota'
  if (httpStatus === 429 || code === 429) return 'rate'
  return httpStatus === 402 || code === 402 ? 'quota' : null
}

/** What a status tells where the envelope tells nothing; null for a success. */
function failureOfStatus(httpStatus: number): 'service' | 'unknown-code' | null {
  if (httpStatus === 408 || httpStatus >= 500) return 'service'
  return httpStatus >= 400 ? 'unknown-code' : null
}

/** Whether an object is the operation's envelope, as far as the words go that tell how a call ended. */
export const isEnvelope = (op: Operation, envelope: Record<string, unknown>): boolean =>
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
