import { expect, test } from 'vitest'
import { linesBeside } from './scenes.ts'

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
const cases: readonly string[] = [
  // An objection that is upheld is why a payment order lapsed.
  `民督 ended | ${upheld} | objection_upheld | 审查，异议理由成立，`,
  `民督 payment_order | ${upheld}`,
  `民初 ended | ${upheld}`,
  // An administrator is of the enterprise by its whole name.
  '民初 | 原告：甲公司（破产管理人）。 | administrator | 甲公司管理人',
  '民初 | 甲公司管理人称。 | administrator | 甲公司管理人',
  '民初 | 乙公司管理人称，甲公司的管理人员到庭。',
  '民初 | 甲公司管理人员到庭。',
  // Or it is of who sues or is a third party, as the head has it; one that is only mentioned says nothing.
  '民初 | 第三人：丙实业公司，住所地某市。\n诉讼代表人：某律师事务所，系该公司管理人。 | other_administrator | 丙实业公司',
  '民初 | 被告：丙实业公司，住所地某市。\n诉讼代表人：某律师事务所，系该公司管理人。',
  '民初 | 原告向丙实业有限公司管理人申报债权。',
  '民初 | 该公司管理人称。',
  // An enforcement that ended on a settlement may be paid by instalments.
  '执 enforcement_ended | 双方和解，分期支付。 | instalments | 和解，分期',
  '执 enforcement_suspended | 双方和解，分期支付。',
  // That a bankruptcy has no ground says the court, not the debtor; a list has only its result.
  `破 bankruptcy_refused | ${noGround} | no_ground | 不具备破产原因`,
  '破 bankruptcy_refused | 债务人称不符合破产条件。',
  '破 bankruptcy_refused list | 不符合破产条件。 | no_ground | 不符合破产条件',
  `破 bankruptcy_accepted | ${noGround}`,
  // That debts are overdue is alleged, unless the court finds it.
  `破 | ${overdue} | overdue_alleged | 以甲公司不能清偿到期债务为由`,
  `破 | ${overdue}本院查明，甲公司不能清偿到期债务。`,
  `破 by | ${overdue}`,
  `民初 | ${overdue}`,
  // What each side owes is said of a judgment that sets it off.
  `民初 | ${owed}。判决如下：相抵销后支付3万元。 | set_off | ${owed}`,
  `民初 | ${owed}，可以抵销。判决如下：支付3万元。`,
  // Who sues may ask that it answers beside another.
  `民初 | ${asked} | asked_to_answer | 甲公司对上述债务承担连带责任`,
  `民初 | ${asked.replaceAll(us, '丙公司')}`,
  `民终 | ${asked}`,
  // What is held for a term may be held on the last day of it, and is two years where no other number is read.
  '执 2023-04-01 | 冻结期限为三年 | held_for_term | 冻结期限为三年',
  '执 2023-03-31 | 冻结期限为3年 | was_held_for_term | 冻结期限为3年',
  '执 2024-04-01 | 冻结期限为两年 | held_for_term | 冻结期限为两年',
  '执 2024-03-31 | 冻结期限为二年 | was_held_for_term | 冻结期限为二年',
  '执 2025-04-01 | 冻结期限为一年 | held_for_term | 冻结期限为一年',
  '执 2025-03-31 | 冻结期限为1年 | was_held_for_term | 冻结期限为1年',
  ...['执 by', '民初'].flatMap((of) => [`${of} | 冻结期限为三年`, `${of} 2023-03-31 | 冻结期限为三年`]),
  '执 | 冻结存款',
  // Who objects may say that what is held is its own.
  '执异 | 异议人称设备系其所有。 | claimed_as_own | 称设备系其所有',
  '执 | 异议人称设备系其所有。',
  // A ruling makes it a debtor where it names the enterprise as who is added; not as who asks for it or as a side of that case.
  ...['追加甲公司为（2022）京执1号案件的被执行人', '变更、追加丙公司、甲公司为被执行人'].flatMap((item) => [
    `执异 party_changed | 申请追加。裁定如下：一、${item}。 | added_as_debtor | 一、${item}`,
    `执异 party_changed list | ${item}，担责。 | added_as_debtor | ${item}`,
    `执异 party_changed | ${item}。裁定如下：追加丁公司为被执行人。`,
    `执异 party_changed | 裁定如下：驳回${item}的申请。`,
    `执异 application_refused list | ${item}`,
  ]),
  ...['甲公司申请追加丁公司为被执行人', '追加丁公司为乙公司与甲公司一案的被执行人'].map(
    (item) => `执异 party_changed | 裁定如下：${item}。`,
  ),
  ...['变更（2022）京执1号案件的被执行人为甲公司', '（2022）京执1号案件的被执行人由丙公司变更为甲公司'].map(
    (item) => `执异 party_changed | 裁定如下：${item}。 | added_as_debtor | ${item}`,
  ),
  // Or its creditor, where it took the claim over; not where it gave it up.
  ...[
    '变更甲公司为（2022）京执1号案件的申请执行人',
    '变更（2022）京执1号案件的申请执行人为甲公司',
    '（2022）京执1号案件申请执行人由丙公司变更为甲公司',
  ].map((item) => `执异 by party_changed | 裁定如下：${item}。 | made_creditor | ${item}`),
  `执异 party_changed | 裁定如下：（2022）京执1号案件的申请执行人由甲公司变更为丙公司。 | replaced_as_creditor | （2022）京执1号案件的申请执行人由甲公司变更为丙公司`,
  `执异 party_changed | 申请执行人：甲公司。裁定如下：变更丙公司为申请执行人。 | replaced_as_creditor | 变更丙公司为申请执行人`,
  // Nor where the debtor changes, or another of several creditors.
  `执异 party_changed | 申请执行人：甲公司。裁定如下：变更丙公司为申请执行人甲公司与丁公司一案的被执行人。`,
  `执异 party_changed | 申请执行人：甲公司。申请执行人：丁公司。裁定如下：变更丙公司为申请执行人。`,
  `执异 party_changed | 裁定如下：追加甲公司为申请执行人乙公司与丁公司一案的被执行人。 | added_as_debtor | 追加甲公司为申请执行人乙公司与丁公司一案的被执行人`,
  `执异 party_changed | 被执行人：甲公司。申请执行人：丁公司。裁定如下：变更丙公司为申请执行人。`,
  `执异 party_changed | 申请执行人：甲公司。裁定如下：追加丙公司为申请执行人。`,
  `执异 party_changed | 申请执行人：甲公司。裁定如下：不予变更丙公司为申请执行人。`,
  ...[
    '（2022）京执1号案件的被执行人由甲公司变更为丙公司',
    '变更被执行人甲公司为丙公司',
    '不予变更（2022）京执1号案件的被执行人为甲公司',
  ].map((item) => `执异 party_changed | 裁定如下：${item}。`),
  `民初 granted | 判决如下：追加甲公司为（2022）京执1号案件的被执行人。 | added_as_debtor | 追加甲公司为（2022）京执1号案件的被执行人`,
  // In its own suit it asks not to be added; a creditor asks to add another, who defends itself.
  '民初 by | 诉讼请求：不得追加甲公司为被执行人。 | contests_addition | 不得追加甲公司为被执行人',
  '民初 by | 诉讼请求：1.不得追加原告为被执行人。 | contests_addition | 不得追加原告为被执行人',
  '民初 by | 诉讼请求：追加丙公司为被执行人。丙公司辩称，不得追加丙公司为被执行人。',
  '民初 | 诉讼请求：不得追加甲公司为被执行人。',
  // A preservation may be of an arbitration against it.
  '财保 | 因与甲公司仲裁一案申请保全。 | arbitration | 因与甲公司仲裁一案申请保全',
  '财保 | 申请仲裁前财产保全。 | arbitration | 申请仲裁前财产保全',
  '财保 by | 因与甲公司仲裁一案申请保全。',
  '财保 | 申请诉前财产保全。',
  '民初 | 因与甲公司仲裁一案申请保全。',
  // A creditor may allege what others owe it.
  '执 | 称其有应收账款8万元。 | receivable_alleged | 称其有应收账款8万元',
  '执 by | 称其有应收账款8万元。',
  '民初 | 称其有应收账款8万元。',
  // Whom it enforces against may have no means: what is alleged is said only of a bankruptcy.
  '执 by | 丁公司资不抵债。 | of_other_side | 丁公司资不抵债',
  '破 by | 称移送破产审查。 | of_other_side | 称移送破产审查',
  '执 by | 称丁公司资不抵债。',
  '执 | 丁公司资不抵债。',
  '民初 by | 丁公司资不抵债。',
  // Property may be held by another case, not by its own.
  `执 | ${elsewhere}。 | held_elsewhere | ${elsewhere}`,
  '执 | （2024）京执1号案查封的房屋已抵押。',
  `执 by | ${elsewhere}。`,
  // An appeal dismisses the suit that its own items refuse, not those of the judgment that it quotes.
  `民终 reversed | ${refused.replace('丙', '乙')}${refused} | suit_refused 丙公司 | -`,
  `民终 upheld | ${refused}`,
  '民终 reversed | 判决如下：一、驳回上诉。',
  // An item of a list refuses the claim against it; not its own claim, nor one against another.
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
  // A criminal judgment takes what it gained or holds; not what others took from it, what is handed in, or what a later one sets aside.
  ...[
    '追缴被告单位甲公司违法所得9元，上缴国库',
    '被告单位甲公司的违法所得9元，予以追缴',
    '冻结在案的甲公司账户内赃款9元，发还被害人',
  ].map((item) => `刑初 | 判决如下：${item}。 | forfeited | ${item}`),
  ...[
    '追缴丁某违法所得9元，发还被害单位甲公司',
    '追缴丁某从甲公司骗取的9元',
    '追缴丁公司违法所得9元',
    '甲公司已退缴的违法所得9元，予以没收',
    '撤销一审判决第三项，即追缴甲公司违法所得9元',
  ].map((item) => `刑初 | 判决如下：${item}。`),
  '刑初 | 检察院建议追缴甲公司违法所得9元。判决如下：丁某无罪。',
  '民初 | 判决如下：追缴甲公司违法所得9元。',
  // The fine of an authority that its decision states, not that of another.
  '行审 | 某局作出处罚决定，对甲公司罚款9元。 | penalty_stated | 某局作出处罚决定，对甲公司罚款9元',
  '行审 | 某局决定对案外人罚款9元。',
  '民初 | 某局作出处罚决定，对甲公司罚款9元。',
]

