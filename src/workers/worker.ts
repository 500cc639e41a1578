import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Job, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import PQueue from 'p-queue'
import type { Retries } from '../calling/attempt.ts'
import { createRateMeter } from '../calling/dispatch.ts'
import type { Effects } from '../calling/effects.ts'
import { createRefusals, createRetryBudget, type Refusals } from '../calling/limits.ts'

import type { Client } from '../client/client.ts'
import { parseJson } from '../contract/json.ts'
import { createForgetter } from '../privacy/forgetter.ts'
import { readTombstones } from '../privacy/tombstones.ts'
import { carryOutUnit } from './carry-out-unit.ts'
import { createLease, type Lease, LostUnitError } from './lease.ts'
import { here, leaveRoster, prefix, protocol, queueName, tellRoster } from './redis.ts'
import {
  readSharedRun,
  readUnit,
  type SharedRun,
  sharedIdOf,
  tombstonesOf,
  unitFolder,
} from './shared-folder.ts'
import { openSharedGate, type SharedGate, watchReached } from './shared-gate.ts'

import { mostStalls, stoppedOf, type UnitTicket } from './unit-queue.ts'

export interface WorkerOptions {
  readonly redis: Redis
  /** Folder that runs share: see shared-folder.ts. */
  readonly shared: string
  readonly sharedId: string
  /** Whose rate it is. */
  readonly scope: string
  /** Calls under way at the same time. */
  readonly concurrency: number
  readonly version: string
  readonly effects: Effects
  /** The way to the service that a run's calls take. */
  readonly clientFor: (run: SharedRun) => Promise<Client>
  /** A unit whose worker is silent for so long is given to another. Default 15000 ms; the same for all workers of a queue. */
  readonly lockMs?: number
  /** Aborts when the worker is asked to stop: what is under way lands, the rest of its units goes back. */
  readonly signal: AbortSignal
}

/** What is the same for all units of a run. */
interface RunAtWork extends AsyncDisposable {
  readonly run: SharedRun
  readonly client: Client
  readonly gate: SharedGate
  readonly retries: Retries
  readonly refusals: Refusals
  /** Aborts while the run stops; another one when it goes on. */
  stopping: AbortController
  units: number
}

const defaultLockMs = 15_000
/** How often, within one such time, a worker looks for units of others that are silent. */
const looksALock = 3
/** While the last calls of one unit are under way, the next one has begun. */
const unitsAtOnce = 2
const tellEveryMs = 1_000

