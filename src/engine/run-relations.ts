import { literal } from '../contract/sql.ts'
import type { Reader } from '../warehouse/database.ts'
import { tablesIn } from '../warehouse/schema.ts'
import { listScansOfRun } from '../warehouse/views/list-scans.ts'
import { listSweepsOf } from '../warehouse/views/list-sweeps.ts'

/** A relation that steps may read: the rows that a view has of this run. */
interface RunRelation {
  readonly name: string
  /** The view. */
  readonly of: string
  readonly sql: (runId: string) => string
}

const relations: readonly RunRelation[] = [
  {
    name: 'run_enterprises',
    of: 'job_enterprises',
    sql: (runId) => `SELECT * FROM job_enterprises WHERE run_id = ${literal(runId)}`,
  },
  {
    name: 'run_list_sweeps',
    of: 'list_sweeps',
    sql: (runId) => listSweepsOf(`(SELECT * FROM list_pages WHERE scan_run_id = ${literal(runId)})`),
  },
  { name: 'run_list_scans', of: 'list_scans', sql: listScansOfRun },
]

const reads = (select: string, { name }: RunRelation): boolean => new RegExp(`\\b${name}\\b`).test(select)

/** Tables that a SELECT reads, directly, through views, or through the relations of this run. */
export const sourcesOf = (select: string): ReadonlySet<string> =>
  new Set([
    ...tablesIn(select),
    ...relations.filter((relation) => reads(select, relation)).flatMap(({ of }) => [...tablesIn(of)]),
  ])

/**
 * The relations `run_enterprises`, `run_list_sweeps` and `run_list_scans`: the rows of `job_enterprises`, `list_sweeps` and
 * `list_scans` of one run. Steps ask for them each time they are asked; to plan and to join those views costs DuckDB more than the
 * rest of such a SELECT, and the lists of all runs grow night by night: they are worked out once, and again when a table
 * behind them has grown.
 */
export class RunRelations {
  readonly #database: Reader
  readonly #runId: string
  /** Those that are read and behind their tables. */
  readonly #stale: Set<RunRelation>
  readonly #read: readonly RunRelation[]

  /** `selects` are those that may read the relations; what none of them reads is not worked out. */
  constructor(database: Reader, runId: string, selects: readonly string[]) {
    this.#database = database
    this.#runId = runId
    this.#read = relations.filter((relation) => selects.some((select) => reads(select, relation)))
    this.#stale = new Set(this.#read)
  }

  /** Notes that rows were loaded into these tables. */
  loaded(tables: readonly string[]): void {
    for (const relation of this.#read) {
      const behind = tablesIn(relation.of)
      if (tables.some((table) => behind.has(table))) this.#stale.add(relation)
    }
  }

  /** Brings the relations up to date. */
  async renew(): Promise<void> {
    for (const relation of this.#stale) {
      const { name, sql } = relation
      await this.#database.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql(this.#runId)}`)
      this.#stale.delete(relation)
    }
  }
}
