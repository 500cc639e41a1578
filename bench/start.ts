import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aims, type Figure, figure, median, repeated } from './figure.ts'
import { dossier, env, main, serve } from './processes.ts'
import type { Setting } from './workload.ts'

/** How soon a command answers, over Node alone: help, and a run that finds everything known. Medians of five processes each, or more. */
export async function startFigures({ folder, runs }: Setting): Promise<Figure[]> {
  const [corpus, job, home] = [join(folder, 'corpus'), join(folder, 'job.yaml'), join(folder, 'home')]
  await dossier(['sample', '--out', corpus])
  await writeFile(
    job,
    'pipeline: statute-watch\ncitations: [中华人民共和国民法典第五百七十七条]\nexports: []\n',
  )
  await using service = await serve('--corpus', corpus)
  const run = ['run', job, '--no-resume', '--home', home, '--base-url', service.url]
  await dossier(run)
  const medianOf = async (args: readonly string[]) => {
    const starts = await repeated(Math.max(5, runs), () => started(args))
    const [wall, cpu] = [median(starts, ({ wallMs }) => wallMs), median(starts, ({ cpuMs }) => cpuMs)]
    return { wall, detail: `${wall.toFixed(0)} ms, ${cpu.toFixed(0)} of the processor` }
  }
  const node = await medianOf(['-e', '0'])
  const figures = [figure('node -e 0: milliseconds', node.wall, { digits: 0, detail: node.detail })]
  for (const { name, aim, args } of [
    { name: 'dossier --help', aim: aims.help, args: ['--help'] },
    { name: 'dossier --version', args: ['--version'] },
    { name: 'dossier status', args: ['status', '--home', home] },
    { name: 'a run with nothing to do, one job of statutes, no exports', aim: aims.idleRun, args: run },
  ]) {
    const { wall, detail } = await medianOf([main, ...args])
    figures.push(figure(`${name}: over node -e 0`, wall / node.wall, { aim, digits: 1, detail }))
  }
  return figures
}

/** A shell says what its child took, user and system, once it has ended. */
async function started(
  args: readonly string[],
): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const begun = performance.now()
  const shell = ['-c', '"$@" > /dev/null 2>&1; times', 'sh', process.execPath, ...args]
  const { stdout } = await promisify(execFile)('/bin/sh', shell, { env })
  const wallMs = performance.now() - begun
  const [, children = ''] = stdout.trim().split('\n')
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
  return { wallMs, cpuMs: seconds.reduce((sum, one) => sum + one, 0) * 1000 }
}
