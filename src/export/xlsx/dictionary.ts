import type { Language } from '../../job/languages.ts'
import type { Cells, Source, SourceColumn } from '../source.ts'
import type { SheetSource } from './workbook.ts'

/** A source with the sheets that hold it. */
export interface DescribedSource {
  readonly source: Source
  readonly sheets: readonly string[]
}

const words = {
  zh: { name: '数据字典', headers: ['工作表', '表', '列', '列标题', '含义', '类型', '取值'], and: '、' },
  en: {
    name: 'Dictionary',
    headers: ['Sheet', 'Table', 'Column', 'Header', 'Meaning', 'Type', 'Codes'],
    and: ', ',
  },
}

/** The sheet that says of every column of the others what it is: one row a column. */
export function dictionarySheet(described: readonly DescribedSource[], language: Language): SheetSource {
  const { name, headers, and } = words[language]
  return {
    name,
    columns: headers.map((header) => ({ header, type: 'VARCHAR' })),
    rows: once(described.flatMap(({ source, sheets }) => rowsOf(source, sheets.join(and)))),
  }
}

const rowsOf = ({ name, columns }: Source, sheets: string): Cells[] =>
  columns.map((column) => [
    sheets,
    name,
    column.name,
    column.header,
    column.meaning ?? null,
    column.type === 'TIMESTAMP' ? 'TIMESTAMP (UTC)' : column.type,
    codesOf(column),
  ])

const codesOf = ({ words = {} }: SourceColumn): string | null =>
  Object.entries(words)
    .map(([code, word]) => `${code} = ${word}`)
    .join('；') || null

async function* once(rows: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield rows
}