const stages: Readonly<Record<string, string>> = { 民初: 'first~instance', 民终: 'appeal', 执: 'enforcement' }

/** The rows of a document of 甲公司, as a line describes it. */
function rowsOf(id: string, said: string): string {
  const [head = '', content = ''] = said.split(' | ')
  const [code = '', ...words] = head.split(' ')
  const has = (word: string): boolean => words.includes(word)
  const of = `enterprise_id=e1 document_id=${id} outcome=${words.find((word) => /^[a-z_]{5,}$/.test(word)) ?? '-'}`
  const text = has('list') ? '' : `library=ptal case_id=${id}`
  const more = `role=${has('by') ? 'plaintiff' : 'defendant'} decided_on=${words.find((word) => /^20/.test(word)) ?? '2026-03-01'}`
  return [
    `subject_documents ${of} case_key=(2024)京${code}1号 stage=${stages[code] ?? 'other'} ${more} ${text}`,
    `enterprise_documents ${of} result=${content}`,
    ...(text && [`cases ${text} content=${content}`]),
  ].join('; ')
}
const base =
  'current_names enterprise_id=e1 name=甲公司; calls call_key=a run_id=r1 fetched_at=2025-04-01; calls call_key=b run_id=r1 fetched_at=2026-04-01'
const remarks =
  "SELECT document_id, concat_ws(' ', kind, names[1], names[2]), evidence FROM document_remarks ORDER BY ALL"

