import { HashedFile } from '../../../disk/durable.ts'
import { isUscc } from '../../../legal/identifiers.ts'
import type { Reader, SqlRow } from '../../../warehouse/database.ts'
import { clip } from '../excel-cell.ts'
import type { ExportOrder, Written } from '../exporter.ts'
import { assertWhole } from '../rows.ts'
import model from './model.json' with { type: 'json' }
import { entityRows, type Property } from './statements.ts'
import { createPresented, stepsOf } from './steps.ts'

/**
 * Enterprises, persons, cases and what ties them together as FollowTheMoney entities, JSON Lines by id: each once, and
 * every one that another refers to.
 */
export async function writeEntities({
  reader,
  relations,
  presentation,
  path,
}: ExportOrder): Promise<Written> {
  // Beside the warehouse, in memory and in the folder that DuckDB spills to.
  await reader.run("ATTACH ':memory:' AS ftm (READ_WRITE)")
  try {
    const presented = createPresented(relations, presentation)
    for (const [name, sql] of Object.entries(stepsOf(reader, presented)))
      await reader.run(`CREATE TABLE ftm.${name} AS ${sql}`)
    await reader.run(`CREATE TABLE ftm.entities AS ${entityRows}`)
    return await writeLines(reader, path)
  } finally {
    await reader.run(`DETACH ftm`)
  }
}

async function writeLines(reader: Reader, path: string): Promise<Written> {
  await using output = await HashedFile.create(path)
  const counts = { cut: 0 }
  const tally = new Map<string, number>()
  let rows = 0
  for await (const batch of reader.stream(`FROM ftm.entities ORDER BY id`)) {
    const entities = batch.map((row) => entityOf(row, counts))
    for (const { schema } of entities) tally.set(schema, (tally.get(schema) ?? 0) + 1)
    await output.write(entities.map((entity) => `${JSON.stringify(entity)}\n`).join(''))
    rows += batch.length
  }
  const [all] = await reader.rows(`SELECT count(*) AS count FROM ftm.entities`)
  assertWhole(rows, Number(all?.count))
  const tables = [...tally]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, count]) => ({ table, rows: count, columns: [] }))
  return { tables, rows, cells_cut: counts.cut, ...(await output.finish()) }
}

/**
 * What of the FollowTheMoney model (opensanctions.org, version 4) entities of a warehouse have: UTF-16 units of the longest value of a
 * type, and types of properties. Tests hold it against the model itself.
 */
const { longest, properties } = model as {
  readonly longest: Readonly<Record<string, number>>
  readonly properties: Readonly<Record<Property, string>>
}

/** As it stands on a line: values in the order of their code units. */
interface Entity {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Partial<Record<Property, readonly string[]>>>
}

/**
 * Makes an entity of a row of `entityRows`, of values that the model can hold, in a fixed order. Counts texts that were too long for the
 * model and were cut, and identifiers and dates that it cannot hold and that were left out.
 */
function entityOf({ id, schema, said }: SqlRow, counts: { cut: number }): Entity {
  const values = new Map<Property, Set<string>>()
  for (const { property, said: text } of JSON.parse(String(said)) as { property: Property; said: string }[]) {
    const as = property === 'uscCode' && !isUscc(text) ? 'idNumber' : property
    const value = heldValue(as, text.trim())
    if (value !== text.trim()) counts.cut += 1
    if (value !== undefined) values.set(as, (values.get(as) ?? new Set()).add(value))
  }
  for (const name of values.get('name') ?? [])
    for (const other of ['alias', 'previousName'] as const) values.get(other)?.delete(name)
  const sorted = [...values]
    .filter(([, set]) => set.size > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([property, set]) => [property, [...set].sort()])
  return { id: String(id), schema: String(schema), properties: Object.fromEntries(sorted) }
}

/** Part of an identifier or of a date would be another one. */
function heldValue(property: Property, value: string): string | undefined {
  const type = properties[property]
  const most = longest[type] ?? 0
  const isWhole = type === 'date' ? /^\d{4}-\d\d-\d\d$/.test(value) : value.length <= most
  if (isWhole) return value
  return type === 'identifier' || type === 'date' ? undefined : `${clip(value, most - 1)}…`
}
