import type { Column } from '../rows/tables/table.ts'
import examples from '../rows/words/column-examples.json' with { type: 'json' }
import { meant } from '../rows/words/suggest.ts'
import { relationNames, relationOf } from '../warehouse/schema.ts'
import { RefusedError } from './errors.ts'

/** A table or view of the warehouse. */
export interface Relation {
  readonly name: string
  readonly kind: 'table' | 'view'
  /** What it is called in Chinese. */
  readonly term: string
  readonly meaning: string
  readonly columns: readonly RelationColumn[]
}

export interface RelationColumn extends Pick<Column, 'type' | 'term' | 'source' | 'meaning'> {
  readonly column: string
  /** An invented value as it may stand there, never empty. */
  readonly example: string
}

/** By column, or by table.column where they differ, or by type. The file may name several at once. */
const exampleByName = new Map(
  Object.entries(examples).flatMap(([names, example]) => names.split(' ').map((name) => [name, example])),
)

/** Without an example of its own, a column of codes has the first of them, and any other that of its type. */
function exampleOf(table: string, column: string, { type, words = {} }: Column): string {
  const present = table.replace(/_history$/, '')
  const [given] = [`${table}.${column}`, `${present}.${column}`, column].flatMap(
    (name) => exampleByName.get(name) ?? [],
  )
  return given ?? Object.keys(words)[0] ?? exampleByName.get(type) ?? ''
}

/** The data dictionary: all tables and views, or one. Needs no home. @throws RefusedError when there is none of that name */
export const tables = (name?: string): Relation[] =>
  (name === undefined ? relationNames() : [name]).map((one) => {
    const relation = relationOf(one)
    if (relation === undefined)
      throw new RefusedError(`tables: there is no table or view "${one}"; ${meant(one, relationNames())}`)
    const { kind, term, meaning } = relation
    const columns = Object.entries(relation.columns).map(([column, definition]) => {
      const { type, term, source, meaning } = definition
      return { column, type, term, source, meaning, example: exampleOf(one, column, definition) }
    })
    return { name: one, kind, term, meaning, columns }
  })
