import { readdir, readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type JsonSchema, jobSchemas } from '../../docs/generator/job-keys.ts'
import { writtenDocs } from '../../docs/generator/written.ts'
import { dashed, nameOf } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { relationNames, relationOf } from '../../src/warehouse/schema.ts'

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

const root = new URL('../../', import.meta.url)

/** Pages that people read, by their path in the repository. */
const pages = [
  ...['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...(await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
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

/** What a link of a page lacks: its file, or its heading; undefined when it leads somewhere. */
async function lackOf(page: string, link: string): Promise<string | undefined> {
  const [path = '', anchor] = link.split('#')
  const to = path === '' ? new URL(page, root) : new URL(path, new URL(page, root))
  const found = await stat(to).catch(() => undefined)
  if (found === undefined) return `${page}: ${link}`
  if (anchor === undefined || !to.pathname.endsWith('.md')) return undefined
  return anchorsOf(await readFile(to, 'utf8')).includes(decodeURI(anchor)) ? undefined : `${page}: ${link}`
}

test.each(pages)('the links of %s lead to files and headings that are there', async (page) => {
  const links = [...prose(await readFile(new URL(page, root), 'utf8')).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
  const lacks = await Promise.all(links.map(([, link = '']) => lackOf(page, link)))
  expect(lacks.filter((lack) => lack !== undefined)).toEqual([])
})

const byHand = pages.filter(
  (page) => !/CHANGELOG|performance|(cli|contract|job-keys|questions|tables)\.md$/.test(page),
)

test('sections of docs/ that comments cite are there', async () => {
  const code = new URL('src/', root)
  const sources = (await readdir(code, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const texts = await Promise.all(sources.map((file) => readFile(new URL(file, code), 'utf8')))
  const cited = texts.flatMap((text) => [
    ...text.matchAll(/docs\/(domain|decisions|findings)\.md, ([A-Z][a-z ]+)/g),
  ])
  const headings = new Map(
    await Promise.all(
      ['domain', 'decisions', 'findings'].map(
        async (page) => [page, anchorsOf(await readFile(new URL(`${page}.md`, folder), 'utf8'))] as const,
      ),
    ),
  )
  const lacking = cited.filter(
    ([, page = '', section = '']) =>
      !headings.get(page)?.includes(section.trim().toLowerCase().replaceAll(' ', '-')),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(lacking.map(([citation]) => citation)).toEqual([])
})

test.each(byHand)('%s is at most 200 lines long', async (page) => {
  const lines = (await readFile(new URL(page, root), 'utf8')).split('\n').length - 1
  expect(lines).toBeLessThanOrEqual(200)
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

test.each(byHand)('commands that %s shows exist, with their flags', async (page) => {
  const lines = typedIn(await readFile(new URL(page, root), 'utf8'))
  expect(lines.flatMap(unknownIn)).toEqual([])
})

test('the pages show commands of nearly every kind', async () => {
  const lines = await Promise.all(
    byHand.map(async (page) => typedIn(await readFile(new URL(page, root), 'utf8'))),
  )
  const shown = new Set(lines.flat().map((line) => line.split(' ')[0]))
  expect(shown.size).toBeGreaterThanOrEqual(15)
})

const columns = relationNames().flatMap((name) =>
  Object.entries(relationOf(name)?.columns ?? {}).map(([column, definition]) => ({
    name: `${name}.${column}`,
    ...definition,
  })),
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
