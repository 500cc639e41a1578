import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, lineOf, subject, type Told, tellMore } from './litigation-world.ts'

/** Where a scene puts its rows. */
export type Into = Pick<Database, 'run'>

/** What is held of enterprise e1, and a SELECT over its rows alone. */
export interface Scene {
  readonly sql: string
  readonly tell: (into: Into) => Promise<unknown>
}

/** Tells documents whose full texts order nothing. */
export const telling =
  (...documents: readonly Told[]) =>
  async (into: Into): Promise<void> => {
    for (const one of documents) await tellMore(into, one, [])
  }

/** A scene with its rows as lines: bars between the values, - for NULL. */
type Case = readonly [scene: Scene, lines: readonly string[]]

/**
 * A function that states rules of a file. All of its scenes stand beside each other in one warehouse, whose derived tables take a quarter of a
 * second: each scene has an enterprise, documents (`d1`, `l1`, `x1`) and case numbers of its own.
 */
export function stage(): (rule: string, ...cases: readonly Case[]) => void {
  const scenes: Scene[] = []
  const whenOver = whenAllOver()
  let played: Promise<Database> | undefined
  const play = async (): Promise<Database> => {
    const database = await emptyWarehouse(await temporaryFolder(whenOver))
    whenOver(() => database.close())
    await insert(database, 'calls', { call_key: 'page', run_id: 'r2', fetched_at: '2026-04-01 08:00:00' })
    for (const [at, { tell }] of scenes.entries()) {
      const into: Into = { run: (sql) => database.run(moved(sql, at)) }
      await insert(into, 'enterprises', { enterprise_id: 'e1', name: subject, name_key: subject })
      await tell(into)
    }
    await refreshDerived(database)
    return database
  }
  return (rule, ...cases) => {
    const first = scenes.push(...cases.map(([scene]) => scene)) - cases.length
    test(rule, async () => {
      played ??= play()
      const database = await played
      for (const [index, [{ sql }, expected]] of cases.entries()) {
        const rows = await database.rows(moved(sql, first + index))
        const lines = rows.map((row) => lineOf(Object.values(row)).replaceAll(markOf(first + index), ''))
        expect(lines, `case ${index + 1}`).toEqual(expected)
      }
    })
  }
}

const markOf = (at: number): string => `#${at}#`

/** SQL with the name, ids and case numbers of a scene. */
const moved = (sql: string, at: number): string =>
  sql
    .replaceAll(subject, `甲${markOf(at)}${subject.slice(1)}`)
    .replace(/(\d)号/g, `$1号${markOf(at)}`)
    .replace(/'([edlx]\d+)'/g, `'$1${markOf(at)}'`)
