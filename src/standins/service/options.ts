import { z } from 'zod'
import { defaultPageSize } from '../../contract/operations/enterprises.ts'

/** Options of serving, whatever is served: unit, bound and default of each in one place. */
export const servingOptions = z.strictObject({
  /** 0 takes any free port. */
  port: z.int().min(0).max(65_535).default(0),
  /** The key that X-API-Key has to carry (contract 5). */
  apiKey: z.string().min(1),
  /** File to which one JSON line a request is appended; none by default. */
  accessLog: z.string().optional(),
  /** Requests admitted in any second that passes; others get 429. Unlimited by default. */
  perSecond: z.int().min(1).optional(),
  /** Version shown to tool clients. */
  version: z.string().min(1).default('0'),
})

/** Options of the embedded service on a corpus. */
export const serviceOptions = servingOptions.extend({
  /** Folder of the corpus, see `loadLibrary`. */
  corpus: z.string(),
  /** Items a page of the litigation list (contract 4.4). */
  pageSize: z.int().min(1).default(defaultPageSize),
})

export type ServingOptions = z.input<typeof servingOptions>
export type ServiceOptions = z.input<typeof serviceOptions>
export type ServiceSettings = z.output<typeof servingOptions>
