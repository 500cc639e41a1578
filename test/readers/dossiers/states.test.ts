import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { registerNames, registers } from '../../../src/readers/dossiers/registers.ts'
import { writeReports } from '../../../src/readers/dossiers/report.ts'
import { questions } from '../../../src/readers/dossiers/rows.ts'
import { pageAt } from '../../../src/readers/explore/explore.ts'
import { followPublications } from '../../../src/readers/explore/publication.ts'
import { sceneOf } from '../../../src/readers/explore/scene.ts'
import { dataTables } from '../../../src/rows/tables/index.ts'
import type { View } from '../../../src/rows/tables/table.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { type CachingReader, Database, type Reader } from '../../../src/warehouse/database.ts'
import { shareViews } from '../../../src/warehouse/shared-views.ts'
import { views } from '../../../src/warehouse/views/index.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { usualReport } from './world.ts'

/*
 * Conclusions rest on states (docs/findings.md). Who reads a table of a source all the same is named here, with the tables and the reason: it
 * shows the source as it is, or says who stands where. A conclusion has no place in these lists.
 */

const id = '5a1e0000c0de4d00a0000000000000e0'
const opened = {} as { database: Database; path: string }
const whenOver = whenAllOver()
beforeAll(async () => {
  const path = homeAt((await sampleHome()).home).published
  const database = await Database.open(path, { readOnly: true, memoryLimit: '1GB' })
  whenOver(() => database.close())
  Object.assign(opened, { database, path })
})

/** Which tables of sources a statement reads, by DuckDB's own parser; calls are the ledger, and say when something was asked. */

const isSource = (name: string): boolean => name in dataTables && name !== 'calls'

/** SELECTs in statements: tables beside the warehouse are made of one. */
const selectsIn = (sql: string): string[] =>
  sql.split(/;\n/).flatMap((statement) => {
    const select = statement.trim().replace(/^CREATE TABLE explored\.(?:"[^"]*"|\w+) AS\s+/, '')
    return /^\(?(SELECT|WITH)\b/.test(select) ? [select] : []
  })

async function sourcesOf(reader: Reader, sql: string): Promise<string[]> {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, table_name: name } = node as { readonly type?: unknown; readonly table_name?: unknown }
    if (type === 'BASE_TABLE' && typeof name === 'string' && isSource(name)) found.add(name)
    for (const part of Object.values(node)) walk(part)
  }
  for (const select of selectsIn(sql)) {
    const [row] = await reader.rows('SELECT json_serialize_sql($select::VARCHAR)::VARCHAR AS parsed', {
      select,
    })
    const parsed = JSON.parse(String(row?.parsed)) as {
      readonly error: boolean
      readonly error_message?: string
    }
    if (parsed.error) throw new Error(`${parsed.error_message}: ${select}`)
    walk(parsed)
  }
  return [...found].sort()
}

/** A statement, and the file of src that asks it. */
interface AskedBy {
  readonly file: string
  readonly sql: string
}

/** Files that ask for others. */
const goBetween = /explore\/(scene|publication|listing)\.ts|dossiers\/(holdings|rows)\.ts/

function fileAsking(): string {
  const files = [
    ...(new Error().stack ?? '').matchAll(/src\/readers\/((?:dossiers|explore)\/[\w/-]+\.ts)/g),
  ].map(([, file = '']) => file)
  return files.find((file) => !goBetween.test(file)) ?? files.at(-1) ?? 'nobody'
}

/** A reader, with a note of all that is asked of it. */
function noting(reader: CachingReader, asked: AskedBy[]): CachingReader {
  const note = (sql: string): string => {
    asked.push({ file: fileAsking(), sql })
    return sql
  }
  return {
    rows: (sql, values) => reader.rows(note(sql), values),
    stream: (sql) => reader.stream(note(sql)),
    run: (sql) => reader.run(note(sql)),
    release: () => reader.release(),
  }
}

