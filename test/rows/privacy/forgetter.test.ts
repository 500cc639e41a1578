import { expect, test } from 'vitest'
import { decodeEntry, encodeEntry, type LandedCall } from '../../../src/calls/landing/entry.ts'
import { rewriteLine } from '../../../src/calls/landing/segment.ts'
import { createForgetter } from '../../../src/rows/privacy/forgetter.ts'
import { maskText } from '../../../src/rows/privacy/mask.ts'
import type { Tombstone } from '../../../src/rows/privacy/tombstones.ts'
import { landed } from '../../calls/landing/landed.ts'

const id = '5a1e0000c0de4d00a0000000000000e2'
const tombstone: Tombstone = {
  id: '2026-03-01-0000',
  kind: 'enterprise',
  names: ['示例商贸有限公司'],
  alone: ['商贸'],
  ids: [id],
  codes: ['91310115MA2RQJBX9W'],
  since: '2026-03-01T00:00:00.000Z',
  reason: null,
}
const person: Tombstone = { ...tombstone, kind: 'person', names: ['张小三'], alone: [], ids: [], codes: [] }
const unlisted: Tombstone = { ...person, kind: 'enterprise', names: ['无名商行'] }
const forgetter = createForgetter([tombstone, person, unlisted])

const answered = (
  operation: LandedCall['operation'],
  params: LandedCall['params'],
  data: unknown,
  more: Partial<LandedCall> = {},
): LandedCall => {
  const value = { status: 'success', code: 200, message: '请求成功', data }
  const body = Buffer.from(JSON.stringify(value))
  return landed({ operation, params, attempts: 2, cost: 20, body, value, ...more })
}

const lookedUp = (record: object) => answered('rh_company_info', { name: '上海' }, [record])
const list = (subject: object) => ({ ...subject, total: 0, pageNo: 1, pageSize: 30, list: [] })
const other = list({ id: 'x', name: 'y' })

test.each([
  ['a list asked for by id', answered('rh_enterpriseWritList', { id, pageNo: 1 }, other)],
  ['a list asked for by code', answered('rh_enterpriseWritList', { tyshxydm: '91310115ma2rqjbx9w' }, null)],
  ['a list that is its own', answered('rh_enterpriseWritList', { id: 'other' }, list({ id, name: 'y' }))],
  ['a list of its name', answered('rh_enterpriseWritList', { id: 'x' }, list({ name: '示例商贸有限公司' }))],
  ['a search by its name', answered('rh_enterpriseSearch', { name: '示例商贸 有限公司' }, [])],
  ['a look-up by a short name', answered('rh_company_info', { name: '商贸' }, null)],
  ['a look-up of its record', lookedUp({ 企业ID: id })],
  ['a record with its code', lookedUp({ 统一社会信用代码: '91310115MA2RQJBX9W' })],
  ['a record without an id, by its name', lookedUp({ 企业ID: '', 企业名称: '示例商贸有限公司' })],
  ['a record of one whose id is not known', lookedUp({ 企业ID: 'e1', 企业名称: '无名商行' })],
])('%s is erased, and its bill stays', (_, call) => {
  const forgotten = forgetter.call(call)
  const erased = { params: {}, isJson: false, value: undefined, forgotten: true }
  expect(forgotten).toMatchObject({ ...erased, cost: 20, attempts: 2 })
  expect(forgotten.body.byteLength).toBe(0)
  const read = decodeEntry(encodeEntry(forgotten).toString().trimEnd(), 1)
  expect(read).toMatchObject({ callKey: call.callKey, forgotten: true, bytes: 0 })
  expect(forgetter.call(forgotten)).toBe(forgotten)
})

test.each([
  ['a case whose id is that of the enterprise', 'rh_case_details', { id, type: 'ptal' }, { id: maskText }],
  ['an enterprise by the name of a person', 'rh_company_info', { name: '张小三' }, { name: maskText }],
] as const)('of a call for %s the name goes, not the call', (_, operation, params, masked) => {
  const call = answered(operation, params, null, { error: '张小三 broke off', masked: 1 })
  const error = `${maskText} broke off`
  expect(forgetter.call(call)).toMatchObject({ params: masked, masked: 3, isJson: true, error })
})

