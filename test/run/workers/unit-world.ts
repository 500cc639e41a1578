import { join } from 'node:path'
import { expect } from 'vitest'
import type { PlannedCall } from '../../../src/calls/call.ts'
import { queueName } from '../../../src/run/workers/redis.ts'
import {
  makeShared,
  putUnit,
  shareRun,
  type Unit,
  unitEnd,
  unitFolder,
} from '../../../src/run/workers/shared-folder.ts'
import { openUnitQueue } from '../../../src/run/workers/unit-queue.ts'
import { readUnitState } from '../../../src/run/workers/unit-state.ts'
import { startFaultServer } from '../../proofs/faults/fault-server.ts'
import { temporaryFolder, type Whenever } from '../../support/folder.ts'
import { type Spawned, spawnBuilt } from '../../support/processes.ts'
import { ownRedis } from '../../support/redis.ts'
import { type OwnWorker, workAt } from './own-worker.ts'

const runId = 'run-1'
const scope = 'test'

/** One unit of full texts as a run gives it out, and nothing else of the run. */
export interface UnitWorld {
  /** The shared folder. */
  readonly shared: string
  /** Begins a worker in this process. */
  work(how: WorkerHow): WorkingHere
  /** Begins a worker in a process of its own. */
  workApart(how: WorkerHow): Spawned
  isEnded(): Promise<boolean>
  /** How the calls stand, by their keys: attempts that were answered, and those that were lost. */
  standing(): Promise<{ readonly answered: readonly string[]; readonly lost: readonly string[] }>
}

export interface WorkerHow extends Pick<OwnWorker, 'baseUrl' | 'concurrency' | 'lockMs'> {}

export interface WorkingHere {
  /** What it logged. */
  log(): string
  /** Ends in order. */
  end(): Promise<void>
}

export const unitKeys = (calls: number): string[] =>
  Array.from({ length: calls }, (_, index) => `k${String(index).padStart(2, '0')}`)

export async function unitWorld(whenOver: Whenever, calls: number): Promise<UnitWorld> {
  const folder = await temporaryFolder(whenOver)
  const shared = join(folder, 'shared')
  const redis = await ownRedis(whenOver)
  const sharedId = await makeShared(shared)
  const unit: Unit = {
    id: 'unit-1',
    runId,
    attempts: 2 * calls,
    hasAnswered: false,
    calls: unitKeys(calls).map(plannedCall),
  }
  const run = {
    runId,
    version: 'test',
    baseUrl: 'http://service',
    transport: 'http' as const,
    tools: {},
    perSecond: null,
    costs: {},
  }
  await shareRun(shared, run, join(folder, 'no tombstones'))
  await putUnit(shared, unit)
  const client = await redis.connect()
  whenOver(async () => client.disconnect())
  const silent = { onEnded: () => undefined, onTrouble: () => undefined }
  const queue = await openUnitQueue(queueName(scope, sharedId), client, silent)
  whenOver(async () => await queue[Symbol.asyncDispose]())
  await queue.put([unit])
  const options = { redisUrl: redis.url, shared, sharedId, scope }
  const place = unitFolder(shared, unit)
  return {
    shared,
    work(how) {
      const [stopping, log] = [new AbortController(), [] as string[]]
      const working = workAt({ ...options, ...how }, stopping.signal, (line) => log.push(line))
      const end = async (): Promise<void> => {
        stopping.abort()
        await working
      }
      whenOver(end)
      return { log: () => log.join(''), end }
    },
    workApart(how) {
      const child = spawnBuilt('test/run/workers/worker-process.js', [JSON.stringify({ ...options, ...how })])
      whenOver(() => child.kill())
      return child
    },
    isEnded: async () => (await unitEnd(place)) !== undefined,
    async standing() {
      const { lines } = await readUnitState(place, runId, (call) => call)
      const keysOf = (isLost: boolean): string[] =>
        lines.flatMap(({ call }) => ((call.transport === 'lost') === isLost ? [call.callKey] : [])).sort()
      return { answered: keysOf(false), lost: keysOf(true) }
    },
  }
}

const plannedCall = (callKey: string): PlannedCall => ({
  callKey,
  operation: 'rh_case_details',
  step: 'details',
  params: { id: callKey, type: 'ptal' },
  sweep: 1,
})

/** A service that holds back its answers from one request on, until it is told to go on. */
export interface HoldingService {
  readonly url: string
  /** Requests that came. */
  readonly asked: number
  /** Resolves when so many have come. */
  untilAsked(count: number): Promise<void>
  goOn(): void
}

export async function holdingService(whenOver: Whenever, from: number): Promise<HoldingService> {
  let goOn = (): void => undefined
  const released = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const bodyOf = (url: string) => {
    const id = new URL(url, 'http://service').searchParams.get('id')
    return Buffer.from(JSON.stringify({ status: 'success', code: 200, data: [{ id }] }))
  }
  const options = {
    seed: 1,
    faults: [],
    share: 0,
    async behind({ nth, url }: { readonly nth: number; readonly url: string }) {
      if (nth >= from) await released
      return { httpStatus: 200, body: bodyOf(url) }
    },
  }
  const { url, counts } = await startFaultServer(options, whenOver)
  return {
    url,
    goOn,
    get asked() {
      return counts.requests
    },
    async untilAsked(count) {
      await expect
        .poll(() => counts.requests, { timeout: 60_000, interval: 20 })
        .toBeGreaterThanOrEqual(count)
    },
  }
}