test('a document has the remarks that its text makes', async () => {
  const said = cases.map((line, at) => [String(100 + at), line] as const)
  const expected = said.flatMap(([id, line]) => {
    const [, , ...remark] = line.split(' | ')
    return remark.length > 0 ? [`${id} | ${remark.join(' | ')} | ${line}`] : []
  })
  const found = await linesBeside(remarks, base, ...said.map(([id, line]) => rowsOf(id, line)))
  expect(found.map((line) => `${line} | ${cases[Number(line.slice(0, 3)) - 100]}`)).toEqual(expected)
})

const three = [base, rowsOf('d1', '执'), rowsOf('d2', '执'), rowsOf('d3', '执')]
const besideThree = (sql: string, table: string, rows: string) =>
  linesBeside(
    sql,
    ...three,
    ...rows.split('; ').map((row, at) => `${table} library=ptal ordinal=${at} case_id=${row}`),
  )

test('whose enforcement ends a text or a list says, of each once; a mark ends nothing', async () => {
  const texts =
    'd1 kind=终本 against=[甲公司,丁公司]; d1 kind=终结执行 against=[甲公司]; d2 kind=终本 against=[]; d2 kind=失信 against=[甲公司]'
  expect(await besideThree(remarks, 'case_enforcement', texts)).toEqual(['d1 | ended_for 丁公司 甲公司 | -'])
  const listed = texts.replaceAll(/(d\d) kind/g, 'document_events document_id=$1 kind')
  expect(await linesBeside(remarks, ...three, listed)).toEqual(['d1 | ended_for 丁公司 甲公司 | -'])
})