/** Who may read which tables of sources, and why. */
type Reasons = Readonly<Record<string, readonly [tables: string, why: string]>>

const tablesOf = (reasons: Reasons) =>
  Object.fromEntries(Object.entries(reasons).map(([by, [tables]]) => [by, tables.split(' ').sort()]))

/** Tables of sources by who reads them. */
async function readBy(asked: readonly { readonly by: string; readonly sql: string }[]) {
  const read = new Map<string, Set<string>>()
  // Statements that differ in their texts alone read the same tables.
  const shapes = new Map(asked.map((one) => [`${one.by} ${one.sql.replace(/'[^']*'/g, '')}`, one]))
  for (const { by, sql } of shapes.values()) {
    const tables = read.get(by) ?? new Set()
    for (const table of await sourcesOf(opened.database, sql)) tables.add(table)
    read.set(by, tables)
  }
  return Object.fromEntries(
    [...read].flatMap(([by, tables]) => (tables.size === 0 ? [] : [[by, [...tables].sort()]])),
  )
}

const ofConclusions =
  /^(red_flags|case_families|changes|counterparties|portfolio_\w+|litigation_(overview|by_\w+))$/

test('conclusions of the warehouse read states and no source', async () => {
  const names = 'enterprises enterprise_names enterprise_candidates'
  const may: Reasons = {
    red_flags: [
      `document_parties case_parties cases ${names}`,
      'the registered capital that sums are set against; which authority asks to enforce a penalty or wages; whom the words of an appeal convict',
    ],
    case_families: ['cases', 'whether a retrial says that it may be appealed against'],
    changes: [
      'enterprises enterprise_history list_pages case_searches regulation_history',
      'compares the answers of two runs, which no state has; red flags in it are those that were kept',
    ],
    counterparties: [
      `document_parties case_parties ${names}`,
      'who stands on the other side, here and in the first instance, and whose names are its own',
    ],
    portfolio_suits: [`document_parties ${names}`, 'who of the run stands against whom, by name'],
    portfolio_concentrations: [
      `document_parties case_parties ${names}`,
      'who stands on the other side, here and in the first instance, and whose names are its own',
    ],
    portfolio_links: [
      `enterprise_shareholders enterprise_members ${names}`,
      'shows what registrations have in common, as they have it',
    ],
  }
  // Of a view with rows of each run the history has the SELECT.
  const concluding = Object.entries<View>(views).flatMap(([name, { sql }]) => {
    const by = name.replace(/_history$/, '')
    return ofConclusions.test(by) && !(`${name}_history` in views) ? [{ by, sql }] : []
  })
  expect(concluding).toHaveLength(11)
  expect(await readBy(concluding)).toEqual(tablesOf(may))
})

test('questions of a dossier read states and no source', async () => {
  const asIs = 'a list of the registration, shown as it is'
  const may: Reasons = {
    documents: [
      'enterprise_documents cases document_parties case_parties case_citations articles',
      'the appendix of documents: rule, sentence and call of each, names for privacy, citations held',
    ],
    payments: ['cases enterprise_documents', 'the call that the text of a sum came by'],
    calls: [
      'list_pages enterprises enterprise_searches enterprise_candidates case_lookups',
      'the appendix of calls',
    ],
    registration: ['enterprises', 'the registration, shown as it is'],
    ...Object.fromEntries(registerNames.map((name) => [`list of ${name}`, [registers[name].table, asIs]])),
    pagesRead: ['list_pages', 'the pages of the list that were read'],
    otherModules: ['enterprises enterprise_risks', 'lists of the registration that are no entries'],
    earlierRuns: ['list_pages', 'the run before this one'],
    citedArticles: ['case_citations articles', 'which documents cite an article'],
    appliedArticles: ['case_citations', 'which documents apply a version'],
    sidesOf: ['document_parties case_parties', 'who stands against whom, and who had sued'],
    theirHoldings: ['case_enforcement', 'what the other side has'],
    withInterest: [
      'case_interest case_amounts',
      'that a decision orders interest, which no sum has, and of which item',
    ],
    feesBorne: ['case_fees', 'who bears fees'],
    bankruptcySteps: ['case_bankruptcy document_events', 'which step of a bankruptcy it is'],
  }
  const asked = questions.map(({ sql }, at) => ({
    by: `${at}`,
    sql: sql(`enterprise_id = '${id}'`, "'run'"),
  }))
  const sets = (read: Readonly<Record<string, readonly string[]>>): string[] =>
    Object.values(read)
      .map((tables) => tables.join(' '))
      .sort()
  expect(sets(await readBy(asked))).toEqual(sets(tablesOf(may)))
})

