import { isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { parseCapital } from '../../legal/amounts.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { detailsOf } from '../tables/enterprises.ts'
import { dataTables, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { capitalColumns, caseNumberColumns, caseNumberOf, moneyOf, nameKeyOf } from './columns.ts'
import { withOthers } from './content.ts'
import { namedItems, namesIn, objectsOf } from './module-items.ts'
import { saysNothing } from './values.ts'

const branch = readerOf(dataTables.enterprise_branches)
const investment = readerOf(dataTables.enterprise_investments)
const shareholder = readerOf(dataTables.enterprise_shareholders)
const suit = readerOf(dataTables.enterprise_litigation)
const risk = readerOf(dataTables.enterprise_risks)

export const branchRows = (record: JsonObject): Omit<TableRow<'enterprise_branches'>, 'enterprise_id'>[] =>
  namedItems(record, '分支机构', dataTables.enterprise_branches.columns.name.origin.members).map(
    ({ item, origin, record: came }, index) => {
      const columns = branch.read(item)
      return {
        ...columns,
        ordinal: index + 1,
        origin,
        name_key: nameKeyOf(columns.name),
        record: came,
      }
    },
  )

export const investmentRows = (
  record: JsonObject,
): Omit<TableRow<'enterprise_investments'>, 'enterprise_id'>[] =>
  namedItems(record, '对外投资', dataTables.enterprise_investments.columns.name.origin.members).map(
    ({ item, origin, record: came }, index) => {
      const columns = investment.read(item)
      return {
        ...columns,
        ordinal: index + 1,
        origin,
        name_key: nameKeyOf(columns.name),
        ...capitalColumns('subscribed', columns.subscribed_text),
        record: came,
      }
    },
  )

type ShareholderRow = Omit<TableRow<'enterprise_shareholders'>, 'enterprise_id'>

/** Shareholders (docs/contract.md, Enterprise): those of 股东详情, then those that only 股东 names. */
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
  return {
    ...columns,
    origin,
    name_key: nameKeyOf(columns.name),
    ...capitalColumns('subscribed', columns.subscribed_text),
    ...capitalColumns('paid_in', columns.paid_in_text),
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

export const litigationRows = (
  record: JsonObject,
): Omit<TableRow<'enterprise_litigation'>, 'enterprise_id'>[] =>
  withOthers(
    detailsOf('涉诉').flatMap((module) => objectsOf(record[module])),
    objectsOf(record.涉诉),
  ).map((item, index) => {
    const columns = suit.read(item)
    return {
      ...columns,
      ...caseNumberColumns(caseNumberOf(columns.case_number)),
      ordinal: index + 1,
      record: item,
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
    const columns = risk.read(item)
    const sum = yuanOf(columns.amount_text)
    return {
      ...columns,
      ...caseNumberColumns(caseNumberOf(columns.case_number)),
      ordinal: index + 1,
      kind: columns.kind ?? under,
      amount: moneyOf(sum.amount),
      currency: sum.currency,
      collected: moneyOf(yuanOf(columns.collected_text).amount),
      unpaid: moneyOf(yuanOf(columns.unpaid_text).amount),
      record: came,
    }
  })

const yuanOf = (text: string | null) => parseCapital(text ?? '', { bareIsYuan: true })

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
