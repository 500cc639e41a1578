import type { Home } from '../../run/home/home.ts'
import { Raw } from '../../run/home/raw.ts'
import type { Database } from '../../warehouse/database.ts'
import type { CheckNotes } from './audit.ts'
import { createNotes, ofTables } from './verify.ts'
import { verifyRaw } from './verify-raw.ts'

/** Whether raw is all there, and whether the ledger says the same. */
export interface RawState {
  /** Files of the archive that can be read. */
  readonly files: number
  /** Lines that were read, damaged ones among them. */
  readonly answers: number
  /** Lines that are not what landed, and files that cannot be read. */
  readonly damagedLines: number
  /** Calls of the ledger without a raw answer. */
  readonly lostCalls: number
  readonly isDamaged: boolean
  /** Where the damage is, a few places, for a person. */
  readonly examples: readonly string[]
  /** Where the ledger is other than raw that is whole; undefined when it is not. */
  readonly difference: CheckNotes | undefined
}

/** Hashes every raw answer again, and compares the ledger with it, at flat memory. */
export async function stateOfRaw(database: Database, home: Home): Promise<RawState> {
  await using raw = await Raw.openProbed(home)
  const on = createNotes(ofTables)
  await verifyRaw(on, { raw, database })
  const [lines, calls] = [on('raw lines'), on('ledger in raw')]
  const damaged = [lines, on('raw copies'), calls].filter(({ damage }) => damage > 0)
  return {
    files: raw.archive.files.length,
    answers: lines.count,
    damagedLines: lines.damage,
    lostCalls: calls.damage,
    isDamaged: damaged.length > 0,
    examples: damaged.flatMap(({ check }) =>
      check.findings.slice(0, 3).map((it) => `${it.where} (${it.expected})`),
    ),
    difference: [on('raw in the ledger'), on('segments')].find(({ damage }) => damage > 0),
  }
}
