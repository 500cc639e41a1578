import type { NotifyEvent } from '../job/notify.ts'
import type { RunStatus } from '../warehouse/runs.ts'

/** What there is to tell of a run that ended, or that could not begin. */
export interface RunNews {
  readonly job: string
  readonly title: string | null
  /** Null when the run could not begin. */
  readonly runId: string | null
  readonly status: RunStatus
  /** Why it did not end complete, for a person; null when it did. */
  readonly reason: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly elapsedMs: number | null
  readonly calls: number
  /** Points. */
  readonly cost: number
  /** What is missing from a run that came to its end. */
  readonly gaps: readonly string[]
  /** Rows of the view `changes` that the run found, by kind. */
  readonly changes: Readonly<Record<string, number>>
}

/** What of a run's end a webhook may have asked to be told. A run that stopped early is told its changes when it is done. */
export function eventsOf({ status, changes }: RunNews): NotifyEvent[] {
  const isDone = status === 'complete' || status === 'gaps'
  if (!isDone) return ['failed']
  const hasChanges = Object.values(changes).some((count) => count > 0)
  return [
    'finished',
    ...(status === 'gaps' ? ['gaps' as const] : []),
    ...(hasChanges ? ['changes' as const] : []),
  ]
}
