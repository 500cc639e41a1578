import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acquireLock } from '../../src/disk/lock.ts'
import { folderLock } from '../../src/disk/publish-folder.ts'
import { homeAt } from '../../src/run/home/home.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { drawn, oneForm } from '../support/forms.ts'
import { dossier } from '../support/processes.ts'
import { jobOver, setUp } from './setting.ts'

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
  await mkdir(homeAt(home).state.quarantine, { recursive: true })
  const damaged = join(homeAt(home).state.quarantine, 'old')
  await writeFile(damaged, 'bytes')
  await utimes(damaged, new Date(0), new Date(0))
  return home
}

const filesIn = async (home: string): Promise<string[]> =>
  (await readdir(home, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'lock')
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .sort()

const all = ['--exports', '30', '--logs', '95', '--quarantine', '30']
const madeIn = (runId: string): string[] =>
  ['exports', 'exports-by-hand', 'reports'].flatMap((name) =>
    ['cases.csv', 'manifest.json'].map((file) => `runs/${runId}/${name}/${file}`),
  )
const gone = [
  '.state/quarantine/old',
  'runs/20260101T000000Z-0001/log.ndjson',
  ...madeIn('20260101T000000Z-0001'),
  ...madeIn('20260301T000000Z-0003'),
]

describe('dossier prune', () => {
  oneForm('removes nothing without --yes, and says so with exit code 2; a dry run ends with 0', async () => {
    const home = await homeWithRuns()
    const before = await filesIn(home)
    const shown = await cli(['prune', ...all, '--home', home])
    expect(shown).toMatchObject({ code: 2, notes: expect.stringContaining('nothing was removed yet') })
    const dry = await cli(['prune', ...all, '--home', home, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, notes: '', out: shown.out })
    expect(await filesIn(home)).toEqual(before)
  })

  oneForm(
    'removes what is too old, and never anything of the last run of a job, its inputs or its record',
    async () => {
      const home = await homeWithRuns()
      const before = await filesIn(home)
      expect(await cli(['prune', ...all, '--home', home, '--yes'])).toMatchObject({ code: 0, notes: '' })
      expect(await filesIn(home)).toEqual(before.filter((file) => !gone.includes(file)))
      expect(await cli(['prune', ...all, '--home', home, '--yes'])).toMatchObject({
        code: 0,
        out: 'nothing is that old',
      })
    },
  )

  oneForm('leaves a folder that a process is writing into, and says so', async () => {
    const home = await homeWithRuns()
    const path = 'runs/20260101T000000Z-0001/reports'
    const left = async () => (await filesIn(home)).filter((file) => file.startsWith(path))
    const before = await left()
    {
      await using _writing = await acquireLock(folderLock(join(home, path)), new Date())
      const { code, out, notes } = await cli(['prune', '--exports', '30', '--home', home, '--yes', '--json'])
      expect([code, notes]).toEqual([
        0,
        `prune: ${path} stays, for a process is writing there; do this again when it has ended`,
      ])
      expect(JSON.parse(out)).toMatchObject({ pruned: { length: 5 }, bytes: 5 * 1002 })
    }
    expect(await left()).toEqual(before)
  })

  const failPoints = ['prune.began', 'prune.manifest-removed', 'prune.manifest-removed:2', 'prune.removed:2']
  test.each(drawn(failPoints, 1))(
    'killed at %s leaves no manifest without its files, and is finished by the next',
    async (failPoint) => {
      const home = await homeWithRuns()
      const before = await filesIn(home)
      const args = ['prune', ...all, '--home', home, '--yes']
      expect(await dossier(args, { DOSSIER_FAIL_POINT: failPoint })).toMatchObject({ signal: 'SIGKILL' })
      const left = await filesIn(home)
      for (const file of left.filter((name) => name.endsWith('manifest.json')))
        expect(left).toContain(file.replace('manifest.json', 'cases.csv'))
      expect(await dossier(args, {})).toMatchObject({ code: 0 })
      expect(await filesIn(home)).toEqual(before.filter((file) => !gone.includes(file)))
    },
  )

  oneForm('asks what may go, for nothing goes by itself', async () => {
    const { code, notes } = await cli(['prune', '--home', await homeWithRuns(), '--yes'])
    expect(code).toBe(2)
    expect(notes).toContain('expected days, as --exports 30')
  })
})

oneForm(
  'a run of a job with a retention removes what its own earlier runs left, and the home stays whole',
  async () => {
    const {
      dossier: here,
      file,
      home,
    } = await setUp(
      jobOver(
        ['乙公司'],
        'exports: [{ format: csv, tables: [enterprises] }]\nretention: { exports: 0d, logs: 0d }',
      ),
    )
    for (let run = 0; run < 2; run += 1) expect(await here(['run', file])).toMatchObject({ code: 0 })
    const runs = await readdir(join(home, 'runs'))
    const held = await Promise.all(runs.sort().map((run) => readdir(join(home, 'runs', run))))
    expect(held.map((names) => names.includes('exports'))).toEqual([false, true])
    expect(held.map((names) => names.includes('log.ndjson'))).toEqual([false, true])
    expect(await here(['verify', '--quick'])).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'latest', 'run.json'), 'utf8')).toContain('complete')
  },
)
