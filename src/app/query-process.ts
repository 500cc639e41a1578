import { promisify } from 'node:util'
import { QueryError } from '../warehouse/errors.ts'
import { answerQuery, type QueryPart, type QueryRequest } from '../warehouse/query.ts'

/** What the process of a query sends to its parent: the parts of the result, or why there is none. */
export type QueryMessage = QueryPart | { readonly message: string; readonly isAsWritten: boolean }

/** Resolves when the message is on its way, so that a slow reader slows the query down. */
const send = promisify((message: QueryMessage, sent: (error: Error | null) => void) =>
  process.send?.(message, undefined, undefined, sent),
)

async function answer(request: QueryRequest): Promise<void> {
  try {
    for await (const part of answerQuery(request)) await send(part)
  } catch (error) {
    await send({ message: (error as Error).message, isAsWritten: error instanceof QueryError })
  }
}

// An interrupt at the terminal reaches this process too: its parent decides.
process.on('SIGINT', () => undefined)
// DuckDB's threads do not notice that the parent has gone. There is nothing to put in order: it only reads.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: QueryRequest) => void answer(request))
