/** The query cannot be run as it is written, or there is nothing to run it on. */
export class QueryError extends Error {
  override name = 'QueryError'
  /** What DuckDB found, without the name of the command. */
  readonly found: string

  constructor(found: string, options?: ErrorOptions) {
    super(`query: ${found}`, options)
    this.found = found
  }
}

/** The query is sound and has no result: a limit ended it, or the warehouse cannot be read. */
export class QueryFailedError extends Error {
  override name = 'QueryFailedError'
  /** What ended it, without the name of the command. */
  readonly found: string
  /** What to do next, in the flags of the command. */
  readonly advice: string

  constructor(found: string, advice: string, options?: ErrorOptions) {
    super(`query: ${found}; ${advice}`, options)
    this.found = found
    this.advice = advice
  }
}

/** What DuckDB says when a resource is used up or another process is at work: the file may be sound. */
const otherTrouble =
  /out of memory|no space left|could not write|too many open files|permission denied|operation not permitted|input\/output error|could not set lock|interrupt|read-only file system/i

/** What DuckDB says in one line; the others show the statement. */
export const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0] ?? ''

/** Whether an error on opening or reading a file of DuckDB means that the file is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && !('syscall' in error) && !otherTrouble.test(error.message)

/** Whether a statement met damaged bytes in a database that had opened well; blocks are checked when they are read. */
export const isCorruption = (error: unknown): boolean =>
  error instanceof Error && /corrupt|checksum/i.test(error.message)
