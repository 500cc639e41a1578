import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type JsonSchema, jobSchemas } from '../../docs/generator/job-keys.ts'
import { writtenDocs } from '../../docs/generator/written.ts'
import { tables } from '../../src/app/tables.ts'
import { dashed, nameOf } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const namesIn = (folder: string, end: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(end),
  )

describe('what docs/ says of the program is made from it; `npm run docs` writes it', async () => {
  test.each([...(await writtenDocs(new URL('docs/', root)))])('docs/%s', (path, text) => {
    expect(read(`docs/${path}`)).toBe(text)
  })
})

test('every setting stands in docs/operations.md', () => {
  const page = read('docs/operations.md')
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

test('the schemas of job files take the jobs of this package, which name theirs', () => {
  const files = namesIn('jobs', '.yaml')
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const file of files) {
    const text = read(`jobs/${file}`)
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    const schema = JSON.parse(read(`jobs/${path}`)) as JsonSchema
    expect(text).toContain(`\npipeline: ${schema.properties?.pipeline?.const}\n`)
    const keys = [...text.matchAll(/^([a-zA-Z]+):/gm)].map(([, key = '']) => key)
    expect(keys.filter((key) => schema.properties?.[key] === undefined)).toEqual([])
  }
})

/** Pages that people read, by their path in the repository. */
const pages = [
  ...['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The text without its blocks of code. */
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '')

/** Where links to a page may lead: its headings, as hosts of repositories write them. */
const anchorsOf = (text: string): string[] =>
  [...prose(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Whether a link of a page leads to a file that is there, and to a heading that it has. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const to = path === '' ? new URL(page, root) : new URL(path, new URL(page, root))
  if (!existsSync(to)) return false
  if (anchor === undefined || !to.pathname.endsWith('.md')) return true
  return anchorsOf(readFileSync(to, 'utf8')).includes(decodeURI(anchor))
}

test.each(pages)('the links of %s lead to files and headings that are there', (page) => {
  const links = [...prose(read(page)).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([])
})

test('sections of docs/ that comments cite are there', () => {
  const cited = namesIn('src', '.ts').flatMap((file) => [
    ...read(`src/${file}`).matchAll(/docs\/(domain|decisions|findings)\.md, ([A-Z][a-z ]+)/g),
  ])
  expect(cited.length).toBeGreaterThan(20)
  const lacking = cited.filter(([, page, section = '']) => {
    const anchor = section.trim().toLowerCase().replaceAll(' ', '-')
    return !leadsSomewhere(`docs/${page}.md`, `#${anchor}`)
  })
  expect(lacking.map(([citation]) => citation)).toEqual([])
})

const byHand = pages.filter(
  (page) => !/CHANGELOG|performance|(cli|contract|job-keys|questions|tables)\.md$/.test(page),
)

test.each(byHand)('%s is at most 200 lines long', (page) => {
  expect(read(page).split('\n').length - 1).toBeLessThanOrEqual(200)
})

/** Lines of commands in blocks of code: what stands behind `$`, or in a block of a shell. */
const typedIn = (text: string): string[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].flatMap(([, kind = '', block = '']) =>
    block.split('\n').flatMap((line) => {
      const typed = kind === 'sh' ? line : (/^\$ (.*)/.exec(line)?.[1] ?? '')
      const [, words] = /(?:^| )dossier (?:-- )?([a-z][a-z-]*(?: .*)?)$/.exec(typed) ?? []
      return words === undefined ? [] : [words.replace(/ +#.*$/, '').replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT')]
    }),
  )

/** What a command line names that the program lacks: the command, or its flags. */
function unknownIn(line: string): string[] {
  const [name = '', ...rest] = line.split(' ')
  const command = commands.find((one) => nameOf(one) === name)
  if (command === undefined) return [name]
  const known = Object.keys(command.flags).map((flag) => `--${dashed(flag)}`)
  const given = rest.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? [])
  return given.filter((flag) => ![...known, '--help'].includes(flag)).map((flag) => `${name} ${flag}`)
}

test.each(byHand)('commands that %s shows exist, with their flags', (page) => {
  expect(typedIn(read(page)).flatMap(unknownIn)).toEqual([])
})

test('the pages show commands of nearly every kind', () => {
  const shown = new Set(byHand.flatMap((page) => typedIn(read(page))).map((line) => line.split(' ')[0]))
  expect(shown.size).toBeGreaterThanOrEqual(15)
})

const columns = tables().flatMap(({ name, columns }) =>
  columns.map((column) => ({ name: `${name}.${column.column}`, ...column })),
)

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
