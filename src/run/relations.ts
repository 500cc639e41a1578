import type { Reader } from '../warehouse/database.ts'
import { relationNames, sourcesOf } from '../warehouse/schema.ts'
import { askedLookups, askedSearches } from '../warehouse/views/job.ts'
import { listScansOfRun, listSweepsOfRun } from '../warehouse/views/list-life.ts'
import {
  type Relation,
  type RunValues,
  relation,
  relationsIn,
  rendered,
  run,
  type Sql,
  sql,
} from './select.ts'

/*
 * Relations of a run: what several steps read, worked out as temporary tables. To bind and to join what stands behind them costs
 * DuckDB more than the rest of a step's SELECT. One is worked out again when a step that reads it is about to be asked and
 * something behind it has grown.
 */

/** The rows that `job_enterprises`, `list_sweeps` and `list_scans` have of this run. */
export const runEnterprises = relation(
  'run_enterprises',
  sql`SELECT * FROM job_enterprises_history WHERE run_id = ${run.run_id}`,
)
export const runListSweeps = relation('run_list_sweeps', sql`${listSweepsOfRun}`)
export const runListScans = relation(
  'run_list_scans',
  sql`${(runId) => listScansOfRun(runId, runListSweeps.relation)}`,
  [runListSweeps],
)

/** What was asked for by name, one row a name. */
export const namesSearched = relation('names_searched', sql`${() => askedSearches}`)
export const namesLookedUp = relation('names_looked_up', sql`${() => askedLookups}`)

interface Held {
  readonly relation: Relation
  readonly sql: string
  /** What is behind it: see `sourcesOf`. */
  readonly sources: ReadonlySet<string>
  /** Relations that it reads, and those behind them. */
  readonly behind: ReadonlySet<string>
  isStale: boolean
  /** Grows when the rows are others than before. */
  version: number
  digest: string
}

/** The relations that the steps of a run read. */
export class Relations {
  readonly #database: Reader
  /** Each after those that it reads. */
  readonly #held = new Map<string, Held>()

  private constructor(database: Reader) {
    this.#database = database
  }

  /** Works out those that SELECTs read; those of the summary when they are renewed. @throws TypeError when two differ under one name */
  static async create(database: Reader, values: RunValues, selects: readonly Sql[]): Promise<Relations> {
    const relations = new Relations(database)
    const read = selects.flatMap(relationsIn)
    for (const one of [...read, runListScans, runEnterprises]) await relations.#add(one, values)
    await relations.renew(read.map(({ relation }) => relation))
    return relations
  }

  async #add(one: Relation, values: RunValues): Promise<void> {
    const { relation: name, select, behind = [] } = one
    const known = this.#held.get(name)?.relation
    if ((known ?? one) !== one)
      throw new TypeError(`two relations are named ${name}; expected a name of its own for each`)
    if (relationNames().includes(name))
      throw new TypeError(`a relation is named ${name}, like a table; expected another name`)
    if (known !== undefined) return
    const read = [...relationsIn(select), ...behind]
    for (const other of read) await this.#add(other, values)
    this.#held.set(name, {
      relation: one,
      sql: rendered(select, values),
      sources: await sourcesOf(this.#database, rendered(select, values, true)),
      behind: this.#closureOf(read.map(({ relation }) => relation)),
      isStale: true,
      version: 0,
      digest: '',
    })
  }

  #closureOf(names: readonly string[]): Set<string> {
    return new Set(names.flatMap((name) => [...(this.#held.get(name)?.behind ?? []), name]))
  }

  loaded(changed: readonly string[]): void {
    for (const held of this.#held.values())
      held.isStale ||= changed.some((source) => held.sources.has(source))
  }

  /** Brings these relations up to date; returns what is another text once the rows of one of them are others. */
  async renew(names: readonly string[]): Promise<string> {
    const wanted = this.#closureOf(names)
    for (const [name, held] of this.#held)
      if (held.isStale && wanted.has(name)) await this.#workOut(name, held)
    return names.map((name) => this.#held.get(name)?.version).join(' ')
  }

  async #workOut(name: string, held: Held): Promise<void> {
    await this.#database.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${held.sql}`)
    held.isStale = false
    const [row] = await this.#database.rows(
      `SELECT concat_ws(' ', count(*), sum(hash(r)::HUGEINT)) AS digest FROM ${name} AS r`,
    )
    const digest = String(row?.digest)
    if (digest === held.digest) return
    held.digest = digest
    held.version += 1
    for (const other of this.#held.values()) other.isStale ||= other.behind.has(name)
  }
}