test('its record among others leaves its place, and digits beyond 2^53 stay', () => {
  const text = `{"status":"success","code":200,"message":"","data":[{"企业ID":"${id}","企业名称":"示例商贸有限公司","注册地址":"示例路1号"},{"企业ID":12345678901234567890,"企业名称":"乙公司"}]}`
  const sent = { body: Buffer.from(text), value: JSON.parse(text) }
  const call = answered('rh_company_info', { name: '示例' }, [], sent)
  const forgotten = forgetter.call(call)
  expect(Buffer.from(forgotten.body).toString()).toBe(
    `{"status":"success","code":200,"message":"","data":[{"企业ID":"${maskText}","企业名称":"${maskText}"},{"企业ID":12345678901234567890,"企业名称":"乙公司"}]}`,
  )
  expect(forgotten).toMatchObject({ params: { name: '示例' }, error: null, masked: 1 })
})

test('another enterprise that took over its name is not erased', () => {
  const call = answered('rh_company_info', { name: '乙' }, [{ 企业ID: 'x', 企业名称: '示例商贸有限公司' }])
  expect(forgetter.call(call)).toMatchObject({
    masked: 1,
    value: { data: [{ 企业ID: 'x', 企业名称: maskText }] },
  })
})

test('a full text is masked, and its hash is of the masked body', () => {
  const textOf = (content: string) =>
    answered('rh_case_details', { id: 'd1', type: 'ptal' }, [{ id: 'd1', content }])
  const [call, naming] = [textOf('被告示例商贸(上海)'), textOf('被告示例商贸有限公司')]
  for (const other of [call, answered('rh_enterpriseWritList', { id: 'x' }, null)])
    expect(forgetter.call(other)).toBe(other)
  const line = rewriteLine(encodeEntry(naming).toString().trimEnd(), forgetter.call)
  expect(decodeEntry(line, 1)).toMatchObject({ masked: 1, body: { data: [{ content: `被告${maskText}` }] } })
  expect(rewriteLine(line, forgetter.call)).toBe(line)
})

test.each([
  ['UTF-8', Buffer.from('<p>示例商贸有限公司')],
  ['JSON that was too large to be read', Buffer.from('"示例商贸有限公司"')],
  ['UTF-16', Buffer.from('<p>示例商贸有限公司', 'utf16le')],
  ['UTF-16 with the high byte first', Buffer.from('<p>示例商贸有限公司', 'utf16le').swap16()],
  ['GB 18030', Buffer.from('3c703ecabec0fdc9ccc3b3d3d0cfdeb9abcbbe', 'hex')],
])('bytes in %s that are no JSON and name it go whole', (form, body) => {
  const no = { body, isJson: form.startsWith('JSON'), value: undefined }
  const call = answered('rh_case_details', { id: 'd1', type: 'ptal' }, null, no)
  expect(forgetter.call(call)).toMatchObject({ masked: 1, isJson: false, body: new Uint8Array() })
})

test('an entry of a job keeps its place alone', () => {
  const entry = {
    kind: 'enterprise',
    given_name: '示例商贸有限公司北京分公司',
    given_uscc: null,
    given_id: null,
    name_key: '示例商贸有限公司北京分公司',
    uscc_key: null,
    params: null,
    source: 'suppliers.csv:5',
  }
  expect(forgetter.input(entry)).toEqual({ ...entry, given_name: null, name_key: null, is_forgotten: true })
  const unnamed = { ...entry, given_name: null, name_key: null }
  const question = { ...unnamed, kind: 'case_search', params: { query: '示例商贸有限公司违约' } }
  const masked = { params: { query: `${maskText}违约` }, is_forgotten: true }
  expect(forgetter.input(question)).toMatchObject(masked)
  for (const its of [{ given_id: id }, { given_uscc: '91310115ma2rqjbx9w' }])
    expect(forgetter.input({ ...unnamed, ...its })).toEqual({ ...unnamed, is_forgotten: true })
  const other = { ...entry, given_name: '乙公司', name_key: '乙公司' }
  expect(forgetter.input(other)).toBe(other)
  const of = (name: string) => ({ ...other, source: `${name}.csv:5` })
  expect(forgetter.input(of('示例商贸有限公司'))).toEqual(of(maskText))
})
