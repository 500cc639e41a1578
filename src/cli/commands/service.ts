import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../disk/package.ts'
import { byDefault, defineCommand, home, needed, text, wholeNumber } from '../command.ts'
import { type Context, type ExitCode, exitCodes, opened } from '../context.ts'
import { invocation } from '../text.ts'
import { printRun } from './runs.ts'

export const serve = defineCommand({
  words: 'serve',
  does: 'serve a corpus as the legal research service would',
  flags: {
    corpus: needed(text('folder of NDJSON files')),
    port: byDefault(wholeNumber(0, 65_535, 'port on 127.0.0.1; 0 picks a free one'), 0),
    accessLog: text('file for one JSON line a request'),
  },
  examples: [['$0 serve --corpus corpus --port 8080', 'key: DOSSIER_API_KEY, or one it makes and prints']],
  async run({ corpus, port, accessLog }, context) {
    const { env, out, note, signal } = context
    const dossier = await opened({}, context)
    await using serving = await dossier.serve({ corpus, port, accessLog })
    const madeKey = env.DOSSIER_API_KEY ? undefined : serving.key
    out(`DOSSIER_BASE_URL=${serving.url}`)
    if (madeKey !== undefined) out(`DOSSIER_API_KEY=${madeKey}`)
    note(howToUse(serving.url, madeKey))
    if (!signal.aborted) await once(signal, 'abort')
  },
})

/** What to type elsewhere. A key that was given stays where it is. */
const howToUse = (url: string, madeKey: string | undefined): string =>
  `serving until Ctrl-C; in another terminal${madeKey === undefined ? ', with the same DOSSIER_API_KEY' : ''}:\n` +
  `  export DOSSIER_BASE_URL=${url}${madeKey === undefined ? '' : ` DOSSIER_API_KEY=${madeKey}`}\n` +
  '  dossier plan JOB'

export const sample = defineCommand({
  words: 'sample',
  does: 'write a synthetic corpus',
  flags: {
    out: needed(text('folder')),
    seed: byDefault(wholeNumber(0, 2 ** 32 - 1, 'the same seed gives the same bytes'), 1),
    enterprises: byDefault(wholeNumber(1, 1_000_000, 'number of enterprises'), 40),
  },
  examples: [['$0 sample --out corpus --seed 7 --enterprises 200', 'a corpus of 200 enterprises']],
  async run(args, { out }) {
    const { writeSample } = await import('../../app/dossier.ts')
    out(JSON.stringify(await writeSample(args), null, 2))
  },
})

const sampleSize = { seed: 1, enterprises: 40 }

/** One job of each pipeline; the last is the one whose exports a newcomer finds in `latest`. */
const sampleJobs = ['sample-case-research', 'sample-statute-watch', 'sample-due-diligence']

export const demo = defineCommand({
  words: 'demo',
  does: 'run the sample jobs on a sample corpus, which it serves itself',
  flags: { home },
  examples: [['$0 demo', 'what `npm start` does']],
  async run(args, context) {
    const home = args.home ?? (context.env.DOSSIER_HOME || 'output')
    const corpus = join(home, 'sample-corpus')
    await ensureSample(corpus, context)
    // A key of its own: yours is for your service.
    const dossier = await opened({}, { ...context, env: {} })
    await using serving = await dossier.serve({ corpus })
    const env = { ...context.env, DOSSIER_API_KEY: serving.key }
    return await runSamples({ home, baseUrl: serving.url }, { ...context, env })
  },
})

/** Ends with the first job that neither completes nor has gaps. */
async function runSamples(
  at: { readonly home: string; readonly baseUrl: string },
  context: Context,
): Promise<ExitCode> {
  for (const name of sampleJobs) {
    const job = fileURLToPath(new URL(`jobs/${name}.yaml`, packageFolder))
    const code = await printRun({ ...at, json: false }, context, (dossier, events) =>
      dossier.run(job, events),
    )
    // The sample holds an ambiguous and an unknown enterprise on purpose: gaps are its expected end.
    if (code !== exitCodes.complete && code !== exitCodes.gaps) return code
    context.out('')
  }
  context.out(nextSteps(at.home))
  return exitCodes.complete
}

/** Written beside and renamed, so that a corpus is whole or not there. */
async function ensureSample(corpus: string, { note }: Context): Promise<void> {
  if (existsSync(corpus)) return
  const { writeSample } = await import('../../app/dossier.ts')
  const temporary = `${corpus}.writing`
  await rm(temporary, { recursive: true, force: true })
  await writeSample({ out: temporary, ...sampleSize })
  await rename(temporary, corpus)
  note(`wrote a synthetic corpus of ${sampleSize.enterprises} enterprises to ${corpus}`)
}

/** What a newcomer may ask of the last job. */
export const firstQueries = [
  'SELECT given_name, status, name, matched_by FROM job_enterprises ORDER BY ordinal',
  'SELECT e.given_name, p.amount, p.effectiveness, p.evidence FROM ordered_payments p JOIN job_enterprises e USING (enterprise_id) WHERE p.is_counted',
]

const nextSteps = (home: string): string => {
  const flag = home === 'output' ? '' : ` --home ${relative('.', resolve(home))}`
  const dossier = invocation(process.cwd())
  const again = dossier.startsWith('npm') ? 'npm start' : `${dossier} demo`
  return `
Next:
  ${dossier} explore${flag}  shows it in your browser, down to the sentence
${firstQueries.map((sql) => `  ${dossier} query${flag} "${sql}"`).join('\n')}
  ${dossier} tables ordered_payments
  ${again}  again: nothing that is known is called twice
  ${dossier} init --entry NAME  a job of your own; then validate, plan and run it with DOSSIER_BASE_URL and DOSSIER_API_KEY_FILE of your service`
}
