import { fileLiterals, identifier } from '../../contract/sql.ts'
import { hashOfFile } from '../../disk/durable.ts'
import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { EarlierExport, ManifestFile } from './exporter.ts'
import { type PlannedExport, type RequestedExport, sqlHashOf } from './plan.ts'
import { alreadyPresented } from './presentation.ts'
import { ExportError, fromOf, type RelationColumn, type RelationInfo } from './relation.ts'
import { type Reading, whereOf } from './rows.ts'

const changeColumn: RelationColumn = {
  name: 'change',
  type: 'VARCHAR',
  term: '变化',
  source: 'derived',
  meaning: 'ADD, MOD or DEL since the earlier export; a row that is gone stands as it was',
  holds: 'label',
  words: { ADD: '新增', MOD: '变更', DEL: '已不在' },
}

/** Say where and when a row was read, not what it says: a row that was only read again has not changed. */
const provenance = ['call_key', 'run_id', 'based_on_run', 'earlier_run_id', 'data_as_of', 'answered_at']

/** Rows now and then, as SELECTs of these columns; `common` are those that both sides have. */
interface Sides {
  readonly columns: readonly RelationColumn[]
  readonly common: readonly string[]
  readonly current: string
  readonly past: string
}

/**
 * The warehouse holds the present alone. The past is read from the Parquet files that the earlier run exported, which are
 * what a reader was given. Rows are matched by key; in relations without one (views and SELECTs) whole rows come and go, those of
 * views by what they say.
 * A column that only one side has is not compared.
 * @throws ExportError when that run has no such export, or exported another SELECT under this name
 */
export async function deltaOf(
  reader: Reader,
  { relation, columns, conditions, presentation }: Reading,
  { request, settings }: PlannedExport,
  earlier: EarlierExport,
): Promise<Reading> {
  const held = earlierFiles(relation.name, earlier, request, settings.privacy)
  const files = held.map(({ file }) => `${earlier.folder}/${file}`)
  for (const [index, file] of held.entries()) await assertUnchanged(files[index] ?? '', file, earlier.run_id)
  const base = `read_parquet([${fileLiterals(files)}], hive_partitioning = false, union_by_name = true)`
  const described = await reader.rows(`DESCRIBE FROM ${base}`)
  const before = new Map(described.map((row) => [String(row.column_name), String(row.column_type)]))
  const now = columns.map(
    (column) => `${presentation.column(relation, column)} AS ${identifier(column.name)}`,
  )
  const earlierColumns = columns.map(({ name, type }) => {
    const known = before.get(name)
    const value = known === undefined ? 'NULL' : identifier(name)
    return `${known === type ? value : `TRY_CAST(${value} AS ${type})`} AS ${identifier(name)}`
  })
  const sides = {
    columns,
    common: columns.map(({ name }) => name).filter((name) => before.has(name)),
    current: `SELECT ${now.join(', ')} FROM ${fromOf(relation)}${presentation.joins(relation)}${whereOf({ conditions })}`,
    past: `SELECT ${earlierColumns.join(', ')} FROM ${base}`,
  }
  const all = [changeColumn, ...columns.filter(({ name }) => name !== changeColumn.name)]
  const key = relation.key.filter((name) => columns.some((column) => column.name === name))
  // Views and SELECTs are ordered by all they have: that is no key.
  const isKeyed = relation.select === undefined && relation.key.length < relation.columns.length
  const select = isKeyed ? byKey(relation, sides) : byRow(sides, relation.select === undefined)
  return {
    relation: { ...relation, key: [...key, changeColumn.name], columns: all, select },
    columns: all,
    conditions: [],
    presentation: alreadyPresented,
  }
}

