import { z } from 'zod'
import { literal } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Given, RunFacts, Stop, Subject } from './dossier.ts'
import { groupsBy, parsed, type StatuteChange, statuteChange, text, texts } from './rows.ts'

/** What was asked for cannot be reported on; nothing was written. */
export class ReportError extends Error {
  override name = 'ReportError'
}

const entryRow = z.object({
  ...texts('given_name', 'given_uscc', 'given_id', 'enterprise_id', 'name', 'uscc'),
  status: z.string(),
  candidates: z.array(text).nullable(),
})

export type Entry = z.infer<typeof entryRow>

export const readEntries = (reader: Reader, runId: string): Promise<Entry[]> =>
  parsed(
    reader,
    entryRow,
    `SELECT * REPLACE (json_extract_string(candidates, '$[*].name') AS candidates) FROM job_enterprises_history WHERE run_id = ${literal(runId)} ORDER BY ordinal`,
  )

const runRow = z.object({
  run_id: z.string(),
  ...texts('title', 'reason', 'reason_code'),
  job: z.string(),
  last_run_id: z.string(),
  status: z.string(),
})

const stopKind = z.enum(['stopped', 'blocked', 'failed', 'unauthorised', 'running', 'abandoned'])

/** What ended a run early. Of runs that were stopped, those whose budget was too small say so first. */
function stopOf({ status, reason, reason_code }: z.infer<typeof runRow>): Stop | null {
  const kind = stopKind.safeParse(status)
  if (!kind.success) return null
  return { kind: reason_code === 'budget' ? 'budget' : kind.data, reason }
}

/** The run, by its id, or the last one that lists enterprises. @throws ReportError */
export async function readRun(reader: Reader, runId: string | undefined): Promise<RunFacts> {
  const wanted =
    runId === undefined
      ? "run_id IN (SELECT run_id FROM job_inputs WHERE kind = 'enterprise')"
      : `run_id = ${literal(runId)}`
  const [run] = await parsed(
    reader,
    runRow,
    `SELECT run_id, title, job, status, reason, reason_code, (SELECT max(run_id) FROM runs) AS last_run_id FROM runs WHERE ${wanted} ORDER BY run_id DESC LIMIT 1`,
  )
  if (run === undefined) throw new ReportError(await noSuchRun(reader, runId))
  const { run_id, last_run_id, title, job } = run
  return { runId: run_id, lastRunId: last_run_id, title, job, stop: stopOf(run) }
}

async function noSuchRun(reader: Reader, runId: string | undefined): Promise<string> {
  if (runId === undefined)
    return 'report: no run of the published warehouse lists enterprises; run an enterprise-due-diligence job first'
  const known = await reader.rows('SELECT run_id FROM runs ORDER BY run_id DESC LIMIT 5')
  const last = known.map(({ run_id }) => String(run_id)).join(', ')
  return `report: the published warehouse has no run ${runId}; expected one of its runs, the last being ${last}`
}

/** Enterprises that entries were matched to, each once, in the order of the job. */
export const subjectsOf = (entries: readonly Entry[]): Subject[] =>
  [...groupsBy(entries, ({ enterprise_id }) => enterprise_id)].flatMap(([enterpriseId, [entry, ...more]]) => {
    if (enterpriseId === null || entry === undefined) return []
    const given = givenParts(entry)
    const all = new Map([entry, ...more].map((one) => [givenParts(one).join(' '), givenParts(one)]))
    return [{ enterpriseId, name: entry.name ?? given.join(' '), uscc: entry.uscc, given: [...all.values()] }]
  })

export const givenParts = ({ given_name, given_uscc, given_id }: Entry): Given =>
  [given_name, given_uscc, given_id].flatMap((part) => (part === null || part === '' ? [] : [part]))

/**
 * Subjects by name, code or id: those of the job first, else any enterprise that the warehouse knows. @throws ReportError for one that
 * is not known, and for a name of several
 */
export async function chosenSubjects(
  reader: Reader,
  wanted: readonly string[],
  subjects: readonly Subject[],
): Promise<Subject[]> {
  const chosen = new Map<string, Subject>()
  for (const one of wanted) {
    const found = subjects.filter((subject) => isNamed(subject, one))
    const matches = found.length > 0 ? found : await knownAs(reader, one)
    const [subject] = matches
    if (subject === undefined)
      throw new ReportError(
        `report: no enterprise of the published warehouse is called ${one}; expected a name, unified social credit code or id ` +
          'as `dossier query "SELECT name, uscc, enterprise_id FROM enterprises"` lists them',
      )
    if (matches.length > 1)
      throw new ReportError(
        `report: ${one} may be ${matches.length} enterprises; give the id of one: ${matches.map(({ enterpriseId }) => enterpriseId).join(', ')}`,
      )
    chosen.set(subject.enterpriseId, subject)
  }
  return [...chosen.values()]
}

const isNamed = ({ enterpriseId, name, uscc, given }: Subject, wanted: string): boolean =>
  [enterpriseId, uscc, name, ...given.flat()].some(
    (one) => one === wanted || (one !== null && enterpriseNameKey(one) === enterpriseNameKey(wanted)),
  )

async function knownAs(reader: Reader, wanted: string): Promise<Subject[]> {
  const key = literal(enterpriseNameKey(wanted))
  const rows = await parsed(
    reader,
    z.object({ enterprise_id: z.string(), ...texts('name', 'uscc') }),
    `SELECT enterprise_id, name, uscc FROM enterprises
      WHERE enterprise_id = ${literal(wanted)} OR uscc = ${literal(wanted)} OR name_key = ${key}
        OR enterprise_id IN (SELECT enterprise_id FROM enterprise_names WHERE name_key = ${key} AND kind <> 'short')
      ORDER BY enterprise_id`,
  )
  return rows.map(({ enterprise_id, name, uscc }) => {
    return { enterpriseId: enterprise_id, name: name ?? enterprise_id, uscc, given: [[wanted]] }
  })
}

/** Documents by enterprise: what decides how many enterprises are read at a time. */
export async function documentCounts(reader: Reader): Promise<Map<string, number>> {
  const rows = await reader.rows(
    'SELECT enterprise_id, count(*)::INTEGER AS documents FROM subject_documents GROUP BY enterprise_id',
  )
  return new Map(rows.map(({ enterprise_id, documents }) => [String(enterprise_id), Number(documents)]))
}

export async function readStatuteChanges(
  reader: Reader,
  runId: string,
): Promise<Map<string, StatuteChange[]>> {
  const changes = await parsed(
    reader,
    statuteChange,
    `SELECT subject_id, subject_name, kind, before, after, earlier_run_id FROM changes_history WHERE run_id = ${literal(runId)}
      AND kind IN ('statute_validity', 'new_version') ORDER BY ALL`,
  )
  return groupsBy(changes, ({ subject_id }) => subject_id)
}
