import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Job, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import PQueue from 'p-queue'
import type { Client } from '../../calls/client/client.ts'
import { createRateMeter } from '../../calls/dispatch.ts'
import type { Effects } from '../../calls/effects.ts'
import { parseJson } from '../../contract/json.ts'
import { createForgetter } from '../../rows/privacy/forgetter.ts'
import { readTombstones } from '../../rows/privacy/tombstones.ts'
import { carryOutUnit, createLease, type Lease, LostUnitError } from './carry-out-unit.ts'
import { here, leaveRoster, prefix, protocol, queueName, tellRoster, type WorkerEntry } from './redis.ts'
import { type RunAtWork, RunsAtWork } from './runs-at-work.ts'
import { readUnit, type SharedRun, sharedIdOf, tombstonesOf, type Unit, unitFolder } from './shared-folder.ts'
import { watchReached } from './shared-gate.ts'
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

const defaultLockMs = 15_000
/** How often, within one such time, a worker looks for units of others that are silent. */
const looksALock = 3
/** While the last calls of one unit are under way, the next one has begun. */
const unitsAtOnce = 2
const reportEveryMs = 1_000

/** Takes units and makes their calls, until it is asked to stop. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { redis, effects, signal } = options
  using reached = watchReached(redis, effects.monotonicMs)
  const status = new Status(options)
  const onTrouble = (error: Error) => status.trouble(error)
  await using runs = new RunsAtWork({ ...options, reached, onTrouble })
  const context = { options, status, runs, queue: new PQueue({ concurrency: options.concurrency }) }
  const worker = openTicketWorker(context)
  const reporting = await reportRegularly(context)
  worker.run().catch(onTrouble)
  if (!signal.aborted) await once(signal, 'abort')
  await worker.close()
  await reporting.end()
  await leaveRoster(redis, status.id)
}

/** What all units of a worker share. */
interface AtWork {
  readonly options: WorkerOptions
  readonly status: Status
  readonly runs: RunsAtWork
  /** Calls of all units, so many at a time. */
  readonly queue: PQueue
}

/** A worker's own report: its units, the calls it landed, its last trouble. */
class Status {
  readonly #about: Omit<WorkerEntry, 'units' | 'calls' | 'rate' | 'lastError'>
  readonly #log: Effects['log']
  readonly #meter
  readonly leases = new Map<string, Lease>()
  #calls = 0
  #lastError: string | null = null

  constructor({ effects, version, scope, sharedId, concurrency }: WorkerOptions) {
    this.#log = effects.log
    this.#meter = createRateMeter(effects.monotonicMs)
    this.#about = {
      id: `${here.host}-${here.pid}-${randomUUID().slice(0, 8)}`,
      ...here,
      version,
      protocol,
      queue: queueName(scope, sharedId),
      concurrency,
      since: effects.now().toISOString(),
    }
  }

  get id(): string {
    return this.#about.id
  }

  get queue(): string {
    return this.#about.queue
  }

  get entry(): WorkerEntry {
    const units = [...this.leases.keys()]
    return {
      ...this.#about,
      units,
      calls: this.#calls,
      rate: this.#meter.perSecond(),
      lastError: this.#lastError,
    }
  }

  landed(): void {
    this.#calls += 1
    this.#meter.count()
  }

  failed(error: Error): void {
    this.#lastError = error.message
  }

  /** Logs trouble once: the same comes again and again while Redis is away. */
  trouble(error: Error): void {
    if (error.message !== this.#lastError) this.#log.warn({ err: error }, 'trouble')
    this.#lastError = error.message
  }
}

/** Takes tickets from the queue, and puts leases in doubt while Redis is away. */
function openTicketWorker(context: AtWork): Worker<UnitTicket> {
  const { options, status } = context
  const { redis, effects, lockMs = defaultLockMs } = options
  const worker = new Worker<UnitTicket>(status.queue, (job, token) => takeTicket(job, token, context), {
    connection: redis,
    prefix,
    name: status.id,
    concurrency: unitsAtOnce,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / looksALock),
    maxStalledCount: mostStalls,
    // The lease renews it, and knows until when it holds.
    skipLockRenewal: true,
    autorun: false,
  })
  worker.on('error', (error) => status.trouble(error))
  worker.on('failed', (job, error) => {
    effects.log.warn({ unit: job?.id, err: error }, 'unit goes back')
    status.failed(error)
  })
  redis.on('close', () => {
    effects.log.warn('Redis is not reachable: nothing new is begun until it is')
    for (const lease of status.leases.values()) lease.doubt()
  })
  redis.on('ready', () => effects.log.info('Redis is reachable again'))
  return worker
}