function byKey({ name, key }: RelationInfo, { columns, common, current, past }: Sides): string {
  const missing = key.filter((one) => !common.includes(one))
  if (missing.length > 0)
    throw new ExportError(
      `export: rows of ${name} cannot be distinguished without ${missing.join(', ')}; expected these among the columns, ` +
        'now and in the earlier export',
    )
  const same = key.map((one) => `now.${identifier(one)} IS NOT DISTINCT FROM was.${identifier(one)}`)
  const beside = columns.flatMap((one) => (one.isBeside ? [one.name] : []))
  const ignored = [...key, ...provenance, ...beside]
  const differs = common
    .filter((one) => !ignored.includes(one))
    .map((one) => `now.${identifier(one)} IS DISTINCT FROM was.${identifier(one)}`)
  const values = columns.map((one) => {
    const column = identifier(one.name)
    return `CASE WHEN now.is_here THEN now.${column} ELSE was.${column} END AS ${column}`
  })
  return `SELECT CASE WHEN was.is_here IS NULL THEN 'ADD' WHEN now.is_here IS NULL THEN 'DEL' ELSE 'MOD' END AS change, ${values.join(', ')}
    FROM (SELECT true AS is_here, * FROM (${current})) AS now
    FULL JOIN (SELECT true AS is_here, * FROM (${past})) AS was ON ${same.join(' AND ')}
    WHERE ${['was.is_here IS NULL', 'now.is_here IS NULL', ...differs].join(' OR ')}`
}

function byRow({ columns, common, current, past }: Sides, isView: boolean): string {
  const said = isView ? common.filter((name) => !provenance.includes(name)) : []
  const compared = (said.length > 0 ? said : common).map(identifier)
  const list = common.map(identifier).join(', ')
  const all = columns.map(({ name }) => `${common.includes(name) ? '' : 'NULL AS '}${identifier(name)}`)
  // Of equal rows each has a number, so that as many come or go as there are more or fewer.
  const numbered = (of: string) =>
    `(SELECT ${list}, row_number() OVER (PARTITION BY ${compared.join(', ')} ORDER BY ${list}) AS nth_equal FROM (${of}))`
  const same = [...compared, 'nth_equal'].map((name) => `one.${name} IS NOT DISTINCT FROM other.${name}`)
  const gone = (of: string, other: string) =>
    `SELECT ${all.join(', ')} FROM ${numbered(of)} AS one ANTI JOIN ${numbered(other)} AS other ON ${same.join(' AND ')}`
  return `SELECT 'ADD' AS change, * FROM (${gone(current, past)})
    UNION ALL SELECT 'DEL' AS change, * FROM (${gone(past, current)})`
}

async function assertUnchanged(path: string, { bytes, sha256 }: ManifestFile, run: string): Promise<void> {
  const found = await hashOfFile(path).catch(() => undefined)
  if (found?.bytes === bytes && found.sha256 === sha256) return
  throw new ExportError(
    `export: ${path} is no longer what ${run} wrote, so what has changed since is unknown; expected SHA-256 ${sha256}`,
  )
}

/** What that run wrote of the same: with the same SELECT, filter and privacy. */
function earlierFiles(
  name: string,
  { run_id, manifest, folder }: EarlierExport,
  request: RequestedExport,
  { persons, identifiers }: PrivacyOptions,
): readonly ManifestFile[] {
  const sqlHash = sqlHashOf(request)
  const ofName = manifest.files.filter(
    (file) => file.table === name && file.format === 'parquet' && file.since === undefined,
  )
  const ofSelect = ofName.filter((file) => file.sql_sha256 === sqlHash)
  const fitting = ofSelect.filter(
    ({ filter, privacy }) =>
      filter === request.filter && privacy.persons === persons && privacy.identifiers === identifiers,
  )
  if (fitting.length > 0) return fitting
  const why =
    ofName.length === 0
      ? 'has no Parquet file of it'
      : ofSelect.length === 0
        ? 'holds what another SELECT gave under that name'
        : 'holds it with another filter or other privacy'
  const entry = sqlHash === undefined ? `tables: [${name}]` : 'sql: the same file'
  throw new ExportError(
    `export: what has changed in ${name} since ${run_id} is unknown: ${folder} ${why}; ` +
      `expected that run to have exported the same as Parquet: add { format: parquet, ${entry} } to the job, ` +
      'run it once without this delta, and ask from then on',
  )
}
