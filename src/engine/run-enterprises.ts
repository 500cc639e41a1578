import { literal } from '../contract/sql.ts'
import type { Reader } from '../warehouse/database.ts'
import { tablesIn } from '../warehouse/schema.ts'

const madeOf = tablesIn('job_enterprises')
const readsThem = /\brun_enterprises\b/

/** Tables that a SELECT reads, directly, through views, or through `run_enterprises`. */
export const sourcesOf = (select: string): ReadonlySet<string> =>
  new Set([...tablesIn(select), ...(readsThem.test(select) ? madeOf : [])])

/**
 * The relation `run_enterprises`: the rows of `job_enterprises` of one run. Nearly every step asks for them, each time it is
 * asked, and to plan and to join that view costs DuckDB more than the rest of such a SELECT: they are worked out once, and
 * again when a table behind them has grown.
 */
export class RunEnterprises {
  readonly #database: Reader
  readonly #runId: string
  readonly #isRead: boolean
  #isStale = true

  /** `selects` are those that may read the relation; when none does, nothing is worked out. */
  constructor(database: Reader, runId: string, selects: readonly string[]) {
    this.#database = database
    this.#runId = runId
    this.#isRead = selects.some((select) => readsThem.test(select))
  }

  /** Notes that rows were loaded into these tables. */
  loaded(tables: readonly string[]): void {
    if (tables.some((table) => madeOf.has(table))) this.#isStale = true
  }

  /** Brings the relation up to date. */
  async renew(): Promise<void> {
    if (!this.#isRead || !this.#isStale) return
    await this.#database.run(
      `CREATE OR REPLACE TEMP TABLE run_enterprises AS
       SELECT * FROM job_enterprises WHERE run_id = ${literal(this.#runId)}`,
    )
    this.#isStale = false
  }
}
