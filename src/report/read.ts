import { literal, literals } from '../contract/sql.ts'
import type { Reader, SqlRow } from '../warehouse/database.ts'
import { type Holdings, sources } from './sources.ts'

/** Reads what is held of a batch of enterprises, one question at a time: memory is that of the batch. */
export async function readHoldings(
  reader: Reader,
  runId: string,
  enterpriseIds: readonly string[],
): Promise<Map<string, Holdings>> {
  const among = `enterprise_id IN (${literals(enterpriseIds)})`
  const facts = await answers(reader, sources.facts, among, literal(runId))
  const lists = await answers(reader, sources.lists, among, literal(runId))
  return new Map(enterpriseIds.map((id) => [id, { ...facts(id), lists: lists(id) } as Holdings]))
}

type Asked = Readonly<
  Record<string, { row: { parse(row: unknown): unknown }; sql(among: string, run: string): string }>
>

/** The rows of every source, to be had by enterprise. */
async function answers(reader: Reader, asked: Asked, among: string, run: string) {
  const found = new Map<string, Map<string, unknown[]>>()
  for (const [name, { row, sql }] of Object.entries(asked))
    found.set(name, byEnterprise(await reader.rows(sql(among, run)), row))
  return (id: string): Record<string, readonly unknown[]> =>
    Object.fromEntries([...found].map(([name, rows]) => [name, rows.get(id) ?? []]))
}

function byEnterprise(rows: readonly SqlRow[], shape: Asked[string]['row']): Map<string, unknown[]> {
  const grouped = new Map<string, unknown[]>()
  for (const row of rows) {
    const id = String(row.enterprise_id)
    const held = grouped.get(id)
    if (held === undefined) grouped.set(id, [shape.parse(row)])
    else held.push(shape.parse(row))
  }
  return grouped
}
