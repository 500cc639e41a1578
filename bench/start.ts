import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Aim, aims, type Figure, figure, median } from './figure.ts'
import { dossier, serve } from './processes.ts'

const main = fileURLToPath(new URL('../program/cli/main.js', import.meta.url))

interface Start {
  readonly wallMs: number
  /** Processor time, which says the same on a machine that others use. */
  readonly cpuMs: number
}

/** How soon a command answers, over Node alone: help, and a run that finds everything known. Medians of `runs` processes each. */
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
  const medianOf = async (args: readonly string[]): Promise<Start> => {
    const starts: Start[] = []
    for (let index = 0; index < Math.max(5, runs); index += 1) starts.push(await started(args))
    return {
      wallMs: median(starts.map(({ wallMs }) => wallMs)),
      cpuMs: median(starts.map(({ cpuMs }) => cpuMs)),
    }
  }
  const node = await medianOf(['-e', '0'])
  const commands: [name: string, aim: Aim | undefined, args: readonly string[]][] = [
    ['dossier --help', aims.help, [main, '--help']],
    ['dossier --version', undefined, [main, '--version']],
    ['dossier status', undefined, [main, 'status', '--home', join(folder, 'start-home')]],
    ['a run with nothing to do, one job of statutes, no exports', aims.idleRun, [main, ...run]],
  ]
  const figures: Figure[] = [{ figure: 'node -e 0', measured: textOf(node), aim: '' }]
  for (const [name, aim, args] of commands) {
    const start = await medianOf(args)
    const over = start.wallMs / node.wallMs
    figures.push(figure(`${name}: over node -e 0`, over, { aim, digits: 1, detail: textOf(start) }))
  }
  return figures
}

const textOf = ({ wallMs, cpuMs }: Start): string =>
  `${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} of the processor`

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
