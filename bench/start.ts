import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from './figure.ts'
import { dossier, serve } from './processes.ts'

const main = fileURLToPath(new URL('../program/cli/main.js', import.meta.url))

interface Start {
  readonly wallMs: number
  /** Processor time, which says the same on a machine that others use. */
  readonly cpuMs: number
}

/** How soon a command answers: help, and a run that finds everything known. Medians of `runs` processes each. */
export async function startFigures(folder: string, runs: number): Promise<Figure[]> {
  const corpus = join(folder, 'start-corpus')
  await mkdir(folder, { recursive: true })
  await dossier(['sample', '--out', corpus])
  const job = join(folder, 'start.yaml')
  await writeFile(
    job,
    'pipeline: statute-watch\ncitations: [中华人民共和国民法典第五百七十七条]\nexports: []\n',
  )
  await using service = await serve(corpus)
  const run = ['run', job, '--no-resume', '--home', join(folder, 'start-home'), '--base-url', service.url]
  await dossier(run)
  const commands: [string, string, readonly string[]][] = [
    ['node alone', '', ['-e', '0']],
    ['dossier --help', '≤ 200 ms', [main, '--help']],
    ['dossier --version', '', [main, '--version']],
    ['dossier status', '', [main, 'status', '--home', join(folder, 'start-home')]],
    ['a run with nothing to do, one job of statutes, no exports', '≤ 1000 ms', [main, ...run]],
  ]
  const figures: Figure[] = []
  for (const [figure, aim, args] of commands) {
    const starts: Start[] = []
    for (let index = 0; index < Math.max(5, runs); index += 1) starts.push(await started(args))
    figures.push({ figure, measured: textOf(starts), aim })
  }
  return figures
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

const textOf = (starts: readonly Start[]): string =>
  `${median(starts.map(({ wallMs }) => wallMs)).toFixed(0)} ms, ${median(starts.map(({ cpuMs }) => cpuMs)).toFixed(0)} of the processor`

/** A shell says what its child took, user and system, once it has ended. */
async function started(args: readonly string[]): Promise<Start> {
  const begun = performance.now()
  const { stdout } = await promisify(execFile)(
    '/bin/sh',
    ['-c', '"$@" > /dev/null 2>&1; times', 'sh', process.execPath, ...args],
    {
      env: { ...process.env, DOSSIER_API_KEY: 'bench' },
    },
  )
  const wallMs = performance.now() - begun
  const [, children = ''] = stdout.trim().split('\n')
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
  return { wallMs, cpuMs: seconds.reduce((sum, one) => sum + one, 0) * 1000 }
}
