import { mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { HashedFile, makeFolder, sync } from './durable.ts'
import { failPoint } from './fail-points.ts'
import { GivenFileError, mostBytes, readGivenFile } from './given-file.ts'
import { acquireLock, isOnThisMachine, LockHeldError, leftLockDrafts, ownerText } from './lock.ts'

/** Held by the one process that writes into a folder, for as long as it does. */
export const folderLock = (folder: string): string => join(folder, '.dossier-lock')

/** Folders within a folder in which files are written before they take their places; one of an earlier version has no more to its name. */
export const isStaging = (name: string): boolean => /^\.partial(-|$)/.test(name)

export interface PublishOptions<Kind extends ManifestKind = ManifestKind> {
  /** Absolute. Made when it does not exist, for its owner only. */
  readonly folder: string
  readonly kind: Kind
  readonly now: Date
  /** The class of errors that say why what was asked for cannot be had: they come out of here as they are. */
  readonly refusal: new () => Error
}

/**
 * Publishes files into a folder, all or none. `write` writes them into a folder of its own, durably, and says what they are; they take
 * their places when it has returned. Whatever fails before leaves the folder as it was. Files that its earlier manifest names, and
 * the new one does not, go; files that no manifest names stay. What killed processes left half done is removed.
 *
 * @throws FolderInUseError, FolderOfOthersError, NotPublishedError, and refusals of `write`
 */
export async function publishFiles<Manifest extends FolderManifest>(
  options: PublishOptions<Manifest['kind']>,
  write: (staging: string) => Promise<Manifest>,
): Promise<Manifest> {
  const known = [FolderInUseError, FolderOfOthersError, NotPublishedError, options.refusal]
  return await published(options, write).catch((error) => {
    throw known.some((kind) => error instanceof kind)
      ? error
      : new NotPublishedError(options.kind, options.folder, error)
  })
}

async function published<Manifest extends FolderManifest>(
  { folder, kind, now }: PublishOptions<Manifest['kind']>,
  write: (staging: string) => Promise<Manifest>,
): Promise<Manifest> {
  await using _lock = await folderFor(folder, kind, now)
  const earlier = await earlierFiles(folder, kind)
  await removeLeftIn(folder)
  const staging = await mkdtemp(join(folder, '.partial-'))
  try {
    failPoint('export.prepared')
    const manifest = await write(staging)
    await writeManifest(staging, manifest)
    failPoint('export.manifest-written')
    const files = manifest.files.map(({ file }) => file)
    await revealFiles(folder, staging, files, earlier)
    await rm(staging, { recursive: true })
    await sync(folder)
    failPoint('export.cleaned')
    return manifest
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** Makes the folder and takes it for this process. A folder that is removed between the two is made again. @throws FolderInUseError */
async function folderFor(folder: string, kind: ManifestKind, now: Date, tries = 3): Promise<AsyncDisposable> {
  await makeFolder(folder)
  try {
    return await lockFolder(folder, now)
  } catch (error) {
    if (error instanceof LockHeldError) throw new FolderInUseError(kind, folder, folderLock(folder), error)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 1) throw error
    return await folderFor(folder, kind, now, tries - 1)
  }
}

/** Under one name, whichever way leads there (`latest`): this process knows its locks by their names. */
const lockFolder = async (folder: string, now: Date): Promise<AsyncDisposable> =>
  await acquireLock(folderLock(await realpath(folder)), now)

/** Files of the folder's own earlier manifest. One that cannot be read names none, and is replaced. @throws FolderOfOthersError */
async function earlierFiles(folder: string, kind: ManifestKind): Promise<readonly string[]> {
  const found = await readManifest(folder)
  if (found === 'none' || found === 'damaged') return []
  if (found === 'foreign' || found.kind !== kind) throw new FolderOfOthersError(kind, folder, found)
  return found.files.map(({ file }) => file)
}

/** The owner of the lock may: those who wrote it are gone. */
async function removeLeftIn(folder: string): Promise<void> {
  const staged = (await readdir(folder)).filter(isStaging).map((name) => join(folder, name))
  for (const path of [...(await leftLockDrafts(folderLock(folder))), ...staged])
    await rm(path, { recursive: true, force: true })
}

async function writeManifest(staging: string, manifest: FolderManifest): Promise<void> {
  await using file = await HashedFile.create(join(staging, manifestName))
  await file.write(`${JSON.stringify(manifest, null, 2)}\n`)
  await file.finish()
}

/**
 * Moves the written files to their places, the manifest last. An earlier manifest goes first: whenever there is one, all files that it
 * names are those that it was written for. Files may stand in folders within the folder.
 */
async function revealFiles(
  folder: string,
  staging: string,
  files: readonly string[],
  earlier: readonly string[],
): Promise<void> {
  await rm(join(folder, manifestName), { force: true })
  await sync(folder)
  failPoint('export.manifest-removed')
  const written = new Set(files)
  // Without the manifest the owner of the others would not be known.
  for (const file of earlier.filter((one) => !written.has(one))) await rm(join(folder, file), { force: true })
  const inner = [...new Set(files.map((file) => dirname(join(folder, file))))].filter((one) => one !== folder)
  for (const one of inner) await makeFolder(one)
  for (const file of files) {
    await rename(join(staging, file), join(folder, file))
    failPoint('export.revealing')
  }
  for (const one of inner) await sync(one)
  await sync(folder)
  failPoint('export.revealed')
  await rename(join(staging, manifestName), join(folder, manifestName))
  failPoint('export.manifest-revealed')
}

/**
 * Removes a folder of published files and everything in it, the manifest first: a reader that finds one finds all files that it names.
 * Cut off, it is finished by being called again. False when a process is writing there: the folder stays as it is.
 */
export async function removePublished(folder: string, now: Date): Promise<boolean> {
  try {
    await using _lock = await lockFolder(folder, now)
    await rm(join(folder, manifestName), { force: true })
    await sync(folder)
    failPoint('retention.manifest-removed')
    for (const name of await readdir(folder))
      if (join(folder, name) !== folderLock(folder))
        await rm(join(folder, name), { recursive: true, force: true })
  } catch (error) {
    if (error instanceof LockHeldError) return false
    throw error
  }
  return await rmdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // Another process has begun to write there since.
      if (error.code === 'ENOTEMPTY') return false
      throw error
    },
  )
}

