import type { RelationColumn, RelationInfo } from '../relation.ts'

/** How columns of a relation that is read AS source stand in an export, as SQL. */
export interface ColumnsPresented {
  column(relation: RelationInfo, column: RelationColumn): string
  joins(relation: RelationInfo): string
}

/**
 * SELECT of a relation: `plain`, expressions over `source` by alias, and `shown`, its columns by alias as others may read
 * them: persons and identifiers presented.
 */
export type Presented = (
  relation: string,
  plain: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>>,
) => string

/** @throws TypeError for a relation or a column that is not among the relations */
export function createPresented(
  relations: readonly RelationInfo[],
  { column, joins }: ColumnsPresented,
): Presented {
  const known = new Map(relations.map((relation) => [relation.name, relation]))
  return (name, plain, shown) => {
    const relation = known.get(name)
    if (relation === undefined) throw new TypeError(`there is no relation ${name}`)
    const presented = Object.entries(shown).map(
      ([alias, of]) => [alias, column(relation, columnOf(relation, of))] as const,
    )
    const select = [...Object.entries(plain), ...presented].map(([alias, sql]) => `${sql} AS ${alias}`)
    return `SELECT ${select.join(', ')} FROM ${name} AS source${joins(relation)}`
  }
}

function columnOf({ name, columns }: RelationInfo, wanted: string): RelationColumn {
  const column = columns.find((other) => other.name === wanted)
  if (column === undefined) throw new TypeError(`${name} has no column ${wanted}`)
  return column
}
