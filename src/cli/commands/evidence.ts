import { writeFile } from 'node:fs/promises'
import type { EvidenceFound } from '../../app/dossier.ts'
import { argument, defineCommand, home, json, restArguments, text, toggle } from '../command.ts'
import { type Context, opened } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { prettyJson } from '../pretty-json.ts'
import { counted, textTable } from '../text.ts'

export const command = defineCommand({
  words: 'evidence <subject> [where..]',
  does: 'the call, time, hash and raw answer behind a row',
  places: {
    subject: argument('call key, or table or view'),
    where: restArguments('column=value, for a table or view'),
  },
  flags: {
    home,
    json,
    run: text('run id, where a call was made in several'),
    raw: toggle('only the raw answer, byte for byte'),
    out: text('file for the raw answer, byte for byte'),
  },
  examples: [['$0 evidence cases case_id=7b0c5d2e', 'what the service answered, and when']],
  async run({ subject, where, run, ...args }, context) {
    const found = await (await opened(args, context)).evidence(subject, { where, runId: run })
    if (found.kind === 'answer') return await printAnswer(found, args, context)
    printSeveral(found, args, context)
    return exitCodes.complete
  },
})

type Answer = Extract<EvidenceFound, { readonly kind: 'answer' }>

interface Shown {
  readonly raw: boolean
  readonly out?: string | undefined
  readonly json: boolean
}

function printSeveral(found: Exclude<EvidenceFound, Answer>, { json }: Shown, { out, note }: Context): void {
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

async function printAnswer(found: Answer, args: Shown, context: Context): Promise<ExitCode> {
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
function evidenceJson(found: Answer): string {
  const head = JSON.stringify(headOf(found), null, 2).slice(0, -2)
  const text = found.body?.toString('utf8')
  const body = text === undefined ? 'null' : (prettyJson(text, '  ') ?? JSON.stringify(text))
  return `${head},\n  "body": ${body}\n}`
}

const headOf = ({ call, place, sha256Now, isMatch }: Answer) => ({
  ...call,
  params: JSON.parse(call.params) as unknown,
  bytes: Number(call.bytes),
  place,
  sha256_now: sha256Now,
  match: isMatch,
})

function evidenceText(found: Answer, file: string | undefined): string {
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

const answerText = ({ outcome, http_status, code, message }: Answer['call']): string =>
  [outcome, `HTTP ${http_status ?? 'none'}`, code === null ? '' : `code ${code}`, message ?? '']
    .filter((text) => text !== '')
    .join(', ')
