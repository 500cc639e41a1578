import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { cli } from '../../support/cli.ts'
import { testSeed } from '../../support/dice.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { hasProgram } from '../../support/programs.ts'
import { concurrency, repeatsIn, untilAsked, workersWorld } from './world.ts'

const seed = testSeed()
/** What does not tell how many runs it took. */
const found = ['cases', 'enterprise_documents', 'document_parties', 'case_citations']

test.runIf(isLong && hasProgram('redis-server'))(
  `workers whose Redis is gone for good are given up: what they landed is kept, what they had begun is counted (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const world = await workersWorld(onTestFinished, { documents: 80, seed, perSecond: 25 })
    const home = ['--home', world.home('office')]
    const { shared } = homeAt(world.home('office')).state
    const run = await world.run('office', 'redis')
    const worker = world.worker('office')
    await untilAsked(world, 40)
    await worker.kill()
    await run.kill()
    await world.redis.kill()

    const alone = await world.run('office', 'in-process')
    expect(await alone.ended).toMatchObject({ code: 6 })
    expect(alone.notes()).toContain('dossier abandon-workers; nothing was called')

    const shown = await cli(['abandon-workers', ...home, '--json'])
    expect(shown).toMatchObject({ code: 2, notes: expect.stringContaining('nothing was done yet') })
    const [left] = JSON.parse(shown.out).runs
    expect(left).toMatchObject({ landed: expect.any(Number) })
    expect(left.lost).toBeLessThanOrEqual(concurrency)
    expect(left.uncounted).toBeGreaterThan(0)
    expect(await cli(['abandon-workers', ...home, '--dry-run'])).toMatchObject({ code: 0 })
    expect(await readdir(shared)).toContain(left.run_id)

    const done = await cli(['abandon-workers', ...home, '--json', '--yes'])
    expect(done).toMatchObject({
      code: 0,
      notes: expect.stringContaining(
        `may spend up to ${left.uncounted} tries that no budget and no ledger counts`,
      ),
    })
    expect(JSON.parse(done.out)).toEqual({ isDryRun: false, runs: [left] })
    expect(await readdir(shared)).not.toContain(left.run_id)
    expect(await cli(['abandon-workers', ...home])).toMatchObject({
      code: 0,
      out: 'workers have nothing of this home',
    })

    const last = await world.run('office', 'in-process')
    const { code } = await last.ended
    // Some corpora leave gaps.
    expect([0, 4], last.notes()).toContain(code)
    const requests = await world.requests()
    const texts = requests.filter(({ what }) => what.includes('rh_case_details'))
    expect(repeatsIn(texts)).toBeLessThanOrEqual(left.lost)
    const { attempts, lost } = await world.ledger('office')
    expect(lost).toBe(left.lost)
    expect(attempts).toBeGreaterThanOrEqual(requests.length)
    expect(attempts).toBeLessThanOrEqual(requests.length + lost)

    const here = await world.run('here', 'in-process')
    expect(await here.ended, here.notes()).toMatchObject({ code })
    const [office, whole] = [await world.digests('office'), await world.digests('here')]
    expect(found.map((table) => office[table])).toEqual(found.map((table) => whole[table]))
    expect(await cli(['verify', ...home])).toMatchObject({ code: 0 })
  },
)

test('where nothing ever ran there is nothing to give up', async () => {
  const told = await cli(['abandon-workers', '--home', await temporaryFolder()])
  expect(told).toMatchObject({ code: 2, notes: expect.stringContaining('there is nothing at') })
})
