import words from './code-words.json' with { type: 'json' }
import { flagWords } from './red-flags.ts'

/** What the codes that stand in columns are called in Chinese, by vocabulary, for readers of sheets and dossiers. */
export const codeWords = { ...words, flag: flagWords('name', 0) }
