import type { JsonObject } from '../contract/answer.ts'
import { lawBaseName } from '../legal/laws.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { groupedBy } from './grouped.ts'
import { members } from './members.ts'
import { dateOf, textOf } from './values.ts'

const memberOf = {
  name: 'fgmc',
  validity: 'sxx',
  region: 'dy',
  effect_level: 'xljb_1',
  effect_level_2: 'xljb_2',
  published_text: 'fbrq',
  effective_text: 'ssrq',
  department: 'fbbm',
  document_number: 'fwzh',
} as const

/** Members of an article that belong to its regulation (contract 2.6). */
export const regulation = members(memberOf)

type RegulationRow = TableRow<'regulations'>

/** What the service looks up in a summary of the regulation. It omits all of it when it does not find the summary. */
const summary = (Object.keys(memberOf) as (keyof typeof memberOf)[]).filter((column) => column !== 'name')

/**
 * One row a regulation, each member from the first article that has it. A regulation of whose summary the answer has
 * nothing has no row: it would replace one that says something, and look like a change.
 */
export function regulationsOf(records: readonly JsonObject[]): ReadonlyMap<string | null, RegulationRow> {
  const identified = records.filter((record) => textOf(record.fgid) !== null)
  const groups = groupedBy(identified, (record) => textOf(record.fgid))
  const rows = [...groups].map(([id, articles]) => [id, rowOf(id, joined(articles))] as const)
  return new Map(rows.filter(([, row]) => summary.some((column) => row[column] !== null)))
}

function joined(records: readonly JsonObject[]): JsonObject {
  const stated = records.flatMap((record) =>
    Object.entries(record).filter(([name, value]) => regulation.names.has(name) && textOf(value) !== null),
  )
  return Object.fromEntries(stated.reverse())
}

function rowOf(id: string | null, record: JsonObject): RegulationRow {
  const columns = regulation.read(record)
  return {
    regulation_id: id,
    ...columns,
    law: columns.name === null ? null : lawBaseName(columns.name),
    published_on: dateOf(columns.published_text),
    effective_on: dateOf(columns.effective_text),
  }
}

/**
 * What an article says of its regulation and the row does not: it names none, or another article said otherwise. The
 * name stands with the article itself.
 */
export function unsaidBy(row: RegulationRow | undefined, record: JsonObject): JsonObject {
  const stated = regulation.read(record)
  return Object.fromEntries(
    summary
      .filter((column) => stated[column] !== null && stated[column] !== row?.[column])
      .map((column) => [memberOf[column], record[memberOf[column]]]),
  )
}

export const historyRow = (row: RegulationRow, runId: string): TableRow<'regulation_history'> => ({
  regulation_id: row.regulation_id,
  seen_run_id: runId,
  name: row.name,
  law: row.law,
  validity: row.validity,
  published_on: row.published_on,
  effective_on: row.effective_on,
  document_number: row.document_number,
})
