import { parseJson } from '../../contract/json.ts'
import { createForgetter, type Forgetter } from '../../privacy/forgetter.ts'
import type { Tombstone } from '../../privacy/tombstone.ts'
import { readTombstones } from '../../privacy/tombstone-file.ts'
import type { Home } from '../home.ts'

/** What keeps these out of a home. */
export const forgetterFor = (tombstones: readonly Tombstone[]): Forgetter =>
  createForgetter(tombstones, (body) => parseJson(body).value)

/** What keeps out of a home whatever was forgotten in it. @throws TombstoneError */
export const forgetterOf = async (home: Home): Promise<Forgetter> =>
  forgetterFor((await readTombstones(home.state.tombstones)).tombstones)
