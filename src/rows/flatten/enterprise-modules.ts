import { type JsonObject, textOf } from '../../contract/values.ts'
import { parseCapital } from '../../legal/capital.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { grouped } from '../../legal/text.ts'
import { dataTables, type Rows, type TableRow } from '../tables/index.ts'
import { removedStatus } from '../words/code-words.ts'
import {
  capitalColumns,
  caseNumberColumns,
  caseNumberOf,
  itemRows,
  moneyOf,
  nameKeyOf,
  readers,
} from './columns.ts'
import { holderOf, namedItems, namesIn, objectsOf, withDetails } from './module-items.ts'
import { kindBySigns, removalIn, restOf, riskEntries } from './risk-entries.ts'

const isRemoved = new RegExp(removedStatus)

/** Which enterprise a row belongs to. */
export type EnterpriseKey = Pick<TableRow<'enterprises'>, 'enterprise_id'>

export const branchRows = (key: EnterpriseKey, record: JsonObject) =>
  itemRows('enterprise_branches', key)(
    namedItems(record, '分支机构', dataTables.enterprise_branches.columns.name.origin.members),
    ({ name }, { origin, record: came }) => ({ origin, name_key: nameKeyOf(name), record: came }),
  )

export const investmentRows = (key: EnterpriseKey, record: JsonObject) =>
  itemRows('enterprise_investments', key)(
    namedItems(record, '对外投资', dataTables.enterprise_investments.columns.name.origin.members),
    ({ name, subscribed_text }, { origin, record: came }) => ({
      origin,
      name_key: nameKeyOf(name),
      ...capitalColumns('subscribed', subscribed_text),
      record: came,
    }),
  )

/** Shareholders (docs/contract.md, Enterprise): those of 股东详情, then those that only 股东 names. */
export function shareholderRows(key: EnterpriseKey, record: JsonObject) {
  const details = objectsOf(record.股东详情).map((item) => ({ item, origin: 'detail' }))
  const known = new Set(details.map(({ item }) => nameKeyOf(textOf(item.名称))))
  const named = namesIn(textOf(record.股东))
    .filter((name) => !known.has(enterpriseNameKey(name)))
    .map((name) => ({ item: { 名称: name }, origin: 'list' }))
  return itemRows('enterprise_shareholders', key)(
    [...details, ...named],
    ({ name, subscribed_text, paid_in_text }, { origin }) => ({
      origin,
      name_key: nameKeyOf(name),
      ...capitalColumns('subscribed', subscribed_text),
      ...capitalColumns('paid_in', paid_in_text),
    }),
  )
}

/** The shareholders as given, for enterprise_history; sorted, so that another order is no change. */
export const shareholdersOf = (rows: readonly TableRow<'enterprise_shareholders'>[]): object[] =>
  rows
    .map(({ name, kind, subscribed_text, paid_in_text, share_percent }) => ({
      name,
      kind,
      subscribed: subscribed_text,
      paid_in: paid_in_text,
      share: share_percent,
    }))
    .map((row) => JSON.stringify(row))
    .sort()
    .map((text): object => JSON.parse(text))

export const litigationRows = (key: EnterpriseKey, record: JsonObject) =>
  itemRows('enterprise_litigation', key)(
    withDetails(record, '涉诉', objectsOf).map((item) => ({ item })),
    ({ case_number }, { item }) => ({ ...caseNumberColumns(caseNumberOf(case_number)), record: item }),
  )

export const riskRows = (key: EnterpriseKey, record: JsonObject) =>
  itemRows('enterprise_risks', key)(riskEntries(record), (columns, { under, item, record: came }) => {
    const sum = yuanOf(columns.amount_text)
    const removed = isRemoved.test(columns.status ?? '') ? null : removalIn(columns.extra)
    const status = [columns.status, removed].filter((one) => one !== null)
    const said = [columns.description, restOf(columns.extra)].filter((one) => one !== null)
    return {
      ...caseNumberColumns(caseNumberOf(columns.case_number)),
      kind: columns.kind ?? under ?? kindBySigns(item),
      amount: moneyOf(sum.amount),
      currency: sum.currency,
      collected: moneyOf(yuanOf(columns.collected_text).amount),
      unpaid: moneyOf(yuanOf(columns.unpaid_text).amount),
      status: textOf(status.join('，')),
      description: textOf(said.join('；')),
      record: came,
    }
  })

