import { join } from 'node:path'
import { z } from 'zod'
import { GivenFileError, mostBytes, readGivenFile } from './given-file.ts'

/** Of every folder that files are published into: written last, so a folder without one holds nothing whole. */
export const manifestName = 'manifest.json'

/** What a folder holds, of which it holds one at a time. */
export type ManifestKind = 'exports' | 'reports'

/** What a manifest of either kind says of its files. */
export interface FolderManifest {
  readonly kind: ManifestKind
  readonly files: readonly {
    /** Relative to the folder, `/` between its parts. */
    readonly file: string
    readonly bytes: number
    /** Hexadecimal. */
    readonly sha256: string
  }[]
}

/** Whether a path stands in the folder that it is relative to, or in one within it. */
const isWithin = (file: string): boolean =>
  file.split('/').every((part) => !['', '.', '..'].includes(part)) && !file.includes('\\')

const told = z.looseObject({
  kind: z.enum(['exports', 'reports']).optional(),
  exported_at: z.string().optional(),
  reported_at: z.string().optional(),
  files: z.array(z.looseObject({ file: z.string().refine(isWithin), bytes: z.number(), sha256: z.string() })),
})

/**
 * What stands in a folder under the name of a manifest: nothing, one of ours, bytes that are no JSON any more (`damaged`), or JSON
 * that somebody else wrote (`foreign`).
 */
export type FoundManifest = FolderManifest | 'none' | 'damaged' | 'foreign'

/** Members beside those of `FolderManifest` stay as they are. */
export async function readManifest(folder: string): Promise<FoundManifest> {
  try {
    const bytes = readGivenFile(join(folder, manifestName), { mostBytes: mostBytes.manifest })
    return manifestIn(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged'
    if (!(error instanceof GivenFileError)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'none'
    if (error.code === undefined) return 'foreign'
    throw error.cause
  }
}

function manifestIn(content: unknown): FolderManifest | 'foreign' {
  const { data } = told.safeParse(content)
  if (data === undefined) return 'foreign'
  const kind = data.kind ?? kindByContent(data)
  return kind === undefined ? 'foreign' : { ...data, kind }
}

/** A manifest of an earlier version does not name its kind: each says in a word of its own when it was written. */
function kindByContent({ exported_at, reported_at }: z.infer<typeof told>): ManifestKind | undefined {
  if (exported_at !== undefined) return 'exports'
  return reported_at === undefined ? undefined : 'reports'
}