const nounOf = { exports: 'export', reports: 'report' } as const satisfies Record<ManifestKind, string>

/** Another process is writing into the folder: nothing was written, and it can be done again when that has ended. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'

  constructor(kind: ManifestKind, folder: string, lock: string, cause: LockHeldError) {
    super(
      `${nounOf[kind]}: ${folder} is being written by ${ownerText(cause.owner)}; nothing was written. ` +
        'Wait until that process has ended and do this again, or choose another folder: --out' +
        (isOnThisMachine(cause.owner)
          ? ''
          : `. Whether it still runs cannot be seen from this machine: if you are sure that it is gone, remove ${lock}`),
      { cause },
    )
  }
}

/** The folder's manifest is not ours to replace: nothing was written, and another folder has to be named. */
export class FolderOfOthersError extends Error {
  override name = 'FolderOfOthersError'

  constructor(kind: ManifestKind, folder: string, found: { readonly kind: ManifestKind } | 'foreign') {
    const holds =
      found === 'foreign'
        ? `a ${manifestName} that dossier did not write`
        : `${found.kind}, as its ${manifestName} says`
    super(
      `${nounOf[kind]}: ${folder} holds ${holds}; nothing was written. ` +
        `Expected a folder for ${kind} alone: choose another --out, or remove what is there`,
    )
  }
}

/** Files could not be written: no manifest names any of them, and the caller may try again. */
export class NotPublishedError extends Error {
  override name = 'NotPublishedError'

  /** `path`: the file or the folder that could not be written. */
  constructor(kind: ManifestKind, path: string, cause: unknown) {
    const noun = nounOf[kind]
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`${noun}: ${path} could not be written, so this ${noun} was given up: ${reason}`, { cause })
  }
}

/** Of every folder that files are published into: written last, so a folder without one holds nothing whole. */
export const manifestName = 'manifest.json'

/** What a folder holds, of which it holds one at a time. */
export type ManifestKind = 'exports' | 'reports'

/** What a manifest of either kind says of its files. */
export interface FolderManifest {
  readonly kind: ManifestKind
  /** What reports are for. */
  readonly purpose?: string | undefined
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

const manifestFile = z.looseObject({
  kind: z.enum(['exports', 'reports']).optional(),
  exported_at: z.string().optional(),
  reported_at: z.string().optional(),
  purpose: z.string().optional(),
  files: z.array(z.looseObject({ file: z.string().refine(isWithin), bytes: z.number(), sha256: z.string() })),
})

/**
 * What stands in a folder under the name of a manifest: nothing, one of ours, bytes that are no JSON any more (`damaged`), or JSON
 * that another program wrote (`foreign`).
 */
type FoundManifest = FolderManifest | 'none' | 'damaged' | 'foreign'

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
  const { data } = manifestFile.safeParse(content)
  if (data === undefined) return 'foreign'
  const kind = data.kind ?? kindByContent(data)
  return kind === undefined ? 'foreign' : { ...data, kind }
}

/** A manifest of an earlier version does not name its kind: each says in a word of its own when it was written. */
function kindByContent({ exported_at, reported_at }: z.infer<typeof manifestFile>): ManifestKind | undefined {
  if (exported_at !== undefined) return 'exports'
  return reported_at === undefined ? undefined : 'reports'
}
