import { resolve } from 'node:path'
import { publishFiles } from '../disk/publish-folder.ts'
import type { MakePresent } from '../privacy/make-present.ts'
import type { Selector } from '../warehouse/database.ts'
import { ExportError } from './export-error.ts'
import type { EarlierExport, Manifest } from './manifest.ts'
import {
  type Catalogue,
  isDelta,
  isOfUser,
  type PlannedExport,
  planExports,
  type RequestedExport,
} from './plan.ts'
import { type PreparedExport, prepareExport } from './prepare.ts'
import { type ExportReader, type WriteExports, writeExports } from './write-exports.ts'

export interface ExportOptions extends Catalogue {
  /** A published warehouse, opened read-only for this export alone: its settings are changed. */
  readonly reader: ExportReader
  /** The same, sealed: what users wrote is tried on it. Opened when there is any, and closed here. */
  readonly openSealed: () => Promise<Selector & AsyncDisposable>
  /** Does for a user what may have no end, and ends it in time. @throws ExportError then */
  readonly withinTime: WriteExports['withinTime']
  /** Made when it does not exist. An earlier export in it is replaced. */
  readonly folder: string
  readonly requests: readonly RequestedExport[]
  /** The export that a delta starts from: that of the run named, or of the previous run of the job. @throws ExportError */
  readonly findEarlier: (since: string | undefined) => Promise<EarlierExport>
  readonly makePresent: MakePresent
  readonly run: { readonly run_id: string }
  readonly now: Date
}

/**
 * Writes tables, views and SELECTs as files with a manifest, all or none: an export that fails leaves an earlier one in the same
 * folder as it was.
 *
 * Throws ExportError when the requests cannot be met, FolderInUseError and FolderOfOthersError when the folder cannot be had, and
 * NotPublishedError when writing fails.
 */
export async function exportRelations(options: ExportOptions): Promise<Manifest> {
  const prepared = await prepareExports(planExports(options.requests, options), options)
  const folder = resolve(options.folder)
  return await publishFiles<Manifest>(
    { folder, kind: 'exports', now: options.now, refusal: ExportError },
    async (staging) => ({
      kind: 'exports',
      run_id: options.run.run_id,
      exported_at: options.now.toISOString(),
      contract_version: null,
      files: await writeExports(prepared, { ...options, folder, staging }),
    }),
  )
}

async function prepareExports(
  planned: readonly PlannedExport[],
  { openSealed, findEarlier }: ExportOptions,
): Promise<readonly PreparedExport[]> {
  await using sealed = planned.some(({ request }) => isOfUser(request)) ? await openSealed() : undefined
  const prepared: PreparedExport[] = []
  for (const one of planned) {
    const earlier = isDelta(one.request) ? await findEarlier(one.request.since) : undefined
    prepared.push(await prepareExport(one, sealed, earlier))
  }
  return prepared
}
