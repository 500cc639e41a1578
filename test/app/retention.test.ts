import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeOld } from '../../src/app/retention.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { jobOver, setUp } from '../cli/setting.ts'
import { temporaryFolder } from '../support/folder.ts'
import { drawn, oneForm } from '../support/forms.ts'
import { dossier } from '../support/processes.ts'

const dayMs = 86_400_000

/** A home with runs of two jobs, so many days old, each with exports, reports, a log, and a folder that somebody made there. */
async function homeWithRuns(): Promise<string> {
  const home = await temporaryFolder()
  const runs = [
    ['20260101T000000Z-0001', 'a', 100],
    ['20260201T000000Z-0002', 'b', 90],
    ['20260301T000000Z-0003', 'a', 40],
    ['20260302T000000Z-0004', 'a', 10],
  ] as const
  for (const [runId, job, days] of runs) {
    const folder = join(home, 'runs', runId)
    await mkdir(folder, { recursive: true })
    const finished_at = new Date(Date.now() - days * dayMs).toISOString()
    const run = { run_id: runId, job, status: 'complete', started_at: finished_at, finished_at }
    await writeFile(join(folder, 'run.json'), JSON.stringify(run))
    await writeFile(join(folder, 'inputs.ndjson'), '{}\n')
    await writeFile(join(folder, 'log.ndjson'), '{}\n')
    for (const name of ['exports', 'exports-by-hand', 'reports', 'of-mine']) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'manifest.json'), '{}')
      await writeFile(join(folder, name, 'cases.csv'), 'x'.repeat(1000))
    }
  }
  return home
}

const filesIn = async (home: string): Promise<string[]> =>
  (await readdir(home, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'lock')
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .sort()

const madeIn = (runId: string): string[] =>
  ['exports', 'exports-by-hand', 'reports'].flatMap((name) =>
    ['cases.csv', 'manifest.json'].map((file) => `runs/${runId}/${name}/${file}`),
  )
const gone = [
  'runs/20260101T000000Z-0001/log.ndjson',
  ...madeIn('20260101T000000Z-0001'),
  ...madeIn('20260301T000000Z-0003'),
]

const ago = (days: number): Date => new Date(Date.now() - days * dayMs)
const removeFrom = (home: string, now = new Date()) =>
  removeOld(homeAt(home), 'a', { exports: ago(30), logs: ago(95) }, now)

oneForm(
  'removes what is too old, and never anything of the last run of a job or of another job, its inputs or its record',
  async () => {
    const home = await homeWithRuns()
    const before = await filesIn(home)
    await removeFrom(home)
    expect(await filesIn(home)).toEqual(before.filter((file) => !gone.includes(file)))
    await removeOld(homeAt(home), 'a', {}, new Date())
    expect(await filesIn(home)).toEqual(before.filter((file) => !gone.includes(file)))
  },
)

const failPoints = [
  'retention.began',
  'retention.manifest-removed',
  'retention.manifest-removed:2',
  'retention.removed:2',
]
test.each(drawn(failPoints, 1))(
  'killed at %s, a run of a job with a retention leaves no manifest without its files; the next removes what earlier ones left, and the home is whole',
  async (failPoint) => {
    const csv = 'exports: [{ format: csv, tables: [enterprises] }]\nretention: { exports: 0d, logs: 0d }'
    const setting = await setUp(jobOver(['乙公司'], `${csv}\nreport: { formats: [html] }`))
    const { file, home, env, dossier: here } = setting
    expect(await here(['run', file])).toMatchObject({ code: 0 })
    const [first = ''] = await readdir(join(home, 'runs'))
    // What goes is of the first run; no later one need write dossiers.
    await writeFile(file, jobOver(['乙公司'], csv))
    const killed = await dossier(['run', file], { ...env, DOSSIER_FAIL_POINT: failPoint })
    expect(killed).toMatchObject({ signal: 'SIGKILL' })
    const isOfFirst = (name: string) => name.startsWith(`runs/${first}/`)
    const left = (await filesIn(home)).filter(isOfFirst)
    for (const name of left.filter((name) => name.endsWith('/exports/manifest.json')))
      expect(left).toContain(name.replace('manifest.json', 'enterprises.csv'))
    expect(await here(['run', file])).toMatchObject({ code: 0 })
    const runs = await readdir(join(home, 'runs'))
    const held = await Promise.all(runs.sort().map((run) => readdir(join(home, 'runs', run))))
    const made = held.map((names) => names.filter((name) => /exports|reports|log/.test(name)))
    expect([made.slice(0, -1).flat(), made.at(-1)]).toEqual([[], ['exports', 'log.ndjson']])
    expect(await here(['verify', '--quick'])).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'latest', 'run.json'), 'utf8')).toContain('complete')
  },
)
