/** What was asked for cannot be exported; nothing was written. */
export class ExportError extends Error {
  override name = 'ExportError'
}

/** A file could not be written: no file and no manifest of this export is left. */
export class ExportWriteError extends Error {
  override name = 'ExportWriteError'

  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`export: ${path} could not be written, so this export was given up: ${reason}`, { cause })
  }
}
