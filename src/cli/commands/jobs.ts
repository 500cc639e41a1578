import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JobPlan } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import type { planSentences } from '../../app/job.ts'
import { packageFolder } from '../../disk/package.ts'
import {
  byDefault,
  defineCommand,
  home,
  job,
  json,
  needed,
  oneOf,
  optionalArgument,
  pipelineNames,
  several,
  text,
} from '../command.ts'
import { opened, print } from '../context.ts'
import { counted, invocation, labelled, textTable } from '../text.ts'

export const init = defineCommand({
  words: 'init [job]',
  does: 'write a job file with comments, and .env.example beside it',
  places: { job: byDefault(optionalArgument('job file to write'), 'my-job.yaml') },
  flags: {
    pipeline: byDefault(oneOf(pipelineNames, 'what the job does'), 'enterprise-due-diligence'),
    entry: needed(
      several(
        text('what it looks into: a name, code or list (.xlsx, .csv); a question; a keyword or citation'),
      ),
    ),
  },
  examples: [
    ['$0 init --entry 示例建设集团有限公司 --entry suppliers.xlsx', 'writes my-job.yaml'],
    ['$0 init law.yaml --pipeline statute-watch --entry 违约金', 'a job of another pipeline'],
  ],
  async run(args, { out, env }) {
    if (existsSync(args.job))
      throw new RefusedError(
        `init: ${args.job} exists and is left as it is; give another name: dossier init NAME.yaml`,
      )
    const [{ newJobText, refuseEntries }, { strikeOutOf }] = await Promise.all([
      import('../new-job.ts'),
      import('../../app/settings.ts'),
    ])
    const job = { ...args, entries: args.entry.map((entry) => entry.trim()) }
    refuseEntries(job)
    const text = newJobText(job, schemaFor(job.pipeline, args.job))
    if (strikeOutOf(env).text(text) !== text)
      throw new RefusedError(
        'init: the key is in what you gave; a job file never holds it: it belongs in the environment',
      )
    await writeFile(args.job, text, { flag: 'wx' })
    out(`wrote ${args.job}`)
    out(await writeEnvironment(join(dirname(args.job), '.env.example')))
    out(nextSteps(args.job))
  },
})

/** Where editors find the keys of a job: beside the package, relative where it is installed below the job's folder. */
function schemaFor(pipeline: string, job: string): string {
  const file = fileURLToPath(new URL(`docs/schemas/${pipeline}.json`, packageFolder))
  const near = relative(dirname(resolve(job)), file)
  return near.startsWith('..') ? file : `./${near}`
}

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
`

const nextSteps = (job: string, dossier = invocation(process.cwd())): string => `
Next:
  ${dossier} validate ${job}  what is wrong with it, if anything
  ${dossier} plan ${job}      calls and points that a run would need now; makes none
  ${dossier} run ${job}       with DOSSIER_BASE_URL and DOSSIER_API_KEY_FILE of your service
To try it without a key: ${dossier} sample --out corpus, then ${dossier} serve --corpus corpus prints both settings.`

export const validate = defineCommand({
  words: 'validate <job>',
  does: 'check a job and the files it lists; makes no call',
  places: { job },
  flags: {},
  examples: [['$0 validate jobs/sample-due-diligence.yaml', 'file, line and what was expected']],
  async run(args, context) {
    const { file, pipeline, entries } = await (await opened({}, context)).validate(args.job)
    context.out(`${file} is valid: pipeline ${pipeline}, ${counted(entries, 'entry', 'entries')}`)
  },
})

export const plan = defineCommand({
  words: 'plan <job>',
  does: 'what a run would call now and what it would cost; makes no call',
  places: { job },
  flags: { home, json },
  examples: [['$0 plan jobs/sample-due-diligence.yaml', 'calls and points by step']],
  async run(args, context) {
    const planned = await (await opened(args, context)).plan(args.job)
    const { planSentences } = await import('../../app/job.ts')
    print(context, args.json, planned, () => planText(planned, planSentences(planned)))
  },
})

type PlannedStep = JobPlan['steps'][number]

function planText(
  { steps, budget }: JobPlan,
  { mayFollow, outlook }: ReturnType<typeof planSentences>,
): string {
  const sum = (of: (step: PlannedStep) => number): number => steps.reduce((all, step) => all + of(step), 0)
  const [fresh, needed] = [sum((step) => step.fresh), sum((step) => step.needed)]
  const rows = steps.map((step) => ({
    step: step.step,
    operation: step.operation,
    'known, fresh': step.fresh,
    'to call now': step.needed,
    points: step.cost,
    'may follow': followText(step),
  }))
  const limits = budget.map(({ limit, most, spent, left, needed, expected, fits }) => ({
    limit,
    most,
    spent,
    left,
    'to call now': needed,
    'with what follows': expected ?? notKnownYet,
    fits: fits === 'unknown' ? notKnownYet : fits,
  }))
  const points = counted(
    sum(({ cost }) => cost),
    'point',
  )
  const lines = [
    ['known', `${counted(fresh, 'call')} answered in the ledger and fresh: not made again, without cost`],
    ['to call now', needed === 0 ? 'nothing' : `${counted(needed, 'call')} for ${points}, each tried once`],
    ['may follow', mayFollow],
  ]
  return [
    textTable(rows),
    labelled(lines, 14),
    ...(limits.length === 0 ? [] : [textTable(limits)]),
    outlook,
  ].join('\n\n')
}

const notKnownYet = 'not known yet'

const followText = ({ unknown, unknownCost }: PlannedStep): string =>
  unknown === null || unknownCost === null
    ? notKnownYet
    : unknown === 0
      ? 'nothing'
      : `about ${counted(unknown, 'call')}, ${counted(unknownCost, 'point')}`
