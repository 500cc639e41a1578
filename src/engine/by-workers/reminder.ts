import type { Effects } from '../../calling/effects.ts'
import type { Redis } from '../../workers/redis.ts'
import { roster } from '../../workers/roster.ts'

/** How often a run says that nobody takes its units. */
const remindEveryMs = 60_000

export interface ReminderOptions {
  readonly redis: Redis
  readonly effects: Effects
  /** Tells a person. */
  readonly say: (message: string) => void
}

/** Says when nobody takes the units of a queue, by its name. */
export type Reminder = (name: string) => Promise<void>

export function createReminder({ redis, effects, say }: ReminderOptions): Reminder {
  let saidAt = Number.NEGATIVE_INFINITY
  return async (name) => {
    const now = effects.monotonicMs()
    if (now - saidAt < remindEveryMs) return
    const workers = await roster(redis)
    if (workers.some(({ queue }) => queue === name)) return
    saidAt = now
    const others = workers.map(({ host, version }) => `${host} (dossier ${version})`).join(', ')
    say(
      `no worker takes this run's units: start one with the same key, address and shared folder: dossier worker${
        others === '' ? '' : `; connected for others: ${others}`
      }`,
    )
  }
}
