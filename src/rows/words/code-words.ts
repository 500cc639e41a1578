import words from './code-words.json' with { type: 'json' }
import meanings from './column-meanings.json' with { type: 'json' }
import { flagWords } from './red-flags.ts'

/** What the codes that stand in columns are called in Chinese, by vocabulary, for readers of sheets and dossiers. */
export const codeWords = { ...words, flag: flagWords('name', 0) }

/** Effects of a decision that is in force, or likely so. */
export const inForceEffects = [
  'final',
  'upheld',
  'upheld, as is likely',
  'in force',
] as const satisfies readonly (keyof typeof words.effectiveness)[]

/** Meanings in Chinese by column, or by table.column where they differ; null where the term says enough. The file may name several at once. */
export const chineseMeanings: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(meanings).flatMap(([names, meaning]) => names.split(' ').map((name) => [name, meaning])),
)

/** What a column means, in Chinese; undefined where its term says enough. */
export function chineseMeaningOf(table: string, column: string): string | undefined {
  const keys = [`${table}.${column}`, `${table.replace(/_history$/, '')}.${column}`, column]
  return keys.map((key) => chineseMeanings[key]).find((meaning) => meaning !== undefined) ?? undefined
}
