import { literal } from '../contract/sql.ts'
import type { Reader } from '../warehouse/database.ts'
import { relationNames, relationOf, sourcesIn } from '../warehouse/schema.ts'
import { listScansOfRun, listSweepsOfRun } from '../warehouse/views/list-scans.ts'
import type { Sql, Step } from './pipeline.ts'
import { type PlannedRun, sharedByAll, withWanted } from './plan-sql.ts'

/*
 * Relations of a run: what several steps read, worked out as temporary tables. To bind and to join what stands behind them costs
 * DuckDB more than the rest of a step's SELECT. One is worked out again when a step that reads it is about to be asked and
 * something behind it has grown.
 */

interface Relation {
  readonly name: string
  readonly sql: string
  /** What stands behind it, other relations' left out: see `sourcesIn`. */
  readonly tables: ReadonlySet<string>
  /** Relations that it reads, and those behind them. */
  readonly behind: ReadonlySet<string>
  readonly unless?: Unless | undefined
  isStale: boolean
  /** Grows when the rows are others than before. */
  version: number
  digest: string
}

/** When a relation is known to have no rows, its SELECT need not be bound. */
interface Unless {
  /** A SELECT without rows says that the relation has none. */
  readonly sql: string
  /** The view that has the same columns. */
  readonly view: string
}

type Given = Pick<Relation, 'name' | 'sql' | 'tables' | 'unless'>

/** What stands behind a SELECT. */
export interface Sources {
  /** Read directly or through views: see `sourcesIn`. */
  readonly tables: ReadonlySet<string>
  /** Relations that it reads itself. */
  readonly relations: readonly string[]
}

/** The rows that views have of this run. */
const ofThisRun = (runId: string): readonly Given[] => [
  {
    name: 'run_enterprises',
    sql: `SELECT * FROM job_enterprises WHERE run_id = ${literal(runId)}`,
    tables: sourcesIn('job_enterprises'),
  },
  {
    name: 'run_list_sweeps',
    sql: listSweepsOfRun(runId),
    tables: sourcesIn('list_sweeps'),
    unless: { sql: pagesOf(runId), view: 'list_sweeps' },
  },
  {
    name: 'run_list_scans',
    sql: listScansOfRun(runId, 'run_list_sweeps'),
    tables: sourcesIn('list_scans'),
    unless: { sql: pagesOf(runId), view: 'list_scans' },
  },
]

const pagesOf = (runId: string): string =>
  `SELECT 1 FROM list_pages WHERE scan_run_id = ${literal(runId)} LIMIT 1`

/** The relations that the steps of a run read. */
export class Relations {
  readonly #database: Reader
  /** Each after those that it reads. */
  readonly #relations = new Map<string, Relation>()

  private constructor(database: Reader) {
    this.#database = database
  }

  /** Works out those that a SELECT reads, and what each step brings along. @throws Error when two differ under one name */
  static async create(
    database: Reader,
    run: PlannedRun,
    steps: readonly Step[],
    selects: readonly Sql[],
  ): Promise<Relations> {
    const relations = new Relations(database)
    const own = new Map<string, Sql>()
    for (const [name, select] of steps.flatMap(({ reads }) => Object.entries(reads ?? {}))) {
      if ((own.get(name) ?? select) !== select)
        throw new Error(`two relations are named ${name}; expected a name of its own for each`)
      if (relationNames().includes(name))
        throw new Error(`a relation is named ${name}, like a table; expected another name`)
      own.set(name, select)
    }
    for (const relation of readAmong(ofThisRun(run.runId), [...selects, ...own.values()]))
      relations.#add(relation)
    for (const [name, select] of own) {
      relations.#add({
        name,
        sql: `${withWanted(select, sharedByAll(run))} SELECT * FROM wanted`,
        tables: sourcesIn(select),
      })
    }
    await relations.renew([...relations.#relations.keys()])
    return relations
  }

  #add(relation: Given): void {
    const behind = this.#closureOf(this.#readBy(relation.sql))
    this.#relations.set(relation.name, { ...relation, behind, isStale: true, version: 0, digest: '' })
  }

  #readBy(select: string): string[] {
    return [...this.#relations.keys()].filter((name) => reads(select, name))
  }

  #closureOf(names: readonly string[]): Set<string> {
    return new Set(names.flatMap((name) => [...(this.#relations.get(name)?.behind ?? []), name]))
  }

  sourcesOf(select: Sql): Sources {
    return { tables: sourcesIn(select), relations: this.#readBy(select) }
  }

  /** Notes what a load changed. */
  loaded(changed: readonly string[]): void {
    for (const relation of this.#relations.values()) {
      relation.isStale ||= changed.some((source) => relation.tables.has(source))
    }
  }

  has(name: string): boolean {
    return this.#relations.has(name)
  }

  /** Brings these relations up to date; returns what is another text once the rows of one of them are others. */
  async renew(names: readonly string[]): Promise<string> {
    const wanted = this.#closureOf(names)
    for (const relation of this.#relations.values()) {
      if (relation.isStale && wanted.has(relation.name)) await this.#workOut(relation)
    }
    return names.map((name) => this.#relations.get(name)?.version).join(' ')
  }

  async #workOut(relation: Relation): Promise<void> {
    const { name, sql, unless } = relation
    const isEmpty = unless !== undefined && (await this.#database.rows(unless.sql)).length === 0
    await this.#database.run(
      `CREATE OR REPLACE TEMP TABLE ${name} ${isEmpty ? columnsOf(unless.view) : `AS ${sql}`}`,
    )
    relation.isStale = false
    const [row] = await this.#database.rows(
      `SELECT concat_ws(' ', count(*), sum(hash(r)::HUGEINT)) AS digest FROM ${name} AS r`,
    )
    const digest = String(row?.digest)
    if (digest === relation.digest) return
    relation.digest = digest
    relation.version += 1
    for (const other of this.#relations.values()) other.isStale ||= other.behind.has(name)
  }
}

function columnsOf(view: string): string {
  const columns = Object.entries(relationOf(view)?.columns ?? {})
  return `(${columns.map(([name, { type }]) => `${name} ${type}`).join(', ')})`
}

/** Those of a list that texts read, and those before them that these read. */
function readAmong<Named extends Pick<Relation, 'name' | 'sql'>>(
  list: readonly Named[],
  texts: readonly string[],
): Named[] {
  const read: Named[] = []
  for (const one of list.toReversed()) {
    if ([...texts, ...read.map(({ sql }) => sql)].some((text) => reads(text, one.name))) read.unshift(one)
  }
  return read
}

const reads = (select: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(select)