test('pages of reports beside the sections read states and no source', async () => {
  const may: Reasons = {
    'dossiers/judgment/judgments.ts': [
      'cases case_amounts case_citations case_fees case_interest case_liabilities case_parties case_people case_references document_parties articles',
      'a judgment with what was read in it, marked where it stands',
    ],
  }
  const asked: AskedBy[] = []
  const folder = join(await temporaryFolder(), 'reports')
  const { reader } = await shareViews(opened.database)
  await writeReports({ ...usualReport, reader: noting(reader, asked), folder })
  const beside = asked.filter(({ file }) => !/dossiers\/(report|holdings)\.ts/.test(file))
  expect(await readBy(beside.map(({ file, sql }) => ({ by: file, sql })))).toEqual(tablesOf(may))
})

test('pages of explore read states and no source', async () => {
  const may: Reasons = {
    'explore/publication.ts': [
      'enterprises enterprise_names case_amounts',
      'names, codes and status as registered; the largest sum of a text, which a list of documents is narrowed by',
    ],
    'explore/portfolio.ts': ['enterprise_names', 'former names, which a search finds'],
    'explore/enterprise.ts': [
      'enterprises enterprise_members enterprise_shareholders document_parties enterprise_risks list_pages',
      'head of a page as registered, names for privacy, links to where a name stands; how many entries and pages were read, for what was not found',
    ],
    'explore/registration.ts': [
      'enterprises enterprise_names enterprise_shareholders enterprise_members enterprise_investments enterprise_branches enterprise_changes enterprise_risks',
      'the registration, shown as it is',
    ],
    'explore/cases.ts': ['document_parties', 'names for privacy'],
    'explore/judgment.ts': [
      'cases case_amounts case_citations case_fees case_interest case_liabilities case_parties case_people case_references document_parties enterprise_documents enterprises articles',
      'a judgment with what was read in it, marked where it stands',
    ],
    'explore/search.ts': [
      'cases case_parties case_people document_parties',
      'full texts that hold words, and names for privacy',
    ],
  }
  const asked: AskedBy[] = []
  const options = { language: 'zh' as const, fetchRaw: async () => undefined }
  await using publications = followPublications(opened.path, async () => {
    const database = await Database.open(opened.path, { readOnly: true, memoryLimit: '1GB' })
    return {
      reader: noting(database, asked),
      present: (value: string) => value,
      [Symbol.asyncDispose]: async () => database.close(),
    }
  })
  await publications.with(async (publication) => {
    const waiting = new Set(['/', '/search?q=公司'])
    const seen = new Map<string, number>()
    for (const address of waiting) {
      const [, view = '', , tab] = address.split('/')
      const kind = view === 'enterprise' ? `${view} ${tab}` : view
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      if ((seen.get(kind) ?? 0) > 6) continue
      const url = new URL(address, 'http://explore')
      const page = await pageAt(await sceneOf(options, publication, url.searchParams), url.pathname)
      const links = page?.body.markup.matchAll(/ href="(\/(?:enterprise|document|case|evidence)\/[^?#"]*)/g)
      for (const [, to = ''] of links ?? []) waiting.add(to)
    }
  })
  expect(await readBy(asked.map(({ file, sql }) => ({ by: file, sql })))).toEqual(tablesOf(may))
})
