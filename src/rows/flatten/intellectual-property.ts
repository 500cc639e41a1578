import type { JsonObject } from '../../contract/values.ts'
import { dataTables, type TableRow } from '../tables/index.ts'
import { readerOf, type TableReader } from '../tables/reader.ts'
import type { Columns } from '../tables/table.ts'
import { holderOf } from './content.ts'
import { namedItems, objectsOf } from './module-items.ts'
import { groupedBy } from './values.ts'

const trademark = readerOf(dataTables.enterprise_trademarks)
const software = readerOf(dataTables.enterprise_software_copyrights)
const patent = readerOf(dataTables.enterprise_patents)
const work = readerOf(dataTables.enterprise_work_copyrights)
const other = readerOf(dataTables.enterprise_other_ip)
const workNames = dataTables.enterprise_work_copyrights.columns.name.origin.members

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
 * Rows of 商标, 软件著作权, 专利, 作品著作权 and of the items that 知识产权 adds to them (docs/contract.md, Enterprise). What one of the own
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
    // A work may have its name under any of these members.
    holderOf(workItems, (member) => (workNames.includes(member) ? '' : member)),
  ]
  const added = objectsOf(record.知识产权).filter((item) => !holders.some((isHeld) => isHeld(item)))
  const mixed = groupedBy(added, shapeOf)
  const withMixed = <Row>(shape: Shape, own: readonly JsonObject[], row: (item: JsonObject) => Row) => {
    const items = [...own, ...(mixed.get(shape) ?? [])]
    return numbered(
      items.map((item, index) => ({ ...row(item), origin: index < own.length ? 'own' : 'mixed' })),
    )
  }
  const names = new Set(works.flatMap(({ item, record: came }) => (came === null ? [item] : [])))
  return {
    enterprise_trademarks: withMixed('trademark', trademarks, rowOf(trademark)),
    enterprise_software_copyrights: withMixed('software', softwares, rowOf(software)),
    enterprise_patents: withMixed('patent', patents, rowOf(patent)),
    enterprise_work_copyrights: withMixed('work', workItems, (item) => ({
      ...rowOf(work)(item),
      record: names.has(item) ? null : item,
    })),
    enterprise_other_ip: numbered(
      (mixed.get('other') ?? []).map((item) => ({ ...rowOf(other)(item), record: item })),
    ),
  }
}

const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ ...row, ordinal: index + 1 }))

const rowOf =
  <C extends Columns>(table: TableReader<C>) =>
  (item: JsonObject) => ({ ...table.read(item), extra: table.extra(item) })