test('a suit over a penalty that it does not win leaves the penalty, of a suit without a cause as is possible', async () => {
  const suit = (id: string, more: string): string =>
    `subject_documents enterprise_id=e1 document_id=${id} family_key=${id[0]} case_key=(2024)京行${id[1] === '1' ? '初' : '终'}1号 decided_on=2024-0${id[1]}-01 ${more}`
  const lost = 'role=plaintiff outcome=dismissed subject_outcome=lost'
  const upheld = 'role=plaintiff outcome=upheld subject_outcome=lost'
  const rows = [
    ...[suit('a1', `${lost} cause=行政处罚`), suit('a2', `${upheld} cause=行政处罚`)],
    ...[suit('b1', lost), suit('c1', `${lost} cause=工伤认定`)],
    ...[
      suit('d1', `${lost} cause=行政处罚`),
      suit('d2', 'role=plaintiff outcome=reversed subject_outcome=won'),
    ],
    suit('f1', 'role=third_party outcome=dismissed cause=行政处罚'),
    suit('g1', 'role=plaintiff outcome=granted subject_outcome=won cause=行政处罚'),
    suit('g2', 'role=defendant original_role=plaintiff outcome=appeal_withdrawn subject_outcome=neutral'),
  ]
  expect(await linesBeside(remarks, base, ...rows)).toEqual([
    'a2 | penalty_stands | 处罚',
    'b1 | penalty_stands | -',
  ])
})

test('who is paid before others is named as the text names its party', async () => {
  const liabilities =
    'd1 kind=优先受偿 name=庚公司 name_keys=[庚] over=设备; d2 kind=优先受偿 name=辛公司 name_keys=[辛] over=设备; d3 kind=连带 name=辛公司 name_keys=[辛] over=设备'
  const parties = ['庚公司（北京）一部', '庚公司（北京）'].map(
    (name, at) => `case_parties case_id=d1 library=ptal ordinal=${at} name=${name} name_key=庚`,
  )
  const rows = liabilities.split('; ').map((row) => `case_liabilities library=ptal case_id=${row}`)
  const lines = ['d1 | priority 庚公司（北京） | 设备', 'd2 | priority 辛公司 | 设备']
  expect(await linesBeside(remarks, ...three, ...rows, ...parties)).toEqual(lines)
})

test('a claim is refused against it as the text decides, with its item', async () => {
  const refusing = 'result_rule=refused~against~it'
  const parties = `d2 name=甲公司 ${refusing} result_evidence=驳回; d2 name=丁公司 ${refusing} result_evidence=也驳回; d3 name=甲公司 ${refusing}; d1 name=甲公司 result_rule=named result_evidence=支付`
  expect(await besideThree(remarks, 'case_parties', parties)).toEqual(['d2 | refused_against_it | 驳回'])
})

test('that a debt was performed or agreed on anew is of the dispute of the decision that the text names', async () => {
  const statements =
    'd1 kind=履行 number_key=9 evidence=已付; d2 kind=和解 number_key=8 evidence=另订; d3 kind=生效 number_key=9 evidence=生效; d3 kind=履行 evidence=不明'
  const sql = 'SELECT document_id, kind, family_key, evidence FROM document_remarks ORDER BY ALL'
  const rows = statements
    .split('; ')
    .map((row, at) => `case_statements library=ptal ordinal=${at} case_id=${row}`)
  const found = await linesBeside(sql, ...three, 'number_families number_key=9 family_key=7', ...rows)
  expect(found).toEqual(['d1 | performed | 7 | 已付', 'd2 | agreed_anew | 8 | 另订'])
})

