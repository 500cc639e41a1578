import { isOnThisMachine, type LockHeldError, ownerText } from './lock.ts'
import { type ManifestKind, manifestName } from './manifest.ts'

/** As commands and their messages have it. */
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

/** Files could not be written: no manifest names any of them, and whoever asked may ask again. */
export class NotPublishedError extends Error {
  override name = 'NotPublishedError'

  /** `path`: the file or the folder that could not be written. */
  constructor(kind: ManifestKind, path: string, cause: unknown) {
    const noun = nounOf[kind]
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`${noun}: ${path} could not be written, so this ${noun} was given up: ${reason}`, { cause })
  }
}
