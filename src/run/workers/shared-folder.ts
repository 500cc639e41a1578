import { createHash, randomUUID } from 'node:crypto'
import { link, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { PlannedCall } from '../../calls/call.ts'
import { type OperationName, operationNames } from '../../contract/operations.ts'
import { ifMissing, makeFolder, replaceDurably, sync } from '../../disk/durable.ts'
import { copyOwnFile, readOwnText } from '../../disk/own-file.ts'

/*
 * What a run and its workers share, as files: <folder>/<run>/run.json, tombstones.json and units/<unit>/. Redis only says which
 * worker has which unit. The units and their results are here, so that nothing is lost when Redis forgets.
 */

const markFile = z.object({ id: z.string() })
const markName = 'dossier-shared.json'

/** The name of a shared folder, which it holds itself; undefined when it is not one. */
export async function sharedIdOf(folder: string): Promise<string | undefined> {
  return (await readShared(join(folder, markName), markFile))?.id
}

/** Makes a folder one to share, unless it is. */
export async function makeShared(folder: string): Promise<string> {
  await makeFolder(folder)
  const known = await sharedIdOf(folder)
  if (known !== undefined) return known
  await writeDurably(join(folder, markName), { id: randomUUID().slice(-12) })
  return await makeShared(folder)
}

export const sharedRunFile = z.object({
  runId: z.string(),
  /** Version of dossier that runs it. */
  version: z.string(),
  baseUrl: z.string(),
  transport: z.enum(['http', 'mcp']),
  tools: z.record(z.string(), z.string()),
  /** The job's rate; null when it sets none. */
  perSecond: z.number().nullable(),
  /** Points a call, by operation. */
  costs: z.record(z.string(), z.number()),
  /** Messages that the job declares absences. */
  absences: z.array(z.string()).readonly().optional(),
  /** Seconds of silence after which a call is given up. */
  timeout: z.number().optional(),
})

/** What a worker must know of a run. */
export type SharedRun = Readonly<z.infer<typeof sharedRunFile>>

const runFolder = (folder: string, runId: string): string => join(folder, runId)
export const tombstonesOf = (folder: string, runId: string): string =>
  join(runFolder(folder, runId), 'tombstones.json')
const unitsOf = (folder: string, runId: string): string => join(runFolder(folder, runId), 'units')
export const unitFolder = (folder: string, { runId, id }: Pick<Unit, 'runId' | 'id'>): string =>
  join(unitsOf(folder, runId), id)

/** Puts a run where workers find it, with what must not come back (`tombstones`, a file that may not exist). */
export async function shareRun(folder: string, run: SharedRun, tombstones: string): Promise<void> {
  await makeFolder(unitsOf(folder, run.runId))
  const place = tombstonesOf(folder, run.runId)
  // Before the run itself: a worker that finds the run finds them.
  const isCopied = await copyOwnFile(tombstones, `${place}.new`).then(() => true, ifMissing(false))
  if (isCopied) await replaceDurably(`${place}.new`, place)
  else await rm(place, { force: true })
  await writeDurably(join(runFolder(folder, run.runId), 'run.json'), run)
}

/** Undefined when the folder does not hold it, or not any more. */
export async function readSharedRun(folder: string, runId: string): Promise<SharedRun | undefined> {
  return await readShared(join(runFolder(folder, runId), 'run.json'), sharedRunFile)
}

/** Nothing of a run is left to share. */
export const unshareRun = (folder: string, runId: string): Promise<void> =>
  rm(runFolder(folder, runId), { recursive: true, force: true })

/** Runs that have something in the folder. */
export async function sharedRuns(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Writes a unit, whole or not at all. */
export async function putUnit(folder: string, unit: Unit): Promise<void> {
  const place = unitFolder(folder, unit)
  const temporary = `${place}.new`
  await rm(temporary, { recursive: true, force: true })
  await makeFolder(temporary)
  await writeJson(join(temporary, 'unit.json'), unit)
  await sync(join(temporary, 'unit.json'))
  await replaceDurably(temporary, place)
}

/** Undefined when the folder does not hold it, or not any more. */
export async function readUnit(folder: string, unit: Pick<Unit, 'runId' | 'id'>): Promise<Unit | undefined> {
  return await readShared(join(unitFolder(folder, unit), 'unit.json'), unitFile)
}

/** The units of a run that are not in its home yet. What was half written or half removed goes. */
export async function unitsIn(folder: string, runId: string): Promise<Unit[]> {
  const names = await readdir(unitsOf(folder, runId)).catch(ifMissing([]))
  const units: Unit[] = []
  for (const id of names) {
    const unit = /\.(new|gone)$/.test(id) ? undefined : await readUnit(folder, { runId, id })
    if (unit !== undefined) units.push(unit)
    else await rm(join(unitsOf(folder, runId), id), { recursive: true, force: true })
  }
  return units
}

/** Removes a unit whose answers are in the home: first its name, so that half of it is never found. */
export async function removeUnit(folder: string, unit: Pick<Unit, 'runId' | 'id'>): Promise<void> {
  const place = unitFolder(folder, unit)
  await rename(place, `${place}.gone`)
  await sync(dirname(place))
  await rm(`${place}.gone`, { recursive: true, force: true })
}

const endedFile = z.object({
  /** Keys of calls that were not made, or not to their end: they may be planned again. */
  left: z.array(z.string()),
  /** Why the run should not go on, when a person has to act. */
  stop: z
    .object({
      status: z.enum(['stopped', 'blocked', 'failed', 'unauthorised']),
      words: z.object({ en: z.string(), zh: z.string() }),
    })
    .nullable(),
})

/** How a unit ended. */
export type UnitEnd = Readonly<z.infer<typeof endedFile>>

const endOf = (place: string): string => join(place, 'ended.json')

/** How a unit ended; undefined when it has not. */
export async function unitEnd(place: string): Promise<UnitEnd | undefined> {
  return await readShared(endOf(place), endedFile)
}

/** Says that a unit has ended, as the last thing. Of two who say so the first counts. */
export async function endUnit(place: string, owner: string, end: UnitEnd): Promise<void> {
  const own = join(place, `${owner}.ended`)
  await writeJson(own, end)
  await sync(own)
  await link(own, endOf(place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await sync(place)
}

const writeJson = (path: string, value: object): Promise<void> =>
  writeFile(path, `${JSON.stringify(value)}\n`, { mode: 0o600 })

/** Writes JSON whole or not at all. */
export async function writeDurably(path: string, value: object): Promise<void> {
  await writeJson(`${path}.writing`, value)
  await replaceDurably(`${path}.writing`, path)
}

/** What a file of these holds; undefined when there is none. */
async function readShared<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readOwnText(path).catch(ifMissing(undefined))
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}

/** Most calls of a unit. */
export const mostCalls = 200

const plannedCall = z.object({
  callKey: z.string(),
  step: z.string(),
  operation: z.enum(operationNames),
  params: z.record(z.string(), z.unknown()),
  sweep: z.number(),
})

const unitFile = z.object({
  id: z.string(),
  runId: z.string(),
  /** Attempts that the run has paid for: no worker makes more of them for this unit. */
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
 * The name of a unit, by its calls alone: the same unit, made again, finds what was landed for it. A unit whose calls
 * are asked for once more, because they failed, is of the next `generation`.
 */
export function unitId(runId: string, calls: readonly PlannedCall[], generation: number): string {
  const hash = createHash('sha256').update(`${runId}\n${generation}\n`)
  for (const line of calls.map(({ callKey, sweep }) => `${callKey} ${sweep}\n`).sort()) hash.update(line)
  return hash.digest('hex').slice(0, 24)
}

/** The segment that holds what came of a unit, once it is in a home. */
export const segmentOf = ({ runId, id }: Pick<Unit, 'runId' | 'id'>): string => `${runId}-unit-${id}`
