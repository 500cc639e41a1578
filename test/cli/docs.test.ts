import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { tables } from '../../src/app/tables.ts'
import { dashed, nameOf } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { dictionaryMarkdown } from '../../src/cli/docs/dictionary.ts'
import { type JsonSchema, jobSchemas } from '../../src/cli/docs/job-keys.ts'
import { writtenDocs } from '../../src/cli/docs/written.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'
import { cli } from '../support/cli.ts'

const folder = new URL('../../docs/', import.meta.url)

describe('what docs/ says of the program is made from it; `npm run docs` writes it', async () => {
  test.each([...(await writtenDocs(folder))])('docs/%s', async (path, text) => {
    expect(await readFile(new URL(path, folder), 'utf8')).toBe(text)
  })
})

test('every command and every flag stands in docs/cli.md', async () => {
  const written = await readFile(new URL('cli.md', folder), 'utf8')
  const lacking = commands.flatMap((command) => {
    const [, section = ''] = written.split(`\n## ${nameOf(command)}\n`)
    const [own = ''] = section.split('\n## ')
    return Object.keys(command.flags)
      .map((flag) => `--${dashed(flag)}`)
      .filter((flag) => !own.includes(flag))
      .map((flag) => `${nameOf(command)} ${flag}`)
  })
  expect(lacking).toEqual([])
})

test('every setting stands in docs/operations.md', async () => {
  const page = await readFile(new URL('operations.md', folder), 'utf8')
  const settings = ['DOSSIER_BASE_URL', 'DOSSIER_API_KEY', 'DOSSIER_API_KEY_FILE', 'DOSSIER_HOME']
  expect(settings.filter((name) => !page.includes(name))).toEqual([])
})

test('every key of a job file has a meaning', () => {
  const lacking = [...jobSchemas()].flatMap(([pipeline, schema]) =>
    Object.entries(schema.properties ?? {}).flatMap(([key, { description }]) =>
      description === undefined ? [`${pipeline}: ${key}`] : [],
    ),
  )
  expect(lacking).toEqual([])
})

describe('the schemas of job files', () => {
  test('take the jobs of this package, which name theirs', async () => {
    const jobs = new URL('../../jobs/', import.meta.url)
    const files = (await readdir(jobs)).filter((name) => name.endsWith('.yaml'))
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      const text = await readFile(new URL(file, jobs), 'utf8')
      const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
      const schema = JSON.parse(await readFile(new URL(path, jobs), 'utf8')) as JsonSchema
      expect(text).toContain(`\npipeline: ${schema.properties?.pipeline?.const}\n`)
      const keys = [...text.matchAll(/^([a-zA-Z]+):/gm)].map(([, key = '']) => key)
      expect(keys.filter((key) => schema.properties?.[key] === undefined)).toEqual([])
    }
  })
})

test('the links of docs/ and of both READMEs lead somewhere', async () => {
  const root = new URL('../../', import.meta.url)
  const pages = [
    ...(await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    'README.md',
    'README.zh-CN.md',
  ]
  const dead: string[] = []
  for (const page of pages) {
    const text = await readFile(new URL(page, root), 'utf8')
    for (const [, to = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)) {
      const isThere = await readFile(new URL(to, new URL(page, root))).catch(
        (error) => error.code === 'EISDIR',
      )
      if (isThere === false) dead.push(`${page}: ${to}`)
    }
  }
  expect(dead).toEqual([])
})

const columns = relationNames().flatMap((name) =>
  Object.entries(relationOf(name)?.columns ?? {}).map(([column, definition]) => ({
    name: `${name}.${column}`,
    ...definition,
  })),
)

test('docs/tables.md is what the definitions say; `npm run docs` writes it', async () => {
  const written = await readFile(new URL('../../docs/tables.md', import.meta.url), 'utf8')
  expect(written).toBe(dictionaryMarkdown(tables()))
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
