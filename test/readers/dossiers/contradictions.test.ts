import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { whenAllOver } from '../../support/folder.ts'
import { article, enterprise, judgment, listed } from '../../support/records.ts'
import { factsOf, sectionOf, textOf } from './pages.ts'
import { reportOf, type Written, worldOf } from './world.ts'

/* What a dossier says where sources contradict each other, where texts cite cases that no list has, and of articles that moved. */

const name = '甲建设有限公司'
const setting = {} as { zh: Written; en: Written }

const law = '中华人民共和国民事诉讼法'
const interest = '被执行人未按判决指定的期间履行给付金钱义务的，应当加倍支付迟延履行期间的债务利息。'
const notice = '执行员接到申请执行书，应当向被执行人发出执行通知，并可以立即采取强制执行措施。'
const procedure = (version: string, number: number, label: string, content: string, more: object) =>
  article(version, law, number, label, { content, ...more })

const appeal = '（2021）京03民终7号'
const first = '（2020）京0105民初5号'

const whenOver = whenAllOver()
beforeAll(async () => {
  const of2017 = { sxx: '已被修改', ssrq: '2017-07-01', fgmc: `${law}(2017修正)` }
  const of2024 = { sxx: '现行有效', ssrq: '2024-01-01', fgmc: `${law}(2023修正)` }
  const records = {
    enterprises: [
      {
        ...enterprise('e1', name),
        法定代表人: '史勇',
        变更: [{ 变更项: '法定代表人变更', 变更前: '何岭', 变更后: '许安', 变更时间: '2024年5月16日' }],
      },
    ],
    'enterprise-documents': [
      listed('e1', 'd7', { 案号: appeal, 时间: '2021-05-06', 审判程序: '二审', 应诉方: [name] }),
    ],
    cases: [
      judgment('d7', {
        ah: appeal,
        spcx: '二审',
        cprq: '2021年5月6日',
        jbdw: '北京市第三中级人民法院',
        yyft: [`${law}第二百五十三条`],
        ssjl: `上诉人不服北京市朝阳区人民法院${first}民事判决，向本院提起上诉。`,
        content: `上诉人不服北京市朝阳区人民法院${first}民事判决，向本院提起上诉。依照《${law}》第二百五十三条的规定，判决如下：驳回上诉，维持原判。`,
      }),
    ],
    statutes: [
      procedure('v1', 253, '第二百五十三条', interest, of2017),
      procedure('v2', 253, '第二百五十三条', notice, of2024),
      procedure('v2', 264, '第二百六十四条', interest, of2024),
    ],
  }
  const { home, folder } = await worldOf(records, { enterprises: [{ id: 'e1' }] }, whenOver)
  for (const language of ['zh', 'en'] as const)
    Object.assign(setting, { [language]: await reportOf(home, join(folder, language), { language }) })
})

const page = (language: 'zh' | 'en') => setting[language].page(name)

test('page one shows both sources of a contradiction, and takes neither', async () => {
  const zh = factsOf(sectionOf(await page('zh'), 'summary'))
  expect(zh).toMatchObject({
    法定代表人与最后一次变更不一致: '登记信息：史勇；工商变更：许安 2024-05-16',
  })
  expect(textOf(sectionOf(await page('zh'), 'brief'))).toContain(
    '不一致（登记信息 史勇；工商变更 许安（2024-05-16））',
  )
  const en = sectionOf(await page('en'), 'summary')
  expect(textOf(en)).toContain('this report prefers neither')
  expect(factsOf(en)).toMatchObject({
    'legal representative differs from the last registered change':
      'registration: 史勇; registration change: 许安 2024-05-16',
  })
})

test('a list read whole is not called complete where a text cites the first instance that it lacks', async () => {
  const zh = sectionOf(await page('zh'), 'coverage')
  expect(factsOf(zh)).toMatchObject({
    列表缺口: expect.stringMatching(
      /^列表已读完：返回 1 份，取得 1 份；文书另引用 1 个未列入该列表的案号 \[\d+\]。$/,
    ),
  })
  expect(textOf(zh)).toContain('(2020)京0105民初5号')
  expect(textOf(await page('zh'))).not.toContain('无缺口')
  const en = sectionOf(await page('en'), 'coverage')
  expect(textOf(en)).toMatch(
    /The list was read to its end: 1 returned, 1 obtained; case numbers cited in documents that the list does not have: 1/,
  )
})

test('an article that a judgment cited by an earlier numbering is not in force, and was at the judgment', async () => {
  const rows = (markup: string) => markup.split('<tr').map(textOf)
  const isOfIt = (row: string) => row.includes('第二百五十三条') && row.includes('2017-07-01')
  const zh = rows(sectionOf(await page('zh'), 'articles'))
    .filter(isOfIt)
    .at(-1)
  expect(zh).toContain('已被修改')
  expect(zh).toContain('否：该条号现为其他内容')
  const en = rows(sectionOf(await page('en'), 'articles'))
    .filter(isOfIt)
    .at(-1)
  expect(en).toContain('no: the number is now another provision')
})
