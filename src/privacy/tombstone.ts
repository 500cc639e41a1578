import { z } from 'zod'

/**
 * What must never come back. It holds what it takes to recognise an enterprise or a person in an answer, and nothing
 * else: without it nobody could keep the promise (docs/privacy.md).
 */
export const tombstone = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(['enterprise', 'person']),
  /** Masked wherever they stand. */
  names: z.array(z.string().min(1)).readonly(),
  /** Too short, or too common a part of other names, to be masked within a text: recognised standing alone. */
  alone: z.array(z.string().min(1)).readonly(),
  /** Enterprise ids of the service. */
  ids: z.array(z.string().min(1)).readonly(),
  /** Unified social credit code, registration number, taxpayer number, organisation code. */
  codes: z.array(z.string().min(1)).readonly(),
  /** ISO 8601, UTC. */
  since: z.iso.datetime(),
  reason: z.string().nullable(),
})

export type Tombstone = Readonly<z.infer<typeof tombstone>>

/** The tombstones of a home, and the purge that is not finished yet, if there is one. */
export const tombstoneFile = z.strictObject({
  version: z.literal(1),
  tombstones: z.array(tombstone).readonly(),
  purging: z
    .strictObject({
      /** Keys of the calls that are erased though their parameters and answers do not tell: full texts. */
      callKeys: z.array(z.string()).readonly(),
    })
    .nullable(),
})

export type TombstoneFile = Readonly<z.infer<typeof tombstoneFile>>

export const noTombstones: TombstoneFile = { version: 1, tombstones: [], purging: null }
