import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { isSafeName } from '../../../src/disk/name-part.ts'
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

const inserted = (texts: readonly string[]): string[] => [
  'CREATE TABLE t (id INTEGER, name VARCHAR)',
  `INSERT INTO t VALUES ${texts.map((text, id) => `(${id}, ${sqlText(text)})`).join(', ')}`,
]
const t = relation('t', { id: 'INTEGER', name: 'VARCHAR' })
const keep = { privacy: { persons: 'keep', identifiers: 'keep' } } as const

describe(`${hostile.length} hostile cells`, () => {
  test.each(['utf-8', 'gb18030'] as const)(
    'are no formula in CSV (%s), and come back from it',
    async (encoding) => {
      expect(hostile.length).toBeGreaterThanOrEqual(200)
      const { reader, folder } = await published(...inserted(hostile))
      await exported({ reader, folder, relations: [t], requests: [{ format: 'csv', encoding, ...keep }] })
      const text = iconv.decode(await readFile(join(folder, 't.csv')), encoding, { stripBOM: false })
      const [, ...rows] = parse(text, { bom: true }) as string[][]
      const cells = rows.map(([, name]) => name ?? '')
      expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
      expect(cells.map(restoreCell)).toEqual(hostile)
    },
  )

  test('come back from JSON Lines, one line each', async () => {
    const { reader, folder } = await published(...inserted(hostile))
    await exported({ reader, folder, relations: [t], requests: [{ format: 'jsonl', ...keep }] })
    const lines = (await textOf(folder, 't.jsonl')).split('\n').slice(0, -1)
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(hostile)
  })

  test.each(['csv', 'jsonl'] as const)(
    'of 16 MB takes no more memory beside 60 others (%s)',
    async (format) => {
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
      const request = { format, ...keep }
      await exported({ reader, folder, relations: [relation('t', columns)], requests: [request] })
      clearInterval(timer)
      expect(most).toBeLessThan(500e6)
    },
  )

  test('never are the name of a file, unless they are plain', () => {
    for (const name of hostile.filter(isSafeName))
      expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u)
  })
})

test('GB18030 has every character of Unicode but a private one that the standard leaves out', async () => {
  const leftOut = 0xe5e5
  const every = Array.from({ length: 0x110000 / 0x800 }, (_, plane) =>
    Array.from({ length: 0x800 }, (_, index) => plane * 0x800 + index)
      .filter((code) => (code < 0xd800 || code > 0xdfff) && code > 0 && code !== leftOut)
      .map((code) => String.fromCodePoint(code))
      .join(''),
  ).filter((text) => text !== '')
  const { reader, folder } = await published(
    `CREATE TABLE t AS SELECT (code // 2048)::INTEGER AS id, string_agg(chr(code::INTEGER), '' ORDER BY code) AS name
     FROM range(1, 1114112) AS r (code) WHERE code NOT BETWEEN 55296 AND 57343 AND code <> ${leftOut} GROUP BY id`,
  )
  const requests = [{ format: 'csv', encoding: 'gb18030', safety: 'none', ...keep }] as const
  await exported({ reader, folder, relations: [t], requests })
  const text = iconv.decode(await readFile(join(folder, 't.csv')), 'gb18030', { stripBOM: false })
  const [, ...rows] = parse(text) as string[][]
  expect(rows.map(([, name]) => name)).toEqual(every)
})
