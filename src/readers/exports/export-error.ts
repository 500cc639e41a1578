/** What was asked for cannot be exported; nothing was written. */
export class ExportError extends Error {
  override name = 'ExportError'
}
