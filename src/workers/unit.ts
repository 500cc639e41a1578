import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PlannedCall } from '../calling/planned-call.ts'
import { type OperationName, operationNames } from '../contract/operations.ts'

/** Calls of a unit at the most. */
export const mostCalls = 200

const plannedCall = z.object({
  callKey: z.string(),
  step: z.string(),
  operation: z.enum(operationNames),
  params: z.record(z.string(), z.unknown()),
  sweep: z.number(),
})

export const unitFile = z.object({
  id: z.string(),
  runId: z.string(),
  /** Attempts that the run has paid for: nobody makes more of them for this unit. */
  attempts: z.number(),
  /** Whether the operation had answered in the run when the unit was made. */
  hasAnswered: z.boolean(),
  calls: z.array(plannedCall).min(1),
})

/** Calls of one operation that a worker makes together. */
export type Unit = Readonly<z.infer<typeof unitFile>> & { readonly calls: readonly PlannedCall[] }

/** What its calls are of. */
export const operationOf = ({ calls: [first] }: Pick<Unit, 'calls'>): OperationName => {
  if (first === undefined) throw new Error('a unit has calls')
  return first.operation
}

/**
 * The name of a unit, by its calls alone: whoever makes the same unit again finds what was landed for it. A unit whose calls
 * are asked for once more, because they failed, is of the next `generation`.
 */
export function unitId(runId: string, calls: readonly PlannedCall[], generation: number): string {
  const hash = createHash('sha256').update(`${runId}\n${generation}\n`)
  for (const line of calls.map(({ callKey, sweep }) => `${callKey} ${sweep}\n`).sort()) hash.update(line)
  return hash.digest('hex').slice(0, 24)
}

/** The segment that holds what came of a unit, once it is in a home. */
export const segmentOf = ({ runId, id }: Pick<Unit, 'runId' | 'id'>): string => `${runId}-unit-${id}`