/** Takes units and makes their calls, until it is asked to stop. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { redis, shared, effects, signal, lockMs = defaultLockMs } = options
  const queue = new PQueue({ concurrency: options.concurrency })
  using reached = watchReached(redis, effects.monotonicMs)
  const meter = createRateMeter(effects.monotonicMs)
  const runs = new Map<string, Promise<RunAtWork | undefined>>()
  const leases = new Map<string, Lease>()
  const about = {
    id: `${here.host}-${here.pid}-${randomUUID().slice(0, 8)}`,
    ...here,
    version: options.version,
    protocol,
    queue: queueName(options.scope, options.sharedId),
    concurrency: options.concurrency,
    since: effects.now().toISOString(),
  }
  let calls = 0
  let lastError: string | null = null
  const trouble = (error: Error): void => {
    // The same again and again while Redis is away.
    if (error.message !== lastError) effects.log.warn({ err: error }, 'trouble')
    lastError = error.message
  }

  function runOf(runId: string): Promise<RunAtWork | undefined> {
    const known = runs.get(runId) ?? openRun(runId)
    runs.set(runId, known)
    known.catch(() => runs.delete(runId))
    return known
  }

  async function openRun(runId: string): Promise<RunAtWork | undefined> {
    const run = await readSharedRun(shared, runId)
    if (run === undefined) return undefined
    const client = await options.clientFor(run)
    const gate = await openSharedGate({
      redis,
      reached,
      scope: options.scope,
      ceiling: run.perSecond ?? Number.POSITIVE_INFINITY,
      monotonicMs: effects.monotonicMs,
      onTrouble: trouble,
      onCut: (perSecond) => effects.log.warn({ perSecond }, 'the service refuses for speed: the rate is cut'),
    })
    return {
      run,
      client,
      gate,
      retries: { transient: createRetryBudget(), reconnect: createRetryBudget() },
      refusals: createRefusals(),
      stopping: new AbortController(),
      units: 0,
      async [Symbol.asyncDispose]() {
        await gate[Symbol.asyncDispose]()
        await client[Symbol.asyncDispose]()
      },
    }
  }

  /** Runs that have no unit here any more, but for the last one. */
  async function closeIdleRuns(current: string): Promise<void> {
    for (const [runId, opening] of runs) {
      const run = await opening
      if (runId === current || (run?.units ?? 0) > 0) continue
      runs.delete(runId)
      await run?.[Symbol.asyncDispose]()
    }
  }

  async function process(job: Job<UnitTicket>, token?: string): Promise<void> {
    const { runId, unit: id } = job.data
    await sameFolder(options)
    const [at, unit] = [await runOf(runId), await readUnit(shared, { runId, id })]
    if (at === undefined || unit === undefined) {
      // Its run has taken it back, or puts it into the queue again when the folder shows it late.
      if (at === undefined) runs.delete(runId)
      return effects.log.warn({ run_id: runId, unit: id }, 'unit is not in the shared folder')
    }
    const isStopped = (await stoppedOf(redis, [runId])).has(runId)
    if (isStopped) at.stopping.abort()
    else if (at.stopping.signal.aborted) at.stopping = new AbortController()
    at.units += 1
    try {
      await closeIdleRuns(runId)
      using lease = createLease({
        renew: async (holdMs) => (await job.extendLock(token ?? '', holdMs)) === 1,
        holdMs: lockMs,
        monotonicMs: effects.monotonicMs,
      })
      leases.set(`${runId}/${id}`, lease)
      await lease.sure()
      const { tombstones } = await readTombstones(tombstonesOf(shared, runId))
      await carryOutUnit(unit, {
        ...at,
        effects,
        lease,
        queue,
        forgetter: createForgetter(tombstones, (body) => parseJson(body).value),
        place: unitFolder(shared, { runId, id }),
        owner: randomUUID(),
        signal: AbortSignal.any([signal, at.stopping.signal]),
        onLanded() {
          calls += 1
          meter.count()
        },
      })
      effects.log.info({ run_id: runId, unit: id }, 'unit ended')
    } catch (error) {
      if (!(error instanceof LostUnitError)) throw error
      effects.log.warn({ run_id: runId, unit: id }, error.message)
      lastError = error.message
      // Its ticket is another's, or waits already: nobody is to move it from here.
      throw new WaitingError()
    } finally {
      leases.delete(`${runId}/${id}`)
      at.units -= 1
    }
  }

  const worker = new Worker<UnitTicket>(about.queue, process, {
    connection: redis,
    prefix,
    name: about.id,
    concurrency: unitsAtOnce,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / looksALock),
    maxStalledCount: mostStalls,
    // The lease renews it, and knows until when it holds.
    skipLockRenewal: true,
    autorun: false,
  })
  worker.on('error', trouble)
  worker.on('failed', (job, error) => {
    effects.log.warn({ unit: job?.id, err: error }, 'unit goes back')
    lastError = error.message
  })
  redis.on('close', () => {
    effects.log.warn('Redis is not reachable: nothing new is begun until it is')
    for (const lease of leases.values()) lease.doubt()
  })
  redis.on('ready', () => effects.log.info('Redis is reachable again'))

  async function tell(): Promise<void> {
    const units = [...leases.keys()]
    await tellRoster(redis, { ...about, units, calls, rate: meter.perSecond(), lastError })
    for (const runId of await stoppedOf(redis, [...runs.keys()])) (await runs.get(runId))?.stopping.abort()
  }
  let telling: Promise<void> | undefined
  const timer = setInterval(() => {
    telling ??= tell()
      .catch(trouble)
      .finally(() => {
        telling = undefined
      })
  }, tellEveryMs)

  await tell()
  const running = worker.run()
  running.catch(trouble)
  if (!signal.aborted) await once(signal, 'abort')
  await worker.close()
  clearInterval(timer)
  await telling
  await leaveRoster(redis, about.id)
  for (const run of runs.values()) await (await run)?.[Symbol.asyncDispose]()
}

/** A folder that was unmounted is not the one that the run shares. */
async function sameFolder({ shared, sharedId }: Pick<WorkerOptions, 'shared' | 'sharedId'>): Promise<void> {
  const found = await sharedIdOf(shared)
  if (found === sharedId) return
  throw new Error(`${shared} is not the folder that it was when the worker began: mount it again`)
}
