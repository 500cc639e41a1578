import { createLog, systemEffects } from '../../../src/app/effects.ts'
import { createClient } from '../../../src/calls/client/client.ts'
import { strikingOut } from '../../../src/contract/strike-out.ts'
import { connectRedis } from '../../../src/run/workers/redis.ts'
import { runWorker, type WorkerOptions } from '../../../src/run/workers/worker.ts'

/** A worker that `dossier worker` does not start: with a lease that a test can outlast, and a service of its own. */
export interface OwnWorker
  extends Pick<WorkerOptions, 'shared' | 'sharedId' | 'scope' | 'concurrency' | 'lockMs'> {
  readonly redisUrl: string
  readonly baseUrl: string
}

/** Takes units until the signal aborts, and tells what it logs. */
export async function workAt(
  { redisUrl, baseUrl, ...options }: OwnWorker,
  signal: AbortSignal,
  write: (line: string) => void,
): Promise<void> {
  const redis = await connectRedis(redisUrl)
  try {
    await runWorker({
      ...options,
      redis,
      version: 'test',
      effects: systemEffects(createLog(strikingOut([]), write)),
      clientFor: async () => createClient({ baseUrl, apiKey: 'test' }),
      signal,
    })
  } finally {
    redis.disconnect()
  }
}
