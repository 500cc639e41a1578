import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  type ReadStream,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'

export const mebibyte = 2 ** 20

/** Where the kernel makes files up: /proc/self/environ holds the key. */
const ofTheSystem = ['/proc', '/sys']

const isOfTheSystem = ({ dev }: Stats): boolean =>
  ofTheSystem.some((place) => statSync(place, { throwIfNoEntry: false })?.dev === dev)

/** The most bytes read from a file of a user or of a home, by its kind. */
export const mostBytes = {
  // YAML takes up to 1 GB and 10 s a MiB to be parsed.
  job: mebibyte,
  list: 64 * mebibyte,
  sql: mebibyte,
  pipeline: 4 * mebibyte,
  manifest: 256 * mebibyte,
  // A text of Node holds no more.
  own: 512 * mebibyte - mebibyte,
  template: 16 * mebibyte,
  secret: 2 ** 14,
} as const

/** A file that a job, a flag or a setting names cannot be taken. The message follows the file's name: `is a folder`. */
export class GivenFileError extends Error {
  override name = 'GivenFileError'
  /** Of the system, when it refused. */
  readonly code: string | undefined

  readonly isOpenToOthers: boolean

  constructor(message: string, options: { cause?: NodeJS.ErrnoException; isOpenToOthers?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.code = options.cause?.code
    this.isOpenToOthers = options.isOpenToOthers ?? false
  }
}

export interface GivenFile {
  readonly mostBytes: number
  /** Refuses a file that others than its owner can open; default false. */
  readonly isPrivate?: boolean
}

/** How a file is opened to be read: neither a named pipe nor a terminal makes that wait. */
export const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Opens a regular file to be read. The caller closes the descriptor.
 * @throws GivenFileError
 */
export function openGivenFile(
  path: string,
  { isPrivate = false }: Pick<GivenFile, 'isPrivate'> = {},
): number {
  const file = orRefused(() => openSync(path, withoutWaiting))
  try {
    // Of what was opened: the name may mean another file by then.
    const stats = fstatSync(file)
    const refusal = refusalOf(stats)
    if (refusal !== undefined) throw new GivenFileError(refusal)
    if (isPrivate && (stats.mode & 0o077) !== 0)
      throw new GivenFileError('can be read by others', { isOpenToOthers: true })
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** A named file piece by piece, for what is read without holding it. @throws GivenFileError */
export const streamOfGivenFile = (path: string, pieceBytes: number): ReadStream =>
  createReadStream(path, { fd: openGivenFile(path), highWaterMark: pieceBytes })

/**
 * The bytes of a regular file. The bound holds for what is read, whatever size the file says it has. Synchronous: secrets
 * are struck out of errors where nothing can wait. @throws GivenFileError
 */
export function readGivenFile(path: string, given: GivenFile): Buffer {
  const file = openGivenFile(path, given)
  try {
    return readWithin(file, given.mostBytes)
  } finally {
    closeSync(file)
  }
}

/** A text in UTF-8, without its byte order mark. @throws GivenFileError, also for bytes that are not UTF-8 */
export function readGivenText(path: string, given: GivenFile): string {
  const bytes = readGivenFile(path, given)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new GivenFileError('is not UTF-8 text')
  }
}

/** @throws GivenFileError where the system refuses */
function orRefused(work: () => number): number {
  try {
    return work()
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    throw new GivenFileError(refusals[cause.code ?? ''] ?? `cannot be read (${cause.code})`, { cause })
  }
}

const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  ENXIO: 'is a socket or a device',
  EACCES: 'may not be read by this user: make it readable for that user',
  // A path with a NUL, which names no file.
  ERR_INVALID_ARG_VALUE: 'does not exist',
}

/** Why something that was opened is not read; undefined for a regular file. */
export function refusalOf(stats: Stats): string | undefined {
  if (stats.isFile()) return isOfTheSystem(stats) ? 'shows the system, and is no file' : undefined
  if (stats.isDirectory()) return 'is a folder'
  return stats.isFIFO() ? 'is a named pipe' : 'is a device'
}

function readWithin(file: number, most: number): Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  for (;;) {
    const part = Buffer.allocUnsafe(Math.min(mebibyte, most + 1))
    const read = orRefused(() => readSync(file, part))
    if (read === 0) return Buffer.concat(parts, bytes)
    bytes += read
    if (bytes > most) throw new GivenFileError(`holds more than ${sizeText(most)}, the most that is read`)
    parts.push(part.subarray(0, read))
  }
}

export const sizeText = (bytes: number): string =>
  bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`
