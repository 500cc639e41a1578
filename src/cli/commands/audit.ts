import type { Audit, Diagnosis, Dossier, EvidenceFound, ParsingCoverage } from '../../app/dossier.ts'
import { inFull, spreadOut } from '../../contract/json.ts'
import {
  argument,
  baseUrl,
  defineCommand,
  home,
  json,
  restArguments,
  text,
  toggle,
  transport,
} from '../command.ts'
import { type Context, type ExitCode, endSoon, exitCodes, opened, print } from '../context.ts'
import { columnTable, counted, labelled, textTable } from '../text.ts'

export const verify = defineCommand({
  words: 'verify',
  does: 'audit ledger, raw answers, tables, published copy, exports and reports; makes no call',
  flags: {
    home,
    json,
    quick: toggle('leave out rebuilding the tables from raw'),
    coverage: toggle(
      'instead: case numbers, citations, dates, parties, outcomes and sums by class, with reasons and examples; exit 4 below 99% joined',
    ),
  },
  examples: [
    ['$0 verify', 'exit 1 when anything is damaged, with what to do'],
    ['$0 verify --coverage', 'exit 4 when less than 99% of the citations of laws held join'],
  ],
  async run(args, context) {
    using _ending = endSoon(context.signal)
    const dossier = await opened(args, context)
    if (args.coverage) return await printCoverage(dossier, args.json, context)
    const audit = await dossier.verify(args)
    print(context, args.json, audit, auditText)
    return audit.damage > 0 ? exitCodes.failed : exitCodes.complete
  },
})

/** Of the citations of laws that are held, the share that must join to an article. */
const leastJoined = 0.99

async function printCoverage(dossier: Dossier, isJson: boolean, context: Context): Promise<ExitCode> {
  const found = await dossier.coverage()
  print(context, isJson, found, coverageText)
  return found.unexplained > 0 || found.joinedShare < leastJoined ? exitCodes.gaps : exitCodes.complete
}

function auditText({ checks, damage, elapsedMs }: Audit): string {
  return [
    columnTable(
      ['check', 'compared', 'count', 'findings'],
      checks.map(({ name, compared, count, found }) => [name, compared, count, found]),
      100,
    ),
    ...checks.flatMap(findingLines),
    '',
    `${damage === 0 ? 'no damage' : `damage: ${counted(damage, 'finding')}`}, in ${(elapsedMs / 1000).toFixed(1)} s`,
  ].join('\n')
}

function findingLines({ name, found, findings }: Audit['checks'][number]): string[] {
  const lines = findings.flatMap(({ what, where, expected, found: seen, todo, isDamage }) => [
    '',
    `${name}: ${what}${isDamage ? '' : ' (no damage)'}`,
    `  where     ${where}`,
    `  expected  ${expected}`,
    `  found     ${seen}`,
    `  do        ${todo}`,
  ])
  return found > findings.length ? [...lines, '', `${name}: ${found - findings.length} more`] : lines
}

function coverageText({ figures, notJoined, examples, joinedShare, unexplained }: ParsingCoverage): string {
  const rows = figures.map((figure) => ({ ...figure, share: percent(figure.share) }))
  const listed = notJoined.map(({ citation, times }) => `  ${citation} (${times})`)
  const shown = examples.map(
    ({ of, case_id, case_number, text }) =>
      `  ${of}: ${[case_number ?? 'no case number', text, `id ${case_id}`].filter((part) => part !== null).join(', ')}`,
  )
  return [
    rows.length === 0 ? 'nothing to read yet' : textTable(rows, 64),
    '',
    `citations of laws held that join to an article: ${percent(joinedShare)} (expected at least ${percent(leastJoined)})`,
    ...(listed.length === 0 ? [] : ['asked for and not found, the most frequent:', ...listed]),
    ...(shown.length === 0 ? [] : ['not understood, at most ten cases a kind:', ...shown]),
    `neither understood nor listed with a reason: ${unexplained}`,
  ].join('\n')
}

const percent = (share: number): string => (Number.isNaN(share) ? 'none' : `${(share * 100).toFixed(2)}%`)

export const rebuild = defineCommand({
  words: 'rebuild',
  does: 'rebuild all tables from the raw answers and publish them; makes no call',
  flags: { home, json },
  examples: [['$0 rebuild', 'rows by table']],
  async run(args, context) {
    using _ending = endSoon(context.signal)
    const { tables, elapsedMs } = await (await opened(args, context)).rebuild()
    print(context, args.json, { tables, elapsedMs }, () => {
      const rows = Object.entries(tables).map(([table, count]) => ({ table, rows: count }))
      return (
        `${rows.length === 0 ? '' : `${textTable(rows)}\n`}\n${rows.length} tables rebuilt from raw and published ` +
        `in ${(elapsedMs / 1000).toFixed(1)} s; no call was made`
      )
    })
  },
})

