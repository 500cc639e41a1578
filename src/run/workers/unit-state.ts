import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type BegunAttempt, lostEntries, readJournal } from '../../calls/landing/attempts.ts'
import { decodeEntry, type LandedCall, type ReadCall } from '../../calls/landing/entry.ts'
import { linesOf, openPath, sealedPath } from '../../calls/landing/segment.ts'
import { ifMissing } from '../../disk/durable.ts'
import { readOwnFile, readOwnText } from '../../disk/own-file.ts'

/*
 * A unit may have had several owners: one that died, and those that took the unit after it. Each writes files of its
 * own, so none can spoil another's: <owner>.took.json, what it took over; <owner>.attempts.ndjson, what it was about to ask;
 * <owner>.ndjson[.open], what landed, first of all what it took over.
 */

const tookFile = z.object({
  /** Lines of the part that were taken over. */
  inherited: z.number(),
  /** Attempts of other owners that are in them: those that landed, and the others as lost. */
  covers: z.record(z.string(), z.number()),
})

/** What an owner took over. It asks for nothing before this is on disk. */
export type Took = Readonly<z.infer<typeof tookFile>>

export const tookPath = (place: string, owner: string): string => join(place, `${owner}.took.json`)
export const attemptsPath = (place: string, owner: string): string => join(place, `${owner}.attempts.ndjson`)

/** A line as it stands in a part, and what it holds. */
export interface LandedLine {
  readonly text: string
  readonly call: Omit<ReadCall, 'line'>
}

/** What came of a unit so far: every attempt that was begun is in one of its lines. */
export interface UnitState {
  readonly lines: readonly LandedLine[]
  /** Attempts that were begun, by owner. */
  readonly covers: Readonly<Record<string, number>>
}

interface Owner extends Took {
  readonly owner: string
  readonly attempts: readonly BegunAttempt[]
  readonly lines: readonly LandedLine[]
}

/** `keep` is what forgets: what was lost is written here for the first time. */
export async function readUnitState(
  place: string,
  runId: string,
  keep: (call: LandedCall) => LandedCall,
): Promise<UnitState> {
  const owners = await ownersIn(place)
  const lines: LandedLine[] = []
  const takenOver = new Set<string>()
  for (const owner of owners) {
    const { inherited, own } = linesOfOwner(owner, coveredOf(owner.owner, owners), runId, keep)
    // Two who took over from the same have the same lines.
    lines.push(...inherited.filter(({ text }) => !takenOver.has(text)), ...own)
    for (const { text } of inherited) takenOver.add(text)
  }
  return {
    lines,
    covers: Object.fromEntries(owners.map(({ owner, attempts }) => [owner, attempts.length])),
  }
}

/** Attempts of an owner that another has taken over; undefined when none has. */
function coveredOf(name: string, owners: readonly Owner[]): number | undefined {
  const counts = owners.map(({ covers }) => covers[name]).filter((count) => count !== undefined)
  return counts.length === 0 ? undefined : Math.max(...counts)
}

interface OwnerLines {
  readonly inherited: readonly LandedLine[]
  readonly own: readonly LandedLine[]
}

function linesOfOwner(
  { lines, inherited, attempts }: Owner,
  covered: number | undefined,
  runId: string,
  keep: (call: LandedCall) => LandedCall,
): OwnerLines {
  // What it still began after it was taken for dead may have been charged; an answer that came too late counts as lost with it.
  if (covered !== undefined)
    return { inherited: [], own: lostLines(runId, attempts.slice(covered), new Map(), keep) }
  const landed = new Map<string, number>()
  const own = lines.slice(inherited)
  for (const { call } of own) landed.set(call.callKey, (landed.get(call.callKey) ?? 0) + call.attempts)
  return {
    inherited: lines.slice(0, inherited),
    own: [...own, ...lostLines(runId, attempts, landed, keep)],
  }
}

const lostLines = (
  runId: string,
  attempts: readonly BegunAttempt[],
  landed: ReadonlyMap<string, number>,
  keep: (call: LandedCall) => LandedCall,
): LandedLine[] =>
  lostEntries(runId, attempts, landed, keep).map((entry) => {
    const text = entry.toString().slice(0, -1)
    const call = decodeEntry(text, 0)
    if (call === undefined) throw new Error(`landing: a line does not read back: ${text.slice(0, 80)}`)
    return { text, call }
  })

/** Owners by name, without those that died before they asked for anything. */
async function ownersIn(place: string): Promise<Owner[]> {
  const names = (await readdir(place)).filter((name) => name.endsWith('.took.json')).sort()
  return await Promise.all(names.map((name) => ownerOf(place, name.slice(0, -'.took.json'.length))))
}

async function ownerOf(place: string, owner: string): Promise<Owner> {
  const took = tookFile.parse(JSON.parse(await readOwnText(tookPath(place, owner))))
  const journal = await readJournal(attemptsPath(place, owner))
  // After the journal: what landed was begun, and what is begun now may still land.
  return { owner, ...took, attempts: journal?.attempts ?? [], lines: await linesIn(place, owner) }
}

/** The whole lines of a part, which may be open, sealed or not there at all. */
async function linesIn(place: string, owner: string): Promise<LandedLine[]> {
  const bytesIn = (path: string) => readOwnFile(path).catch(ifMissing(undefined))
  const bytes = (await bytesIn(sealedPath(place, owner))) ?? (await bytesIn(openPath(place, owner)))
  const lines: LandedLine[] = []
  for (const { bytes: line } of linesOf(bytes ?? Buffer.alloc(0))) {
    const call = decodeEntry(line, 0)
    if (call === undefined) break
    lines.push({ text: line.toString(), call })
  }
  return lines
}
