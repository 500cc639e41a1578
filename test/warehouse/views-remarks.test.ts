import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { type Fact, insert, linesIn, type Row } from './litigation-world.ts'

/* What documents say beside what they decide. Each rule has a document that says it, and beside it those that look like it. */

const us = '甲公司'
const upheld = '经审查，异议理由成立，终结督促程序。'
const noGround = '债务人称不符合破产条件。本院认为，其不具备破产原因。'
const overdue = '申请人以甲公司不能清偿到期债务为由申请。'
const owed = '庚公司应付货款8万元，甲公司应赔偿5万元'
const asked = '诉讼请求：1.乙公司还款；2.甲公司对上述债务承担连带责任。'
const elsewhere = '(2023)京0105执9号案查封的房屋已抵押'
const refused = '判决如下：一、驳回丙公司的诉讼请求。'

/** Documents against 甲公司, or `by` it, with their outcome or day; `list`: only a list says it. What it says; then what is remarked. */
const cases: Readonly<Record<string, readonly string[]>> = {
  'an objection that is upheld is why a payment order lapsed': [
    `民督 ended | ${upheld} | objection_upheld | 审查，异议理由成立，`,
    `民督 payment_order | ${upheld}`,
    `民初 ended | ${upheld}`,
  ],
  'an enforcement that ended on a settlement may be paid by instalments': [
    '执 enforcement_ended | 双方和解，分期支付。 | instalments | 和解，分期',
    '执 enforcement_suspended | 双方和解，分期支付。',
  ],
  'that a bankruptcy has no ground says the court, not the debtor; a list has only its result': [
    `破 bankruptcy_refused | ${noGround} | no_ground | 不具备破产原因`,
    '破 bankruptcy_refused | 债务人称不符合破产条件。',
    '破 bankruptcy_refused list | 不符合破产条件。 | no_ground | 不符合破产条件',
    `破 bankruptcy_accepted | ${noGround}`,
  ],
  'that debts are overdue is alleged, unless the court finds it': [
    `破 | ${overdue} | overdue_alleged | 以甲公司不能清偿到期债务为由`,
    `破 | ${overdue}本院查明，甲公司不能清偿到期债务。`,
    `破 by | ${overdue}`,
    `民初 | ${overdue}`,
  ],
  'what each side owes is told of a judgment that sets it off': [
    `民初 | ${owed}。判决如下：相抵销后支付3万元。 | set_off | ${owed}`,
    `民初 | ${owed}。判决如下：支付3万元。`,
  ],
  'who sues may ask that it answers beside another': [
    `民初 | ${asked} | asked_to_answer | 甲公司对上述债务承担连带责任`,
    `民初 | ${asked.replaceAll(us, '丙公司')}`,
    `民终 | ${asked}`,
  ],
  'what is held for a term may be held on the last day of it, and is two years where no other number is read':
    [
      '执 2023-04-01 | 冻结期限为三年 | held_for_term | 冻结期限为三年',
      '执 2023-03-31 | 冻结期限为3年 | was_held_for_term | 冻结期限为3年',
      '执 2024-04-01 | 冻结期限为两年 | held_for_term | 冻结期限为两年',
      '执 2024-03-31 | 冻结期限为二年 | was_held_for_term | 冻结期限为二年',
      '执 2025-04-01 | 冻结期限为一年 | held_for_term | 冻结期限为一年',
      '执 2025-03-31 | 冻结期限为1年 | was_held_for_term | 冻结期限为1年',
      ...['执 by', '民初'].flatMap((of) => [`${of} | 冻结期限为三年`, `${of} 2023-03-31 | 冻结期限为三年`]),
      '执 | 冻结存款',
    ],
  'who objects may say that what is held is its own': [
    '执异 | 异议人称设备系其所有。 | claimed_as_own | 称设备系其所有',
    '执 | 异议人称设备系其所有。',
  ],
  'a creditor may allege what others owe it': [
    '执 | 称其有应收账款8万元。 | receivable_alleged | 称其有应收账款8万元',
    '执 by | 称其有应收账款8万元。',
    '民初 | 称其有应收账款8万元。',
  ],
  'whom it enforces against may have no means: what is alleged is told only of a bankruptcy': [
    '执 by | 丁公司资不抵债。 | of_other_side | 丁公司资不抵债',
    '破 by | 称移送破产审查。 | of_other_side | 称移送破产审查',
    '执 by | 称丁公司资不抵债。',
    '执 | 丁公司资不抵债。',
    '民初 by | 丁公司资不抵债。',
  ],
  'property may be held by another case, not by its own': [
    `执 | ${elsewhere}。 | held_elsewhere | ${elsewhere}`,
    '执 | （2024）京执1号案查封的房屋已抵押。',
    `执 by | ${elsewhere}。`,
  ],
  'an appeal dismisses the suit that its own items refuse, not those of the judgment that it quotes': [
    `民终 reversed | ${refused.replace('丙', '乙')}${refused} | suit_refused 丙公司 | -`,
    `民终 upheld | ${refused}`,
    '民终 reversed | 判决如下：一、驳回上诉。',
  ],
  'an item of a list refuses the claim against it; not its own claim, nor one against another': [
    ...['驳回原告对被告甲公司的诉讼请求', '驳回庚公司对甲公司的诉请', '甲公司不承担保证责任'].map(
      (item) => `民初 granted list | 准许；${item}。 | refused_against_it | ${item}`,
    ),
    ...['丁公司不承担保证责任', '甲公司承担保证责任', '驳回甲公司对丁公司的诉讼请求'].map(
      (item) => `民初 granted list | ${item}`,
    ),
    '民初 granted list | 驳回原告对甲公司的上诉',
    '民初 granted list | 支持原告对被告甲公司的诉讼请求',
    '民初 list | 驳回原告对被告甲公司的诉讼请求',
    '民初 granted | 驳回原告对被告甲公司的诉讼请求',
  ],
}

