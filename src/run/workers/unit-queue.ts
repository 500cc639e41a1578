import type { Redis } from 'ioredis'
import { prefix } from './redis.ts'
import type { Unit } from './shared-folder.ts'

/** What Redis holds of a unit. */
export interface UnitTicket {
  readonly runId: string
  readonly unit: string
}

/** Units as a run sees them: whose turn it is, no more. */
export type UnitQueue = Awaited<ReturnType<typeof openUnitQueue>>

/** Units that brought down so many workers, one after the other, are not given to another. */
export const mostStalls = 5
/** Events are only a sign to look into the shared folder: the last few are enough. */
const keptEvents = 1_000
const again = { attempts: 1_000_000, backoff: { type: 'fixed', delay: 2_000 } } as const

/** `onEnded` is called when a worker has ended a unit, though perhaps not for each. */
export async function openUnitQueue(
  name: string,
  redis: Redis,
  {
    onEnded,
    onTrouble,
  }: { readonly onEnded: (id: string) => void; readonly onTrouble: (error: Error) => void },
) {
  const { Queue, QueueEvents } = await import('bullmq')
  const queue = new Queue<UnitTicket>(name, {
    connection: redis,
    prefix,
    streams: { events: { maxLen: keptEvents } },
    defaultJobOptions: { ...again, removeOnComplete: true, stackTraceLimit: 0, keepLogs: 0 },
  })
  const events = new QueueEvents(name, { connection: redis, prefix })
  queue.on('error', onTrouble)
  events.on('error', onTrouble)
  events.on('completed', ({ jobId }) => onEnded(jobId))
  await queue.waitUntilReady()
  await events.waitUntilReady()

  /** Which of these units Redis knows. */
  async function known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const pipeline = redis.pipeline()
    for (const id of ids) pipeline.exists(queue.toKey(id))
    const replies = (await pipeline.exec()) ?? []
    return new Set(ids.filter((_, index) => replies[index]?.[1] === 1))
  }

  return {
    name,
    async put(units: readonly Pick<Unit, 'runId' | 'id'>[]): Promise<void> {
      await queue.addBulk(
        units.map(({ runId, id }) => ({ name: 'unit', data: { runId, unit: id }, opts: { jobId: id } })),
      )
    },
    known,
    /** Takes a unit back; false while a worker has it. */
    async takeBack(id: string): Promise<boolean> {
      await queue.remove(id).catch((error: Error) => {
        if (!/lock/i.test(error.message)) throw error
      })
      return !(await known([id])).has(id)
    },
    /** Units that no worker will try again, and why. */
    async failed() {
      const jobs = await queue.getFailed(0, 99)
      return jobs.flatMap(({ id, failedReason }) => (id === undefined ? [] : [{ id, why: failedReason }]))
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([events.close(), queue.close()])
    },
  }
}

/** Says to the workers that a run stops, or that it goes on. They ask each second. */
export const stopRun = (redis: Redis, runId: string): Promise<unknown> =>
  redis.set(`${prefix}:stop:${runId}`, '1', 'EX', 7 * 86_400)
export const goOnWithRun = (redis: Redis, runId: string): Promise<unknown> =>
  redis.del(`${prefix}:stop:${runId}`)

/** Which of these runs stop. */
export async function stoppedOf(redis: Redis, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (runIds.length === 0) return new Set()
  const marks = await redis.mget(runIds.map((runId) => `${prefix}:stop:${runId}`))
  return new Set(runIds.filter((_, index) => marks[index] !== null))
}
