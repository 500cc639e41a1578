import type { Reader, SqlRow } from './database.ts'
import { answersBehind, columnsOf, keyOf, relationOf } from './schema.ts'

/** A call as the ledger has it. Times are UTC. */
export interface LedgerCall {
  readonly call_key: string
  readonly run_id: string
  readonly segment: string
  readonly line: number
  readonly operation: string
  readonly step: string
  readonly params: string
  readonly outcome: string
  readonly http_status: number | null
  readonly code: number | null
  readonly message: string | null
  readonly attempts: number
  readonly cost: number
  readonly fetched_at: string
  readonly bytes: string
  readonly sha256: string
}

/** A row that was asked for: its key, and the call that it was read from. */
export interface EvidentRow {
  readonly row: SqlRow
  readonly call_key: string
  readonly run_id: string
}

/** The calls of a key, of one run or of all, newest first; those that were answered before those that failed. */
export const callsOf = async (
  reader: Reader,
  { callKey, runId }: { readonly callKey: string; readonly runId?: string | undefined },
): Promise<LedgerCall[]> =>
  (await reader.rows(
    `SELECT call_key, run_id, segment, line, operation, step, params::VARCHAR AS params, outcome, http_status, code, message,
       attempts, cost, strftime(fetched_at, '%Y-%m-%dT%H:%M:%S.%gZ') AS fetched_at, bytes::VARCHAR AS bytes, sha256
     FROM calls WHERE call_key = $callKey ${runId === undefined ? '' : 'AND run_id = $runId'}
     ORDER BY run_id DESC, outcome IN ('hit', 'empty') DESC, segment DESC, line DESC`,
    { callKey, ...(runId === undefined ? {} : { runId }) },
  )) as unknown as LedgerCall[]

/** Rows of a table or view with these values, as text; `columns` and `key` are names that it has. */
export async function rowsWith(
  reader: Reader,
  table: string,
  values: Readonly<Record<string, string>>,
  most: number,
): Promise<EvidentRow[]> {
  const shown = tellingColumns(table, Object.keys(values))
  const rows = await reader.rows(
    `SELECT ${[...shown, 'call_key', 'run_id'].join(', ')} FROM ${table} WHERE ${condition(values)} AND call_key IS NOT NULL
     ORDER BY ALL LIMIT ${most}`,
    values,
  )
  return rows.map(({ call_key, run_id, ...row }) => ({
    row,
    call_key: String(call_key),
    run_id: String(run_id),
  }))
}

/** Whether a row has these values; their names are those of the parameters, too. */
const condition = (values: Readonly<Record<string, string>>): string =>
  ['true', ...Object.keys(values).map((name) => `${name}::VARCHAR = $${name}`)].join(' AND ')

/** Which rows of a table, each of one answer, stand behind a row of a view. */
export interface Behind {
  readonly table: string
  /** As text, by column; none when the view's row has no column for them. */
  readonly values: Readonly<Record<string, string>>
}

/** What stands behind the first row of a view with these values; undefined when it has no such row. */
export async function behindRow(
  reader: Reader,
  view: string,
  values: Readonly<Record<string, string>>,
): Promise<Behind[] | undefined> {
  const [row] = await reader.rows(
    `SELECT COLUMNS(*)::VARCHAR FROM ${view} WHERE ${condition(values)} ORDER BY ALL LIMIT 1`,
    values,
  )
  if (row === undefined) return undefined
  return answersBehind(view).map((table) => {
    const known = [...new Set([...(keyOf(table) ?? []), ...Object.keys(values)])]
    const given = known.filter((name) => typeof row[name] === 'string' && isSameColumn(name, view, table))
    // A library alone is half of all cases.
    const telling = given.every((name) => name === 'library') ? [] : given
    return { table, values: Object.fromEntries(telling.map((name) => [name, String(row[name])])) }
  })
}

/** Whether a column of a view says of a table's rows which they are: a position counts in one table alone, a run may have had its answer from an earlier one. */
function isSameColumn(name: string, view: string, table: string): boolean {
  if (name === 'run_id' || !(name in columnsOf(table))) return false
  return name !== 'ordinal' || (relationOf(view)?.columns[name]?.source ?? '').includes(table)
}

/** The first few columns tell rows apart; those asked by are among them. */
function tellingColumns(table: string, asked: readonly string[]): string[] {
  const origin = ['call_key', 'run_id']
  const first = Object.keys(columnsOf(table)).slice(0, 4)
  return [...new Set([...asked, ...first])].filter((name) => !origin.includes(name))
}
