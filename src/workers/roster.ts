import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { prefix } from './redis.ts'

const entry = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  protocol: z.number(),
  /** Queue that it takes units from. */
  queue: z.string(),
  concurrency: z.number(),
  /** ISO 8601, UTC. */
  since: z.string(),
  /** Units that it has now, as run/unit. */
  units: z.array(z.string()),
  /** Calls that landed since it began. */
  calls: z.number(),
  /** Calls a second, over the last ten seconds. */
  rate: z.number(),
  /** What went wrong last; null when nothing did. */
  lastError: z.string().nullable(),
})

/** A worker as it tells of itself. */
export type WorkerEntry = Readonly<z.infer<typeof entry>>

/** A worker that has said nothing for so long is gone. */
const silentMs = 10_000

export const here = { host: hostname(), pid: process.pid }

export async function tellRoster(redis: Redis, worker: WorkerEntry): Promise<void> {
  await redis.set(`${prefix}:worker:${worker.id}`, JSON.stringify(worker), 'PX', silentMs)
}

export async function leaveRoster(redis: Redis, id: string): Promise<void> {
  await redis.del(`${prefix}:worker:${id}`)
}

/** Workers that are there now, of any version and queue. */
export async function roster(redis: Redis): Promise<WorkerEntry[]> {
  const keys = new Set<string>()
  for await (const found of redis.scanStream({ match: `${prefix}:worker:*`, count: 1000 }))
    for (const key of found as string[]) keys.add(key)
  if (keys.size === 0) return []
  const texts = await redis.mget([...keys].sort())
  return texts.filter((text) => text !== null).flatMap(entryOf)
}

/** Of another version of dossier one knows what one can read. */
function entryOf(text: string): WorkerEntry[] {
  const parsed = entry.safeParse(JSON.parse(text))
  return parsed.success ? [parsed.data] : []
}
