import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { restoreCell } from '../../../src/readers/exports/excel-cell.ts'
import { hostileCells } from '../../support/hostile-cells.ts'
import { exported, published, relation, textOf } from './warehouse.ts'

/** Also what a path, a shell or a reader of C takes for something. */
const hostile = [
  ...hostileCells(),
  ...['\u0000=1+1', 'a\u0000b', '../../etc/passwd', '/', '\\', '%2e%2e', '\u3000=1', '$(id)'],
]
const sqlText = (text: string): string =>
  `decode('${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'::BLOB)`

const t = relation('t', { id: 'INTEGER', name: 'VARCHAR' })
const privacy = { persons: 'keep', identifiers: 'keep' } as const
const requests = [
  { format: 'csv', privacy },
  { format: 'jsonl', privacy },
] as const

describe(`${hostile.length} hostile cells`, () => {
  test('are no formula in CSV, and come back from it and from JSON Lines, one line each', async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200)
    const values = hostile.map((text, id) => `(${id}, ${sqlText(text)})`)
    const { reader, folder } = await published(`CREATE TABLE t AS FROM (VALUES ${values}) AS v (id, name)`)
    await exported({ reader, folder, relations: [t], requests })
    const [, ...rows] = parse(await textOf(folder, 't.csv'), { bom: true }) as string[][]
    const cells = rows.map(([, name]) => name ?? '')
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    expect(cells.map(restoreCell)).toEqual(hostile)
    const lines = (await textOf(folder, 't.jsonl')).split('\n').slice(0, -1)
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(hostile)
  })

  test('of 16 MB take no more memory beside 60 others', async () => {
    const others = Array.from({ length: 60 }, (_, at) => `c${at}`)
    const columns = Object.fromEntries(['id', 'name', ...others].map((name) => [name, 'VARCHAR']))
    const { reader, folder } = await published(
      `CREATE TABLE t AS SELECT '1' AS id, repeat('a', 16_000_000) AS name, ${others.map((name) => `'b' AS ${name}`).join(', ')}`,
    )
    const before = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before)
    }, 10)
    await exported({ reader, folder, relations: [relation('t', columns)], requests })
    clearInterval(timer)
    expect(most).toBeLessThan(500e6)
  })
})
