import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { whenAllOver } from '../../support/folder.ts'
import { enterprise, listed } from '../../support/records.ts'
import { textOf } from './pages.ts'
import { reportOf, type Written, worldOf } from './world.ts'

/* What connects the enterprises of a job: 甲 and 乙 share an address and a holder, 甲 sues 乙, 甲 holds 丙. */

const setting = {} as { home: string; folder: string; written: Written }
const address = { 注册地址: '北京市海淀区示例路1号' }
const holder = (name: string) => ({ 股东详情: [{ 名称: name, 股东类型: '自然人', 出资比例: 60 }] })

const whenOver = whenAllOver()
beforeAll(async () => {
  const records = {
    enterprises: [
      { ...enterprise('e1', '甲公司'), ...address, ...holder('赵六') },
      { ...enterprise('e2', '乙公司'), ...address, ...holder('赵六') },
      { ...enterprise('e3', '丙公司'), ...holder('甲公司') },
    ],
    'enterprise-documents': [
      listed('e1', 'd1'),
      listed('e2', 'd1'),
      listed('e2', 'd3', { 起诉方: ['丁公司'], 应诉方: ['乙公司'] }),
      listed('e3', 'd4', { 起诉方: ['丁公司'], 应诉方: ['丙公司'] }),
    ],
    cases: [],
  }
  const enterprises = [{ id: 'e1' }, { id: 'e2' }, { id: 'e3' }]
  const { home, folder } = await worldOf(records, { enterprises }, whenOver)
  Object.assign(setting, { home, folder, written: await reportOf(home, join(folder, 'reports')) })
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