const stages: Readonly<Record<string, string>> = { 民初: 'first instance', 民终: 'appeal', 执: 'enforcement' }

/** Writes a document of 甲公司, as a line of a rule describes it. */
async function write(database: Database, document_id: string, said: string) {
  const [head = '', content = ''] = said.split(' | ')
  const [code = '', ...words] = head.split(' ')
  const is = (word: string): boolean => words.includes(word)
  const key = { library: is('list') ? null : 'ptal', case_id: is('list') ? null : document_id }
  const outcome = words.find((word) => /^[a-z_]{5,}$/.test(word)) ?? null
  const of = { enterprise_id: 'e1', document_id, outcome }
  await insert(database, 'subject_documents', {
    ...{ ...of, ...key, case_key: `(2024)京${code}1号`, stage: stages[code] ?? 'other' },
    role: is('by') ? 'plaintiff' : 'defendant',
    decided_on: words.find((word) => word.startsWith('20')) ?? '2026-03-01',
  })
  await insert(database, 'enterprise_documents', { ...of, result: content })
  if (key.library !== null) await insert(database, 'cases', { ...key, content })
}

/** Documents with these ids, of which these lines say what they are, and rows beside them, as lines of a SELECT. */
async function linesOf(sql: string, documents: Readonly<Record<string, string>>, ...facts: readonly Fact[]) {
  await using database = await emptyWarehouse()
  await insert(database, 'current_names', { enterprise_id: 'e1', name: us })
  for (const day of ['2025-04-01', '2026-04-01'])
    await insert(database, 'calls', { call_key: 'page', run_id: day, fetched_at: `${day} 08:00:00` })
  for (const [id, said] of Object.entries(documents)) await write(database, id, said)
  for (const [table, row] of facts) await insert(database, table, row)
  return await linesIn(database, sql)
}

const remarks =
  "SELECT document_id, concat_ws(' ', kind, names[1], names[2]), evidence FROM document_remarks ORDER BY ALL"

test('a document has the remarks that its text makes', async () => {
  const said = Object.entries(cases).flatMap(([rule, lines]) =>
    lines.map((line, at) => [`${rule} ${at}`, line] as const),
  )
  const expected = said.flatMap(([id, line]) => {
    const [, , ...remark] = line.split(' | ')
    return remark.length > 0 ? [`${id} | ${remark.join(' | ')}`] : []
  })
  expect(await linesOf(remarks, Object.fromEntries(said))).toEqual(expected.sort())
})

