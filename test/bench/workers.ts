import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt } from '../../src/engine/home.ts'
import { connectRedis, queueName } from '../../src/workers/redis.ts'
import { makeShared } from '../../src/workers/shared-folder.ts'
import { mostCalls } from '../../src/workers/unit.ts'
import { openUnitQueue } from '../../src/workers/unit-queue.ts'
import { dossier, serve, startDossier, type Taken } from './processes.ts'
import type { Figure } from './views.ts'
import { makeWorkload, type Workload } from './workload.ts'

const workers = 3
const port = 7_999
const redisUrl = `redis://127.0.0.1:${port}`
const perSecond = 200
/** Documents whose tickets are put into Redis: a million, really. */
const pending = 1_000_000

/** What workers cost, and what they bring, on one machine that all of them share. */
export async function workerFigures(folder: string, documents: number): Promise<Figure[]> {
  const redis = await redisServer(join(folder, 'redis'))
  try {
    const workload = await makeWorkload(folder, documents)
    return [
      await efficiency(workload, folder),
      ...(await throughput(workload, folder, documents)),
      await memory(),
    ]
  } finally {
    redis.kill('SIGTERM')
    await once(redis, 'exit')
  }
}

async function redisServer(folder: string): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true })
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--appendonly',
    'yes',
    '--save',
    '',
    '--dir',
    folder,
  ]
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  await once(child, 'spawn')
  return child
}

/** Calls ÷ rate ÷ wall time of the whole run; its workers were there before. */
async function efficiency(workload: Workload, folder: string): Promise<Figure> {
  const enterprises = Math.min(workload.documents / 200, (perSecond * 60) / 220)
  const job = await workload.job('spread', { perSecond, enterprises, exports: false, executor: 'redis' })
  const taken = await byWorkers(workload, job, join(folder, 'spread'))
  const calls = callsOf(taken)
  return {
    figure: `rate efficiency at ${perSecond} calls/s with ${workers} workers (${calls} calls in ${taken.seconds.toFixed(1)} s)`,
    measured: (calls / perSecond / taken.seconds).toFixed(3),
    aim: '≥ 0.95',
  }
}

async function throughput(workload: Workload, folder: string, documents: number): Promise<Figure[]> {
  const settings = { perSecond: 'unlimited', enterprises: documents / 200, exports: false } as const
  const here = await workload.job('here', settings)
  const spread = await workload.job('free', { ...settings, executor: 'redis' })
  await using service = await serve(workload.corpus)
  const home = join(folder, 'here')
  const alone = await dossier(['run', here, '--base-url', service.url, '--home', home, '--json'])
  await rm(home, { recursive: true, force: true })
  const together = await byWorkers(workload, spread, join(folder, 'free'))
  const speed = ({ seconds }: Taken) => (documents / seconds).toFixed(0)
  return [
    { figure: 'documents a second, unthrottled, in one process', measured: speed(alone), aim: '' },
    {
      figure: `the same with ${workers} workers on the same machine`,
      measured: `${speed(together)} (${(alone.seconds / together.seconds).toFixed(2)} of it)`,
      aim: '',
    },
  ]
}

async function byWorkers(workload: Workload, job: string, home: string): Promise<Taken> {
  await makeShared(homeAt(home).state.shared)
  await using service = await serve(workload.corpus)
  const env = { DOSSIER_REDIS_URL: redisUrl, DOSSIER_BASE_URL: service.url }
  const there = Array.from({ length: workers }, () =>
    startDossier(['worker', '--home', home, '--concurrency', '22'], env),
  )
  try {
    await Promise.all(there.map(({ noted }) => noted('takes units')))
    return await dossier(['run', job, '--home', home, '--json'], env)
  } finally {
    await Promise.all(there.map((worker) => worker[Symbol.asyncDispose]()))
    await rm(home, { recursive: true, force: true })
  }
}

const callsOf = ({ output }: Taken): number => (JSON.parse(output) as { calls: { made: number } }).calls.made

/** What Redis holds of documents that wait: tickets of units; what they are is in the shared folder. */
async function memory(): Promise<Figure> {
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
  return {
    figure: `memory of Redis for ${pending} documents that wait (${ids.length} units, all there)`,
    measured: `${(bytes / 1e6).toFixed(1)} MB`,
    aim: '',
  }
}

const usedBytes = async (redis: Awaited<ReturnType<typeof connectRedis>>): Promise<number> =>
  Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0)
