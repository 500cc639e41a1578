import { access, writeFile } from 'node:fs/promises'
import { type Evidence, evidenceOf, type Found, findBehind, findCall, findRow } from '../../audit/evidence.ts'
import { type Home, homeAt } from '../../engine/home/home.ts'
import type { Behind, LedgerCall } from '../../warehouse/evidence.ts'
import { answersBehind, isOfOneAnswer, relationNames, relationOf } from '../../warehouse/schema.ts'
import { suggest } from '../../words/suggest.ts'
import type { Command, Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'

import { homeSetting } from '../settings.ts'
import { counted, textTable } from '../text.ts'

export interface EvidenceArgs {
  readonly subject: string
  readonly where: readonly string[]
  readonly home?: string | undefined
  readonly run?: string | undefined
  readonly raw: boolean
  readonly out?: string | undefined
  readonly json: boolean
}

/** The call, time, hash and raw answer behind a row. Works beside a run that is going on. */
export const evidence: Command<EvidenceArgs> = async (args, context) => {
  const home = homeAt(homeSetting(args.home, context.env))
  await access(home.published).catch((cause) => {
    throw new UsageError(
      `evidence: there is no warehouse at ${home.published} yet; run a job first: dossier run JOB`,
      { cause },
    )
  })
  const found = await find(home, args)
  if (found.kind === 'call') return await show(await evidenceOf(home, found.call), args, context)
  if (found.kind === 'none')
    throw new UsageError(
      `evidence: nothing is known of ${[args.subject, ...args.where].join(' ')}; expected a call key of calls, or values of one row`,
    )
  showSeveral(found, args, context)
  return exitCodes.complete
}

const callKey = /^[0-9a-f]{32}$/

function find(home: Home, { subject, where, run }: EvidenceArgs): Promise<Found> {
  if (callKey.test(subject) && where.length === 0) return findCall(home, subject, run)
  const values = { ...valuesOf(subject, where), ...(run === undefined ? {} : { run_id: run }) }
  return isOfOneAnswer(subject) ? findRow(home, subject, values) : manyAnswers(home, subject, values)
}

/** @throws UsageError when there is no such table or column, or rows of it are of no one call */
function valuesOf(table: string, where: readonly string[]): Record<string, string> {
  const relation = relationOf(table)
  if (relation === undefined)
    throw new UsageError(
      `evidence: "${table}" is neither a call key (32 hexadecimal digits) nor a table or view${near(table, relationNames())}`,
    )
  const columns = Object.keys(relation.columns)
  if (!isOfOneAnswer(table) && answersBehind(table).length === 0)
    throw new UsageError(
      `evidence: no answer is behind a row of ${table}: dossier writes it itself; expected a table with call_key and run_id`,
    )
  if (where.length === 0)
    throw new UsageError(`evidence: expected column=value after ${table}; found nothing`)
  return Object.fromEntries(where.map((text) => pairOf(text, table, columns)))
}

/** @throws UsageError with what to ask instead: the rows, each of one answer, that stand behind this one */
async function manyAnswers(
  home: Home,
  view: string,
  values: Readonly<Record<string, string>>,
): Promise<never> {
  const behind = await findBehind(home, view, values)
  const made = `evidence: rows of ${view} are made of several answers; ask for rows of the tables that it is made of: `
  if (behind === undefined) throw new UsageError(`${made}${answersBehind(view).join(', ')}`)
  const [known, unknown] = [behind.filter(isTold), behind.filter((one) => !isTold(one))]
  const commands = known.map(({ table, values }) =>
    [
      '  dossier evidence',
      table,
      ...Object.entries(values).map(([name, value]) => word(`${name}=${value}`)),
    ].join(' '),
  )
  const others = unknown.map(({ table }) => table).join(', ')
  throw new UsageError(
    [`${made}${others === '' ? '' : `${others} (by columns of their own), and`}`.trimEnd(), ...commands].join(
      '\n',
    ),
  )
}

const isTold = ({ values }: Behind): boolean => Object.keys(values).length > 0

/** A word for a shell. */
const word = (text: string): string =>
  /^[\w=.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

function pairOf(text: string, table: string, columns: readonly string[]): [string, string] {
  const [, column = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (column === '') throw new UsageError(`evidence: expected column=value; found "${text}"`)
  if (!columns.includes(column))
    throw new UsageError(`evidence: ${table} has no column "${column}"${near(column, columns)}`)
  return [column, value]
}

const near = (given: string, known: readonly string[]): string => {
  const name = suggest(given, known)
  return name === undefined ? '; see dossier tables' : `; did you mean "${name}"?`
}

function showSeveral(
  found: Extract<Found, { kind: 'rows' | 'runs' }>,
  { json }: EvidenceArgs,
  { out, note }: Context,
): void {
  const rows =
    found.kind === 'rows'
      ? found.rows.map(({ row, call_key, run_id }) => ({ ...row, call_key, run_id }))
      : found.calls.map(({ run_id, fetched_at, outcome, call_key }) => ({
          run_id,
          fetched_at,
          outcome,
          call_key,
        }))
  out(json ? JSON.stringify({ several: rows }, null, 2) : textTable(rows, 40))
  note(
    found.kind === 'rows'
      ? `${found.isCut ? `the first ${rows.length} rows` : `${rows.length} rows`}: name more columns, or dossier evidence CALL_KEY --run RUN_ID`
      : 'this call was made in several runs: choose one with --run RUN_ID',
  )
}

async function show(found: Evidence, args: EvidenceArgs, context: Context): Promise<ExitCode> {
  const { body, call } = found
  if (args.out !== undefined && body !== null) await writeFile(args.out, body, { mode: 0o600 })
  if (args.raw && body !== null) context.outBytes(body)
  else context.out(args.json ? evidenceJson(found) : evidenceText(found, args.out))
  if (found.isMatch) return exitCodes.complete
  context.note(
    `dossier: evidence: the raw answer of ${call.call_key} ${body === null ? 'is gone' : 'is not what landed'}; ` +
      `expected SHA-256 ${call.sha256}, found ${found.sha256Now ?? 'none'}; dossier verify says what else is damaged`,
  )
  return exitCodes.failed
}

/** The body stands in it digit by digit as it landed. */
function evidenceJson(found: Evidence): string {
  const head = JSON.stringify(told(found), null, 2).slice(0, -2)
  const text = found.body?.toString('utf8')
  const body = text === undefined ? 'null' : (prettyJson(text, '  ') ?? JSON.stringify(text))
  return `${head},\n  "body": ${body}\n}`
}

const told = ({ call, place, sha256Now, isMatch }: Evidence) => ({
  ...call,
  params: JSON.parse(call.params) as unknown,
  bytes: Number(call.bytes),
  place,
  sha256_now: sha256Now,
  match: isMatch,
})

function evidenceText(found: Evidence, file: string | undefined): string {
  const { call, place, sha256Now, isMatch, body } = found
  const lines: [string, string][] = [
    ['call', call.call_key],
    ['operation', `${call.operation}, step ${call.step}`],
    ['params', call.params],
    ['run', call.run_id],
    ['fetched', `${call.fetched_at} (UTC)`],
    ['answer', answerText(call)],
    ['cost', `${call.cost} points, ${counted(call.attempts, 'attempt')}`],
    ['sha256', `${call.sha256} in the ledger`],
    ['', `${sha256Now ?? 'no raw answer'} now: ${isMatch ? 'match' : 'MISMATCH'}`],
    ['raw', `segment ${call.segment} line ${call.line}, ${call.bytes} bytes, ${place ?? 'not found'}`],
  ]
  const head = lines.map(([name, text]) => `${name.padEnd(10)} ${text}`).join('\n')
  if (file !== undefined) return `${head}\n${'written'.padEnd(10)} ${file}`
  return body === null ? head : `${head}\n\n${prettyJson(body.toString('utf8')) ?? body.toString('utf8')}`
}

const answerText = ({ outcome, http_status, code, message }: LedgerCall): string =>
  [outcome, `HTTP ${http_status ?? 'none'}`, code === null ? '' : `code ${code}`, message ?? '']
    .filter((text) => text !== '')
    .join(', ')

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g

/**
 * JSON on lines of its own, two spaces a level, each number and string as it is written: parsing it would cost the digits of
 * numbers beyond 2^53. Undefined when the text is no JSON.
 */
function prettyJson(text: string, indent = ''): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const tokens = text.match(token) ?? []
  let told = ''
  let margin = `\n${indent}`
  for (const [index, it] of tokens.entries()) {
    const isEmpty = /[[{]/.test(tokens[index - 1] ?? '') && it.length === 1 && /[\]}]/.test(it)
    if (it === '{' || it === '[') {
      margin += '  '
      told += /^[\]}]$/.test(tokens[index + 1] ?? '') ? it : it + margin
    } else if (it === '}' || it === ']') {
      margin = margin.slice(0, -2)
      told += isEmpty ? it : margin + it
    } else if (it === ',') told += `,${margin}`
    else told += it === ':' ? ': ' : it
  }
  return told
}
