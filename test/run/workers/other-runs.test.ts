import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { homeAt } from '../../../src/run/home/home.ts'
import { cli } from '../../support/cli.ts'
import { testSeed } from '../../support/dice.ts'
import { isLong } from '../../support/forms.ts'
import { hasProgram } from '../../support/programs.ts'
import { repeatsIn, untilAsked, workersWorld } from './world.ts'

const seed = testSeed()

test.runIf(isLong && hasProgram('redis-server'))(
  `units of a run that nobody resumes are brought home by the next run of another job, before it asks (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const world = await workersWorld(onTestFinished, { documents: 80, seed, perSecond: 20 })
    const { shared } = homeAt(world.home('office')).state
    const left = await world.run('office', 'redis')
    const worker = world.worker('office')
    await untilAsked(world, 20)
    await left.kill()
    const [leftId = ''] = (await readdir(shared)).filter((name) => name.startsWith('20'))

    const alone = await world.run('office', 'in-process', '', { job: 'alone' })
    expect(await alone.ended).toMatchObject({ code: 6 })
    expect(alone.notes()).toContain(
      `workers may still have calls of run ${leftId}, which are paid for: bring them home`,
    )

    const next = await world.run('office', 'redis', '', { job: 'next' })
    // Some corpora leave gaps.
    expect([0, 4], next.notes()).toContain((await next.ended).code)
    expect(next.notes()).not.toContain('resuming')
    expect(await readdir(shared)).not.toContain(leftId)
    worker.process.kill('SIGTERM')
    expect(await worker.ended).toMatchObject({ code: 0 })

    const requests = await world.requests()
    expect(repeatsIn(requests.filter(({ what }) => what.includes('rh_case_details')))).toBe(0)
    expect(await world.ledger('office')).toEqual({ attempts: requests.length, lost: 0 })
    expect(await cli(['verify', '--home', world.home('office')])).toMatchObject({ code: 0 })
  },
)
