import { readlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type Home, homeAt } from '../../engine/home.ts'
import type { exportFormats } from '../../job/schema.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { exportPublished } from '../export-run.ts'
import { requirePublished } from '../published.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text-table.ts'
import { UsageError } from '../usage-error.ts'

export interface ExportArgs {
  readonly home?: string | undefined
  readonly format: readonly (typeof exportFormats)[number][]
  readonly tables?: readonly string[] | undefined
  readonly out?: string | undefined
  readonly json: boolean
}

/** Exports the published warehouse as it is now. */
export const exportTables: Command<ExportArgs> = async (args, { env, out }) => {
  const home = homeAt(homeSetting(args.home, env))
  await requirePublished(home, 'export')
  const runId = await latestRun(home)
  const folder = resolve(args.out ?? join(home.runs, runId, 'exports'))
  const tables = args.tables === undefined ? {} : { tables: [...args.tables] }
  const requests = args.format.map((format) => ({ format, ...tables }))
  const manifest = await exportPublished(home, runId, requests, folder)
  const rows = manifest.files.map(({ file, rows, bytes, sha256 }) => ({ file, rows, bytes, sha256 }))
  out(args.json ? JSON.stringify(manifest, null, 2) : `${textTable(rows, 64)}\n\n${folder}`)
  return exitCodes.complete
}

/** The run that the published warehouse ends with. */
async function latestRun(home: Home): Promise<string> {
  const latest = join(home.root, 'latest')
  const target = await readlink(latest).catch((cause) => {
    throw new UsageError(`export: ${latest} does not point to a run; run a job first: dossier run JOB`, {
      cause,
    })
  })
  return basename(target)
}
