import { resolve } from 'node:path'
import type { Home } from '../engine/home.ts'
import type { Selected, Selector } from '../warehouse/database.ts'
import { QueryError, QueryFailedError } from '../warehouse/query-error.ts'
import { type OpenQueryProcess, openQueryProcess, type QueryProcess } from './query-child.ts'
import { queryLimits } from './query-limits.ts'

/** SELECTs that users wrote are tried on the published warehouse as `dossier query` runs them: sealed, and each in a query's time. */
export function sealedSelects(home: Home, process: QueryProcess): Selector & AsyncDisposable {
  const open = openQueryProcess(process)
  return {
    select: (sql, limit) => selected(open, resolve(home.published), sql, limit),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** Bytes of the few rows of a trial; its memory bounds them before this does. */
const mostBytes = 2 ** 30

async function selected(
  open: OpenQueryProcess,
  path: string,
  sql: string,
  mostRows: number,
): Promise<Selected> {
  let columns: readonly string[] = []
  const rows: unknown[][] = []
  const request = { path, sql, mostRows, mostBytes, memory: queryLimits.memory }
  const reader = {
    columns: (names: readonly string[]) => {
      columns = names
    },
    rows: (batch: readonly string[]) => void rows.push(...batch.map((row) => JSON.parse(row) as unknown[])),
  }
  await open.ask(request, reader).catch((error) => {
    throw error instanceof QueryError || error instanceof QueryFailedError ? withoutFlags(error) : error
  })
  return { columns, chunks: chunksOf(rows) }
}

async function* chunksOf(rows: readonly unknown[][]): AsyncGenerator<readonly unknown[][]> {
  yield rows
}

/** What went wrong, without the name and the flags of `dossier query`, which an export has none of. */
const withoutFlags = (cause: Error): Error =>
  new Error(cause.message.replace(/^query: /, '').replace(/; (was it killed|ask for less).*$/s, ''), {
    cause,
  })
