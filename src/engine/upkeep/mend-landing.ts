import { type Quarantined, quarantineDamaged } from '../../landing/quarantine.ts'
import { recoverSegments } from '../../landing/segment.ts'
import type { Home } from '../home.ts'

/** Seals what was left open and takes damaged lines out of sealed segments, so that everything in them can be read. */
export async function mendLanding(home: Home): Promise<Quarantined> {
  await recoverSegments(home.state.landing)
  return await quarantineDamaged(home.state.landing, home.state.quarantine)
}
