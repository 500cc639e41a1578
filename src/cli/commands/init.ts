import { access, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { invocation } from '../invocation.ts'
import {
  entryComplaint,
  type NewJob,
  newJobText,
  type PipelineName,
  pipelineNames,
  purposes,
} from '../new-job.ts'
import { strikeOutOf } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { packageFolder } from '../version.ts'

export interface InitArgs {
  readonly job: string
  readonly pipeline?: PipelineName | undefined
  readonly title?: string | undefined
  readonly entry?: readonly string[] | undefined
  readonly calls?: number | undefined
  readonly perSecond?: number | undefined
}

/** Writes a job file that is valid as it is, and .env.example; overwrites nothing. */
export const init: Command<InitArgs> = async (args, context) => {
  await refuseExisting(args.job)
  const job = await answered(args, context)
  const text = newJobText(job, schemaFor(job.pipeline, args.job))
  if (strikeOutOf(context.env).text(text) !== text)
    throw new UsageError(
      'init: the key is in what you gave; a job file never holds it: it belongs in the environment',
    )
  await writeFile(args.job, text, { flag: 'wx' })
  const { out } = context
  out(`wrote ${args.job}`)
  out(await writeEnvironment(join(dirname(args.job), '.env.example')))
  out(nextSteps(args.job))
  return exitCodes.complete
}

async function refuseExisting(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new UsageError(
      `init: ${path} exists and is left as it is; give another name: dossier init NAME.yaml`,
    )
}

/** What the flags say, and what a person answers to the rest. @throws UsageError where nobody can be asked */
async function answered(args: InitArgs, { ask, note }: Context): Promise<NewJob> {
  if (ask === undefined && (args.pipeline === undefined || args.entry === undefined))
    throw new UsageError(
      'init: nobody can be asked here; expected --pipeline and --entry, as in ' +
        'dossier init my-job.yaml --pipeline enterprise-due-diligence --entry 示例建设集团有限公司',
    )
  const asked = ask ?? (async () => '')
  if (args.pipeline === undefined)
    note(pipelineNames.map((name, index) => `${index + 1} ${name}: ${purposes[name].meaning}`).join('\n'))
  const pipeline = args.pipeline ?? (await chosen(asked, note))
  const title = args.title ?? (await asked('title, for reports (may be empty): ')).trim()
  const entries = args.entry ? checkedEntries(pipeline, args.entry) : await listed(asked, note, pipeline)
  const calls = args.calls ?? (await numbered(asked, note, 'calls a run may make at the most', 1000))
  const perSecond =
    args.perSecond ?? (await numbered(asked, note, 'calls a second at the most, as your contract grants', 5))
  return { pipeline, title, entries, calls, perSecond }
}

type Ask = (question: string) => Promise<string>
type Note = Context['note']

async function chosen(ask: Ask, note: Note): Promise<PipelineName> {
  for (;;) {
    const answer = (await ask('what should the job do? 1, 2 or 3 (1): ')).trim() || '1'
    const name = pipelineNames[Number(answer) - 1] ?? pipelineNames.find((known) => known === answer)
    if (name !== undefined) return name
    note(`expected 1, 2 or 3; found ${answer}`)
  }
}

/** Entries one a line, until an empty one; the first is needed. */
async function listed(ask: Ask, note: Note, pipeline: PipelineName): Promise<string[]> {
  const { question } = purposes[pipeline]
  const entries: string[] = []
  for (;;) {
    const answer = (await ask(entries.length === 0 ? `${question}: ` : 'another (empty: no more): ')).trim()
    if (answer === '' && entries.length > 0) return entries
    const complaint = entryComplaint(pipeline, answer, entries)
    if (complaint === undefined) entries.push(answer)
    else if (answer !== '') note(`${JSON.stringify(answer)} ${complaint}; it is left out`)
  }
}

/** @throws UsageError with everything that is wrong with them */
function checkedEntries(pipeline: PipelineName, given: readonly string[]): string[] {
  const entries = given.map((entry) => entry.trim())
  const complaints = entries.flatMap((entry, at) => {
    const complaint = entryComplaint(pipeline, entry, entries.slice(0, at))
    return complaint === undefined ? [] : [`init: --entry ${JSON.stringify(entry)} ${complaint}`]
  })
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'))
  return entries
}

async function numbered(ask: Ask, note: Note, question: string, usual: number): Promise<number> {
  for (;;) {
    const answer = (await ask(`${question} (${usual}): `)).trim() || String(usual)
    if (/^[1-9]\d{0,7}$/.test(answer)) return Number(answer)
    note(`expected a whole number from 1; found ${answer}`)
  }
}

/** Where editors find the keys of a job: beside the package, relative where it is installed below the job's folder. */
function schemaFor(pipeline: string, job: string): string {
  const file = fileURLToPath(new URL(`docs/schemas/${pipeline}.json`, packageFolder))
  const near = relative(dirname(resolve(job)), file)
  return near.startsWith('..') ? file : `./${near}`
}

/** @returns what was done */
async function writeEnvironment(path: string): Promise<string> {
  try {
    await writeFile(path, environment, { flag: 'wx' })
    return `wrote ${path}: copy it to .env, which is yours alone, and load it: set -a; . ./.env; set +a`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return `${path} exists and is left as it is`
  }
}

const environment = `# Settings of dossier. Copy to .env, chmod 600, and load it before a run: set -a; . ./.env; set +a
# Address of the service; https, or loopback. The one that \`dossier serve\` prints, to try things out.
DOSSIER_BASE_URL=https://api.example.com
# A private file (chmod 600) that holds the key and nothing else; better than the key in a variable.
DOSSIER_API_KEY_FILE=$HOME/.config/dossier/key
# DOSSIER_API_KEY=
# Folder of the warehouse and the runs.
DOSSIER_HOME=output
# A token that tool entries (transport: mcp) ask for beside the key.
# DOSSIER_BEARER_TOKEN_FILE=$HOME/.config/dossier/token
# Spans of each run, to a collector that takes OTLP over HTTP.
# OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318
`

const nextSteps = (job: string, dossier = invocation(process.cwd())): string => `
Next:
  ${dossier} validate ${job}  what is wrong with it, if anything
  ${dossier} plan ${job}      calls and points that a run would need now; makes none
  ${dossier} run ${job}       with DOSSIER_BASE_URL and DOSSIER_API_KEY_FILE of your service
To try it without a key: ${dossier} sample --out corpus, then ${dossier} serve --corpus corpus prints both settings.`
