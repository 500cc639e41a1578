import { isObject, type JsonObject } from '../contract/answer.ts'
import { parseCapital } from '../legal/capital.ts'
import { enterpriseNameKey } from '../legal/names.ts'
import type { TableRow } from '../tables/index.ts'
import { caseNumberColumns } from './case-reading.ts'
import { withOthers } from './content.ts'
import { asIdentifier, asShare, asText, members } from './members.ts'
import { detailsOf, namedItems, namesIn, objectsOf } from './module-items.ts'
import { dateOf, isBlank, moneyOf, saysNothing, textOf } from './values.ts'

/*
 * 分支机构 and 对外投资 (contract 2.9). Their members are not shown: these are the names that registries use, the
 * likeliest first. Whatever else an item holds is in `record`.
 */

const branchNames = ['名称', '企业名称', '分支机构名称', '机构名称', '公司名称'] as const
const branch = members({
  name: asText(...branchNames),
  branch_id: asIdentifier('企业ID', '企业id', 'id', 'ID'),
  uscc: asIdentifier('统一社会信用代码', '信用代码'),
  head: asText('负责人', '法定代表人', '负责人姓名'),
  address: asText('地址', '注册地址', '经营场所', '住所'),
  status: asText('经营状态', '登记状态', '状态'),
  registration_authority: '登记机关',
  established_text: asText('成立日期', '成立时间'),
})

const investmentNames = ['名称', '企业名称', '被投资企业名称', '被投资企业', '公司名称'] as const
const investment = members({
  name: asText(...investmentNames),
  invested_id: asIdentifier('企业ID', '企业id', 'id', 'ID'),
  uscc: asIdentifier('统一社会信用代码', '信用代码'),
  legal_representative: asText('法定代表人', '负责人'),
  registered_capital: '注册资本',
  subscribed_text: asText('认缴出资额', '认缴金额', '出资额', '投资金额', '投资额'),
  share_percent: asShare('出资比例', '投资比例', '持股比例'),
  status: asText('经营状态', '登记状态', '状态'),
  invested_text: asText('投资日期', '出资日期', '参股日期', '投资时间'),
  established_text: asText('成立日期', '成立时间'),
})

const keyOf = (name: string | null): string | null => (name === null ? null : enterpriseNameKey(name))

export const branchRows = (record: JsonObject): Omit<TableRow<'enterprise_branches'>, 'enterprise_id'>[] =>
  namedItems(record, '分支机构', branchNames).map(({ item, origin, record: came }, index) => {
    const columns = branch.read(item)
    return {
      ordinal: index + 1,
      origin,
      ...columns,
      name_key: keyOf(columns.name),
      established_on: dateOf(columns.established_text),
      record: came,
      extra: branch.extra(item),
    }
  })

export const investmentRows = (
  record: JsonObject,
): Omit<TableRow<'enterprise_investments'>, 'enterprise_id'>[] =>
  namedItems(record, '对外投资', investmentNames).map(({ item, origin, record: came }, index) => {
    const columns = investment.read(item)
    const subscribed = parseCapital(columns.subscribed_text ?? '')
    return {
      ordinal: index + 1,
      origin,
      ...columns,
      name_key: keyOf(columns.name),
      subscribed_amount: moneyOf(subscribed.amount),
      subscribed_currency: subscribed.currency,
      invested_on: dateOf(columns.invested_text),
      established_on: dateOf(columns.established_text),
      record: came,
      extra: investment.extra(item),
    }
  })

const shareholder = members({
  name: '名称',
  kind: '股东类型',
  subscribed_text: '认缴出资额',
  paid_in_text: '实缴出资额',
  share_percent: asShare('出资比例'),
  joined_text: '参股日期',
})

type ShareholderRow = Omit<TableRow<'enterprise_shareholders'>, 'enterprise_id'>

/** Shareholders (contract 2.9): those of 股东详情, then those that only 股东 names. */
export function shareholderRows(record: JsonObject): ShareholderRow[] {
  const details = objectsOf(record.股东详情).map((item) => rowOf(item, 'detail'))
  const known = new Set(details.map(({ name_key }) => name_key))
  const named = namesIn(textOf(record.股东))
    .filter((name) => !known.has(enterpriseNameKey(name)))
    .map((name) => rowOf({ 名称: name }, 'list'))
  return [...details, ...named].map((row, index) => ({ ...row, ordinal: index + 1 }))
}

function rowOf(item: JsonObject, origin: 'detail' | 'list'): Omit<ShareholderRow, 'ordinal'> {
  const columns = shareholder.read(item)
  const subscribed = parseCapital(columns.subscribed_text ?? '')
  const paidIn = parseCapital(columns.paid_in_text ?? '')
  return {
    ...columns,
    origin,
    name_key: columns.name === null ? null : enterpriseNameKey(columns.name),
    subscribed_amount: moneyOf(subscribed.amount),
    subscribed_currency: subscribed.currency,
    paid_in_amount: moneyOf(paidIn.amount),
    paid_in_currency: paidIn.currency,
    joined_on: dateOf(columns.joined_text),
    extra: shareholder.extra(item),
  }
}

/** The shareholders as given, for enterprise_history; sorted, so that another order is no change. */
export const shareholdersOf = (rows: readonly ShareholderRow[]): object[] =>
  rows
    .map(({ name, kind, subscribed_text, paid_in_text, share_percent }) => ({
      name,
      kind,
      subscribed: subscribed_text,
      paid_in: paid_in_text,
      share: share_percent,
    }))
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ row }) => row)

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
