import { rm } from 'node:fs/promises'
import { homeAt } from '../src/run/home/home.ts'
import { queueName } from '../src/run/workers/redis.ts'
import { makeShared, mostCalls } from '../src/run/workers/shared-folder.ts'
import { openUnitQueue } from '../src/run/workers/unit-queue.ts'
import { type OwnRedis, ownRedis } from '../test/support/redis.ts'
import { aims, type Figure, figure } from './figure.ts'
import { startWorker } from './processes.ts'
import { rateEfficiency } from './runs.ts'
import { type JobOptions, openWorkload, type Setting, textsOf } from './workload.ts'
import { documentCount, type WorldSpec } from './world/spec.ts'

const workers = 3
const perSecond = 200
/** Documents whose tickets are put into Redis: a million, really. */
const pending = 1_000_000

/** What workers cost, and what they bring, on one machine that all of them share. Needs a redis-server. */
export async function workerFigures(setting: Setting, documents: number): Promise<Figure[]> {
  const cleanings: (() => Promise<void>)[] = []
  const redis = await ownRedis((clean) => void cleanings.push(clean), ['--appendonly', 'yes'])
  try {
    const spec = textsOf(documents)
    // Two minutes of calls.
    const spread = { ...spec, enterprises: Math.round((perSecond * 120) / 220) }
    const paced = await runOf(setting, spread, { perSecond, executor: 'redis' }, redis.url)
    const [alone, together] = [
      await runOf(setting, spec, {}),
      await runOf(setting, spec, { executor: 'redis' }, redis.url),
    ]
    const speed = ({ seconds }: typeof alone): string => (documentCount(spec) / seconds).toFixed(0)
    return [
      rateEfficiency(
        `rate efficiency at ${perSecond} calls/s with ${workers} workers`,
        perSecond,
        paced,
        aims.workers,
      ),
      figure(
        `unthrottled, ${workers} workers on this machine: documents a second, over one process`,
        alone.seconds / together.seconds,
        { detail: `${speed(together)} against ${speed(alone)}` },
      ),
      await memory(redis),
    ]
  } finally {
    for (const clean of cleanings.reverse()) await clean()
  }
}

/** One run, by workers that were there before where a Redis is given. */
async function runOf({ folder, corpus }: Setting, spec: WorldSpec, job: JobOptions, redisUrl?: string) {
  await using work = await openWorkload(folder, await corpus(), spec, job)
  const env = { DOSSIER_BASE_URL: work.url, ...(redisUrl && { DOSSIER_REDIS_URL: redisUrl }) }
  if (redisUrl !== undefined) await makeShared(homeAt(work.home).state.shared)
  const count = redisUrl === undefined ? 0 : workers
  const there = await Promise.all(Array.from({ length: count }, () => startWorker(work.home, env)))
  const run = await work.run(env)
  await Promise.all(there.map((worker) => worker[Symbol.asyncDispose]()))
  await rm(work.home, { recursive: true })
  return run
}

/** What Redis holds of documents that wait: tickets of units; what they are is in the shared folder. */
async function memory(own: OwnRedis): Promise<Figure> {
  const redis = await own.connect()
  const usedBytes = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0)
  await redis.flushall()
  const before = await usedBytes()
  const trouble = { onEnded: () => undefined, onTrouble: () => undefined }
  const queue = await openUnitQueue(queueName('0123456789abcdef', 'bench'), redis, trouble)
  const ids = Array.from({ length: pending / mostCalls }, (_, index) => index.toString(16).padStart(24, 'a'))
  for (let at = 0; at < ids.length; at += 500)
    await queue.put(ids.slice(at, at + 500).map((id) => ({ runId: '20260301T020000Z-3d8f', id })))
  const bytes = (await usedBytes()) - before
  await queue[Symbol.asyncDispose]()
  redis.disconnect()
  return figure(`megabytes of Redis for ${pending} documents that wait`, bytes / 1e6, {
    digits: 1,
    detail: `${ids.length} units, all there`,
  })
}
