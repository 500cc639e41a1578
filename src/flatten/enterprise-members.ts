import type { JsonObject } from '../contract/answer.ts'
import { foldWidth } from '../legal/text.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { namesIn } from './module-items.ts'
import { isBlank, textOf } from './values.ts'

/** What titles of positions end with, but for a remark in brackets; 董事会 and 负责人电话 are none. */
const title =
  /(董事长?|监事长?|理事长?|经理|财务|总裁|总监|负责人|秘书|合伙人|会计师?|出纳|主席|主任|厂长|所长|行长|院长|校长|社长|站长|店长|会长|书记|委员|成员|代表|管理人|清算人|受托人|法人|CEO|CFO|COO|CTO|首席\p{L}+官)(\(.*\))?$/iu

/**
 * Positions by member (contract 2.9: "position keys written dynamically by position title"): a member whose name is a
 * title, or all of whose names are core members. `listed` are the members that the contract lists.
 */
export function positionsOf(
  record: JsonObject,
  listed: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const core = new Set(peopleIn(record.核心成员))
  const positions = Object.entries(record).flatMap(([member, value]): [string, string[]][] => {
    if (listed.has(member)) return []
    const people = peopleIn(value)
    if (people === undefined) return []
    const isPosition = title.test(foldWidth(member))
    return isPosition || (people.length > 0 && people.every((name) => core.has(name)))
      ? [[member, people]]
      : []
  })
  return new Map(positions)
}

/** The names of a text or of a list of texts; undefined for anything else, which names nobody. */
function peopleIn(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : [value]
  if (!items.every((item) => typeof item === 'string' || isBlank(item))) return undefined
  return items.flatMap((item) => namesIn(textOf(item)))
}

type MemberRow = Omit<TableRow<'enterprise_members'>, 'enterprise_id'>

/** Core members, then who holds which position. */
export function memberRows(
  record: JsonObject,
  positions: ReadonlyMap<string, readonly string[]>,
): MemberRow[] {
  const core = namesIn(textOf(record.核心成员))
  return [['核心成员', core] as const, ...positions].flatMap(([position, names]) =>
    names.map((name, index) => ({ position, ordinal: index + 1, name })),
  )
}
