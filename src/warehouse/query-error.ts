/** The query cannot be run as it is written, or there is nothing to run it on. */
export class QueryError extends Error {
  override name = 'QueryError'
}

/** The query is sound and has no result: a limit ended it, or the warehouse cannot be read. */
export class QueryFailedError extends Error {
  override name = 'QueryFailedError'
}
