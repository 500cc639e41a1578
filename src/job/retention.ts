import { z } from 'zod'
import { duration } from './duration.ts'

const days = (meaning: string) => duration(['d'], meaning, '30d, 400d').optional()

/** How long what a run leaves beside the warehouse is kept (issue 7): docs/operations.md. */
export const retention = z.strictObject({
  exports: days('exports and reports of the job’s runs; those of its last run stay'),
  logs: days('logs of the job’s runs; that of its last run stays'),
})

export type Retention = Readonly<z.infer<typeof retention>>
