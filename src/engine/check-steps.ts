import type { Job } from '../job/read-job.ts'
import { Database } from '../warehouse/database.ts'
import { createSchema } from '../warehouse/schema.ts'
import type { Pipeline } from './pipeline.ts'
import { Planner, variablesOf } from './planner.ts'

/**
 * Asks the steps and checks of a pipeline once, on tables without a row: a SELECT that does not parse, names no table, or yields
 * what its operation does not take is told before a run meets it. @throws PipelineError, or what DuckDB says
 */
export async function checkSteps(
  { name, steps, checks = [], ...rest }: Pipeline,
  { settings }: Job,
): Promise<void> {
  await using database = await Database.open(':memory:')
  await createSchema(database, { hasComments: false })
  const planner = await Planner.create(
    database,
    { name, steps, checks: checks.map((check) => ({ ...check, isFatal: false })) },
    {
      runId: 'validate',
      startedAt: new Date(0),
      variables: variablesOf({ name, steps, ...rest }, settings),
      freshness: settings.freshness,
    },
  )
  await planner.next(1, { outstanding: new Set(), givenUp: new Set() })
}