const three = { d1: '执', d2: '执', d3: '执' }
const text = (case_id: string, ordinal: number, more: Row): Row => ({
  library: 'ptal',
  case_id,
  ordinal,
  ...more,
})

test('whose enforcement ends a text or a list says, of each once; a mark ends nothing', async () => {
  const against = [us, '丁公司']
  const facts: readonly Fact[] = [
    ['case_enforcement', text('d1', 1, { kind: '终本', against })],
    ['case_enforcement', text('d1', 2, { kind: '终结执行', against: [us] })],
    ['case_enforcement', text('d2', 1, { kind: '终本', against: [] })],
    ['case_enforcement', text('d2', 2, { kind: '失信', against })],
    ['document_events', { document_id: 'd3', ordinal: 1, kind: '终本', against: [us] }],
    ['document_events', { document_id: 'd2', ordinal: 1, kind: '失信', against }],
    ['document_events', { document_id: 'd2', ordinal: 2, kind: '终本', against: [] }],
  ]
  const lines = ['d1 | ended_for 丁公司 甲公司 | -', 'd3 | ended_for 甲公司 | -']
  expect(await linesOf(remarks, three, ...facts)).toEqual(lines)
})

test('who is paid before others is named as the text names its party; a claim is refused as the text decides', async () => {
  const first = (name: string, more: Row): Row => ({
    kind: '优先受偿',
    name,
    name_keys: [name],
    over: '设备',
    ...more,
  })
  const party = (name: string, result_rule: string | null, result_evidence: string | null): Row => ({
    ...{ name, name_key: name.slice(0, 3), result_rule, result_evidence },
  })
  const facts: readonly Fact[] = [
    ['case_liabilities', text('d1', 1, first('庚公司', {}))],
    ['case_liabilities', text('d2', 1, first('辛公司', {}))],
    ['case_liabilities', text('d3', 1, first('辛公司', { kind: '连带' }))],
    ['case_parties', text('d1', 1, party('庚公司（北京）', null, null))],
    ['case_parties', text('d1', 2, party('庚公司（北京）一部', null, null))],
    ['case_parties', text('d2', 1, party(us, 'refused against it', '驳回'))],
    ['case_parties', text('d2', 2, party('丁公司', 'refused against it', '也驳回'))],
    ['case_parties', text('d3', 1, party(us, 'refused against it', null))],
    ['case_parties', text('d3', 2, party(us, 'named', '支付'))],
  ]
  const lines = ['priority 庚公司（北京） | 设备', 'priority 辛公司 | 设备', 'refused_against_it | 驳回']
  expect(await linesOf(remarks, three, ...facts)).toEqual(
    lines.map((line, at) => `${['d1', 'd2', 'd2'][at]} | ${line}`),
  )
})

test('a mention is of the debtor that its sentence names, or of any; it has a sum where its sentences name one', async () => {
  const mention = (
    of: string,
    text_offset: number,
    evidence: string,
    amount: string | null,
    ...against_keys: string[]
  ): Fact => [
    'case_mentions',
    text(of, text_offset, {
      matter: 'uncredited',
      manner: 'found',
      text_offset,
      evidence,
      amount,
      against_keys,
    }),
  ]
  const facts: readonly Fact[] = [
    mention('d1', 1, '再次未入账', null),
    mention('d1', 2, '未入账8元', '8.00'),
    mention('d1', 3, '共8元', '8.00'),
    mention('d2', 1, '未入账8元', '8.00'),
    mention('d2', 2, '不足5元', '5.00'),
    mention('d3', 1, '丁公司未付', null, '丁公司'),
    mention('d4', 1, '未入账', null),
  ]
  const sql = 'SELECT document_id, amount, evidence FROM text_mentions ORDER BY ALL'
  const lines = ['d1 | 8.00 | 未入账8元', 'd2 | - | 未入账8元']
  const documents = { ...three, d4: '执 by' }
  expect(await linesOf(sql, documents, ...facts)).toEqual(lines)
  const named: readonly Fact[] = [
    mention('d3', 2, '甲公司未付', null, us),
    ['enterprises', { enterprise_id: 'e1', name_key: us }],
  ]
  expect(await linesOf(sql, documents, ...facts, ...named)).toEqual([...lines, 'd3 | - | 甲公司未付'])
})
