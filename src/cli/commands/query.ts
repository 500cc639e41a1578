import { homeAt } from '../../engine/home.ts'
import { queryPublished } from '../../warehouse/query.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text-table.ts'

export interface QueryArgs {
  readonly sql: string
  readonly home?: string | undefined
  readonly json: boolean
  readonly limit: number
}

/** Runs one SELECT over the published warehouse. */
export const query: Command<QueryArgs> = async ({ sql, home, json, limit }, { env, out, note }) => {
  const { rows, isCut } = await queryPublished(homeAt(homeSetting(home, env)).published, sql, limit)
  if (json) out(JSON.stringify(rows, null, 2))
  else out(rows.length === 0 ? 'no rows' : textTable(rows))
  if (isCut) note(`only the first ${limit} rows are shown; --limit shows more`)
  return exitCodes.complete
}
