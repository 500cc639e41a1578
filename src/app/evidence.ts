import { suggest } from '../rows/words/suggest.ts'
import type { Behind } from '../warehouse/evidence.ts'
import { answersBehind, isOfOneAnswer, relationNames, relationOf } from '../warehouse/schema.ts'
import { type Evidence, evidenceOf, type Found, findBehind, findCall, findRow } from './audit/evidence.ts'
import { RefusedError } from './errors.ts'
import { requirePublished } from './query.ts'
import type { Settings } from './settings.ts'

export interface EvidenceOptions {
  /** Values of columns that name one row, each as `column=value`; for a table or view. */
  readonly where?: readonly string[] | undefined
  /** The run, where a call was made in several. */
  readonly runId?: string | undefined
}

/** The raw answer behind a row; or the rows, or the runs of the call, among which to choose. */
export type EvidenceFound =
  | ({ readonly kind: 'answer' } & Evidence)
  | Extract<Found, { readonly kind: 'rows' | 'runs' }>

/** The call, time, hash and raw answer behind a row; also while a run goes on. @throws RefusedError when there is no such row */
export async function evidence(
  settings: Settings,
  subject: string,
  { where = [], runId }: EvidenceOptions = {},
): Promise<EvidenceFound> {
  await requirePublished(settings.home, 'evidence')
  const found = await find(settings, subject, where, runId)
  if (found.kind === 'call') return { kind: 'answer', ...(await evidenceOf(settings.home, found.call)) }
  if (found.kind !== 'none') return found
  throw new RefusedError(
    `evidence: nothing is known of ${[subject, ...where].join(' ')}; expected a call key of calls, or values of one row`,
  )
}

const callKey = /^[0-9a-f]{32}$/

function find(
  { home }: Settings,
  subject: string,
  where: readonly string[],
  runId: string | undefined,
): Promise<Found> {
  if (callKey.test(subject) && where.length === 0) return findCall(home, subject, runId)
  const values = { ...valuesOf(subject, where), ...(runId === undefined ? {} : { run_id: runId }) }
  if (isOfOneAnswer(subject)) return findRow(home, subject, values)
  return findBehind(home, subject, values).then((behind) => {
    throw severalAnswers(subject, behind)
  })
}

/** @throws RefusedError when there is no such table or column, or rows of it are of no one call */
function valuesOf(table: string, where: readonly string[]): Record<string, string> {
  const relation = relationOf(table)
  if (relation === undefined)
    throw new RefusedError(
      `evidence: "${table}" is neither a call key (32 hexadecimal digits) nor a table or view${hint(table, relationNames())}`,
    )
  const columns = Object.keys(relation.columns)
  if (!isOfOneAnswer(table) && answersBehind(table).length === 0)
    throw new RefusedError(
      `evidence: no answer is behind a row of ${table}: dossier writes it itself; expected a table with call_key and run_id`,
    )
  if (where.length === 0)
    throw new RefusedError(`evidence: expected column=value after ${table}; found nothing`)
  return Object.fromEntries(where.map((text) => pairOf(text, table, columns)))
}

function pairOf(text: string, table: string, columns: readonly string[]): [string, string] {
  const [, column = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (column === '') throw new RefusedError(`evidence: expected column=value; found "${text}"`)
  if (!columns.includes(column))
    throw new RefusedError(`evidence: ${table} has no column "${column}"${hint(column, columns)}`)
  return [column, value]
}

const hint = (given: string, known: readonly string[]): string => {
  const name = suggest(given, known)
  return name === undefined ? '; see dossier tables' : `; did you mean "${name}"?`
}

/** Says what to ask instead: the rows, each of one answer, that stand behind this one. */
function severalAnswers(view: string, behind: readonly Behind[] | undefined): RefusedError {
  const made = `evidence: rows of ${view} are made of several answers; ask for rows of the tables that it is made of: `
  if (behind === undefined) return new RefusedError(`${made}${answersBehind(view).join(', ')}`)
  const [known, unknown] = [behind.filter(hasValues), behind.filter((one) => !hasValues(one))]
  const commands = known.map(({ table, values }) =>
    [
      '  dossier evidence',
      table,
      ...Object.entries(values).map(([name, value]) => shellWord(`${name}=${value}`)),
    ].join(' '),
  )
  const others = unknown.map(({ table }) => table).join(', ')
  return new RefusedError(
    [`${made}${others === '' ? '' : `${others} (by columns of their own), and`}`.trimEnd(), ...commands].join(
      '\n',
    ),
  )
}

const hasValues = ({ values }: Behind): boolean => Object.keys(values).length > 0

const shellWord = (text: string): string =>
  /^[\w=.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
