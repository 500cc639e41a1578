import { expect, test } from 'vitest'
import type { Database, Reader } from '../../src/warehouse/database.ts'
import { columnsOf } from '../../src/warehouse/schema.ts'
import { shareViews } from '../../src/warehouse/shared-views.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'
import {
  type Fact,
  insert,
  linesIn,
  linesOf,
  type Row,
  subject,
  type Told,
  tellMore,
} from './litigation-world.ts'

/** States the rows of a SELECT over the story, as lines. */
export const ofStory = (rule: string, sql: string, ...lines: readonly string[]): void =>
  test(rule, async () => expect(await linesOf(sql)).toEqual(lines))

/** Rows as text: `calls call_key=k1 records=2; articles law=公司法 content=`. [a,b] is a list, - is NULL, ~ is a space. */
const factsOf = (text: string): Fact[] =>
  text.split('; ').map((row) => {
    const [table = '', ...cells] = row.split(' ').filter(Boolean)
    const read = (value: string) =>
      value === '-' ? null : /^\[[^{]*\]$/.test(value) ? value.slice(1, -1).split(',').filter(Boolean) : value
    return [
      table,
      Object.fromEntries(
        cells.map((cell) => [cell.replace(/=.*/s, ''), read(cell.replace(/^\w+=/, '').replaceAll('~', ' '))]),
      ),
    ]
  })

/** A warehouse that holds these rows alone. */
export async function warehouseOf(...texts: readonly string[]): Promise<Database> {
  const together = rowsTogether()
  for (const [table, row] of texts.flatMap(factsOf)) await insert(together.by(), table, row)
  const database = await emptyWarehouse()
  await database.run(together.sql())
  return database
}

/** The rows of a SELECT over such a warehouse. */
export async function linesBeside(sql: string, ...texts: readonly string[]): Promise<string[]> {
  await using database = await warehouseOf(...texts)
  return await linesIn(database, sql)
}

/** Where a scene puts its rows. */
export type Into = Pick<Database, 'run'>

/** What is held of enterprise e1, and a SELECT over its rows alone. */
export interface Scene {
  readonly sql: string
  readonly tell: (into: Into) => Promise<unknown>
  /** What else its registration says. */
  readonly registered?: Row
}

/** Tells documents, and rows beside them, which are numbered where their table numbers its rows. */
export const telling =
  (...parts: readonly (Told | Fact)[]) =>
  async (into: Into): Promise<void> => {
    for (const [at, part] of parts.entries()) {
      if ('plaintiff' in part) await tellMore(into, part, part.orders ?? [])
      else {
        const [table, row] = part
        await insert(into, table, { ...('ordinal' in columnsOf(table) && { ordinal: at + 1 }), ...row })
      }
    }
  }

/** A scene of what is told: the rows of e1 in a view, in this order. */
export const asking =
  (columns: string, view: string, order = 'ALL') =>
  (...parts: readonly (Told | Fact)[]): Scene => ({
    sql: `SELECT ${columns} FROM ${view} WHERE enterprise_id = 'e1' ORDER BY ${order}`,
    tell: telling(...parts),
  })

/** The rows of these views that are of no enterprise, beside all that other scenes tell. */
export const ofNone = (...views: readonly string[]): Scene => ({
  sql: views.map((view) => `SELECT '${view}' FROM ${view} WHERE enterprise_id IS NULL`).join(' UNION ALL '),
  tell: async () => undefined,
})

export const against = (...names: readonly string[]): Row => ({ against: names, against_keys: names })

/** What the words of a finding mean; any other one is property. */
const meanings: readonly (readonly [word: RegExp, means: (word: string) => Row])[] = [
  [/^\d{4}-\d\d-\d\d$/, (happened_on) => ({ happened_on })],
  [/^至/, (end) => ({ term_until: end.slice(1) })],
  [/^\d+月$/, (term) => ({ term_months: Number.parseInt(term, 10) })],
  [/^\d+\.\d\d$/, (amount) => ({ amount, currency: 'CNY' })],
  [/^x\d$/, (case_id) => ({ case_id })],
  [/^甲$/, () => against(subject)],
  [/^解除$/, () => ({ is_lifted: true })],
  [/^据报$/, () => ({ is_ordered: false })],
]

/** What the text of x1, or of another, finds of an enforcement, by its kind: 查封 房屋 2025-06-01 至2026-06-01; 甲 is the enterprise, and 据报 is no order. */
export const inText = (words: string, more: Row = {}): Fact => {
  const [kind, ...rest] = words.split(/ +/)
  const found = rest.map((word) => meanings.find(([of]) => of.test(word))?.[1](word) ?? { property: word })
  const usual = { case_id: 'x1', library: 'ptal', kind, is_ordered: true, is_lifted: false, evidence: words }
  return ['case_enforcement', Object.assign(usual, ...found, more)]
}

/** What the text of x1 states of another case. */
export const statement = (kind: string, number: string, more: Row = {}): Fact => [
  'case_statements',
  {
    ...{ case_id: 'x1', library: 'ptal', kind, number, number_key: number },
    ...{ items: [], is_decided: true, evidence: kind, ...more },
  },
]

/** What the list states of x1. */
export const inList = (kind: string, more: Row = {}): Fact => [
  'document_events',
  { document_id: 'x1', kind, is_decided: true, is_lifted: false, evidence: kind, ...more },
]

/** A scene with its rows as lines, or as one text: bars between the values, - for NULL. */
type Case = readonly [scene: Scene, lines: readonly string[] | string]
/**
 * Cases; a scene and behind it its text; or what makes scenes of words, and behind it those words, each with their text:
 * `words + words → text, words → text`.
 */
type Cases = readonly (Case | Scene | string | ((...words: string[]) => Scene))[]

function casesOf(told: Cases): Case[] {
  const cases: Case[] = []
  let [scene, make]: [scene?: Scene, make?: (...words: string[]) => Scene] = []
  for (const one of told) {
    if (typeof one === 'function') make = one
    else if ('sql' in Object(one)) scene = one as Scene
    else if (typeof one !== 'string') cases.push(one as Case)
    else if (scene !== undefined) {
      cases.push([scene, one])
      scene = undefined
    } else
      for (const [words = '', text] of one.split(', ').map((said) => said.split(' → '))) {
        if (make === undefined || text === undefined) throw new Error(`no case of a scene: ${one}`)
        cases.push([make(...words.split(' + ')), text])
      }
  }
  return cases
}

/**
 * A function that states rules of a file. All of its scenes stand beside each other in one warehouse, whose derived tables take a quarter of a
 * second: each scene has an enterprise, documents (`d1`, `l1`, `x1`) and case numbers of its own.
 */
export function stage(): (rule: string, ...told: Cases) => void {
  const scenes: Scene[] = []
  const whenOver = whenAllOver()
  let played: Promise<Reader> | undefined
  const play = async (): Promise<Reader> => {
    const database = await emptyWarehouse(await temporaryFolder(whenOver))
    whenOver(() => database.close())
    const together = rowsTogether()
    await insert(together.by(), 'calls', {
      call_key: 'page',
      run_id: 'r2',
      fetched_at: '2026-04-01 08:00:00',
    })
    for (const [at, { tell, registered }] of scenes.entries()) {
      const into = together.by((sql) => moved(sql, at))
      const names = { enterprise_id: 'e1', name: subject, name_key: subject }
      await insert(into, 'enterprises', { ...names, ...registered })
      await tell(into)
    }
    await database.run(together.sql())
    await refreshDerived(database)
    return (await shareViews(database)).reader
  }
  return (rule, ...told) => {
    const cases = casesOf(told)
    const first = scenes.push(...cases.map(([scene]) => scene)) - cases.length
    test(rule, async () => {
      played ??= play()
      const reader = await played
      for (const [index, [{ sql }, expected]] of cases.entries()) {
        const lines = await linesIn(reader, moved(sql, first + index))
        const unmarked = lines.map((line) => line.replaceAll(markOf(first + index), ''))
        const found = typeof expected === 'string' ? unmarked.join('; ') : unmarked
        expect(found, `case ${index + 1}`).toEqual(expected)
      }
    })
  }
}

/**
 * Takes rows and writes those of the same columns as one statement, as DuckDB plans each; behind them what a scene changes in its own, in
 * order. `by`: where a scene puts its rows, with what it makes of its SQL.
 */
export function rowsTogether() {
  const rows = new Map<string, string[]>()
  const changes: string[] = []
  const by = (moving: (sql: string) => string = (sql) => sql): Into => {
    let isChanged = false
    return {
      run: async (sql) => {
        const [into = '', values] = moving(sql).split(' VALUES ')
        isChanged ||= values === undefined
        if (isChanged) changes.push(moving(sql))
        else rows.set(into, [...(rows.get(into) ?? []), values ?? ''])
      },
    }
  }
  const sql = () =>
    [...[...rows].map(([into, values]) => `${into} VALUES ${values.join()}`), ...changes].join(';\n')
  return { by, sql }
}

const markOf = (at: number): string => `#${at}#`

/** SQL with the name, ids and case numbers of a scene. */
const moved = (sql: string, at: number): string =>
  sql
    .replaceAll(subject, `甲${markOf(at)}${subject.slice(1)}`)
    .replace(/(\d)号/g, `$1号${markOf(at)}`)
    .replace(/'([edlx]\d+)'/g, `'$1${markOf(at)}'`)
