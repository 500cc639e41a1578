import { readlink } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type Home, homeAt, type PublishedFolder, publishedFolder } from '../../engine/home/home.ts'
import { type Manifest, readExportManifest } from '../../export/manifest.ts'
import { type ExportFormat, onlyOf } from '../../job/choices.ts'
import { type ExportRequest, exportRequest } from '../../job/outputs.ts'
import type { Command } from '../context.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { exportPublished } from '../export.ts'
import { requirePublished } from '../query.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

/** What a job says under `exports`, as flags. */
export interface ExportArgs {
  readonly home?: string | undefined
  readonly format: readonly ExportFormat[]
  readonly tables?: readonly string[] | undefined
  readonly sql?: string | undefined
  readonly columns?: readonly string[] | undefined
  readonly where?: string | undefined
  readonly headers?: string | undefined
  readonly language?: string | undefined
  readonly encoding?: string | undefined
  readonly safety?: string | undefined
  readonly partition?: readonly string[] | undefined
  readonly since?: string | undefined
  readonly persons?: string | undefined
  readonly identifiers?: string | undefined
  readonly name?: string | undefined
  readonly out?: string | undefined
  /** Seconds. */
  readonly timeout: number
  readonly json: boolean
}

/** Not the folder of the run's own exports: an export removes what an earlier one left in its folder, and deltas start from those. */
const byHand: PublishedFolder = 'exports-by-hand'

/** Exports the published warehouse as it is now. */
export const exportTables: Command<ExportArgs> = async (args, context) => {
  const { env, out, note, signal } = context
  const home = homeAt(homeSetting(args.home, env))
  const requests = args.format.map((format) => requestOf(format, args))
  await requirePublished(home, 'export')
  const runId = await latestRun(home)
  const folder = resolve(args.out ?? publishedFolder(home, runId, byHand))
  const earlier = await readExportManifest(folder)
  const manifest = await exportPublished(home, {
    runId,
    requests,
    beside: '.',
    folder,
    signal,
    context,
    timeoutSeconds: args.timeout,
  })
  const rows = manifest.files.map(({ file, rows, bytes, sha256 }) => ({ file, rows, bytes, sha256 }))
  out(args.json ? JSON.stringify(manifest, null, 2) : `${textTable(rows, 64)}\n\n${folder}`)
  if (earlier !== undefined) note(replacedText(earlier, folder))
  return exitCodes.complete
}

const replacedText = ({ exported_at, files }: Manifest, folder: string): string =>
  `replaced the export of ${exported_at.slice(0, 19)}Z in ${folder} (${files.length > 3 ? `${files.length} files` : files.map(({ file }) => file).join(', ')}); ` +
  'to keep both, give another folder: --out'

/** The entry of a job that says the same; what only people read says nothing to the other formats. @throws UsageError */
function requestOf(format: ExportFormat, args: ExportArgs): ExportRequest {
  const { tables, sql, columns, where: filter, partition, since, name, language, persons, identifiers } = args
  const forReaders = { headers: args.headers, encoding: args.encoding, safety: args.safety }
  const fitting = Object.entries(forReaders).filter(
    // Of several formats, each takes what it knows; of one alone, what it does not know is a mistake.
    ([key]) => args.format.length === 1 || onlyOf[key as keyof typeof onlyOf].includes(format),
  )
  const parsed = exportRequest.safeParse({
    format,
    ...given({ sql, columns, filter, partition, since, name, language, ...Object.fromEntries(fitting) }),
    ...(tables === undefined ? {} : { tables: tables.length === 1 && tables[0] === 'all' ? 'all' : tables }),
    ...(persons === undefined && identifiers === undefined
      ? {}
      : { privacy: given({ persons, identifiers }) }),
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(`export: --${issue?.path.join('.')}: ${issue?.message}`, { cause: parsed.error })
}

const given = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

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
