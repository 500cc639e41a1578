/** The corpus cannot be served as it is; the message names the file, the line and what was expected. */
export class CorpusError extends Error {
  override readonly name = 'CorpusError'
}
