import { relationNames, relationOf } from '../../warehouse/schema.ts'
import { suggest } from '../../words/suggest.ts'
import type { Command } from '../context.ts'
import { dictionaryMarkdown } from '../dictionary.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export interface TablesArgs {
  readonly name?: string | undefined
  readonly json: boolean
  readonly markdown: boolean
}

/** The data dictionary: all tables and views, or the columns of one. */
export const tables: Command<TablesArgs> = async ({ name, json, markdown }, { out }) => {
  if (markdown) {
    out(dictionaryMarkdown(name === undefined ? relationNames() : [knownName(name)]).trimEnd())
    return exitCodes.complete
  }
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

const columnsOf = (name: string) =>
  Object.entries(relationOf(knownName(name))?.columns ?? {}).map(([column, definition]) => ({
    column,
    type: definition.type,
    term: definition.term,
    source: definition.source,
    meaning: definition.meaning,
    example: definition.example,
  }))

function knownName(name: string): string {
  if (relationOf(name) !== undefined) return name
  const near = suggest(name, relationNames())
  throw new UsageError(
    `tables: there is no table or view "${name}"; ` +
      (near === undefined ? `expected one of ${relationNames().join(', ')}` : `did you mean "${near}"?`),
  )
}
