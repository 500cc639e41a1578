import type { JsonObject } from '../contract/answer.ts'
import { parseCapital } from '../legal/capital.ts'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { asShare, members } from './members.ts'
import { namesIn, objectsOf } from './module-items.ts'
import { dateOf, moneyOf, textOf } from './values.ts'

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
