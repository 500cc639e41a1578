import type { AnswerFailure, Failure } from './failure.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operations } from './operations.ts'
import { toolFaultOf } from './tools.ts'
import { isObject, type JsonObject } from './values.ts'

export const outcomeMeanings = {
  hit: 'success with records',
  empty: 'the service says that there is nothing; a verified absence',
  rejected: 'our parameters are at fault; asking the same again cannot help',
  failed: 'anything else; the raw bytes are retained',
  unauthorised: 'the key was refused: HTTP 401 or 403, or that code',
} as const

export type Outcome = keyof typeof outcomeMeanings

export interface Classification {
  readonly outcome: Outcome
  readonly failure: Failure | null
  readonly code: number | null
  readonly message: string | null
}

/**
 * Version of these rules. Raise it when you change what an answer is worth: tables that were made by other rules are rebuilt from
 * raw, and what no longer counts as an answer is asked again. test/contract/classify.test.ts holds the rules to it.
 */
export const rulesVersion = 3

/** An answer with the question that it should answer. */
export interface AskedAnswer {
  readonly httpStatus: number
  /** Parsed JSON, or undefined with the reason where the bytes are not JSON. */
  readonly body: unknown
  readonly reason?: string | undefined
  readonly operation: OperationName
  readonly params: JsonObject
  /** The job says that the message of this answer means that there is nothing (docs/job-keys.md, `absences`). */
  readonly isDeclaredAbsence?: boolean | undefined
}

/**
 * What a call's answer is worth: by its envelope, and by whether it answers the question. Records, lists, pages and articles other
 * than those asked for are a `mismatch`, never a hit and never an absence.
 */
export function classifyAnswer(answer: AskedAnswer): Classification {
  const op: Operation = operations[answer.operation]
  const said = classify(op, answer.httpStatus, answer.body, answer.reason)
  if (said.failure === 'no-data' && answer.isDeclaredAbsence === true)
    return { ...said, outcome: 'empty', failure: null }
  if (said.outcome !== 'hit' && said.outcome !== 'empty') return said
  const records = recordsOf(op, answer.body) ?? []
  const data = isObject(answer.body) ? answer.body.data : null
  const most = op.mostRecords(answer.params) ?? Number.POSITIVE_INFINITY
  const mismatch =
    records.length > most
      ? `asked for at most ${most} records, answered with ${records.length}`
      : op.mismatch(answer.params, { records, data })
  return mismatch === null ? said : { ...said, outcome: 'failed', failure: 'mismatch', message: mismatch }
}

/**
 * Whether an answer proves that it belongs to this question: a hit that names what was asked for. An absence names nothing: on a
 * connection that is one answer behind, it may belong to the question before.
 */
export const namesItsQuestion = (answer: AskedAnswer): boolean =>
  operations[answer.operation].namesQuestion(answer.params) && classifyAnswer(answer).outcome === 'hit'

/**
 * Classifies one answer by its envelope alone (docs/contract.md, Codes and messages).
 * `body` is the parsed JSON, or undefined when the bytes are not JSON; `reason` then says why, and is the message of what is no
 * answer for that alone.
 */
export function classify(op: Operation, httpStatus: number, body: unknown, reason?: string): Classification {
  const envelope = isObject(body) ? body : {}
  const fault = toolFaultOf(body)
  const code = codeOf(fault === undefined ? envelope.code : fault.code)
  const message = textOrNull(fault?.message ?? (op.envelope === 'A' ? envelope.msg : envelope.message))
  const saying = sayingOf(message)
  const as = (outcome: Outcome, failure: AnswerFailure | null = null): Classification => ({
    outcome,
    failure,
    code,
    message: message ?? (failure === 'shape' ? (reason ?? null) : null),
  })
  const limit = limitOf(httpStatus, code, saying)

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
    const obstacle = obstacleOf(saying)
    if (obstacle !== null) return as('failed', obstacle)
    return bringsSomething(op, body, envelope.data) ? as('failed', 'shape') : as('empty')
  }
  if (op.rejections.some((r) => (r.code ?? code) === code && r.message.test(message ?? '')))
    return as('rejected')
  if (isSuccess(op, envelope, code)) return as(...successOf(op, httpStatus, body, saying))
  if (limit !== null) return as('failed', limit)
  if (saying === 'parameter') return as('rejected')
  if (saying === 'login') return as('failed', 'login')
  return as(
    'failed',
    failureOfStatus(httpStatus) ?? (code === null || code >= 500 ? 'service' : 'unknown-code'),
  )
}

/**
 * What a success is worth. Its message is believed before its status: one that speaks of speed, quota, login or failure is none.
 * An absence is data that holds nothing beside a message that says so; beside an empty list where the contract has one, the message
 * of a success is enough.
 */
function successOf(
  op: Operation,
  httpStatus: number,
  body: unknown,
  saying: Saying | null,
): [Outcome, AnswerFailure?] {
  const failure = failureOfStatus(httpStatus) ?? obstacleOf(saying)
  if (failure !== null) return ['failed', failure]
  const data = dataOf(op, body)
  const records = data === undefined ? undefined : recordsOf(op, body)
  if (records === undefined) return ['failed', 'shape']
  if (records.length > 0) return ['hit']
  if (saying === 'parameter') return ['rejected']
  if (saying === 'nothing' || (saying === 'done' && op.hasEmptyList && data !== null)) return ['empty']
  return ['failed', 'no-data']
}

