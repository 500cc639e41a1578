import type { JsonObject } from '../contract/answer.ts'
import type { TableRow } from '../tables/index.ts'
import { holderOf } from './content.ts'
import { asText, members } from './members.ts'
import { namedItems, objectsOf } from './module-items.ts'
import { dateOf, groupedBy } from './values.ts'

const trademark = members({
  name: '名称',
  applied_text: '申请日期',
  status: '状态',
  starts_text: '开始日期',
  ends_text: '结束日期',
})
const software = members({
  approved_text: '批准日期',
  full_name: '全称',
  short_name: '简称',
  registration_number: '登记号',
  version: '版本号',
  classification: '分类号',
})
const patent = members({
  published_text: '申请公布日',
  name: '专利名称',
  application_number: '申请号',
  publication_number: '申请公布号',
})
const workNames = ['作品名称', '作品', '名称'] as const
const work = members({
  name: asText(...workNames),
  kind: asText('作品类别', '作品类型', '类别'),
  registration_number: asText('登记号', '登记编号'),
  registered_text: asText('登记日期', '登记时间'),
  completed_text: asText('创作完成日期', '完成日期'),
  published_text: asText('首次发表日期', '发表日期'),
})
const other = members({ name: asText('名称', '标题', '全称', '作品名称', '专利名称', '网站名称', '域名') })

/** The shapes of 知识产权 items, with the members that no other shape has; of two that fit as well, the first. */
const shapes = {
  patent: { of: patent, signs: ['专利名称', '申请公布日', '申请公布号'] },
  software: { of: software, signs: ['全称', '简称', '版本号', '批准日期', '分类号'] },
  trademark: { of: trademark, signs: ['申请日期', '开始日期', '结束日期'] },
  work: { of: work, signs: ['作品名称', '作品', '作品类别', '作品类型', '创作完成日期', '首次发表日期'] },
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

type PropertyTable =
  | 'enterprise_trademarks'
  | 'enterprise_software_copyrights'
  | 'enterprise_patents'
  | 'enterprise_work_copyrights'
  | 'enterprise_other_ip'
type PropertyRows = {
  readonly [Name in PropertyTable]: readonly Omit<TableRow<Name>, 'enterprise_id'>[]
}

/**
 * Rows of 商标, 软件著作权, 专利, 作品著作权 and of the items that 知识产权 adds to them (contract 2.9). What one of the own
 * lists holds, with as many members or more, is not counted again.
 */
export function intellectualPropertyRows(record: JsonObject): PropertyRows {
  const trademarks = objectsOf(record.商标)
  const softwares = objectsOf(record.软件著作权)
  const patents = objectsOf(record.专利)
  const works = namedItems(record, '作品著作权', workNames)
  const workItems = works.map(({ item }) => item)
  const holders = [
    ...[trademarks, softwares, patents].map((own) => holderOf(own)),
    holderOf(workItems, (member) => (isWorkName(member) ? workNames[0] : member)),
  ]
  const added = objectsOf(record.知识产权).filter((item) => !holders.some((isHeld) => isHeld(item)))
  const mixed = groupedBy(added, shapeOf)
  const withMixed = <Row>(shape: Shape, own: readonly JsonObject[], row: (item: JsonObject) => Row) => {
    const items = [...own, ...(mixed.get(shape) ?? [])]
    return numbered(
      items.map((item, index) => ({ origin: index < own.length ? 'own' : 'mixed', ...row(item) })),
    )
  }
  const names = new Set(works.flatMap(({ item, record: came }) => (came === null ? [item] : [])))
  return {
    enterprise_trademarks: withMixed('trademark', trademarks, trademarkRow),
    enterprise_software_copyrights: withMixed('software', softwares, softwareRow),
    enterprise_patents: withMixed('patent', patents, patentRow),
    enterprise_work_copyrights: withMixed('work', workItems, (item) => workRow(item, names.has(item))),
    enterprise_other_ip: numbered(
      (mixed.get('other') ?? []).map((item) => ({
        ...other.read(item),
        record: item,
        extra: other.extra(item),
      })),
    ),
  }
}

const isWorkName = (member: string): boolean => (workNames as readonly string[]).includes(member)

const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ ordinal: index + 1, ...row }))

function trademarkRow(item: JsonObject) {
  const columns = trademark.read(item)
  return {
    ...columns,
    applied_on: dateOf(columns.applied_text),
    starts_on: dateOf(columns.starts_text),
    ends_on: dateOf(columns.ends_text),
    extra: trademark.extra(item),
  }
}

function softwareRow(item: JsonObject) {
  const columns = software.read(item)
  return { ...columns, approved_on: dateOf(columns.approved_text), extra: software.extra(item) }
}

function patentRow(item: JsonObject) {
  const columns = patent.read(item)
  return { ...columns, published_on: dateOf(columns.published_text), extra: patent.extra(item) }
}

function workRow(item: JsonObject, isName: boolean) {
  const columns = work.read(item)
  return {
    ...columns,
    registered_on: dateOf(columns.registered_text),
    completed_on: dateOf(columns.completed_text),
    published_on: dateOf(columns.published_text),
    record: isName ? null : item,
    extra: work.extra(item),
  }
}
