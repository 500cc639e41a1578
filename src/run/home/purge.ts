import { readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Effects } from '../../calls/effects.ts'
import { decodeLanded, type LandedCall } from '../../calls/landing/entry.ts'
import { type ChangeCall, rewriteLine, rewriteSegments } from '../../calls/landing/segment.ts'
import { parseJsonText } from '../../contract/json.ts'
import { isObject } from '../../contract/values.ts'
import { replaceDurably, sync } from '../../disk/durable.ts'
import { readOwnText } from '../../disk/own-file.ts'
import { createForgetter, erased, type Forgetter } from '../../rows/privacy/forgetter.ts'
import { readTombstones, writeTombstones } from '../../rows/privacy/tombstones.ts'
import { rewriteArchive } from '../../warehouse/archive.ts'
import { probeArchive } from '../../warehouse/archived.ts'
import { Database } from '../../warehouse/database.ts'
import { inputLine } from '../../warehouse/runs.ts'
import { publishFile } from '../../warehouse/warehouse.ts'
import type { JobInput } from '../job/input.ts'
import { fateOf, foreignIn, placesIn } from './files.ts'
import { exists, type Home, publishedFolders, runIds } from './home.ts'

/**
 * Carries out the purge that a tombstone asks for, if one is not finished: raw first, because everything else is made from
 * it. Each step does again what a crash left undone, and the mark goes last. Does nothing when nothing is to be purged.
 * Archived bytes that cannot be read could hold what is to be forgotten: they are deleted, and reported; then `mayLose`.
 * `rebuild` rebuilds the tables from raw, in a new file, and opens it.
 */
export async function finishPurge(
  home: Home,
  effects: Effects,
  report: (message: string) => void,
  rebuild: (mayLose: boolean) => Promise<Database>,
): Promise<void> {
  const file = await readTombstones(home.state.tombstones)
  if (file.purging === null) return
  effects.log.info('a purge is not finished: carrying it out')
  const forgetter = createForgetter(file.tombstones)
  const change = purgedBy(forgetter, file.purging.callKeys)
  await rewriteSegments(home.state.landing, change)
  const deleted = await purgeArchive(home, change)
  if (deleted.files.length + deleted.lines > 0) report(deletedText(deleted))
  await purgeRuns(home, forgetter)
  await removeUnpurged(home, report)
  await renewTables(home, await rebuild(deleted.files.length + deleted.lines > 0))
  await writeTombstones(home.state.tombstones, { ...file, purging: null })
}

/** Gives what it deleted: files, relative to the folder of the archive, and a number of lines. */
async function purgeArchive({ state: { raw, spill } }: Home, change: ChangeCall) {
  const { readable, damaged } = await probeArchive(raw, spill)
  for (const { file } of damaged) {
    await rm(join(raw, file))
    await sync(dirname(join(raw, file)))
  }
  let lines = 0
  await using database = await Database.open(':memory:', { spillTo: spill })
  await rewriteArchive(database, raw, readable, (record) => {
    if (decodeLanded(record) !== undefined) return rewriteLine(record, change)
    lines += 1
    return undefined
  })
  return { files: damaged.map(({ file }) => file), lines }
}

const deletedText = ({ files, lines }: Awaited<ReturnType<typeof purgeArchive>>): string =>
  `forget: ${files.length} files and ${lines} lines of the archive cannot be read, so that whom they name is unknown: ` +
  `they are deleted${files.length === 0 ? '' : ` (${files.join(', ')})`}; their calls count as not made, and the next run asks for them again`

/** What is on its way somewhere, was set aside, or spilled: nothing that is needed. What is none of the home's stays, and is reported. */
async function removeUnpurged(home: Home, report: (message: string) => void): Promise<void> {
  for await (const place of placesIn(home)) {
    if (fateOf(place) !== 'removed') continue
    await rm(join(home.root, place), { recursive: true, force: true })
    await sync(dirname(join(home.root, place)))
  }
  const foreign = await foreignIn(home)
  if (foreign.length > 0)
    report(
      `forget: files in ${home.root} that are none of a home's were not searched: ${foreign.length}, such as ${foreign[0]}; look at them yourself`,
    )
}

