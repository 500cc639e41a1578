/** The command line cannot be carried out as it is written. */
export class UsageError extends Error {
  override name = 'UsageError'
}
