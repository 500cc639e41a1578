import { join } from 'node:path'
import { HashedFile } from '../../disk/durable.ts'
import { shortHash } from '../../disk/name-part.ts'
import { publishFiles } from '../../disk/publish-folder.ts'
import { faultView, framed } from './frame.ts'
import { followPublications, type OpenWarehouse } from './publication.ts'
import { type PageOptions, partsOf, sceneOf, viewAt } from './views.ts'

export interface ExportPagesOptions extends PageOptions {
  /** The published file. */
  readonly path: string
  readonly open: () => Promise<OpenWarehouse>
  /** Absolute. An earlier export of pages in it is replaced; all files are written, or none. */
  readonly folder: string
  readonly now: Date
}

/** manifest.json of a folder of pages. */
export interface PagesManifest {
  readonly kind: 'reports'
  readonly run_id: string
  /** ISO 8601, UTC. */
  readonly reported_at: string
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly sha256: string }[]
}

/** Pages cannot be written. */
class ExportPagesError extends Error {
  override name = 'ExportPagesError'
}

/** Rows of a list on one page: there is no next one to ask for. */
const wholeList = 100_000

/** Plain parts of an address as they are; two that differ in capitals alone would be one file on some disks. */
const partName = (part: string): string => (/^[0-9a-z-]{1,64}$/.test(part) ? part : shortHash(part))

const fileOf = (path: string): string => {
  const parts = partsOf(path)
  return `${parts.length === 0 ? 'index' : parts.map(partName).join('-')}.html`
}

/** Views that have a page in a folder: what has to be asked for (a search, SQL, a narrowed list) has none. */
const isWritten = (address: string): boolean =>
  /^\/(?:(?:enterprise|document|case|evidence)\/[^?]*)?$/.test(address)

/**
 * Writes every page that the portfolio of the last run leads to, for readers without the program: plain HTML that opens from a
 * disk, without a script. @throws FolderInUseError, FolderOfOthersError, NotPublishedError
 */
export async function exportPages(options: ExportPagesOptions): Promise<PagesManifest> {
  await using publications = followPublications(options.path, options.open)
  return await publications.with((publication) =>
    publishFiles<PagesManifest>(
      { folder: options.folder, kind: 'reports', now: options.now, refusal: ExportPagesError },
      async (staging) => {
        const asked = new Set(['/'])
        const href = (address: string): string | undefined => {
          const [path = '', place] = address.split('#')
          if (!isWritten(path)) return undefined
          asked.add(path)
          return `${fileOf(path)}${place === undefined ? '' : `#${place}`}`
        }
        const scene = await sceneOf(options, publication, {
          href,
          params: new URLSearchParams(),
          pageSize: wholeList,
        })
        const { fault } = scene.words
        const files: PagesManifest['files'][number][] = []
        // A page that is made asks for those that it leads to, which come after it.
        for (const path of asked) {
          const view =
            (await viewAt(scene, partsOf(path), options)) ??
            faultView(scene, fault.notFound, fault.notFoundHint, 404)
          await using file = await HashedFile.create(join(staging, fileOf(path)))
          await file.write(framed(scene, path, view, publication))
          files.push({ file: fileOf(path), ...(await file.finish()) })
        }
        return { kind: 'reports', run_id: publication.run, reported_at: options.now.toISOString(), files }
      },
    ),
  )
}
