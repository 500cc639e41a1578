import { isObject, type JsonObject } from '../contract/answer.ts'
import { parseCapital } from '../legal/capital.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { caseNumberColumns } from './case-number-columns.ts'
import { withOthers } from './content.ts'
import { asIdentifier, asText, members } from './members.ts'
import { detailsOf, objectsOf } from './module-items.ts'
import { dateOf, isBlank, moneyOf, saysNothing, textOf } from './values.ts'

/*
 * 涉诉 and 风险 (contract 2.9). The contract says what litigation items carry and not under which names: these are the
 * names of the document list (2.8) and of case records (2.4) first, then other likely ones.
 */

const suit = members({
  number: asIdentifier('案号', 'ah', 'caseNo', '案件编号'),
  document_id: asIdentifier('文书id', '文书ID', '文书编号', 'docId', 'id'),
  title: asText('标题', '文书标题', '案件名称', 'title'),
  cause: asText('案由', '案由名称', 'ay', 'cause'),
  position: asText('诉讼地位', '诉讼身份', '身份', '角色', '当事人地位', 'role'),
  court: asText('法院', '审理法院', '受理法院', 'jbdw', 'court'),
  procedure: asText('审判程序', '审理程序', 'spcx'),
  document_kind: asText('文书种类', '文书类型', 'wszl'),
  dated_text: asText(
    '时间',
    '日期',
    '裁判日期',
    '裁判时间',
    '立案日期',
    '立案时间',
    '发布日期',
    'cprq',
    'date',
  ),
  result: asText('裁判结果', '判决结果', '结果', 'pjjg'),
})

const risk = members({
  kind: asText('风险类型', '类型', '风险类别', '类别'),
  number: asIdentifier('案号', 'ah', 'caseNo', '执行案号'),
  court: asText('执行法院', '法院', '决定机关', '列入机关'),
  filed_text: asText('立案时间', '立案日期', '日期', '时间', '发布时间', '发布日期', '列入日期'),
  amount_text: asText('执行标的', '执行标的(元)', '标的', '执行金额', '涉案金额', '金额'),
  status: asText('状态', '案件状态', '执行状态'),
  description: asText('内容', '风险内容', '描述', '说明', '原因', '列入原因', '具体情形'),
})

export const litigationRows = (
  record: JsonObject,
): Omit<TableRow<'enterprise_litigation'>, 'enterprise_id'>[] =>
  withOthers(
    detailsOf('涉诉').flatMap((module) => objectsOf(record[module])),
    objectsOf(record.涉诉),
  ).map((item, index) => {
    const { number, ...columns } = suit.read(item)
    return {
      ordinal: index + 1,
      ...caseNumberColumns(number),
      ...columns,
      dated_on: dateOf(columns.dated_text),
      record: item,
      extra: suit.extra(item),
    }
  })

interface RiskEntry {
  /** Member of 风险 that the entry stands under, where 风险 is an object of kinds. */
  readonly under: string | null
  readonly item: JsonObject
  readonly record: unknown
}

export const riskRows = (record: JsonObject): Omit<TableRow<'enterprise_risks'>, 'enterprise_id'>[] =>
  withOthers(
    detailsOf('风险').flatMap((module) => entriesOf(record[module])),
    entriesOf(record.风险),
  ).map(({ under, item, record: came }, index) => {
    const { number, ...columns } = risk.read(item)
    const sum = parseCapital(columns.amount_text ?? '', { bareIsYuan: true })
    return {
      ordinal: index + 1,
      ...caseNumberColumns(number),
      ...columns,
      kind: columns.kind ?? under,
      filed_on: dateOf(columns.filed_text),
      amount: moneyOf(sum.amount),
      currency: sum.currency,
      record: came,
      extra: risk.extra(item),
    }
  })

/** A list of entries, one entry, a text, or an object of any of these by kind of risk. */
function entriesOf(value: unknown): RiskEntry[] {
  const isOfKinds = isObject(value) && !Object.keys(value).some((name) => risk.names.has(name))
  return isOfKinds
    ? Object.entries(value).flatMap(([kind, held]) => entriesUnder(kind, held))
    : entriesUnder(null, value)
}

function entriesUnder(under: string | null, value: unknown): RiskEntry[] {
  if (Array.isArray(value)) return value.flatMap((item) => entriesUnder(under, item))
  if (isObject(value)) return [{ under, item: value, record: value }]
  return isBlank(value) || saysNothing(value) ? [] : [{ under, item: { 内容: textOf(value) }, record: null }]
}
