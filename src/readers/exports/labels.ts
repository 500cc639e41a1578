import { literals } from '../../contract/sql.ts'
import type { CodeWords } from '../../rows/tables/table.ts'
import type { Language } from '../../run/job/choices.ts'
import type { ManifestColumn } from './manifest.ts'
import { columnOf, type RelationColumn } from './relation.ts'

/** A column as an exporter sees it. */
export interface SourceColumn extends RelationColumn {
  /** What stands over it: unique within the source. The column's name, or its Chinese term. */
  readonly header: string
}

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

/** The columns of a source for the manifest. */
export const manifestColumns = ({
  columns,
}: {
  readonly columns: readonly SourceColumn[]
}): ManifestColumn[] =>
  columns.map(({ name, type, header }) => ({ name, type, ...(header === name ? {} : { header }) }))

/**
 * What stands over columns, no two alike, as a reader of spreadsheets needs it: where two columns of a relation have one
 * Chinese term, all of them but the first say which column they are. Letter case and width do not tell headers apart.
 */
export function withHeaders(columns: readonly RelationColumn[], language: Language): SourceColumn[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const wanted = language === 'zh' ? termOf(column) : column.name
    let header = wanted
    for (let count = 2; taken.has(foldedHeader(header)); count += 1)
      header = count === 2 && wanted !== column.name ? `${wanted}（${column.name}）` : `${wanted}（${count}）`
    taken.add(foldedHeader(header))
    return { ...column, header }
  })
}

/** A time says in which zone it is: its reader is eight hours from it. */
const termOf = ({ term, name, type }: RelationColumn): string =>
  term === undefined ? name : type.startsWith('TIMESTAMP') ? `${term}（UTC）` : term

const foldedHeader = (header: string): string => header.normalize('NFKC').toLowerCase()