export const doctor = defineCommand({
  words: 'doctor',
  does: 'look over home and settings, and repair what can be repaired from raw; makes no call',
  flags: {
    home,
    json,
    baseUrl,
    transport,
    dryRun: toggle('only tell'),
    dropLost: toggle(
      'take calls whose raw answer is damaged out of the ledger: the next run asks for them again',
    ),
  },
  examples: [['$0 doctor', 'exit 1 when a problem is left']],
  async run(args, context) {
    using _ending = endSoon(context.signal)
    const diagnoses = await (await opened(args, context)).doctor(args)
    print(context, args.json, diagnoses, doctorText)
    return diagnoses.some(({ state }) => state === 'problem') ? exitCodes.failed : exitCodes.complete
  },
})

function doctorText(diagnoses: readonly Diagnosis[]): string {
  const table = textTable(
    diagnoses.map(({ check, state, found }) => ({ check, state, found })),
    120,
  )
  const todos = diagnoses.filter(({ todo }) => todo !== '').map(({ check, todo }) => `${check}: ${todo}`)
  return todos.length === 0 ? table : `${table}\n\nto do:\n${todos.join('\n')}`
}

export const evidence = defineCommand({
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
  },
  examples: [['$0 evidence cases case_id=7b0c5d2e', 'what the service answered, and when']],
  async run({ subject, where, run, ...args }, context) {
    using _ending = endSoon(context.signal)
    const found = await (await opened(args, context)).evidence(subject, { where, runId: run })
    return found.kind === 'answer' ? printAnswer(found, args, context) : printSeveral(found, args, context)
  },
})

type Answer = Extract<EvidenceFound, { readonly kind: 'answer' }>

interface Shown {
  readonly raw: boolean
  readonly json: boolean
}

function printSeveral(found: Exclude<EvidenceFound, Answer>, { json }: Shown, context: Context): undefined {
  const rows =
    found.kind === 'rows'
      ? found.rows.map(({ row, call_key, run_id }) => ({ ...row, call_key, run_id }))
      : found.calls.map(({ run_id, fetched_at, outcome, call_key }) => ({
          run_id,
          fetched_at,
          outcome,
          call_key,
        }))
  print(context, json, { several: rows }, () => textTable(rows, 40))
  context.note(
    found.kind === 'rows'
      ? `${found.isCut ? `the first ${rows.length} rows` : `${rows.length} rows`}: name more columns, or dossier evidence CALL_KEY --run RUN_ID`
      : 'this call was made in several runs: choose one with --run RUN_ID',
  )
}

function printAnswer(found: Answer, args: Shown, context: Context): ExitCode | undefined {
  const { body, call } = found
  if (args.raw && body !== null) context.outBytes(body)
  else context.out(args.json ? evidenceJson(found) : evidenceText(found))
  if (found.isMatch) return undefined
  context.note(
    `dossier: evidence: the raw answer of ${call.call_key} ${body === null ? 'is gone' : 'is not what landed'}; ` +
      `expected SHA-256 ${call.sha256}, found ${found.sha256Now ?? 'none'}; dossier verify says what else is damaged`,
  )
  return exitCodes.failed
}

function evidenceJson({ call, place, sha256Now, isMatch, body }: Answer): string {
  return spreadOut({
    ...call,
    params: JSON.parse(call.params) as unknown,
    bytes: Number(call.bytes),
    place,
    sha256_now: sha256Now,
    match: isMatch,
    body: body === null ? null : inFull(body.toString('utf8')),
  })
}

function evidenceText(found: Answer): string {
  const { call, place, sha256Now, isMatch, body } = found
  const lines = [
    ['call', call.call_key],
    ['operation', `${call.operation}, step ${call.step}`],
    ['params', call.params],
    ['run', call.run_id],
    ['fetched', `${call.fetched_at} (UTC)`],
    ['answer', answerText(call)],
    ['cost', `${call.cost} points, ${counted(call.attempts, 'try', 'tries')}`],
    ['sha256', `${call.sha256} in the ledger`],
    ['', `${sha256Now ?? 'no raw answer'} now: ${isMatch ? 'match' : 'MISMATCH'}`],
    ['raw', `segment ${call.segment} line ${call.line}, ${call.bytes} bytes, ${place ?? 'not found'}`],
  ]
  const head = labelled(lines, 10)
  if (body === null) return head
  const answer = inFull(body.toString('utf8'))
  return `${head}\n\n${typeof answer === 'string' ? answer : spreadOut(answer)}`
}

const answerText = ({ outcome, http_status, code, message }: Answer['call']): string =>
  [outcome, `HTTP ${http_status ?? 'none'}`, code === null ? '' : `code ${code}`, message ?? '']
    .filter((text) => text !== '')
    .join(', ')