/** What is in the way of an answer, whatever its envelope says; null when its message names nothing of the kind. */
const obstacleOf = (saying: Saying | null): AnswerFailure | null =>
  saying === 'rate' || saying === 'quota' || saying === 'login' || saying === 'service' ? saying : null

/** The member that holds the answer, null or not; undefined when it is not there. */
function dataOf(op: Operation, body: unknown): unknown {
  if (!isObject(body)) return undefined
  if (op.envelope === 'B') return body.data
  return isObject(body.extra) ? body.extra.wenshu : undefined
}

/** Whether data, beside the word that there is none, holds more than an empty list, page or object. */
const bringsSomething = (op: Operation, body: unknown, data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.keys(data).length > 0 &&
  recordsOf(op, body)?.length !== 0

/** Whether too much was asked: for now, or for what was bought. A message goes before the status it comes with. */
function limitOf(httpStatus: number, code: number | null, saying: Saying | null): 'rate' | 'quota' | null {
  if (saying === 'rate' || saying === 'quota') return saying
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

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What the message of an envelope says of the call. The service documents few messages; the others are words of Chinese paid services. */
export const sayingMeanings = {
  rate: 'asked too fast; passes by itself',
  quota: 'what was bought is used up',
  login: 'the service wants a login or does not accept the key',
  parameter: "the caller's parameters are at fault",
  service: 'the service could not do it',
  nothing: 'there is nothing to be found: a verified absence',
  done: 'the request succeeded, or no words at all',
} as const

type Saying = keyof typeof sayingMeanings

/**
 * The first row that fits counts. A message may say several things: a failure goes before the word that nothing was found, and
 * speed before quota ("调用频率超出配额" passes by itself, and a run must not stop for it).
 */
export const sayings: readonly (readonly [Saying, RegExp])[] = [
  [
    'rate',
    /频繁|频率|限流|过快|并发|QPS|(次数|请求|访问|调用)(过多|超限|超过限制|达到上限).*稍后|每(秒|分钟)|too many requests|rate.?limit|throttl|per (second|minute)/i,
  ],
  [
    'quota',
    /余额(不足|为0|已用)|欠费|(额度|配额|次数|点数|积分|流量)(已经?|都)?(不足|用完|用尽|耗尽|达到?上限|超限|为0)|(今日|当日|本月|每日|每月).*(上限|用完|用尽|超限)|套餐.*(到期|过期|不足|用完|用尽)|(quota|credits?|balance).*(exceeded|exhausted|used up|insufficient|depleted)|(insufficient|exceeded|out of|no) .*(quota|credits?|balance)/i,
  ],
  [
    'login',
    /登[录陆]|未授权|无权|没有权限|权限不足|鉴权|认证|令牌|密钥|签名(错误|无效|失败)|\btoken\b|api.?key|unauthori[sz]ed|forbidden|permission denied/i,
  ],
  ['parameter', /参数|不能为空|不可为空|不支持的type/],
  [
    'service',
    /失败|异常|错误|出错|繁忙|忙碌|超时|故障|不可用|维护|升级|处理中|稍[后候]|重试|\b(error|failed|failure|busy|time(d )?.?out|unavailable|exception|try again|maintenance)\b/i,
  ],
  [
    'nothing',
    /^(未(查询|查找|检索|搜索|匹配|找|查|搜)?到|没有(查询|检索|搜索|匹配|找|查|搜)?到|查无|暂无|无(相关|此|该|匹配|符合|记录|数据|结果)|(数据|记录|企业|案例|内容|结果)不存在|no (related |matching )?(data|records?|results?|content|match(es)?)|(data |record )?not found)/i,
  ],
  ['done', /^((请求|查询|操作|调用|执行|获取|检索|搜索|处理)?成功|ok|success(ful)?)?[.!。！]?$/i],
]

/** What a message says; null when no row knows its words. */
const sayingOf = (message: string | null): Saying | null =>
  sayings.find(([, words]) => words.test((message ?? '').trim()))?.[0] ?? null

/**
 * The records of a success answer, or undefined when its data has no shape that the contract or the wild knows.
 * A list page counts its items; null data is no records.
 */
export function recordsOf(op: Operation, body: unknown): readonly JsonObject[] | undefined {
  if (!isObject(body)) return undefined
  const data = dataOf(op, body)
  if (data === null || data === undefined) return []
  // A list without its page looks like a whole one.
  if (Array.isArray(data)) return op.name === 'rh_enterpriseWritList' ? undefined : objectsOf(data)
  if (!isObject(data)) return undefined
  if (op.name === 'rh_enterpriseWritList')
    return Array.isArray(data.list) && isCount(data.total) ? objectsOf(data.list) : undefined
  if (Array.isArray(data.lst)) return objectsOf(data.lst)
  return 'id' in data || '企业ID' in data ? [data] : undefined
}

/** A count as a number, or as a text of digits as some services write numbers. */
const isCount = (value: unknown): boolean =>
  (typeof value === 'number' && Number.isInteger(value) && value >= 0) ||
  (typeof value === 'string' && /^\d+$/.test(value))

const objectsOf = (items: readonly unknown[]): readonly JsonObject[] | undefined =>
  items.every(isObject) ? items : undefined
