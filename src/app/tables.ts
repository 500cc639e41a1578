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

export interface RelationColumn {
  readonly column: string
  /** As DuckDB writes it. */
  readonly type: string
  readonly term: string
  /** The member of the answer, or the parameter, that it holds; `derived` is our own. */
  readonly source: string
  /** With its unit. */
  readonly meaning: string
  readonly example: string
}

/** The data dictionary: all tables and views, or one. Needs no home. @throws RefusedError when there is none of that name */
export const tables = (name?: string): Relation[] =>
  name === undefined ? relationNames().flatMap(relationsOf) : [knownRelation(name)]

function relationsOf(name: string): Relation[] {
  const relation = relationOf(name)
  if (relation === undefined) return []
  const { kind, term, meaning } = relation
  const columns = Object.entries(relation.columns).map(([column, it]) => ({
    column,
    type: it.type,
    term: it.term,
    source: it.source,
    meaning: it.meaning,
    example: it.example,
  }))
  return [{ name, kind, term, meaning, columns }]
}

function knownRelation(name: string): Relation {
  const [relation] = relationsOf(name)
  if (relation !== undefined) return relation
  throw new RefusedError(`tables: there is no table or view "${name}"; ${meant(name, relationNames())}`)
}
