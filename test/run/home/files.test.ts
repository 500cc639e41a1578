import { execFile } from 'node:child_process'
import { mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fateOf, foreignIn, kindsOfFiles, placesIn } from '../../../src/run/home/files.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { openHome } from '../../../src/run/home/open-home.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { testEffects } from '../../support/run.ts'
import { copyOfSampleHome, sampleHome } from '../../support/sample-home.ts'
import { searchFolder } from '../../support/search-home.ts'

test('every file of a home is of a kind that a purge knows, and so is every place that the program names', async () => {
  const home = homeAt((await sampleHome()).home)
  const found: string[] = []
  for await (const place of placesIn(home)) found.push(place)
  // The sample's own job stands beside them.
  expect(found.filter((place) => fateOf(place) === undefined)).toEqual(['job.yaml'])
  expect(found.length).toBeGreaterThan(8)
  const { root, runs, state, ...files } = home
  const named = [...Object.values(files), ...Object.values(state)].map((path) => relative(root, path))
  const unknown = named.filter((place) => (fateOf(place) ?? fateOf(`${place}/x=1/1.parquet`)) === undefined)
  expect({ unknown, runs }).toEqual({ unknown: [], runs: expect.any(String) })
})

test('a file of no kind is known as such, and the page about forgetting has every kind', async () => {
  for (const place of ['notes.txt', 'favourites.json', '.state/history.json', 'runs/desktop.ini'])
    expect(fateOf(place), place).toBeUndefined()
  const page = await readFile(new URL('../../../docs/privacy.md', import.meta.url), 'utf8')
  for (const [, , named] of kindsOfFiles) expect(page).toContain(named)
})

/** Beside what a run leaves: what else may stand in a home, by what a purge makes of it. */
const planted = {
  removed: [
    ...['dossier.duckdb.publishing', '.latest', '.state/spill', '.state/quarantine/1', '.state/suspect'],
    ...['.state/warehouse.duckdb.damaged', '.state/warehouse.duckdb.scratch', '.state/raw/.writing'],
    ...['.state/landing/1.ndjson.arriving', '.state/landing/1.ndjson.rewriting', '.state/staging/1.ndjson'],
    ...['.state/tombstones.json.writing', 'runs/RUN/exports/cases.csv', 'runs/RUN/reports/index.html'],
    ...['runs/RUN/exports-by-hand/cases.csv', 'runs/RUN/notified.json', 'runs/RUN/run.json.rewriting'],
  ],
  'passed over': [
    ...[`.state/spill.${process.ppid}.1`, '.state/rates.json', '.state/rates.json.new'],
    ...['.state/schedule.json', '.state/.schedule.json'],
  ],
}

test('a purge does with each kind of file what the register says, and a copy has what it says', async () => {
  const root = await copyOfSampleHome()
  const name = '示例建设集团有限公司'
  const runId = (await readlink(join(root, 'latest'))).slice('runs/'.length)
  const { state } = homeAt(root)
  const asked = { operation: 'rh_enterpriseSearch', step: 'resolve', params: { name }, sweep: 1, cost: 1 }
  const killed = [
    { runId, firstSegment: `${runId}-000900` },
    { callKey: 'a'.repeat(32), ...asked, startedAt: new Date().toISOString() },
  ]
  const journal = () => writeFile(state.attempts, killed.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await journal()
  // What it asked lands.
  await (await openHome(homeAt(root), testEffects(), () => undefined)).close()
  await journal()
  for (const named of Object.values(planted).flat()) {
    const place = named.replace('RUN', runId)
    expect(planted[fateOf(place) as keyof typeof planted], place).toContain(named)
    await mkdir(dirname(join(root, place)), { recursive: true })
    await writeFile(join(root, place), JSON.stringify({ [name]: `SELECT '${name}'`, other: 'SELECT 1' }))
  }
  await symlink(await temporaryFolder(), join(root, '.state/linked'))
  expect(await foreignIn({ root })).toEqual(['.state/linked', 'job.yaml'])
  const contents = async () => {
    const found = new Map<string, string>()
    for await (const place of placesIn({ root }))
      found.set(place, await readFile(join(root, place), 'latin1').catch(({ code }) => code))
    return found
  }
  await writeFile(state.tombstones, JSON.stringify({ version: 1, tombstones: [], purging: null }))
  const before = await contents()
  const met = new Set(
    [...before.keys()].map((place) => kindsOfFiles.findIndex(([, kind]) => kind.test(place))),
  )
  const operations = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, commands = ''] = /## Copy a home\n.*?```sh\n(.*?)```/s.exec(operations) ?? []
  const copy = await temporaryFolder()
  await promisify(execFile)('sh', ['-c', commands], { env: { ...process.env, home: root, copy } })
  const copied = new Set<string>()
  for await (const place of placesIn({ root: copy })) copied.add(place)

  const ended = await cli(['forget', '--enterprise', name, '--yes'], { DOSSIER_HOME: root })
  expect(ended, ended.notes).toMatchObject({ code: 0 })

  const after = await contents()
  const told = (await searchFolder(root, [name])).map((found) => found.split(': ')[0])
  for (const [place, content] of before) {
    const fate = fateOf(place)
    const isSame = after.get(place) === content
    if (fate === 'removed') expect(after.has(place), place).toBe(false)
    if (fate === 'passed over') expect(isSame, place).toBe(true)
    if (fate === 'kept') expect(after.has(place), place).toBe(true)
    if (fate === 'rebuilt' || fate === 'rewritten') expect(told, place).not.toContain(place)
    if (fate === 'rebuilt') expect([after.has(place), isSame], place).toEqual([true, false])
    if (fate === 'kept' || fate === 'rewritten') expect(copied, place).toContain(place)
    if (fate === 'rebuilt') expect(copied, place).not.toContain(place)
  }
  const unmet = kindsOfFiles.filter((_, at) => !met.has(at)).map(([, kind]) => String(kind))
  expect(unmet).toEqual([])
})
