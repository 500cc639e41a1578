import { literals } from '../contract/sql.ts'
import type { Language } from '../job/choices.ts'
import type { CodeWords } from '../tables/table.ts'
import { columnOf, type RelationColumn } from './relation.ts'

/**
 * Columns for a reader of Chinese: before each column of codes one with what they are called, under the term alone. The codes
 * keep their column, for joins and filters.
 */
export const withLabels = (
  columns: readonly RelationColumn[],
  headers: Language,
): readonly RelationColumn[] =>
  headers === 'zh' ? columns.flatMap((column) => [...labelsOf(column), column]) : columns

function labelsOf({ name, term, type, words }: RelationColumn): RelationColumn[] {
  if (words === undefined || term === undefined) return []
  return [
    {
      name: `${name}_label`,
      type: 'VARCHAR',
      term,
      source: 'derived',
      meaning: `what the codes of ${name} are called`,
      holds: 'label',
      labels: { name, type, words },
    },
  ]
}

/** Whether a column stands in the relation, and is not made for its readers. */
export const isStored = ({ labels }: RelationColumn): boolean => labels === undefined

/** SQL of what codes are called; one without a word stands as it is. */
export function labelSql({ name, type, words }: NonNullable<RelationColumn['labels']>): string {
  const wordOf = (code: string) => `coalesce(${mapOf(words)}[${code}], ${code})`
  const value = columnOf(name)
  return type === 'VARCHAR[]'
    ? `array_to_string(list_transform(${value}, lambda code: ${wordOf('code')}), '、')`
    : wordOf(value)
}

const mapOf = (words: CodeWords): string =>
  `map([${literals(Object.keys(words))}], [${literals(Object.values(words))}])`
