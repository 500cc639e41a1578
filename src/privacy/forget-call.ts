import { parse, stringify } from 'lossless-json'
import { isObject, type JsonObject, recordsOf } from '../contract/answer.ts'
import { type OperationName, operations } from '../contract/operations.ts'
import type { LandedCall } from '../landing/entry.ts'
import type { Mask } from './mask.ts'
import { maskText } from './mask-text.ts'
import type { Named, Recognise } from './recognise.ts'

export interface ForgetCall {
  readonly mask: Mask
  readonly recognise: Recognise
  /** Parses a body as the client does. */
  readonly parse: (body: Uint8Array) => unknown
}

/**
 * A call as it may be kept: erased when it asked for a forgotten enterprise or its answer is that one's record or list,
 * masked where it names what was forgotten, and the same call when it has nothing to do with it.
 */
export function forgetCall(call: LandedCall, { mask, recognise, parse: read }: ForgetCall): LandedCall {
  if (call.forgotten) return call
  if (isAboutEnterprise(call.operation) && recognise(askedFor(call.params))) return erased(call)
  const records = subjectsOf(call)
  const isIts = (record: JsonObject) => recognise(namedBy(record))
  if (records.length > 0 && records.every(isIts)) return erased(call)
  const reduced = records.some(isIts) ? withoutRecords(call, isIts) : call
  const masked = withMasks(reduced, mask)
  return masked === call ? call : { ...masked, value: masked.isJson ? read(masked.body) : undefined }
}

/** What is left of a call: that it was made, when, and what it cost. */
export const erased = (call: LandedCall): LandedCall => ({
  ...call,
  params: {},
  error: null,
  body: new Uint8Array(),
  isJson: false,
  value: undefined,
  forgotten: true,
})

const enterpriseOperations = new Set<OperationName>([
  'rh_enterpriseSearch',
  'rh_company_info',
  'rh_enterpriseWritList',
])

/** Whether an operation answers about the enterprise that it is asked for (contract 4.4 to 4.6). */
export const isAboutEnterprise = (operation: OperationName): boolean => enterpriseOperations.has(operation)

const askedFor = ({ id, tyshxydm, name }: LandedCall['params']): Named => ({ id, code: tyshxydm, name })

/** Whom an answer is about: the subject of a list page, the records of a search or a look-up. */
function subjectsOf({ operation, value }: LandedCall): readonly JsonObject[] {
  if (!isAboutEnterprise(operation)) return []
  if (operation !== 'rh_enterpriseWritList') return recordsOf(operations[operation], value) ?? []
  return isObject(value) && isObject(value.data) ? [value.data] : []
}

const namedBy = (record: JsonObject): Named => ({
  id: record.企业ID ?? record.id,
  code: record.统一社会信用代码,
  name: record.企业名称 ?? record.name,
})

/** Members that say that there was a record, and whose: all that stays of one among others. */
const identity = ['id', '企业ID', '企业名称', '统一社会信用代码']

/** Its record among those of others: how many there were stays true, so that no name is matched to the one left over. */
function withoutRecords(call: LandedCall, isIts: (record: JsonObject) => boolean): LandedCall {
  const value = parse(Buffer.from(call.body).toString(), null, {
    onDuplicateKey: ({ newValue }) => newValue,
  })
  for (const record of recordsOf(operations[call.operation], value) ?? []) {
    if (!isIts(record)) continue
    for (const name of Object.keys(record)) {
      if (identity.includes(name)) record[name] = maskText
      else delete record[name]
    }
  }
  return { ...call, body: Buffer.from(stringify(value) ?? ''), masked: (call.masked ?? 0) + 1 }
}

function withMasks(call: LandedCall, mask: Mask): LandedCall {
  const params = mask.json(JSON.stringify(call.params))
  const error = mask.text(call.error ?? '')
  // What is larger than any answer was not parsed: nobody can tell whose it is.
  const isRead = call.isJson && call.value !== undefined
  const body = isRead ? maskedJson(call.body, mask) : withoutText(call.body, mask)
  const masks = params.masks + error.masks + body.masks
  if (masks === 0) return call
  return {
    ...call,
    params: JSON.parse(params.text),
    error: call.error === null ? null : error.text,
    body: body.bytes,
    isJson: call.isJson && body.bytes.byteLength > 0,
    masked: (call.masked ?? 0) + masks,
  }
}

interface MaskedBytes {
  readonly bytes: Uint8Array
  readonly masks: number
}

function maskedJson(body: Uint8Array, mask: Mask): MaskedBytes {
  const { text, masks } = mask.json(Buffer.from(body).toString())
  return masks === 0 ? { bytes: body, masks } : { bytes: Buffer.from(text), masks }
}

/** Encodings of bytes that are no JSON, such as the page of a server that failed. */
const encodings = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be']

/** Bytes that are no JSON and name what was forgotten in any encoding go whole: nobody can tell where a name ends. */
function withoutText(body: Uint8Array, mask: Mask): MaskedBytes {
  const masks = Math.max(...encodings.map((name) => mask.text(new TextDecoder(name).decode(body)).masks))
  return masks === 0 ? { bytes: body, masks } : { bytes: new Uint8Array(), masks }
}
