import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, listed } from '../../support/records.ts'
import { published } from '../../support/run.ts'
import { textOf } from './pages.ts'
import { reportOf, type Written, worldOf } from './world.ts'

/* What connects the enterprises of a job: 甲 and 乙 share an address and a holder, 甲 sues 乙, 甲 holds 丙. A masked name connects nothing. */

const setting = {} as { home: string; folder: string; written: Written }
const address = { 注册地址: '北京市海淀区示例路1号' }
const holder = (name: string) => ({ 股东详情: [{ 名称: name, 股东类型: '自然人', 出资比例: 60 }] })

const whenOver = whenAllOver()
beforeAll(async () => {
  const records = {
    enterprises: [
      { ...enterprise('e1', '甲公司'), ...address, ...holder('赵六'), 法定代表人: '周某' },
      { ...enterprise('e2', '乙公司'), ...address, ...holder('赵六'), 法定代表人: '周某' },
      { ...enterprise('e3', '丙公司'), ...holder('甲公司'), 法定代表人: '李某' },
    ],
    'enterprise-documents': [
      listed('e1', 'd1'),
      listed('e2', 'd1'),
      listed('e1', 'd5', { 时间: '2023-09-30' }),
      // On appeal the defendant stands first: it does not sue.
      listed('e1', 'd2', {
        案号: '（2023）京01民终2号',
        审判程序: '二审',
        起诉方: ['乙公司'],
        应诉方: ['甲公司'],
      }),
      listed('e2', 'd3', { 起诉方: ['丁公司'], 应诉方: ['乙公司'] }),
      listed('e3', 'd4', { 起诉方: ['丁公司'], 应诉方: ['丙公司'] }),
    ],
    cases: [],
  }
  const enterprises = [{ id: 'e1' }, { id: 'e2' }, { id: 'e3' }]
  const { home, folder } = await worldOf(records, { enterprises }, whenOver)
  Object.assign(setting, { home, folder, written: await reportOf(home, join(folder, 'reports')) })
})

test.each<[string, string, readonly (readonly unknown[])[]]>([
  [
    'what registrations share is a link, and so is a holding',
    'kind, coalesce(name, place) AS shared, enterprise_ids FROM portfolio_links ORDER BY ALL',
    [
      ['address', '北京市海淀区示例路1号', ['e1', 'e2']],
      ['owner', '甲公司', ['e1', 'e3']],
      ['shareholder', '赵六', ['e1', 'e2']],
    ],
  ],
  [
    'who sues whom is told by first instance, not by who appeals',
    'plaintiff_id, defendant_id, documents, document_ids, first_on, last_on FROM portfolio_suits',
    [['e1', 'e2', '2', ['d1', 'd5'], '2023-05-06', '2023-09-30']],
  ],
  [
    'a counterparty of several is a concentration',
    'kind, name, enterprises, documents, enterprise_ids FROM portfolio_concentrations',
    [['counterparty', '丁公司', '2', '2', ['e2', 'e3']]],
  ],
])('%s', async (_name, select, expected) => {
  const rows = await published(setting.home, `SELECT ${select}`)
  expect(rows.map((row) => Object.values(row))).toEqual(expected)
})

test('the page leads to the dossiers and to the rows of the documents, and the index to the page', async () => {
  const page = await readFile(join(setting.written.folder, 'portfolio.html'), 'utf8')
  for (const told of ['北京市海淀区示例路1号', '赵六', '丁公司']) expect(textOf(page)).toContain(told)
  const links = [...page.matchAll(/href="([^"#]+)(?:#([^"]+))?"/g)]
  expect(links.length).toBeGreaterThan(8)
  for (const [, file = '', id] of links) {
    const there = file.startsWith('data:')
      ? ''
      : await readFile(join(setting.written.folder, decodeURIComponent(file)), 'utf8')
    if (id !== undefined) expect(there).toContain(`id="${id}"`)
  }
  expect(await readFile(join(setting.written.folder, 'index.html'), 'utf8')).toContain(
    'href="portfolio.html"',
  )
})

test('a report on some of the enterprises has no such page', async () => {
  const { manifest } = await reportOf(setting.home, join(setting.folder, 'some'), { enterprises: ['甲公司'] })
  expect(manifest.files.map(({ file }) => file)).not.toContain('portfolio.html')
})
