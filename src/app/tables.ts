import type { Column } from '../rows/tables/table.ts'
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

export interface RelationColumn extends Pick<Column, 'type' | 'term' | 'source' | 'meaning' | 'example'> {
  readonly column: string
}

/** The data dictionary: all tables and views, or one. Needs no home. @throws RefusedError when there is none of that name */
export const tables = (name?: string): Relation[] =>
  (name === undefined ? relationNames() : [name]).map((one) => {
    const relation = relationOf(one)
    if (relation === undefined)
      throw new RefusedError(`tables: there is no table or view "${one}"; ${meant(one, relationNames())}`)
    const { kind, term, meaning } = relation
    const columns = Object.entries(relation.columns).map(
      ([column, { type, term, source, meaning, example }]) => ({
        column,
        type,
        term,
        source,
        meaning,
        example,
      }),
    )
    return { name: one, kind, term, meaning, columns }
  })
