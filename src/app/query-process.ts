import { promisify } from 'node:util'
import { QueryError, QueryFailedError } from '../warehouse/errors.ts'
import { answerQuery, type QueryPart, type QueryRequest } from '../warehouse/query.ts'

/** Why there is no result: the query is wrong as it is written, or, where there is advice, something ended it. */
export interface QueryProblem {
  readonly found: string
  readonly advice?: string | undefined
}

/** What the process of a query sends to its parent. */
export type QueryMessage = QueryPart | QueryProblem

/** Resolves when the message is on its way, so that a slow reader slows the query down. */
const send = promisify((message: QueryMessage, sent: (error: Error | null) => void) =>
  process.send?.(message, undefined, undefined, sent),
)

async function answer(request: QueryRequest): Promise<void> {
  try {
    for await (const part of answerQuery(request)) await send(part)
  } catch (error) {
    await send(problemOf(error as Error))
  }
}

function problemOf(error: Error): QueryProblem {
  if (error instanceof QueryFailedError) return { found: error.found, advice: error.advice }
  if (error instanceof QueryError) return { found: error.found }
  return { found: error.message, advice: 'this is a defect of dossier: report it with the query' }
}

// An interrupt at the terminal reaches this process too: its parent decides.
process.on('SIGINT', () => undefined)
// DuckDB's threads do not notice that the parent has gone. There is nothing to put in order: it only reads.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: QueryRequest) => void answer(request))