/** New files have no free blocks in which old rows could be read. */
async function renewTables(home: Home, rebuilt: Database): Promise<void> {
  {
    await using database = rebuilt
    await database.run('CHECKPOINT')
  }
  if (await exists(home.published)) await publishFile(home.state.warehouse, home.published)
}

/** What a purge makes of a landed call; `callKeys` are erased whatever they hold. */
export function purgedBy(forgetter: Forgetter, callKeys: Iterable<string>): ChangeCall {
  const erasedKeys = new Set(callKeys)
  const isErased = ({ forgotten, callKey }: LandedCall) => !forgotten && erasedKeys.has(callKey)
  return (call) => (isErased(call) ? erased(call) : forgetter.call(call))
}

/** What a run folder keeps, and how it is rewritten. Everything else in it is made from the tables and goes. */
const kept = {
  'inputs.ndjson': forgetInputs,
  'flags.ndjson': forgetFlags,
  'run.json': maskLines,
  'log.ndjson': maskLines,
}

/** Rewrites the run folders without what was forgotten, and removes the exports, which `dossier export` makes again. */
async function purgeRuns(home: Home, forgetter: Forgetter): Promise<void> {
  for (const runId of await runIds(home)) {
    const folder = join(home.runs, runId)
    for (const name of await readdir(folder)) {
      const rewrite = kept[name as keyof typeof kept]
      if (rewrite === undefined) await rm(join(folder, name), { recursive: true })
      else await rewriteFile(join(folder, name), (text) => rewrite(text, forgetter))
    }
    await sync(folder)
  }
}

/** Runs that have something which a purge removes: exports or dossiers. */
export async function runsWithExports(home: Home): Promise<string[]> {
  const runs = []
  for (const runId of await runIds(home)) {
    const names = new Set(await readdir(join(home.runs, runId)))
    if (publishedFolders.some((folder) => names.has(folder))) runs.push(runId)
  }
  return runs
}

/** How many entries of jobs, all runs together, name what would be forgotten. */
export async function entriesNaming(home: Home, forgetter: Forgetter): Promise<number> {
  let entries = 0
  for (const runId of await runIds(home)) {
    const text = await readOwnText(join(home.runs, runId, 'inputs.ndjson')).catch(() => '')
    entries += linesOf(text).filter((line) => forgetInputs(line, forgetter) !== line).length
  }
  return entries
}

async function rewriteFile(path: string, rewrite: (text: string) => string): Promise<void> {
  const text = await readOwnText(path)
  const rewritten = rewrite(text)
  if (rewritten === text) return
  await writeFile(`${path}.rewriting`, rewritten, { mode: 0o600 })
  await replaceDurably(`${path}.rewriting`, path)
}

const linesOf = (text: string): string[] => text.match(/[^\n]+\n?/g) ?? []

/** Entries that have nothing to do with what was forgotten stay byte for byte; a damaged one cannot be searched, and goes. */
function forgetInputs(text: string, forgetter: Forgetter): string {
  return linesOf(text)
    .map((line) => {
      const input = parseJsonText(line).value as JobInput | undefined
      if (input === undefined) return ''
      const changed = forgetter.input(input)
      return changed === input ? line : inputLine(changed)
    })
    .join('')
}

/** Lines hold an id and codes: one whose id would be masked goes, and so does a damaged one. */
function forgetFlags(text: string, { mask }: Forgetter): string {
  return linesOf(text)
    .filter((line) => {
      const entry = parseJsonText(line).value
      const id = isObject(entry) ? entry.enterprise_id : undefined
      return typeof id === 'string' && mask.text(id).masks === 0
    })
    .join('')
}

/** Lines are JSON but for the last one of a process that was killed. */
function maskLines(text: string, { mask }: Forgetter): string {
  return linesOf(text)
    .map((line) => mask.text(mask.json(line).text).text)
    .join('')
}
