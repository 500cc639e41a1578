import Bottleneck from 'bottleneck'
import type { GateClock } from './gate-clock.ts'

/** Bottleneck's time beyond what it owes; it needs three timers of its own for each turn. */
const graceMs = 500

export interface Pacing {
  /** Resolves when it is the next one's turn, at this rate. One at a time: the caller keeps the line. */
  turn(perSecond: number): Promise<void>
}

/**
 * Spreads turns evenly, by Bottleneck. It counts with Date.now(): a wall clock that is set back by an hour makes it
 * wait for that hour, and its own timer may have that wait by then. So each turn has a time by which an honest limiter
 * lets it through; one that does not is stopped and replaced. A clock that is set ahead only lets one turn through
 * early. Nothing here is a limit: a changed rate reaches Bottleneck one turn late, and the sliding window holds it.
 */
export function createPacing(clock: GateClock): Pacing {
  let spacingMs = 0
  let owedAt = clock.monotonicMs()
  let limiter = limiterOf(spacingMs)

  async function follow(perSecond: number): Promise<void> {
    if (spacingMs === 1000 / perSecond) return
    spacingMs = 1000 / perSecond
    await limiter.updateSettings({ minTime: spacingMs })
  }

  return {
    async turn(perSecond) {
      await follow(perSecond)
      while (!(await isInTime(limiter, owedAt - clock.monotonicMs() + graceMs, clock))) {
        // Without it the process would stay for the wait that the limiter believes in.
        void limiter.stop()
        limiter = limiterOf(spacingMs)
      }
      owedAt = clock.monotonicMs() + spacingMs
    },
  }
}

const limiterOf = (minTime: number) => new Bottleneck({ maxConcurrent: 1, minTime, rejectOnDrop: false })

/** Whether the limiter lets an empty job through within this time. */
async function isInTime(limiter: Bottleneck, ms: number, clock: GateClock): Promise<boolean> {
  const over = new AbortController()
  const late = clock.sleep(Math.max(graceMs, ms), over.signal).then(
    () => false,
    () => true,
  )
  const turn = limiter.schedule(async () => true)
  return await Promise.race([turn, late]).finally(() => over.abort())
}
