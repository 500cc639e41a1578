import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../app/package.ts'
import { defineCommand, home } from '../command.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printRun } from '../print-run.ts'
import { invocation } from '../text.ts'

const sampleSize = { seed: 1, enterprises: 40 }

/** One job of each pipeline; the last is the one whose exports a newcomer finds in `latest`. */
const sampleJobs = ['sample-case-research', 'sample-statute-watch', 'sample-due-diligence']

export const command = defineCommand({
  words: 'demo',
  does: 'run the sample jobs on a sample corpus, served by a process of its own',
  flags: { home },
  examples: [['$0 demo', 'what `npm start` does']],
  async run(args, context) {
    const home = args.home ?? (context.env.DOSSIER_HOME || 'output')
    const corpus = join(home, 'sample-corpus')
    await ensureSample(corpus, context)
    const apiKey = randomBytes(16).toString('hex')
    const service = serveInChild(corpus, apiKey)
    try {
      const baseUrl = await addressOf(service)
      const env = { ...context.env, DOSSIER_API_KEY: apiKey }
      return await runSamples({ home, baseUrl }, { ...context, env })
    } finally {
      // An interrupt at the terminal reaches the service too: it may be gone by now, and would not exit again.
      if (service.exitCode === null && service.signalCode === null) {
        service.kill('SIGTERM')
        await once(service, 'exit')
      }
    }
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
  if (
    await access(corpus).then(
      () => true,
      () => false,
    )
  )
    return
  const { writeSample } = await import('../../app/dossier.ts')
  const temporary = `${corpus}.writing`
  await rm(temporary, { recursive: true, force: true })
  await writeSample({ out: temporary, ...sampleSize })
  await rename(temporary, corpus)
  note(`wrote a synthetic corpus of ${sampleSize.enterprises} enterprises to ${corpus}`)
}

function serveInChild(corpus: string, apiKey: string): ChildProcess {
  const [, main = ''] = process.argv
  return spawn(process.execPath, [main, 'serve', '--corpus', corpus], {
    env: { ...process.env, DOSSIER_API_KEY: apiKey },
    // It says how to use the service, which the demo does by itself: its words are for a failed start only.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function addressOf(service: ChildProcess): Promise<string> {
  const words: string[] = []
  service.stderr?.setEncoding('utf8').on('data', (text: string) => words.push(text))
  if (service.stdout !== null) {
    for await (const line of createInterface({ input: service.stdout })) {
      const [name, value] = line.split('=')
      if (name === 'DOSSIER_BASE_URL' && value !== undefined) return value
    }
  }
  throw new Error(`demo: the embedded service ended before it printed its address: ${words.join('').trim()}`)
}

const nextSteps = (home: string): string => {
  const flag = home === 'output' ? '' : ` --home ${relative('.', resolve(home))}`
  const dossier = invocation(process.cwd())
  const again = dossier.startsWith('npm') ? 'npm start' : `${dossier} demo`
  return `
Next:
  ${dossier} explore${flag}  shows it in your browser, down to the sentence
  ${dossier} query${flag} "SELECT name, status, matched_by FROM job_enterprises"
  ${dossier} query${flag} "SELECT amount, effectiveness, evidence FROM ordered_payments WHERE is_counted"
  ${dossier} tables ordered_payments
  ${again}  again: nothing that is known is called twice
  ${dossier} init  a job of your own; then validate, plan and run it with DOSSIER_BASE_URL and DOSSIER_API_KEY_FILE of your service`
}
