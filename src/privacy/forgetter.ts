import type { JobInput } from '../job/input.ts'
import type { LandedCall } from '../landing/entry.ts'
import { forgetCall } from './forget-call.ts'
import { forgetInput } from './forget-input.ts'
import { createMask, type Mask } from './mask.ts'
import { createRecognise } from './recognise.ts'
import type { Tombstone } from './tombstone.ts'

/** Keeps what was forgotten out of whatever is about to be written. */
export interface Forgetter {
  readonly mask: Mask
  /** The same call when it has nothing to do with what was forgotten. */
  call(call: LandedCall): LandedCall
  /** The same entry when it has nothing to do with what was forgotten. */
  input(input: JobInput): JobInput
}

/** `parse` reads a body as the client does. Without tombstones everything is left as it is, at no cost. */
export function createForgetter(
  tombstones: readonly Tombstone[],
  parse: (body: Uint8Array) => unknown,
): Forgetter {
  const mask = createMask(tombstones)
  if (tombstones.length === 0) return { mask, call: (call) => call, input: (input) => input }
  const recognise = createRecognise(tombstones)
  return {
    mask,
    call: (call) => forgetCall(call, { mask, recognise, parse }),
    input: (input) => forgetInput(input, { mask, recognise }),
  }
}
