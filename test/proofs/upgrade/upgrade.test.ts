import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { takeLock } from '../../../src/run/home/home.ts'
import { openHome } from '../../../src/run/home/open-home.ts'
import { Database, type SqlRow } from '../../../src/warehouse/database.ts'
import { schemaFingerprint, storedFingerprint } from '../../../src/warehouse/schema.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { longForm, oneForm } from '../../support/forms.ts'
import { apiKey, runHere, serveCorpus, testEffects } from '../../support/run.ts'
import { factsOf } from '../../support/tables.ts'
import { callsMade, madeAt, type UpgradeHome, upgradeCorpus, upgradeHome } from './upgrade-home.ts'

const anotherVersion = "UPDATE warehouse_schema SET fingerprint = 'another'"

/** Opens it as a run does, without a client: there is no way to make a call. */
async function opened({ home }: UpgradeHome): Promise<{ told: string[]; calls: SqlRow[] }> {
  const told: string[] = []
  await using _lock = await takeLock(home.state.lock, new Date())
  await using database = await openHome(home, testEffects(), (message) => told.push(message))
  expect(await storedFingerprint(database)).toBe(schemaFingerprint())
  return { told, calls: await database.rows('SELECT * FROM calls ORDER BY call_key, run_id') }
}

async function pretendAnotherVersion({ home }: UpgradeHome): Promise<void> {
  await using database = await Database.open(home.state.warehouse)
  await database.run(anotherVersion)
}

oneForm(
  'the home of f3af57b opens with every call in its ledger, says so when its tables are rebuilt',
  async () => {
    const old = await upgradeHome(await temporaryFolder())
    await pretendAnotherVersion(old)
    const { told, calls } = await opened(old)
    expect(calls).toHaveLength(callsMade)
    expect(told.slice(0, 2)).toEqual([
      `${old.home.state.warehouse} was made by another version of dossier: its tables are rebuilt from raw, without a call`,
      'the tables are rebuilt: 45 calls of 1 run are in them; analysts see those published before until a run ends, or dossier doctor',
    ])
  },
)

oneForm(
  'plan upgrades the home of f3af57b without its working database or a request; verify finds nothing wrong',
  async () => {
    const folder = await temporaryFolder()
    const old = await upgradeHome(folder)
    await rm(old.home.state.warehouse)
    const corpus = join(folder, 'corpus')
    await upgradeCorpus(corpus)
    const service = await serveCorpus(corpus)
    const env = { DOSSIER_HOME: old.home.root, DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: apiKey }
    const plan = await cli(['plan', join(import.meta.dirname, 'f3af57b/job.yaml')], env)
    expect(plan).toMatchObject({ code: 0 })
    expect(await cli(['verify', '--quick'], env)).toMatchObject({ code: 0, notes: '' })
    expect(service.counts.requests).toBe(0)
  },
)

longForm(
  'answers that f3af57b took for answers or absences count no longer, and one honest run makes up for them',
  async () => {
    const folder = await temporaryFolder()
    const old = await upgradeHome(folder)
    const { told, calls } = await opened(old)
    const outcomes = new Map(calls.map(({ call_key, outcome }) => [call_key, outcome]))
    expect(old.wrong.map(({ callKey }) => outcomes.get(callKey))).toEqual(old.wrong.map(() => 'failed'))
    expect(told.at(-1)).toBe(
      `${old.wrong.length} answers that counted before count no longer: they answer another question, or do not say that ` +
        'nothing was found; the next run that needs them asks again',
    )
    const corpus = join(folder, 'corpus')
    await upgradeCorpus(corpus)
    const service = await serveCorpus(corpus)
    const now = () => new Date(madeAt.getTime() + 60_000)
    const fresh = join(folder, 'fresh')
    await runHere({ home: fresh, job: old.job, url: service.url, now })
    const asked = service.counts.requests
    await runHere({ home: old.home.root, job: old.job, url: service.url, now })
    expect(await factsOf(old.home.root)).toEqual(await factsOf(fresh))
    // What was right is not asked again.
    expect(service.counts.requests - asked).toBeLessThan(asked)
  },
)
