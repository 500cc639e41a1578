import words from './code-words.json' with { type: 'json' }

/** What the codes that stand in columns are called in Chinese, by vocabulary, for readers of sheets and dossiers. */
export const codeWords = words
