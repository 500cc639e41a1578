import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceDurably, sync } from '../../disk/durable.ts'
import type { JobInput } from '../../job/input.ts'
import type { Forgetter } from '../../privacy/forgetter.ts'
import { inputLine } from '../../warehouse/runs.ts'
import { type Home, publishedFolders, runIds } from '../home.ts'

/** What a run folder keeps, and how it is rewritten. Everything else in it is made from the tables and goes. */
const kept = { 'inputs.ndjson': forgetInputs, 'run.json': maskLines, 'log.ndjson': maskLines }

/** Rewrites the run folders without what was forgotten, and removes the exports, which `dossier export` makes anew. */
export async function purgeRuns(home: Home, forgetter: Forgetter): Promise<void> {
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
    const text = await readFile(join(home.runs, runId, 'inputs.ndjson'), 'utf8').catch(() => '')
    entries += linesOf(text).filter((line) => forgetInputs(line, forgetter) !== line).length
  }
  return entries
}

async function rewriteFile(path: string, rewrite: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8')
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
      const input = entryOf(line)
      if (input === undefined) return ''
      const changed = forgetter.input(input)
      return changed === input ? line : inputLine(changed)
    })
    .join('')
}

function entryOf(line: string): JobInput | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Lines are JSON but for the last one of a process that was killed. */
function maskLines(text: string, { mask }: Forgetter): string {
  return linesOf(text)
    .map((line) => mask.text(mask.json(line).text).text)
    .join('')
}