/** Makes the calls of the unit that a ticket names. */
async function takeTicket(job: Job<UnitTicket>, token: string | undefined, context: AtWork): Promise<void> {
  const { options, runs } = context
  const { redis, shared, effects } = options
  const { runId, unit: id } = job.data
  await sameFolder(options)
  const [at, unit] = [await runs.of(runId), await readUnit(shared, { runId, id })]
  if (at === undefined || unit === undefined) {
    // Its run has taken it back, or puts it into the queue again when the folder shows it late.
    return effects.log.warn({ run_id: runId, unit: id }, 'unit is not in the shared folder')
  }
  const isStopped = (await stoppedOf(redis, [runId])).has(runId)
  if (isStopped) at.stopping.abort()
  else if (at.stopping.signal.aborted) at.stopping = new AbortController()
  at.units += 1
  try {
    await runs.closeIdle(runId)
    await carryOutLeased(unit, at, { job, token }, context)
    effects.log.info({ run_id: runId, unit: id }, 'unit ended')
  } catch (error) {
    if (!(error instanceof LostUnitError)) throw error
    effects.log.warn({ run_id: runId, unit: id }, error.message)
    context.status.failed(error)
    // Another worker has the ticket, or it waits already: it must not be moved from here.
    throw new WaitingError()
  } finally {
    at.units -= 1
  }
}

interface Ticket {
  readonly job: Job<UnitTicket>
  readonly token: string | undefined
}

/** Makes the calls of a unit for as long as its lease holds. */
async function carryOutLeased(
  unit: Unit,
  at: RunAtWork,
  { job, token }: Ticket,
  { options, status, queue }: AtWork,
): Promise<void> {
  const { shared, effects, signal, lockMs = defaultLockMs } = options
  const name = `${unit.runId}/${unit.id}`
  using lease = createLease({
    renew: async (holdMs) => (await job.extendLock(token ?? '', holdMs)) === 1,
    holdMs: lockMs,
    monotonicMs: effects.monotonicMs,
  })
  status.leases.set(name, lease)
  try {
    await lease.sure()
    const { tombstones } = await readTombstones(tombstonesOf(shared, unit.runId))
    await carryOutUnit(unit, {
      ...at,
      effects,
      lease,
      queue,
      forgetter: createForgetter(tombstones, (body) => parseJson(body).value),
      place: unitFolder(shared, unit),
      owner: randomUUID(),
      signal: AbortSignal.any([signal, at.stopping.signal]),
      onLanded: () => status.landed(),
    })
  } finally {
    status.leases.delete(name)
  }
}

/** Puts the worker on the roster each second, and stops the runs that are to stop. */
async function reportRegularly({ options, status, runs }: AtWork): Promise<{ end(): Promise<void> }> {
  const { redis } = options
  const report = async (): Promise<void> => {
    await tellRoster(redis, status.entry)
    for (const runId of await stoppedOf(redis, runs.ids)) await runs.stop(runId)
  }
  let reporting: Promise<void> | undefined
  await report()
  const timer = setInterval(() => {
    reporting ??= report()
      .catch((error) => status.trouble(error))
      .finally(() => {
        reporting = undefined
      })
  }, reportEveryMs)
  return {
    async end() {
      clearInterval(timer)
      await reporting
    },
  }
}

/** A folder that was unmounted is not the one that the run shares. */
async function sameFolder({ shared, sharedId }: Pick<WorkerOptions, 'shared' | 'sharedId'>): Promise<void> {
  const found = await sharedIdOf(shared)
  if (found === sharedId) return
  throw new Error(`${shared} is not the folder that it was when the worker began: mount it again`)
}