test('what a settlement lays down for a default is a sentence with a sum that it does not order', async () => {
  const sums =
    'd4 part=order is_ordered=false evidence=如甲公司未按期付款则付5元; d4 part=order is_ordered=true evidence=如未按期付款则付3元; d4 part=order is_ordered=false evidence=共8元; d4 part=claim is_ordered=false evidence=若逾期则付9元; d5 part=order is_ordered=false evidence=如未按期付款则付5元; d6 part=order is_ordered=false evidence=如未按期付款则付5元'
  const rows = sums.split('; ').map((row, at) => `case_amounts library=ptal ordinal=${at} case_id=${row}`)
  const documents = [
    rowsOf('d4', '民初 mediated'),
    rowsOf('d5', '民初 granted'),
    rowsOf('d6', '民初 by mediated'),
  ]
  expect(await linesBeside(remarks, base, ...documents, ...rows)).toEqual([
    'd4 | in_default | 如甲公司未按期付款则付5元',
  ])
})

test('a review of an enforcement has the enterprise as its debtor or creditor where its position says so', async () => {
  const reviews = [
    ...['d4', 'd5', 'd6', 'd7', 'd8', 'd9'].map((id) => rowsOf(id, '执异')),
    ...['e1', 'e2', 'e3'].map((id) => rowsOf(id, '民初')),
  ]
  const parties = [
    'd4 name_key=甲公司 position=异议人 original_position=被执行人',
    'd5 name_key=甲公司 position=异议人（案外人）',
    'd6 name_key=丁公司 position=被执行人',
    'd7 name_key=甲公司 position=被执行人',
    'd8 name_key=甲公司 position=被申请人 original_position=申请执行人',
    'd9 name_key=甲公司 position=利害关系人、另案申请执行人',
    'd1 name_key=甲公司 position=被执行人',
    // A suit over an enforcement shows the same, unless it sues.
    'e1 name_key=甲公司 position=被告 original_position=被执行人',
    'e2 name_key=甲公司 position=第三人 original_position=被执行人',
    'e3 name_key=甲公司 position=原告 original_position=被追加被执行人',
  ].map((row, at) => `case_parties library=ptal ordinal=${at} case_id=${row}`)
  const known = 'enterprises enterprise_id=e1 name_key=甲公司'
  const found = await linesBeside(remarks, ...three, ...reviews, ...parties, known)
  expect(found).toEqual([
    'd4 | debtor_in_review | -',
    'd7 | debtor_in_review | -',
    'd8 | creditor_in_review | -',
    'e1 | debtor_in_review | -',
    'e2 | debtor_in_review | -',
  ])
})

test('a mention is of the debtor that its sentence names, or of any; it has a sum where its sentences name one', async () => {
  const sentences =
    'd1 text_offset=1 evidence=再次未入账; d1 text_offset=2 evidence=未入账8元 amount=8; d1 text_offset=3 evidence=共8元 amount=8; d2 text_offset=1 evidence=未入账8元 amount=8; d2 text_offset=2 evidence=不足5元 amount=5; d3 text_offset=1 evidence=丁公司未付 against_keys=[丁公司]; d4 text_offset=1 evidence=未入账'
  const sql = 'SELECT document_id, amount, evidence FROM text_mentions ORDER BY ALL'
  const mentioned = (rows: string, ...more: readonly string[]) =>
    linesBeside(
      sql,
      ...[...three, ...more, rowsOf('d4', '执 by')],
      ...rows.split('; ').map((row, at) => {
        const of = `case_mentions library=ptal ordinal=${at} matter=uncredited manner=found`
        return `${of} ${row.includes('against') ? '' : 'against_keys=[] '}case_id=${row}`
      }),
    )
  const lines = ['d1 | 8.00 | 未入账8元', 'd2 | - | 未入账8元']
  expect(await mentioned(sentences)).toEqual(lines)
  const named = `${sentences}; d3 text_offset=2 evidence=甲公司未付 against_keys=[甲公司]`
  const known = 'enterprises enterprise_id=e1 name_key=甲公司'
  expect(await mentioned(named, known)).toEqual([...lines, 'd3 | - | 甲公司未付'])
})
