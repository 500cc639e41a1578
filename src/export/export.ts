import { resolve } from 'node:path'
import { failPoint } from '../disk/fail-points.ts'
import { prepareFolder, removeStaging, revealFiles } from '../disk/staged-folder.ts'
import type { MakePresent } from '../privacy/make-present.ts'
import type { Selector } from '../warehouse/database.ts'
import { ExportError, ExportWriteError } from './export-error.ts'
import type { EarlierExport, Manifest } from './manifest.ts'
import { manifestName, staleFiles, writeManifest } from './manifest-file.ts'
import { type Catalogue, isDelta, type PlannedExport, planExports, type RequestedExport } from './plan.ts'
import { type PreparedExport, prepareExport } from './prepare.ts'
import { type ExportReader, writeExports } from './write-exports.ts'

export interface ExportOptions extends Catalogue {
  /** A published warehouse, opened read-only for this export alone: its settings are changed. */
  readonly reader: ExportReader
  /** The same, sealed: what users wrote is tried on it. Opened when there is any, and closed here. */
  readonly openSealed: () => Promise<Selector & AsyncDisposable>
  /** Made when it does not exist. An earlier export in it is replaced. */
  readonly folder: string
  readonly requests: readonly RequestedExport[]
  /** The export that a delta starts from: that of the run named, or of the previous run of the job. @throws ExportError */
  readonly findEarlier: (since: string | undefined) => Promise<EarlierExport>
  readonly makePresent: MakePresent
  readonly run: { readonly run_id: string }
  readonly contractVersion?: string
  readonly now: Date
}

/**
 * Writes tables, views and SELECTs as files with a manifest. All files are written whole elsewhere before the first of them
 * takes its place: an export that fails leaves an earlier one in the same folder as it was.
 *
 * Throws ExportError when the requests cannot be met, before anything takes its place, and ExportWriteError when writing
 * fails.
 */
export async function exportRelations(options: ExportOptions): Promise<Manifest> {
  const prepared = await prepareExports(planExports(options.requests, options), options)
  const folder = resolve(options.folder)
  try {
    await prepareFolder(folder)
    failPoint('export.prepared')
    const files = await writeExports(prepared, { ...options, folder })
    const manifest: Manifest = {
      run_id: options.run.run_id,
      exported_at: options.now.toISOString(),
      contract_version: options.contractVersion ?? null,
      files,
    }
    await writeManifest(folder, manifest)
    failPoint('export.manifest-written')
    const stale = await staleFiles(folder, manifest)
    await revealFiles(
      folder,
      files.map(({ file }) => file),
      manifestName,
      stale,
    )
    return manifest
  } catch (error) {
    await removeStaging(folder).catch(() => undefined)
    throw error instanceof ExportWriteError || error instanceof ExportError
      ? error
      : new ExportWriteError(folder, error)
  }
}

async function prepareExports(
  planned: readonly PlannedExport[],
  { openSealed, findEarlier }: ExportOptions,
): Promise<readonly PreparedExport[]> {
  await using sealed = isAnyOfUsers(planned) ? await openSealed() : undefined
  const prepared: PreparedExport[] = []
  for (const one of planned) {
    const earlier = isDelta(one.request) ? await findEarlier(one.request.since) : undefined
    prepared.push(await prepareExport(one, sealed, earlier))
  }
  return prepared
}

/** Whether users wrote some of the SQL. */
export const isAnyOfUsers = (planned: readonly Pick<PlannedExport, 'request'>[]): boolean =>
  planned.some(({ request }) => request.sql !== undefined || request.filter !== undefined)
