import type { Operation } from '../../contract/operation.ts'
import { type CaseHit, successMessage } from '../../contract/records.ts'

/** What an operation answers: the business code, and the whole envelope as JSON text. */
export interface Reply {
  readonly code: number
  readonly body: string | Buffer
  /** Why an unexpected failure happened; for the access log, not for the caller. */
  readonly error?: unknown
}

const successCode = 200
export const unexpectedCode = 500
/** Statute search, rule 4 (contract 4.3); this service says the same for any operation. */
export const unexpectedMessage = '程序处理异常'

/** Success of an operation with envelope B (contract 2.1). */
export const success = (data: unknown, message: string = successMessage): Reply =>
  envelopeB('success', successCode, message, data)

/** Nothing found by an enterprise operation (contract 4.6, section 7). */
export const notFound = (): Reply => envelopeB('notFound', 404, '未找到', null)

/** Success with records that are JSON text already: they are spliced in as they are. */
export function successWithRecords(records: readonly Buffer[]): Reply {
  const parts = records.flatMap((record, at) => (at === 0 ? [record] : [COMMA, record]))
  return { code: successCode, body: Buffer.concat([BEFORE_RECORDS, ...parts, AFTER_RECORDS]) }
}

/** Success of the case search, envelope A (contract 2.1). */
export const successWithHits = (hits: readonly CaseHit[]): Reply =>
  envelopeA(successCode, successMessage, hits)

/** A failure in the operation's own envelope. */
export const failure = (op: Pick<Operation, 'envelope'>, code: number, message: string): Reply =>
  op.envelope === 'A' ? envelopeA(code, message, []) : envelopeB('failed', code, message, null)

/** A failure before an operation is known, such as a refused key; its shape is not shown by the contract. */
export const plainFailure = (code: number, message: string): Reply => ({
  code,
  body: JSON.stringify({ code, message }),
})

/** Code of JSON-RPC for a failure of HTTP: what cannot be parsed has one, all others are the server's own. */
const rpcCodeOf = (code: number): number => (code === 400 ? -32_700 : -32_000)

/** A failure of the tool protocol (JSON-RPC) before a message is known, in the same words as over HTTP. */
export const rpcFailure = (code: number, message: string, rpcCode = rpcCodeOf(code)): Reply => ({
  code,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code: rpcCode, message }, id: null }),
})

const BEFORE_RECORDS = Buffer.from(
  `{"status":"success","code":${successCode},"message":${JSON.stringify(successMessage)},"data":[`,
)
const COMMA = Buffer.from(',')
const AFTER_RECORDS = Buffer.from(']}')

function envelopeA(code: number, msg: string, wenshu: readonly CaseHit[]): Reply {
  const envelope = { msg, code, answer: '', extra: { wenshu }, messageId: '', style: '', request_id: '' }
  return { code, body: JSON.stringify(envelope) }
}

const envelopeB = (status: string, code: number, message: string, data: unknown): Reply => ({
  code,
  body: JSON.stringify({ status, code, message, data }),
})
