import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { readManifest } from '../../../src/disk/publish-folder.ts'
import type { ReportManifest } from '../../../src/readers/dossiers/report.ts'
import { Database } from '../../../src/warehouse/database.ts'
import { sizeOf } from '../../support/forms.ts'
import { measured } from '../../support/measured.ts'
import { enterprise, listed } from '../../support/records.ts'
import { listedRows, pageIn, sectionOf, targetOf, textOf } from './pages.ts'
import { worldOf } from './world.ts'

const many = sizeOf('DOSSIER_TEST_LISTED', { short: 5_200, long: 60_000 })
const most = 5_000

const name = '示例巨案股份有限公司'
const causes = ['买卖合同纠纷', '民间借贷纠纷', '劳动争议', '承揽合同纠纷']
const results = ['驳回诉讼请求。', '被告于本判决生效之日起十日内支付原告货款1000元。', '终结本次执行程序。']

/** One of many documents: suits of both sides, and enforcement. */
const documentOf = (_: unknown, n: number) => {
  const [year, court, kind] = [2005 + (n % 20), 100 + (n % 17), n % 3 === 2 ? '执' : '民初']
  const sides = [[`示例第${n % 3_000}商贸有限公司`], [name]]
  return listed('e1', `d${n + 1}`, {
    案号: `（${year}）京0${court}${kind}${n + 1}号`,
    时间: `${year}-0${1 + (n % 9)}-1${n % 10}`,
    案由: causes[n % 4],
    审判程序: n % 3 === 2 ? '执行' : '一审',
    起诉方: sides[n % 2],
    应诉方: sides[1 - (n % 2)],
    裁判结果: results[n % 3],
  })
}

test(`a list of ${many} documents makes a page and a Word file of its first ${most}, which say so`, {
  timeout: 1_200_000,
}, async () => {
  const { home, folder } = await worldOf(
    {
      enterprises: [enterprise('e1', name)],
      'enterprise-documents': Array.from({ length: many }, documentOf),
    },
    { enterprises: [{ id: 'e1' }], litigation: { since: '2099-01-01' } },
    onTestFinished,
  )
  const reports = join(folder, 'reports')
  const { code, notes, seconds, megabytes } = await measured([
    ...['report', '--home', home, '--out', reports],
    ...['--format', 'html', 'docx'],
  ])
  expect(code, notes).toBe(0)
  process.stdout.write(`${many} documents: ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB\n`)
  const manifest = (await readManifest(reports)) as ReportManifest
  const page = await pageIn(reports, manifest)(name)
  const appendix = sectionOf(page, 'D')
  expect(appendix.match(/<tr id="D/g)).toHaveLength(most)
  expect(textOf(appendix)).toContain(`本表只列前 ${most} 行，共 ${many} 行；全部见导出的 subject_documents`)
  const [, id = '', shown] = /列出文书 <a class="fig" href="#([^"]+)">(\d+)<\/a>/.exec(page) ?? []
  const [first, rest] = textOf(targetOf(page, id)).split('（另有 ')
  expect([shown, listedRows(first ?? '').length, rest]).toEqual([
    String(many),
    most,
    `${many - most} 行在前 ${most} 行之外）`,
  ])
  const ids = new Set(page.match(/(?<= id=")[^"]+/g))
  expect((page.match(/(?<= href="#)[^"]+/g) ?? []).filter((target) => !ids.has(target))).toEqual([])
  expect(manifest.files.map(({ bytes }) => bytes).filter((bytes) => bytes > 40e6)).toEqual([])
  expect(seconds).toBeLessThan(60)
  expect(megabytes).toBeLessThan(many > 10_000 ? 1_100 : 650)
})

/** Megabytes that something of this process holds. */
function held(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1e6
}

test('of 60,000 rows, equal texts are held once, and of a row what is made of it', async () => {
  await using database = await Database.open(':memory:')
  const [cause, title] = ["repeat('买卖合同纠纷', 80) || range % 100", 'repeat(md5(range::VARCHAR), 30)']
  await database.run(`CREATE TABLE list AS SELECT ${cause} AS cause, ${title} AS title FROM range(60000)`)
  const before = held()
  const rows = await database.rows('SELECT cause FROM list')
  const lengths = await database.rows('SELECT title FROM list', {}, ({ title }) => String(title).length)
  expect(held() - before).toBeLessThan(25)
  expect([rows.length, new Set(lengths)]).toEqual([60_000, new Set([960])])
})
