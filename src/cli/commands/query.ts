import { resolve } from 'node:path'
import { homeAt } from '../../engine/home/home.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { queryInProcess, type ResultReader, requirePublished } from '../query.ts'

import { homeSetting } from '../settings.ts'
import { columnTable, shortCell } from '../text.ts'

export interface QueryArgs {
  readonly sql: string
  readonly home?: string | undefined
  readonly json: boolean
  readonly limit: number
  readonly maxBytes: number
  readonly memory: string
  /** Seconds. */
  readonly timeout: number
}

/** Runs one SELECT over the published warehouse. Prints a whole result or none. */
export const query: Command<QueryArgs> = async (args, { env, out, note, signal, queryModule }) => {
  const home = homeAt(homeSetting(args.home, env))
  await requirePublished(home, 'query')
  const result = args.json ? jsonResult() : tableResult()
  const isCut = await queryInProcess(
    {
      path: resolve(home.published),
      sql: args.sql,
      mostRows: args.limit,
      mostBytes: args.maxBytes,
      memory: args.memory,
      hasNumbers: args.json,
    },
    { module: queryModule, env, timeoutSeconds: args.timeout, signal },
    result,
  )
  result.print(out)
  if (isCut) note(`only the first ${args.limit} rows are shown; --limit shows more`)
  return exitCodes.complete
}

interface Result extends ResultReader {
  print(out: (text: string) => void): void
}

/** A list of objects, one a line. Their members stay in the order of the columns, which an object would not keep. */
function jsonResult(): Result {
  let names: readonly string[] = []
  const lines: string[] = []
  const objectText = (row: string): string => {
    const values = JSON.parse(row) as unknown[]
    return `{${names.map((name, index) => `${name}:${JSON.stringify(values[index])}`).join(',')}}`
  }
  return {
    columns: (given) => {
      names = given.map((name) => JSON.stringify(name))
    },
    rows: (rows) => void lines.push(...rows.map(objectText)),
    print: (out) => out(lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`),
  }
}

/** Aligned text; of a long value only what is shown is kept. */
function tableResult(): Result {
  let names: readonly string[] = []
  const table: unknown[][] = []
  return {
    columns: (given) => {
      names = given
    },
    rows: (rows) => {
      for (const row of rows) table.push((JSON.parse(row) as unknown[]).map((value) => shortCell(value)))
    },
    print: (out) => out(table.length === 0 ? 'no rows' : columnTable(names, table)),
  }
}
