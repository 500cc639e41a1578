import { suggest } from '../../job/suggest.ts'
import { commentOf, relationNames, relationOf } from '../../warehouse/schema.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text-table.ts'
import { UsageError } from '../usage-error.ts'

export interface TablesArgs {
  readonly name?: string | undefined
  readonly json: boolean
}

/** The data dictionary: all tables and views, or the columns of one. */
export const tables: Command<TablesArgs> = async ({ name, json }, { out }) => {
  const rows = name === undefined ? listed() : columnsOf(name)
  out(json ? JSON.stringify(rows, null, 2) : textTable(rows, 100))
  return exitCodes.complete
}

const listed = () =>
  relationNames().map((name) => {
    const relation = relationOf(name)
    return {
      name,
      kind: relation?.kind,
      columns: Object.keys(relation?.columns ?? {}).length,
      term: relation?.term,
      meaning: relation?.meaning,
    }
  })

function columnsOf(name: string) {
  const relation = relationOf(name)
  if (relation === undefined) {
    const near = suggest(name, relationNames())
    throw new UsageError(
      `tables: there is no table or view "${name}"; ` +
        (near === undefined ? `expected one of ${relationNames().join(', ')}` : `did you mean "${near}"?`),
    )
  }
  return Object.entries(relation.columns).map(([column, definition]) => ({
    column,
    type: definition.type,
    comment: commentOf(definition),
  }))
}
