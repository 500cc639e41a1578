import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt } from '../src/run/home/home.ts'
import { connectRedis, queueName } from '../src/run/workers/redis.ts'
import { makeShared, mostCalls } from '../src/run/workers/shared-folder.ts'

import { openUnitQueue } from '../src/run/workers/unit-queue.ts'
import { freePort } from '../test/support/redis.ts'
import { aims, type Figure, figure } from './figure.ts'

import { writeJob } from './jobs.ts'
import { dossier, dossierProcess, serveWorld, type Taken } from './processes.ts'
import { rateEfficiency } from './rates.ts'
import { documentCount, type WorldSpec } from './world/spec.ts'

const workers = 3
const perSecond = 200
/** Documents whose tickets are put into Redis: a million, really. */
const pending = 1_000_000

/** What workers cost, and what they bring, on one machine that all of them share. */
export async function workerFigures(folder: string, corpus: string, documents: number): Promise<Figure[]> {
  await mkdir(folder, { recursive: true })
  const redis = await redisServer(folder)
  try {
    const enterprises = Math.ceil(documents / 200)
    const setting = {
      folder,
      corpus,
      redisUrl: redis.url,
      spec: { enterprises, documents: 200, pageSize: 50 },
    }
    return [await efficiency(setting), ...(await throughput(setting)), await memory(redis.url)]
  } finally {
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Setting {
  readonly folder: string
  readonly corpus: string
  readonly redisUrl: string
  readonly spec: WorldSpec
}

async function redisServer(folder: string) {
  const port = await freePort()
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const child = spawn('redis-server', [...where, '--appendonly', 'yes', '--save', ''], { stdio: 'ignore' })
  await once(child, 'spawn')
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Two minutes of calls; the workers were there before. */
async function efficiency(setting: Setting): Promise<Figure> {
  const enterprises = Math.round((perSecond * 120) / 220)
  const spec = { ...setting.spec, enterprises }
  const job = await writeJob(join(setting.folder, 'spread.yaml'), spec, { perSecond, executor: 'redis' })
  const taken = await byWorkers({ ...setting, spec }, job)
  return rateEfficiency(`rate efficiency at ${perSecond} calls/s with ${workers} workers`, {
    ...taken,
    rate: perSecond,
    aim: aims.workers,
  })
}

async function throughput(setting: Setting): Promise<Figure[]> {
  const { folder, corpus, spec } = setting
  const here = await writeJob(join(folder, 'here.yaml'), spec)
  const spread = await writeJob(join(folder, 'free.yaml'), spec, { executor: 'redis' })
  const alone = await inProcess(here, corpus, spec, join(folder, 'here'))
  const together = await byWorkers(setting, spread)
  return [
    figure(
      `unthrottled, ${workers} workers on this machine: documents a second, over one process`,
      alone.seconds / together.seconds,
      { detail: `${speed(spec, together)} against ${speed(spec, alone)}` },
    ),
  ]
}

const speed = (spec: WorldSpec, { seconds }: Taken): string => (documentCount(spec) / seconds).toFixed(0)

async function inProcess(job: string, corpus: string, spec: WorldSpec, home: string): Promise<Taken> {
  await using service = await serveWorld(corpus, spec)
  return await dossier(['run', job, '--base-url', service.url, '--home', home, '--json'])
}

interface Spread extends Taken {
  readonly calls: number
  readonly spanMs: number
}

async function byWorkers({ folder, corpus, redisUrl, spec }: Setting, job: string): Promise<Spread> {
  const home = join(folder, 'spread')
  await makeShared(homeAt(home).state.shared)
  await using service = await serveWorld(corpus, spec)
  const env = { DOSSIER_REDIS_URL: redisUrl, DOSSIER_BASE_URL: service.url }
  const there = Array.from({ length: workers }, () =>
    dossierProcess(['worker', '--home', home, '--concurrency', '22'], env),
  )
  try {
    await Promise.all(there.map(({ noted }) => noted('takes units')))
    const taken = await dossier(['run', job, '--home', home, '--json'], env)
    const { requests, spanMs } = await service.asked()
    return { ...taken, calls: requests.length, spanMs }
  } finally {
    await Promise.all(there.map((worker) => worker[Symbol.asyncDispose]()))
    await rm(home, { recursive: true, force: true })
  }
}

/** What Redis holds of documents that wait: tickets of units; what they are is in the shared folder. */
async function memory(redisUrl: string): Promise<Figure> {
  const redis = await connectRedis(redisUrl)
  await redis.flushall()
  const before = await usedBytes(redis)
  const trouble = { onEnded: () => undefined, onTrouble: () => undefined }
  const queue = await openUnitQueue(queueName('0123456789abcdef', 'bench'), redis, trouble)
  const ids = Array.from({ length: pending / mostCalls }, (_, index) => index.toString(16).padStart(24, 'a'))
  for (let at = 0; at < ids.length; at += 500)
    await queue.put(ids.slice(at, at + 500).map((id) => ({ runId: '20260301T020000Z-3d8f', id })))
  const bytes = (await usedBytes(redis)) - before
  await queue[Symbol.asyncDispose]()
  redis.disconnect()
  return figure(`megabytes of Redis for ${pending} documents that wait`, bytes / 1e6, {
    digits: 1,
    detail: `${ids.length} units, all there`,
  })
}

const usedBytes = async (redis: Awaited<ReturnType<typeof connectRedis>>): Promise<number> =>
  Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0)
