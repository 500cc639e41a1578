import type { Language } from '../job/languages.ts'
import type { RelationColumn } from './relation.ts'
import type { SourceColumn } from './source.ts'

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
