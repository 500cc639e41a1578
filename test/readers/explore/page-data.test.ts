import { beforeAll, describe, expect, test } from 'vitest'
import type { PageData } from '../../../src/readers/explore/page-data.ts'
import { whenAllOver } from '../../support/folder.ts'
import { sampleHome } from '../../support/sample-home.ts'
import { textOf } from '../dossiers/pages.ts'
import { crawled, dataAt, exploring, reading } from './serving.ts'

const shown = {} as { get: Awaited<ReturnType<typeof reading>> }
const whenOver = whenAllOver()

beforeAll(async () => {
  shown.get = await reading(await exploring((await sampleHome()).home, {}, whenOver))
})

async function dataOf(path: string): Promise<PageData> {
  const { headers, text } = await shown.get(dataAt(path))
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  return JSON.parse(text)
}

const packed = (text: string): string => text.replace(/\s+/g, '')
const packedAll = (cells: readonly string[][]) => cells.map((row) => row.map(packed))

/** What stands within the elements of a name. */
const within = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text)

const tablesOf = (page: string) =>
  within(page, 'table').map((table) => {
    const rows = within(table, 'tr').map((row) =>
      within(row, 't[hd]').map((cell) => textOf(cell.replaceAll(/<br>/g, '\n'))),
    )
    return packedAll(rows)
  })

/** What a page says outside of drawings, fields and headings, tag by tag. */
const saidOn = (page: string): string[] =>
  (within(page, 'main')[0] ?? '')
    .replaceAll(/<(svg|button|label|textarea|select|h1|h2|h3|summary)[ >].*?<\/\1>/gs, '<>')
    .replaceAll(/<nav class="pager">.*?<\/nav>/gs, '<>')
    .split(/<[^>]*>/)
    .map((text) => packed(textOf(text)))
    .filter((text) => text !== '')

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

describe('the data of a page', () => {
  test('every page of a home has the same tables, and all that it says, under its address with .json', async () => {
    const pages = await crawled(shown.get, 40)
    expect(pages.size).toBe(40)
    let rows = 0
    for (const [path, page] of pages) {
      const data = await dataOf(path)
      const tables = data.tables.map((one) =>
        packedAll([[...one.columns], ...one.rows.map((row) => [...row])]),
      )
      expect({ path, tables }).toEqual({ path, tables: tablesOf(page) })
      const said = packed(stringsIn(data).join(' '))
      expect({ path, missing: saidOn(page).filter((text) => !said.includes(text)) }).toEqual({
        path,
        missing: [],
      })
      rows += data.tables.reduce((sum, one) => sum + one.rows.length, 0)
      expect(page).toContain(`href="${textOf(dataAt(path))}`.split('?')[0])
    }
    expect(rows).toBeGreaterThan(100)
  })

  test('links of cells lead to pages, and next leads through a list to its end, narrowed as asked', async () => {
    const portfolio = await dataOf('/?sort=documents')
    const [first] = portfolio.tables[0]?.links ?? []
    const [enterprise = ''] = first?.flat() ?? []
    expect(enterprise).toMatch(/^\/enterprise\/[^/?]+$/)
    const sides = { all: '', defendant: '?side=defendant' }
    for (const [name, query] of Object.entries(sides)) {
      const rows: string[] = []
      let next: string | null = dataAt(`${enterprise}/cases${query}`)
      let declared = ''
      while (next !== null) {
        const data: PageData = JSON.parse((await shown.get(next)).text)
        rows.push(...(data.tables[0]?.links ?? []).map((row) => row.flat()[0] ?? ''))
        declared = data.texts.map(({ text }) => text).join(' ')
        next = data.next
      }
      expect(rows.length).toBeGreaterThan(name === 'all' ? 50 : 0)
      expect(new Set(rows).size).toBe(rows.length)
      expect(declared).toContain(` ${rows.length} · `)
    }
  })

  test('an address that leads nowhere says so in data, and an id may end as data does', async () => {
    const { status, text } = await shown.get('/enterprise/none.json')
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ title: '没有这一页', tables: [] })
    const { enterpriseAt } = await import('../../../src/readers/explore/scene.ts')
    expect(new URL(enterpriseAt('a.json'), 'http://x').pathname).toBe('/enterprise/a%2Ejson')
  })
})
