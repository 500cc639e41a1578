import Bottleneck from 'bottleneck'
import type { Redis } from 'ioredis'

export interface SharedPacing extends AsyncDisposable {
  /** Resolves when it is the next one's turn among all workers, who start so many ms apart; sooner when the turn does not come. */
  turn(apartMs: number): Promise<void>
}

/** Bottleneck takes back the turn of a worker that died with it. */
const expirationMs = 2_000
/** Turns are so little apart that late ones are made up for, and so much that a second has no long silence at its end. */
const haste = 0.97
/** A turn that has not come by then is not waited for: clocks of workers differ, or the rate was cut since. */
const patienceMs = 2_000

/**
 * Spreads turns evenly over all workers, by Bottleneck's cluster: each worker asks for some ahead, so that a late timer costs little. It counts
 * by the clocks of the workers, which may differ or be set, and what it has scheduled stays scheduled when the rate changes: nothing
 * here is a limit, the window of shared-rate.ts is.
 */
export async function openSharedPacing(
  redis: Redis,
  id: string,
  onTrouble: (error: Error) => void,
): Promise<SharedPacing> {
  const connection = new Bottleneck.IORedisConnection({ client: redis.duplicate({ lazyConnect: false }) })
  connection.on('error', onTrouble)
  const limiter = new Bottleneck({ id, connection, rejectOnDrop: false })
  limiter.on('error', onTrouble)
  await limiter.ready()
  let spacingMs = Number.NaN

  async function follow(apartMs: number): Promise<void> {
    const wanted = haste * apartMs
    if (wanted === spacingMs) return
    spacingMs = wanted
    await limiter.updateSettings({ minTime: wanted })
  }

  return {
    async turn(apartMs) {
      await Promise.race([follow(apartMs), late(patienceMs)])
      await Promise.race([
        limiter.schedule({ expiration: expirationMs }, async () => undefined),
        late(patienceMs + 16 * spacingMs),
      ])
    },
    [Symbol.asyncDispose]: () => connection.disconnect(false),
  }
}

const late = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
