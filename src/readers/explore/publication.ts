import { type Stats, statSync } from 'node:fs'
import { literal } from '../../contract/sql.ts'
import { isPayment } from '../../rows/tables/case-texts.ts'
import type { CachingReader, Reader } from '../../warehouse/database.ts'
import places from '../dossiers/english/places.json' with { type: 'json' }
import { casesAsShown } from '../dossiers/sections/enforcement.ts'
import type { Presenter } from '../dossiers/shown.ts'

export interface OpenWarehouse extends AsyncDisposable {
  readonly reader: CachingReader
  readonly present: Presenter
}

/** A warehouse as it was published once. */
export type Publication = Awaited<ReturnType<typeof openPrepared>>

/** The newest publication, for as long as the work takes. */
export type Publications = ReturnType<typeof followPublications>

/** Where a code was given, by its third and fourth digit (GB 32100-2015, GB/T 2260). */
const provinceMap = `MAP {${places.provinces
  .map(([digits = '', short = '', rank = '']) => `${literal(digits)}: ${literal(short + rank)}`)
  .join(', ')}}`

/** The views that every page of the portfolio counts in, worked out once a publication; and what the portfolio shows of an enterprise. */
const prepared = `
ATTACH IF NOT EXISTS ':memory:' AS explored (READ_WRITE);
CREATE TABLE explored.flags AS SELECT * FROM red_flags;
CREATE TABLE explored.enforcement AS ${casesAsShown};
CREATE TABLE explored.verdicts AS SELECT enterprise_id, arg_max(verdict, run_id) AS verdict FROM coverage_history GROUP BY enterprise_id;
CREATE TABLE explored.changes AS SELECT * FROM changes_history;
CREATE TABLE explored.largest AS SELECT s.enterprise_id, s.document_id, a.largest FROM subject_documents AS s
  JOIN (SELECT library, case_id, max(amount) AS largest FROM case_amounts
    WHERE currency = 'CNY' AND ${isPayment('role')} GROUP BY library, case_id) AS a USING (library, case_id)
  ORDER BY s.enterprise_id;
CREATE TABLE explored.subjects AS
WITH documents AS (
  SELECT enterprise_id, count(*) AS documents, count(*) FILTER (text_state = 'held') AS full_texts,
    count(*) FILTER (text_state = 'partial') AS partial_texts,
    max(decided_on) AS latest_on
  FROM subject_documents GROUP BY enterprise_id),
suits AS (
  SELECT enterprise_id, count(DISTINCT family_key) FILTER (original_role = 'defendant') AS sued FROM litigation_cases GROUP BY enterprise_id),
owed AS (
  SELECT enterprise_id, count(*) FILTER (state = 'ended_unpaid') AS ended_unpaid, count(*) FILTER (state = 'open') AS open,
    sum(coalesce(unpaid, amount)) FILTER (state IN ('open', 'ended_unpaid') AND is_counted AND currency = 'CNY') AS at_stake
  FROM explored.enforcement WHERE role = 'defendant' AND resumed_by IS NULL GROUP BY enterprise_id),
flagged AS (
  SELECT enterprise_id, list({flag: flag, level: level} ORDER BY rank) AS flags,
    count(*) FILTER (level = 'high') AS high, count(*) FILTER (level = 'medium') AS medium
  FROM (SELECT DISTINCT enterprise_id, flag, level, rank FROM explored.flags) GROUP BY enterprise_id),
known AS (
  SELECT enterprise_id, any_value(name) AS name, any_value(uscc) AS uscc, any_value(status) AS status
  FROM enterprises GROUP BY enterprise_id),
names AS (SELECT enterprise_id, list(name ORDER BY ordinal) FILTER (kind = 'former') AS former FROM enterprise_names GROUP BY enterprise_id)
SELECT i.enterprise_id, k.* EXCLUDE (enterprise_id), n.former, coalesce(d.documents, 0) AS documents, coalesce(d.full_texts, 0) AS full_texts, coalesce(d.partial_texts, 0) AS partial_texts, coalesce(l.sued, 0) AS sued,
  d.latest_on, coalesce(o.ended_unpaid, 0) AS ended_unpaid, coalesce(o.open, 0) AS open, o.at_stake, f.flags,
  coalesce(f.high, 0) AS high, coalesce(f.medium, 0) AS medium,
  ${provinceMap}[substr(k.uscc, 3, 2)] AS province
FROM (SELECT enterprise_id FROM enterprises UNION SELECT enterprise_id FROM subject_documents) AS i
  LEFT JOIN known AS k USING (enterprise_id) LEFT JOIN documents AS d USING (enterprise_id) LEFT JOIN suits AS l USING (enterprise_id) LEFT JOIN owed AS o USING (enterprise_id)
  LEFT JOIN flagged AS f USING (enterprise_id) LEFT JOIN names AS n USING (enterprise_id)`

interface Held {
  readonly version: string
  readonly opened: Promise<Publication>
  users: number
}

/** Follows a published file: the first question after a newer publication is answered by that; the old one closes behind its last reader. */
export function followPublications(path: string, open: () => Promise<OpenWarehouse>) {
  let current: Held | undefined
  const closing = new Set<Promise<unknown>>()

  const close = (held: Held): void => {
    const closed = held.opened.then((warehouse) => warehouse[Symbol.asyncDispose]()).catch(() => undefined)
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }
  const newest = (): Held => {
    const stats = statSync(path)
    const version = versionOf(stats)
    if (current?.version === version) return current
    const former = current
    const held = { version, opened: openPrepared(open, stats.mtime), users: 0 }
    current = held
    held.opened.catch(() => {
      if (current === held) current = undefined
    })
    if (former?.users === 0) close(former)
    return held
  }
  return {
    async with<T>(work: (publication: Publication) => Promise<T>): Promise<T> {
      const held = newest()
      held.users += 1
      try {
        return await work(await held.opened)
      } finally {
        held.users -= 1
        if (held.users === 0 && current !== held) close(held)
      }
    },
    async [Symbol.asyncDispose]() {
      if (current !== undefined) close(current)
      current = undefined
      await Promise.all(closing)
    },
  }
}

/** A publication replaces the file: another one has another number, or another time. */
const versionOf = ({ ino, mtimeMs, size }: Stats): string => `${ino} ${mtimeMs} ${size}`

/** To ask DuckDB whether a table is there already takes it longer than a page needs the table for. */
function tablesBeside(reader: Reader) {
  const made = new Map<string, Promise<string>>()
  return (name: string, select: string): Promise<string> => {
    const table = `explored."${name.replaceAll('"', '""')}"`
    const making = made.get(name) ?? reader.run(`CREATE TABLE ${table} AS ${select}`).then(() => table)
    made.set(name, making)
    // The next page tries again.
    making.catch(() => made.delete(name))
    return making
  }
}

async function openPrepared(open: () => Promise<OpenWarehouse>, publishedAt: Date) {
  const warehouse = await open()
  const { reader, present } = warehouse
  try {
    await reader.run(prepared)
    const [last] = await reader.rows('SELECT max(run_id) AS run FROM runs')
    return {
      reader,
      present,
      /** Makes a table of a SELECT beside the warehouse when it is first asked for, and gives its name for FROM. */
      tableOf: tablesBeside(reader),
      /** The last run that the warehouse knows; empty without one. */
      run: String(last?.run ?? ''),
      publishedAt,
      [Symbol.asyncDispose]: () => warehouse[Symbol.asyncDispose](),
    }
  } catch (error) {
    await warehouse[Symbol.asyncDispose]()
    throw error
  }
}
