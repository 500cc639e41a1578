import { parse, stringify } from 'lossless-json'
import type { LandedCall } from '../../calls/landing/entry.ts'
import { recordsOf } from '../../contract/classify.ts'
import { normaliseUscc } from '../../contract/identifiers.ts'
import { parseJson } from '../../contract/json.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { isObject, type JsonObject } from '../../contract/values.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { Home } from '../../run/home/home.ts'
import type { JobInput } from '../../run/job/input.ts'
import { createMask, type Mask, maskText } from './mask.ts'
import { readTombstones, type Tombstone } from './tombstones.ts'

/** Keeps what was forgotten out of whatever is about to be written. */
export interface Forgetter {
  readonly mask: Mask
  /** The same call when it has nothing to do with what was forgotten. */
  call(call: LandedCall): LandedCall
  /** The same entry when it has nothing to do with what was forgotten. */
  input(input: JobInput): JobInput
}

/** What keeps these out of a home. Without tombstones everything is left as it is, at no cost. */
export function createForgetter(tombstones: readonly Tombstone[]): Forgetter {
  const mask = createMask(tombstones)
  if (tombstones.length === 0) return { mask, call: (call) => call, input: (input) => input }
  const forgetting = { mask, recognise: createRecognise(tombstones) }
  return {
    mask,
    call: (call) => forgetCall(call, forgetting),
    input: (input) => forgetInput(input, forgetting),
  }
}

/** What keeps out of a home whatever was forgotten in it. @throws TombstoneError */
export const forgetterOf = async ({ state }: Pick<Home, 'state'>): Promise<Forgetter> =>
  createForgetter((await readTombstones(state.tombstones)).tombstones)

interface Forgetting {
  readonly mask: Mask
  readonly recognise: Recognise
}

/** What names an enterprise: any of these, as given. */
export interface Named {
  readonly id?: unknown
  readonly code?: unknown
  readonly name?: unknown
}

/** Whether this is an enterprise that was forgotten, by its id, its code or one of its names. */
export type Recognise = (named: Named) => boolean

function createRecognise(tombstones: readonly Tombstone[]): Recognise {
  const byId = new Map<string, Tombstone>()
  const byCode = new Map<string, Tombstone>()
  const byName = new Map<string, Tombstone>()
  for (const tombstone of tombstones.filter(({ kind }) => kind === 'enterprise')) {
    for (const id of tombstone.ids) byId.set(id, tombstone)
    for (const code of tombstone.codes) byCode.set(normaliseUscc(code), tombstone)
    for (const name of [...tombstone.names, ...tombstone.alone])
      byName.set(enterpriseNameKey(name), tombstone)
  }
  return ({ id, code, name }) => {
    const known =
      byId.get(textOf(id)) ??
      byCode.get(normaliseUscc(textOf(code))) ??
      byName.get(enterpriseNameKey(textOf(name)))
    // Another enterprise may bear a name that this one has given up: where both ids are known, they decide.
    return known !== undefined && !isAnother(known, textOf(id))
  }
}

const isAnother = ({ ids }: Tombstone, id: string): boolean =>
  id !== '' && ids.length > 0 && !ids.includes(id)

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim())

/**
 * An entry of a job as it may be kept. One that names what was forgotten, if only as a part of another name, is not asked
 * for: its place in the job stays, and what it named is gone.
 */
function forgetInput(input: JobInput, { mask, recognise }: Forgetting): JobInput {
  const { given_id, given_uscc, given_name } = input
  const isIts = recognise({ id: given_id, code: given_uscc, name: given_name })
  const params = mask.json(JSON.stringify(input.params))
  const source = mask.text(input.source)
  const names =
    isIts || params.masks > 0 || [given_id, given_uscc, given_name].some((one) => isMasked(one, mask))
  if (!names) return source.masks === 0 ? input : { ...input, source: source.text }
  return {
    ...input,
    given_id: null,
    given_uscc: null,
    given_name: null,
    uscc_key: null,
    name_key: null,
    params: JSON.parse(params.text),
    source: source.text,
    is_forgotten: true,
  }
}

const isMasked = (text: string | null, mask: Mask): boolean => text !== null && mask.text(text).masks > 0

/**
 * A call as it may be kept: erased when it asked for a forgotten enterprise or its answer is that one's record or list,
 * masked where it names what was forgotten, and the same call when it has nothing to do with it.
 */
function forgetCall(call: LandedCall, { mask, recognise }: Forgetting): LandedCall {
  if (isAboutEnterprise(call.operation) && recognise(askedFor(call.params))) return erased(call)
  const records = subjectsOf(call)
  const isIts = (record: JsonObject) => recognise(namedBy(record))
  if (records.length > 0 && records.every(isIts)) return erased(call)
  const reduced = records.some(isIts) ? withoutRecords(call, isIts) : call
  const masked = withMasks(reduced, mask)
  return masked === call
    ? call
    : { ...masked, value: masked.isJson ? parseJson(masked.body).value : undefined }
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

/** Whether an operation answers about the enterprise that it is asked for (docs/contract.md). */
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

/** Members that identify a record. Of a forgotten record among others only these stay. */
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
  // What is larger than any answer was not parsed: its subject is unknown.
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

/** Bytes that are no JSON and name what was forgotten in any encoding go whole: the end of a name is unknown. */
function withoutText(body: Uint8Array, mask: Mask): MaskedBytes {
  const masks = Math.max(...encodings.map((name) => mask.text(new TextDecoder(name).decode(body)).masks))
  return masks === 0 ? { bytes: body, masks } : { bytes: new Uint8Array(), masks }
}
