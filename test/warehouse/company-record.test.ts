import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/contract/answer.ts'
import { dataTables } from '../../src/rows/tables/index.ts'
import type { Table } from '../../src/rows/tables/table.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { published, runHere, serveCorpus, writeCorpus } from '../support/run.ts'
import { lineOf } from './litigation-world.ts'

/** An enterprise with every module of contract 2.9, its names invented. */
const company = {
  企业ID: 'qy0001',
  企业名称: '云岫（杭州）仪器股份有限公司',
  法定代表人: '沈某甲',
  工商注册号: '320512400000458',
  注册资本: '5000.5万元人民币',
  组织机构代码: 'MA0074PN-3',
  统一社会信用代码: '91110108MA0074PN30',
  纳税人识别号: 'NSR-7781',
  企业类型: '股份有限公司（非上市）',
  行业: '仪器仪表制造业',
  成立日期: '2011年4月8日',
  营业期限: '2011年4月8日至2041年4月7日',
  核准日期: '2022年9月1日',
  登记机关: '杭州市某区市场监督管理局',
  注册地址: '杭州市某区云岫路8号',
  经营状态: '在业',
  经营范围: '光学仪器的研发、销售',
  核心成员: '沈某甲,陆某乙,顾某丙',
  董事长: '沈某甲',
  董事: '沈某甲,陆某乙',
  监事会主席: '顾某丙',
  财务负责人: '邵某丁',
  股东: '沈某甲，望湖创业投资合伙企业,韦某戊',
  股东详情: [
    {
      名称: '沈某甲',
      股东类型: '自然人股东',
      认缴出资额: '3000万元人民币',
      实缴出资额: '',
      出资比例: 59.99,
      参股日期: '2011-04-09',
    },
    {
      名称: '望湖创业投资合伙企业',
      股东类型: '合伙企业',
      认缴出资额: '人民币20,005,000元',
      实缴出资额: '100.25万美元',
      出资比例: 40.01,
    },
  ],
  变更: [
    { 变更项: '注册资本变更', 变更前: '3000万元', 变更后: '5000.5万元', 变更时间: '2019年6月3日' },
    { 变更项: '住所变更', 变更前: '旧住所', 变更后: '新住所', 变更时间: '2020-07-15' },
  ],
  商标: [
    { 名称: '云岫', 申请日期: '2012-02-03', 状态: '已注册', 开始日期: '2013-05-06', 结束日期: '2023-05-05' },
  ],
  软件著作权: [
    {
      批准日期: '2018-08-09',
      全称: '云岫光谱分析软件',
      简称: '光谱分析',
      登记号: '2018SR0000001',
      版本号: 'V2.1',
      分类号: '30200-0000',
    },
  ],
  专利: [
    {
      申请公布日: '2017-01-20',
      专利名称: '一种光路校准装置',
      申请号: 'CN201610000001.5',
      申请公布号: 'CN106000001A',
    },
  ],
  知识产权: [
    { 状态: '已注册', 名称: '云岫', 结束日期: '2023-05-05', 开始日期: '2013-05-06', 申请日期: '2012-02-03' },
    { 名称: '望岫', 申请日期: '2021-03-04', 状态: '等待实质审查' },
    { 专利名称: '一种样品托盘', 申请号: 'CN202010000002.6', 申请公布日: '2021-11-12' },
    { 网站名称: '云岫商城', 备案号: '浙ICP备00000000号' },
  ],
  涉诉: [
    { 案号: '（2021）浙0106民初1234号', 案由: '买卖合同纠纷', 文书id: 'ws0001', 诉讼地位: '应诉方' },
    { caseNo: '（2022）浙01民终567号', 案由: '承揽合同纠纷', 文书ID: 'ws0002', 身份: '上诉人' },
  ],
  风险: [
    {
      风险类型: '被执行人',
      案号: '（2023）浙0106执89号',
      执行法院: '杭州市某区人民法院',
      立案时间: '2023-02-14',
      执行标的: '153200.75',
    },
  ],
  分支机构: '云岫（杭州）仪器股份有限公司宁波分公司,云岫（杭州）仪器股份有限公司温州分公司',
  分支机构详情: [
    {
      名称: '云岫（杭州）仪器股份有限公司宁波分公司',
      负责人: '包某己',
      注册地址: '宁波市某路3号',
      成立日期: '2015年5月5日',
    },
  ],
  对外投资: [
    {
      被投资企业名称: '岫光（苏州）光电有限公司',
      出资比例: 35.5,
      认缴出资额: '700万元',
      法定代表人: '戚某庚',
    },
  ],
  作品著作权: [
    { 作品名称: '云岫标识', 作品类别: '美术', 登记号: '国作登字-2019-F-0001', 登记日期: '2019-10-11' },
  ],
  英文名: 'Yunxiu Instruments',
}

interface Scalar {
  readonly path: string
  readonly value: string
}

