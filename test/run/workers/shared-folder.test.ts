import { mkdir, rename } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeShared } from '../../../src/run/workers/shared-folder.ts'
import { hasProgram } from '../../support/programs.ts'
import { holdingService, unitKeys, unitWorld } from './unit-world.ts'

const [calls, concurrency] = [10, 2]

const goesBack = (log: () => string): Promise<void> =>
  expect
    .poll(log, { timeout: 60_000 })
    .toMatch(/is not the folder that it was when the worker began: mount it again/)

// One that is not mounted: below.
test.skipIf(!hasProgram('redis-server'))(
  'of a unit in a shared folder that was replaced by that of another home nothing is asked until it is mounted again',
  async () => {
    const world = await unitWorld(onTestFinished, calls)
    const service = await holdingService(onTestFinished, Number.POSITIVE_INFINITY)
    await rename(world.shared, `${world.shared}.away`)
    await makeShared(world.shared)
    const worker = world.work({ baseUrl: service.url, concurrency })
    await goesBack(worker.log)
    expect(service.asked).toBe(0)

    await rename(world.shared, `${world.shared}.wrong`)
    await rename(`${world.shared}.away`, world.shared)
    await expect.poll(world.isEnded, { timeout: 60_000 }).toBe(true)
    expect(service.asked).toBe(calls)
    expect(await world.standing()).toEqual({ answered: unitKeys(calls), lost: [] })
  },
)

test.skipIf(!hasProgram('redis-server'))(
  'a unit whose shared folder goes while it is made is taken up with all that had landed, once it is back',
  async () => {
    const world = await unitWorld(onTestFinished, calls)
    const service = await holdingService(onTestFinished, 4)
    const worker = world.work({ baseUrl: service.url, concurrency })
    await service.untilAsked(5)
    await rename(world.shared, `${world.shared}.away`)
    await mkdir(world.shared)
    service.goOn()
    await goesBack(worker.log)

    await rename(world.shared, `${world.shared}.wrong`)
    await rename(`${world.shared}.away`, world.shared)
    await expect.poll(world.isEnded, { timeout: 60_000 }).toBe(true)
    expect(service.asked).toBe(calls)
    expect(await world.standing()).toEqual({ answered: unitKeys(calls), lost: [] })
  },
)
