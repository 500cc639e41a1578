import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dictionaryMarkdown } from '../../src/cli/dictionary.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'
import { cli } from '../support/cli.ts'

const columns = relationNames().flatMap((name) =>
  Object.entries(relationOf(name)?.columns ?? {}).map(([column, definition]) => ({
    name: `${name}.${column}`,
    ...definition,
  })),
)

test('docs/tables.md is what the definitions say; `npm run docs` writes it', async () => {
  const written = await readFile(new URL('../../docs/tables.md', import.meta.url), 'utf8')
  expect(written).toBe(dictionaryMarkdown(relationNames()))
  const { out } = await cli(['tables', '--markdown'])
  expect(`${out}\n`).toBe(written)
})

test('every column has a Chinese term, a source, a meaning and an example', () => {
  const lacking = columns.filter(
    ({ term, source, meaning, example }) =>
      !/\p{Script=Han}|^SHA-256$/u.test(term) || [source, meaning, example].some((text) => text === ''),
  )
  expect(lacking.map(({ name }) => name)).toEqual([])
})

const looksLike: Readonly<Record<string, RegExp>> = {
  INTEGER: /^-?\d+$/,
  BIGINT: /^-?\d+$/,
  DOUBLE: /^-?\d+(\.\d+)?$/,
  'DECIMAL(20,2)': /^-?\d+\.\d{2}$/,
  BOOLEAN: /^(true|false)$/,
  DATE: /^\d{4}-\d{2}-\d{2}$/,
  TIMESTAMP: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/,
  'VARCHAR[]': /^\[.*\]$/,
  JSON: /^[[{].*[\]}]$/,
}

test('every example is a value of its type', () => {
  const odd = columns.filter(({ type, example }) => looksLike[type]?.test(example) === false)
  expect(odd.map(({ name, type, example }) => `${name} ${type}: ${example}`)).toEqual([])
})

test('the dictionary of one table is its own section alone', async () => {
  const { code, out } = await cli(['tables', 'case_causes', '--markdown'])
  expect(code).toBe(0)
  expect(out.match(/^## .*/gm)).toEqual(['## case_causes'])
})
