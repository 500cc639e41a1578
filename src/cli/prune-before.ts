import type { PruneBefore } from '../engine/upkeep/prune.ts'
import { durationMs } from '../job/duration.ts'
import type { Retention } from '../job/retention.ts'

/** What is older than a job keeps it. */
export function pruneBefore({ exports: exported, logs }: Retention, now: Date): PruneBefore {
  const before = (kept: string | undefined) => kept && new Date(now.getTime() - durationMs(kept))
  const [exportsBefore, logsBefore] = [before(exported), before(logs)]
  return { ...(exportsBefore && { exports: exportsBefore }), ...(logsBefore && { logs: logsBefore }) }
}
