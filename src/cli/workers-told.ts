import type { WorkerEntry } from '../workers/roster.ts'
import { type Environment, redisUrlSetting } from './settings.ts'
import { textTable } from './text-table.ts'

/** Workers at the Redis that the environment names; undefined when it names none. A Redis that cannot be reached is told, and ends nothing. */
export async function workersThere(
  env: Environment,
  note: (text: string) => void,
): Promise<WorkerEntry[] | undefined> {
  const url = await redisUrlSetting(env)
  if (url === undefined) return undefined
  const [{ connectRedis, glanceMs }, { roster }] = await Promise.all([
    import('../workers/redis.ts'),
    import('../workers/roster.ts'),
  ])
  try {
    const redis = await connectRedis(url, { firstContactMs: glanceMs })
    try {
      return await roster(redis)
    } finally {
      redis.disconnect()
    }
  } catch (error) {
    note(`status: the workers are not known: ${(error as Error).message}`)
    return undefined
  }
}

/** A table of workers: what each has now, and how fast it is. */
export const workersText = (workers: readonly WorkerEntry[]): string =>
  workers.length === 0
    ? 'no worker is connected'
    : textTable(
        workers.map(({ host, pid, version, concurrency, units, calls, rate, lastError }) => ({
          worker: `${host} ${pid}`,
          version,
          concurrency,
          units: units.map(shortUnit).join(' '),
          calls,
          calls_per_second: rate.toFixed(1),
          last_error: lastError,
        })),
        60,
      )

const shortUnit = (unit: string): string => unit.replace(/\/(.{8}).*$/, '/$1')