const yuanOf = (text: string | null) => parseCapital(text ?? '', { bareIsYuan: true })

const workNames = dataTables.enterprise_work_copyrights.columns.name.origin.members

/** The shapes of 知识产权 items, with the members that no other shape has; of two that fit as well, the first. */
const shapes = {
  patent: { of: readers.enterprise_patents, signs: ['专利名称', '申请公布日', '申请公布号'] },
  software: {
    of: readers.enterprise_software_copyrights,
    signs: ['全称', '简称', '版本号', '批准日期', '分类号'],
  },
  trademark: { of: readers.enterprise_trademarks, signs: ['申请日期', '开始日期', '结束日期'] },
  work: {
    of: readers.enterprise_work_copyrights,
    signs: ['作品名称', '作品', '作品类别', '作品类型', '创作完成日期', '首次发表日期'],
  },
} as const
type Shape = keyof typeof shapes | 'other'

/** What an item of the mixed list is: it has a sign of the shape, or no member that the shape lacks. */
function shapeOf(item: JsonObject): Shape {
  const names = Object.keys(item)
  const fitting = Object.entries(shapes).flatMap(([shape, { of, signs }]) => {
    const matched = names.filter((name) => of.names.has(name)).length
    const fits = signs.some((sign) => names.includes(sign)) || (matched > 0 && matched === names.length)
    return fits ? [{ shape: shape as Shape, matched }] : []
  })
  return fitting.sort((a, b) => b.matched - a.matched)[0]?.shape ?? 'other'
}

/**
 * Rows of 商标, 软件著作权, 专利, 作品著作权 and of the items that 知识产权 adds to them (docs/contract.md, Enterprise). What one of the own
 * lists holds, with as many members or more, is not counted again.
 */
export function intellectualPropertyRows(key: EnterpriseKey, record: JsonObject): Rows {
  const trademarks = objectsOf(record.商标)
  const softwares = objectsOf(record.软件著作权)
  const patents = objectsOf(record.专利)
  const works = namedItems(record, '作品著作权', workNames)
  const holders = [
    ...[trademarks, softwares, patents].map((own) => holderOf(own)),
    // A work may have its name under any of these members.
    holderOf(
      works.map(({ item }) => item),
      (member) => (workNames.includes(member) ? '' : member),
    ),
  ]
  const added = objectsOf(record.知识产权).filter((item) => !holders.some((isHeld) => isHeld(item)))
  const mixed = grouped(added.map((one) => [shapeOf(one), one]))
  const mixedOf = (shape: Shape) =>
    (mixed.get(shape) ?? []).map((item) => ({ item, origin: 'mixed', record: item }))
  const both = (items: readonly JsonObject[], shape: Shape) => [
    ...items.map((item) => ({ item, origin: 'own' })),
    ...mixedOf(shape),
  ]
  const originOnly = (_: object, { origin }: { readonly origin: string }) => ({ origin })
  return {
    enterprise_trademarks: itemRows('enterprise_trademarks', key)(both(trademarks, 'trademark'), originOnly),
    enterprise_software_copyrights: itemRows('enterprise_software_copyrights', key)(
      both(softwares, 'software'),
      originOnly,
    ),
    enterprise_patents: itemRows('enterprise_patents', key)(both(patents, 'patent'), originOnly),
    enterprise_work_copyrights: itemRows('enterprise_work_copyrights', key)(
      [...works.map((work) => ({ ...work, origin: 'own' })), ...mixedOf('work')],
      (_, { origin, record: came }) => ({ origin, record: came }),
    ),
    enterprise_other_ip: itemRows('enterprise_other_ip', key)(mixedOf('other'), (_, { item }) => ({
      record: item,
    })),
  }
}
