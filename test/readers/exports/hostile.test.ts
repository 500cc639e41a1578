import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { isSafeName } from '../../../src/disk/name-part.ts'
import { restoreCell } from '../../../src/readers/exports/excel-cell.ts'
import { exported, published, relation, textOf } from './warehouse.ts'

/** Beginnings that a spreadsheet, a browser, a shell or a path takes for something. */
const beginnings = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ';',
  ',',
  '<',
  '&',
  '\u202e',
  '\u0000',
  '\u001f',
  '\ufeff',
  '../../',
  '/',
  '\\',
  '%',
  ' ',
  '\u3000',
  '𠮷',
  '',
]
const endings = [
  'cmd|" /C calc"!A0',
  'HYPERLINK("http://example.com","x")',
  '<script>alert(1)</script>',
  '1+1',
  '12345678901234567890',
  '文\r\n书',
  'a\u2066b\u2069',
  '',
]
const hostile = beginnings.flatMap((beginning) => endings.map((ending) => `${beginning}${ending}`))
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

  test('come back from Parquet', async () => {
    const { reader, folder } = await published(...inserted(hostile))
    await exported({ reader, folder, relations: [t], requests: [{ format: 'parquet', ...keep }] })
    const parquet = `FROM read_parquet('${join(folder, 't.parquet')}')`
    const [found] = await reader.rows(
      `SELECT (SELECT count(*)::INTEGER ${parquet}) AS rows, (SELECT count(*)::INTEGER FROM (FROM t EXCEPT ${parquet})) AS altered`,
    )
    expect(found).toEqual({ rows: hostile.length, altered: 0 })
  })

  const formats = ['csv', 'parquet', 'jsonl'] as const
  // Which format it is makes no difference to the folders: each takes its share.
  test.each(formats)('as partitions stay within the folder (%s)', async (format) => {
    const values = [
      ...hostile.filter((_, index) => index % 11 === formats.indexOf(format)),
      '..',
      '.',
      '字'.repeat(100),
      'x'.repeat(300),
      '__HIVE_DEFAULT_PARTITION__',
    ]
    const { reader, folder } = await published(...inserted(values), 'INSERT INTO t VALUES (9999, NULL)')
    const { files } = await exported({
      reader,
      folder,
      relations: [t],
      requests: [{ format, partition: ['name'], ...keep }],
    })
    expect(new Set(files.map(({ file }) => file)).size).toBe(new Set(values).size + 1)
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    expect(paths.sort()).toEqual(
      [...files.map(({ file }) => join(folder, file)), join(folder, 'manifest.json')].sort(),
    )
    for (const { file, partition } of files) {
      expect(file.split('/').every((part) => part !== '..' && Buffer.byteLength(part) <= 255)).toBe(true)
      expect(file).toMatch(/^t\/name=[\p{L}\p{M}\p{N}_%~-]*\/t\.\w+$/u)
      expect([null, ...values]).toContain(partition?.name)
    }
  })

  test('never are the name of a file, unless they are plain', () => {
    for (const name of hostile.filter(isSafeName)) expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}]*$/u)
  })
})

describe('GB18030', () => {
  /** A private character that the encoding standard leaves out (WHATWG, gb18030 encoder). */
  const leftOut = 0xe5e5

  test('has every character of Unicode but one', async () => {
    const every: string[] = []
    for (let plane = 0; plane < 0x110000; plane += 0x800) {
      let text = ''
      for (let code = plane; code < plane + 0x800; code += 1)
        if ((code < 0xd800 || code > 0xdfff) && code > 0 && code !== leftOut)
          text += String.fromCodePoint(code)
      if (text !== '') every.push(text)
    }
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
})