function scalarsOf(value: unknown, path = ''): Scalar[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: String(value) }]
  return Object.entries(value).flatMap(([name, held]) =>
    scalarsOf(held, path === '' ? name : `${path}.${name}`),
  )
}

/** Every text and number of every table, one row a value, but for JSON: what stands there has no column. */
const cells = Object.entries(dataTables as Readonly<Record<string, Table>>)
  .filter(([name]) => name !== 'calls' && name !== 'unlisted_members')
  .flatMap(([name, { columns }]) =>
    Object.entries(columns).flatMap(([column, { type }]) => {
      if (type === 'JSON') return []
      const value = type === 'VARCHAR[]' ? `unnest(${column})` : column
      return [`SELECT '${name}.${column}' AS place, CAST(${value} AS VARCHAR) AS cell FROM ${name}`]
    }),
  )
  .join(' UNION ALL ')

const whenOver = whenAllOver()
let home = ''
const rows = (sql: string): Promise<JsonObject[]> => published(home, sql)

beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  const corpus = await writeCorpus(join(folder, 'corpus'), { enterprises: [company] })
  const service = await serveCorpus(corpus, {}, whenOver)
  home = join(folder, 'home')
  const job = `pipeline: enterprise-due-diligence
enterprises: [{ name: ${company.企业名称} }]
rate: { perSecond: unlimited, concurrency: 4 }`
  const summary = await runHere({ home, job, url: service.url })
  expect(summary.run.status).toBe('complete')
})

test('every value of an enterprise record is in a column of the published warehouse', async () => {
  const found = new Set((await rows(`SELECT DISTINCT cell FROM (${cells})`)).map(({ cell }) => String(cell)))
  // A text of names is there name by name.
  const isFound = (value: string) => found.has(value) || value.split(/[,，]/).every((name) => found.has(name))
  const lost = scalarsOf(company).filter(({ value }) => value !== '' && !isFound(value))
  // The contract shows neither the member nor items of this shape: they stay as they came, as JSON.
  expect(lost.map(({ path }) => path)).toEqual(['知识产权.3.备案号', '英文名'])
})

const lines = async (sql: string): Promise<string[]> =>
  (await rows(sql)).map((row) => lineOf(Object.values(row)))

test.each([
  [
    'position, list(name ORDER BY ordinal) FROM enterprise_members GROUP BY ALL ORDER BY ALL',
    '核心成员 | 沈某甲, 陆某乙, 顾某丙',
    '监事会主席 | 顾某丙',
    '董事 | 沈某甲, 陆某乙',
    '董事长 | 沈某甲',
    '财务负责人 | 邵某丁',
  ],
  [
    `name, origin, subscribed_amount, paid_in_amount, paid_in_currency, share_percent
     FROM enterprise_shareholders ORDER BY ordinal`,
    '沈某甲 | detail | 30000000.00 | - | - | 59.99',
    '望湖创业投资合伙企业 | detail | 20005000.00 | 1002500.00 | USD | 40.01',
    '韦某戊 | list | - | - | - | -',
  ],
  ['name, origin FROM enterprise_trademarks ORDER BY ordinal', '云岫 | own', '望岫 | mixed'],
  ['name, origin FROM enterprise_patents ORDER BY ordinal', '一种光路校准装置 | own', '一种样品托盘 | mixed'],
  ["record ->> '$.备案号' FROM enterprise_other_ip", '浙ICP备00000000号'],
  [
    'name, origin, head FROM enterprise_branches ORDER BY ordinal',
    '云岫（杭州）仪器股份有限公司宁波分公司 | detail | 包某己',
    '云岫（杭州）仪器股份有限公司温州分公司 | list | -',
  ],
  [
    'case_number_key, position FROM enterprise_litigation ORDER BY ordinal',
    '(2021)浙0106民初1234号 | 应诉方',
    '(2022)浙01民终567号 | 上诉人',
  ],
  ['kind, amount, currency FROM enterprise_risks', '被执行人 | 153200.75 | CNY'],
  [
    `registered_amount, registered_currency, operating_until, uscc_valid, registration_number_check
     FROM enterprises`,
    '50005000.00 | CNY | 2041-04-07 | true | valid',
  ],
  ['query, hits, enterprise_ids FROM company_lookups', `${company.企业名称} | 1 | ${company.企业ID}`],
  ["registration ->> 'status', json_array_length(shareholders)::INTEGER FROM enterprise_history", '在业 | 3'],
  [
    `operation, path, type, count, example, first_seen =
       (SELECT min(fetched_at) FROM calls WHERE operation = 'rh_company_info') FROM drift ORDER BY path`,
    'rh_company_info | data[].知识产权[].备案号 | string | 1 | 浙ICP备00000000号 | true',
    'rh_company_info | data[].英文名 | string | 1 | Yunxiu Instruments | true',
  ],
])('each module is in its table: %s', async (columns, ...expected) => {
  expect(await lines(`SELECT ${columns}`)).toEqual(expected)
})
