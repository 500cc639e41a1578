import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/contract/values.ts'
import type { TableName } from '../../../src/rows/tables/index.ts'
import { flattened } from './flattened.ts'
import { enterpriseDetail } from './records.ts'

const company = (record: JsonObject) =>
  flattened('rh_company_info', { name: '示例' }, [{ 企业ID: 'e1', ...record }])
const enterprise = (record: JsonObject) => company(record).enterprises?.[0]
/** The tables that have rows, but for those of the enterprise itself. */
const modulesOf = (record: JsonObject) => {
  const { enterprises: _, company_lookups: _1, enterprise_history: _2, ...modules } = company(record)
  return Object.fromEntries(Object.entries(modules).filter(([, rows]) => rows.length > 0))
}
/** Rows of a table with these columns only. */
const rowsOf = (table: TableName, record: JsonObject, columns: readonly string[]) =>
  (company(record)[table] as readonly JsonObject[]).map((row) => columns.map((column) => row[column]))

describe('registration', () => {
  test.each([
    ['3000万', '30000000', null],
    ['0.001元', null, 'CNY'],
    ['99999999999999万元', '999999999999990000', 'CNY'],
    ['999999999999999万元', null, 'CNY'],
    ['详见章程', null, null],
  ])('a capital of %s', (注册资本, amount, currency) => {
    expect(enterprise({ 注册资本 })).toMatchObject({
      registered_capital: 注册资本,
      registered_amount: amount,
      registered_currency: currency,
    })
  })

  test.each([
    ['2015年3月2日至2045年3月1日', '2015-03-02', '2045-03-01'],
    ['2015年3月2日至无固定期限', '2015-03-02', null],
    ['自2015年03月02日起至2045年03月01日止', '2015-03-02', '2045-03-01'],
    ['2015-03-02 至 2045-03-01', '2015-03-02', '2045-03-01'],
    ['2015-03-02-2045-03-01', '2015-03-02', '2045-03-01'],
    ['2015-03-02 - 长期', '2015-03-02', null],
    ['2015/3/2～2045/3/1', '2015-03-02', '2045-03-01'],
    ['20150302-20450301', '2015-03-02', '2045-03-01'],
    ['2015年至2045年', null, null],
    ['长期', null, null],
    ['至2045年3月1日', null, '2045-03-01'],
  ])('a term of %s', (营业期限, from, until) => {
    expect(enterprise({ 营业期限 })).toMatchObject({
      operating_term: 营业期限,
      operating_from: from,
      operating_until: until,
    })
  })

  test.each([
    [{ 统一社会信用代码: '91110108MA0074PN30' }, { uscc_valid: true }],
    [{ 统一社会信用代码: '91330000123456789X' }, { uscc_valid: false }],
    [{ 统一社会信用代码: '' }, { uscc_valid: null }],
    [{ 组织机构代码: 'MA0074PN-3' }, { organisation_code_valid: true }],
    [{ 组织机构代码: 'MA0074PN-4' }, { organisation_code_valid: false }],
    [{}, { organisation_code_valid: null, registration_number_check: null }],
    [{ 工商注册号: '320512400000458' }, { registration_number_check: 'valid' }],
    [{ 工商注册号: '3205124000004' }, { registration_number_check: 'legacy' }],
    [{ 工商注册号: '1' }, { registration_number_check: 'invalid' }],
  ])('identifiers are checked: %j', (record, checks) => {
    expect(enterprise(record)).toMatchObject(checks)
  })
})

describe('positions', () => {
  const positions = (record: JsonObject) =>
    rowsOf('enterprise_members', record, ['position', 'ordinal', 'name'])

  test.each([
    ['王某,李某', ['王某', '李某']],
    ['王某，李某、赵某;钱某；孙某', ['王某', '李某', '赵某', '钱某', '孙某']],
    [' 王某 , ', ['王某']],
    ['ABC Co., Ltd.,王某', ['ABC Co., Ltd.', '王某']],
    [
      ['王某', '李某,赵某'],
      ['王某', '李某', '赵某'],
    ],
    ['', []],
  ])('%j', (董事, names) => {
    expect(positions({ 董事 })).toEqual(names.map((name, index) => ['董事', index + 1, name]))
    expect(enterprise({ 董事 })?.extra).toBeNull()
  })

  test('core members come first, under their own name', () => {
    expect(positions({ 监事: '赵某', 核心成员: '王某,赵某' })).toEqual([
      ['核心成员', 1, '王某'],
      ['核心成员', 2, '赵某'],
      ['监事', 1, '赵某'],
    ])
  })

  const titles = ['董事长', '执行董事', '监事会主席', '总经理（法定代表人）', '财务负责人', '董事会秘书']
  test.each([...titles, '首席技术官', '理事长'])('%s is a title', (member) => {
    expect(positions({ [member]: '王某' })).toEqual([[member, 1, '王某']])
  })

  test('a member whose names are all core members is a position, whatever its name', () => {
    expect(positions({ 核心成员: '王某,李某', 首席: '李某' })).toContainEqual(['首席', 1, '李某'])
  })

  test.each([
    { 曾用名: '旧名' },
    { 负责人电话: '123' },
    { 首席: '' },
    { 核心成员: '王某', 首席: '王某,赵某' },
    { 董事: 3 },
    { 董事: { 姓名: '王某' } },
    { 董事: ['王某', { 姓名: '李某' }] },
  ])('what is none stays unlisted: %j', (record) => {
    const { 核心成员: _, ...unlisted } = record as JsonObject
    expect(positions(record).filter(([position]) => position !== '核心成员')).toEqual([])
    expect(enterprise(record)?.extra).toEqual(unlisted)
  })
})

describe('shareholders', () => {
  const detail = { 名称: '甲(集团)公司', 认缴出资额: '3000万元', 实缴出资额: '500.5万美元', 出资比例: 60 }

  test('have sums, a share and a date', () => {
    const 股东详情 = [{ ...detail, 参股日期: '2015年3月3日' }]
    expect(company({ 股东详情 }).enterprise_shareholders?.[0]).toMatchObject({
      ...{ subscribed_text: '3000万元', subscribed_amount: '30000000', subscribed_currency: 'CNY' },
      ...{ paid_in_amount: '5005000', paid_in_currency: 'USD', share_percent: 60 },
      ...{ joined_on: '2015-03-03', joined_text: '2015年3月3日' },
    })
  })

  test('that only 股东 names follow those with details, by name without its width', () => {
    const record = { 股东: '甲（集团）公司,乙公司', 股东详情: [detail] }
    expect(rowsOf('enterprise_shareholders', record, ['ordinal', 'origin', 'name'])).toEqual([
      [1, 'detail', '甲(集团)公司'],
      [2, 'list', '乙公司'],
    ])
  })

  test.each([
    [60, 60, null],
    ['60.5%', 60.5, null],
    ['0.6', 0.6, null],
    ['六成', null, { 出资比例: '六成' }],
  ])('a share of %j', (出资比例, share, extra) => {
    const [row] = company({ 股东详情: [{ 名称: '甲', 出资比例 }] }).enterprise_shareholders ?? []
    expect(row).toMatchObject({ share_percent: share, extra })
  })
})

describe('lists that are none', () => {
  test('one object stands for a list of one', () => {
    const rows = company({ 变更: { 变更项: '住所', 变更时间: '2018-01-01' }, 商标: { 名称: '甲牌' } })
    expect(rows.enterprise_changes).toMatchObject([{ item: '住所', changed_on: '2018-01-01' }])
    expect(rows.enterprise_trademarks).toEqual([expect.objectContaining({ name: '甲牌', origin: 'own' })])
  })

  test('what is no object stays with the enterprise', () => {
    const kept = { 变更: '见公示', 专利: [3], 分支机构: 2, 涉诉: ['有'] }
    expect(enterprise({ ...kept, 商标: ['甲牌', { 名称: '乙牌' }] })?.extra).toEqual({
      ...kept,
      商标: ['甲牌'],
    })
  })

  // Nothing is lost by it: such a word says what an empty list does, so that extra and drift do without it too.
  test.each([[[]], [null], [''], [[null, '']], '无', ' 暂无 ', '-', '－－', '不详', [['无']], [['-', '']]])(
    '%j says nothing',
    (value) => {
      const lists = '股东详情 变更 商标 知识产权 涉诉 风险 分支机构 对外投资 作品著作权'.split(' ')
      const record = Object.fromEntries(lists.map((name) => [name, value]))
      expect(modulesOf(record)).toEqual({})
      expect(enterprise(record)?.extra).toBeNull()
    },
  )
})

describe('知识产权', () => {
  const mark = { 名称: '甲牌', 申请日期: '2016-01-02', 状态: '已注册' }
  const software = { 全称: '甲软件', 登记号: '2019SR1', 批准日期: '2019-02-03' }
  const patent = { 专利名称: '一种甲', 申请号: 'CN1' }
  const work = { 作品名称: '甲图', 登记号: '国作登字-1', 登记日期: '2020-01-01' }

  test('its items go to the tables of their shapes', () => {
    const rows = company({ 知识产权: [work, patent, software, mark] })
    expect(rows.enterprise_trademarks).toEqual([expect.objectContaining({ name: '甲牌', origin: 'mixed' })])
    expect(rows.enterprise_software_copyrights).toEqual([expect.objectContaining({ full_name: '甲软件' })])
    expect(rows.enterprise_patents).toEqual([expect.objectContaining({ name: '一种甲' })])
    expect(rows.enterprise_work_copyrights).toEqual([expect.objectContaining({ name: '甲图', record: work })])
    expect(rows.enterprise_other_ip).toEqual([])
  })

  test('an item that its own module holds is not counted twice, whatever the order of its members', () => {
    const turned = Object.fromEntries(Object.entries(mark).reverse())
    const mixed = [
      { ...turned, 开始日期: null },
      { ...mark, 状态: '无效' },
    ]
    const record = { 商标: [mark], 知识产权: mixed }
    expect(rowsOf('enterprise_trademarks', record, ['ordinal', 'origin', 'status'])).toEqual([
      [1, 'own', '已注册'],
      [2, 'mixed', '无效'],
    ])
  })

  test.each([
    ['enterprise_patents', '专利', { ...patent, 申请公布日: '2020-01-01' }, patent],
    ['enterprise_trademarks', '商标', { ...mark, 开始日期: '2017-01-01' }, mark],
    ['enterprise_trademarks', '商标', mark, { 名称: '甲牌' }],
    ['enterprise_software_copyrights', '软件著作权', { ...software, 版本号: 'V1' }, software],
    ['enterprise_work_copyrights', '作品著作权', { ...work, 类别: '美术' }, work],
    ['enterprise_work_copyrights', '作品著作权', { 作品: '甲图', 登记号: '1' }, { 作品名称: '甲图' }],
    ['enterprise_work_copyrights', '作品著作权', '甲图,乙图', { 名称: '甲图' }],
  ] as const)(
    '%s: what its own module says in more members is not counted again',
    (table, module, own, item) => {
      const alone = modulesOf({ [module]: own })
      expect(alone).toHaveProperty(table)
      expect(modulesOf({ [module]: own, 知识产权: [item] })).toEqual(alone)
    },
  )

  test.each([
    ['says more', { ...patent, 申请公布号: 'CN1A' }],
    ['says otherwise', { ...patent, 申请号: 'CN2' }],
    ['is parts of two', { 专利名称: '一种甲', 申请号: 'CN3' }],
  ])('an item that %s is another', (_, item) => {
    const record = { 专利: [patent, { 专利名称: '一种乙', 申请号: 'CN3' }], 知识产权: [item] }
    expect(rowsOf('enterprise_patents', record, ['ordinal', 'origin'])[2]).toEqual([3, 'mixed'])
  })

  test('two alike in one list are two', () => {
    expect(company({ 知识产权: [patent, patent] }).enterprise_patents).toHaveLength(2)
    expect(company({ 专利: [patent, patent], 知识产权: [patent] }).enterprise_patents).toHaveLength(2)
  })

  test.each([
    ['enterprise_trademarks', { 名称: '甲牌' }],
    ['enterprise_trademarks', { 名称: '甲牌', 状态: '有效' }],
    ['enterprise_trademarks', { 名称: '甲牌', 开始日期: '2020-01-01', 类别: '35' }],
    ['enterprise_patents', { 申请号: 'CN1' }],
    ['enterprise_patents', { 专利名称: '一种甲', 状态: '有效', 申请日期: '2020-01-01', 申请公布号: 'CN1A' }],
    ['enterprise_software_copyrights', { 登记号: '2019SR1' }],
    ['enterprise_software_copyrights', { 全称: '甲', 登记号: '1', 登记日期: '2020-01-01', 版本号: 'V1' }],
    ['enterprise_work_copyrights', { 名称: '甲图', 登记日期: '2020-01-01' }],
    ['enterprise_other_ip', { 名称: '甲站', 网址: 'a.example' }],
    ['enterprise_other_ip', { 域名: 'a.example' }],
    ['enterprise_other_ip', {}],
  ] as const)('%s takes %j', (table, item) => {
    const { unlisted_members: _, ...modules } = modulesOf({ 知识产权: [item] })
    expect(Object.keys(modules)).toEqual([table])
  })

  test('an item of no known shape is kept as it came', () => {
    const item = { 域名: 'a.example', 备案: { 号: '1' } }
    expect(company({ 知识产权: [item] }).enterprise_other_ip).toEqual([
      { enterprise_id: 'e1', ordinal: 1, name: 'a.example', record: item, extra: { 备案: { 号: '1' } } },
    ])
  })
})

describe('分支机构 and 对外投资', () => {
  const branches = (record: JsonObject) => rowsOf('enterprise_branches', record, ['origin', 'name', 'head'])

  test.each([
    ['a text of names', '甲分公司,乙分公司'],
    ['a list of names', ['甲分公司', '乙分公司']],
    ['a list of objects', [{ 名称: '甲分公司' }, { 企业名称: '乙分公司' }]],
    ['a nested list', [['甲分公司'], [{ 名称: '乙分公司' }]]],
  ])('may be %s', (_, 分支机构) => {
    expect(branches({ 分支机构 })).toEqual([
      ['list', '甲分公司', null],
      ['list', '乙分公司', null],
    ])
  })

  test('its details come first, and a name that they hold is there once', () => {
    const 分支机构详情 = [{ 名称: '甲(北京)分公司', 负责人: '王某', 成立日期: '2020年1月1日' }]
    expect(branches({ 分支机构: '甲（北京）分公司,乙分公司', 分支机构详情 })).toEqual([
      ['detail', '甲(北京)分公司', '王某'],
      ['list', '乙分公司', null],
    ])
    expect(branches({ 分支机构: [{ 名称: '甲(北京)分公司', 负责人: '王某' }], 分支机构详情 })).toHaveLength(1)
    expect(branches({ 分支机构: [{ 名称: '甲(北京)分公司', 负责人: '李某' }], 分支机构详情 })).toHaveLength(2)
    expect(branches({ 分支机构: [{ 名称: '甲(北京)分公司', 地址: '某路' }], 分支机构详情 })).toHaveLength(2)
  })

  test('keep the item as it came', () => {
    const item = { 名称: '甲分公司', 地址: '某路1号', 电话: ['1', '2'] }
    expect(company({ 分支机构: [item, '乙分公司'] }).enterprise_branches).toEqual([
      expect.objectContaining({ address: '某路1号', record: item, extra: { 电话: ['1', '2'] } }),
      expect.objectContaining({ name: '乙分公司', record: null, extra: null }),
    ])
  })

  test('an investment has a sum, a share and a date', () => {
    const sum = { 投资比例: '51%', 认缴金额: '100万元人民币' }
    const item = { 被投资企业名称: '子公司', ...sum, 投资日期: '2020-05-06' }
    const sums = { share_percent: 51, subscribed_amount: '1000000', subscribed_currency: 'CNY' }
    expect(company({ 对外投资: [item] }).enterprise_investments).toMatchObject([
      { name: '子公司', name_key: '子公司', ...sums, invested_on: '2020-05-06', extra: null },
    ])
  })
})

describe('涉诉', () => {
  test.each([
    { 案号: '（2020）沪01民初1号', 案由: '合同纠纷', 文书id: 'd1', 诉讼地位: '被告' },
    { caseNo: '（2020）沪01民初1号', 案由名称: '合同纠纷', 文书ID: 'd1', 身份: '被告' },
    { ah: '（2020）沪01民初1号', ay: '合同纠纷', id: 'd1', 角色: '被告' },
  ])('reads %j', (item) => {
    const number = { case_number: '（2020）沪01民初1号', case_number_key: '(2020)沪01民初1号' }
    expect(company({ 涉诉: [item] }).enterprise_litigation).toMatchObject([
      {
        ordinal: 1,
        ...number,
        cause: '合同纠纷',
        document_id: 'd1',
        position: '被告',
        record: item,
        extra: null,
      },
    ])
  })
})

describe('风险', () => {
  const item = { 风险类型: '被执行人', 案号: '（2020）沪01执1号', 执行法院: '某法院', 立案时间: '2020-05-06' }
  const risks = (风险: unknown, columns = ['kind', 'description', 'record']) =>
    rowsOf('enterprise_risks', { 风险 }, columns)

  test('may be a list, one entry, or a detail list', () => {
    const row = [['被执行人', '(2020)沪01执1号', '某法院', '2020-05-06']]
    const columns = ['kind', 'case_number_key', 'court', 'filed_on']
    expect(risks([item], columns)).toEqual(row)
    expect(risks(item, columns)).toEqual(row)
    expect(rowsOf('enterprise_risks', { 风险详情: [item], 风险: [item] }, columns)).toEqual(row)
  })

  const counted = [
    ['被执行', '1', null],
    ['失信', null, { 案号: 'x' }],
    ['失信', '甲', null],
    ['限高', '次数：2', { 次数: 2 }],
  ]
  test.each<[string, unknown, unknown[][]]>([
    ['an object of kinds', { 被执行: 1, 失信: [{ 案号: 'x' }, '甲'], 限高: { 次数: 2 }, 无: [] }, counted],
    [
      'an object of kinds of which some say 无',
      { 被执行: '无', 失信: ['-', '暂无'], 限高: '有' },
      [['限高', '有', null]],
    ],
    [
      'an object of kinds in envelopes, of which some count none',
      { 被执行: { total: 0, lst: [] }, 失信: { total: 1, lst: [{ 案号: 'x' }] }, 终本: 0, 限高: '0' },
      [['失信', null, { 案号: 'x' }]],
    ],
    ['an envelope', { total: 1, lst: [item] }, [['被执行人', null, item]]],
    [
      'an entry with a list of its own',
      { ...item, list: ['x'] },
      [['被执行人', 'list：["x"]', { ...item, list: ['x'] }]],
    ],
    [
      'a list among kinds',
      { list: [item], 限高: { 次数: 2 } },
      [
        ['被执行人', null, item],
        ['限高', '次数：2', { 次数: 2 }],
      ],
    ],
    ['text', '经营异常,欠税', [[null, '经营异常,欠税', null]]],
    ['a list of text', ['经营异常,欠税'], [[null, '经营异常,欠税', null]]],
  ])('may be %s', (_, given, rows) => {
    expect(risks(given)).toEqual(rows)
  })

  test.each([
    ['12345.67', '12345.67', 'CNY'],
    [12345, '12345', 'CNY'],
    ['3万元', '30000', 'CNY'],
    ['约3万元', null, null],
  ])('a sum of %j', (执行标的, amount, currency) => {
    expect(risks([{ 执行标的 }], ['amount', 'currency', 'amount_text'])).toEqual([
      [amount, currency, String(执行标的)],
    ])
  })

  const penalty = { 处罚机关: '某市生态环境局', 处罚内容: '罚款', 处罚日期: '2023-05-06', 移出日期: '' }
  const said = '处罚机关：某市生态环境局，处罚内容：罚款'
  test.each<[string, unknown, unknown[][]]>([
    ['whatever the names of its members', [{ 类型: '行政处罚', ...penalty }], [['行政处罚', null, said]]],
    ['by the signs of its members where it says no kind', [penalty], [['行政处罚', null, said]]],
    ['as one entry, and no object of kinds', penalty, [['行政处罚', null, said]]],
    ['under kinds of kinds', { 经营风险: { 行政处罚: [penalty], 欠税: [] } }, [['行政处罚', null, said]]],
    ['behind its text', [{ 内容: '超标排放', 备注: '已缴' }], [[null, null, '超标排放；备注：已缴']]],
    [
      'without what only numbers it',
      [{ 类型: '处罚', 纳税人识别号: '9', 备注: '无' }],
      [['处罚', null, null]],
    ],
    [
      'with the day on which it was removed',
      [{ 列入日期: '2021-07-01', 移出日期: '2022-01-05' }],
      [['列入名单', '已移出', '移出日期：2022-01-05']],
    ],
    [
      'with its own word for that',
      [{ 类型: '冻结', 状态: '解除冻结', 解除日期: '2022-01-05' }],
      [['冻结', '解除冻结', '解除日期：2022-01-05']],
    ],
    ['not where it says that there is none', { 失信: '否', 限高: '未发现', 处罚: '0条', 欠税: false }, []],
    ['not where all that it counts is none', { 失信: { 次数: 0 }, 限高: [{}] }, []],
    ['in an envelope of another name', { total: 1, list: [{ 类型: '失信' }] }, [['失信', null, null]]],
  ])('an entry counts %s', (_, given, rows) => {
    expect(risks(given, ['kind', 'status', 'description'])).toEqual(rows)
  })

  test('of other members that the contract does not list, those of the same matter are entries, once', () => {
    const record = {
      ...{ 风险: { 行政处罚: [penalty] }, 行政处罚: [penalty], 欠税公告: [{ 税种: '增值税' }] },
      ...{ 清算组负责人: '王某', 年报: [{ 年份: '2023' }], 执行董事: '王某', 是否失信: '否' },
    }
    const { enterprise_risks, enterprises } = company(record)
    expect(enterprise_risks?.map(({ kind, description }) => [kind, description])).toEqual([
      ['行政处罚', said],
      ['欠税公告', '税种：增值税'],
      ['清算组负责人', '王某'],
    ])
    expect(Object.keys(enterprises?.[0]?.extra as object)).toEqual([
      '行政处罚',
      '欠税公告',
      '年报',
      '是否失信',
    ])
  })

  test('what was collected and what is still owed are sums, too', () => {
    const entry = { 执行标的: '3万元', 执行到位: '1万元', 未履行金额: '2万元' }
    expect(risks([entry], ['amount', 'collected', 'unpaid'])).toEqual([['30000', '10000', '20000']])
  })
})

describe('the lookup and the history', () => {
  test('the lookup names the enterprises of the answer in order', () => {
    const records = [{ 企业ID: 'b' }, { 企业ID: 'a' }]
    const { company_lookups } = flattened('rh_company_info', { name: '示例' }, records)
    expect(company_lookups).toEqual([{ query: '示例', hits: 2, enterprise_ids: ['b', 'a'] }])
  })

  test('the history has the registration as given and the shareholders, sorted', () => {
    const [row] = company({ ...enterpriseDetail, 股东: '乙投资,甲投资,丙' }).enterprise_history ?? []
    expect(row).toMatchObject({ enterprise_id: 'e1', seen_run_id: 'r1' })
    expect(row?.registration).toMatchObject({
      ...{ name: '示例（上海）公司', uscc: '91110108MA0074PN30' },
      ...{ established_text: '2015年3月2日', operating_term: '2015年3月2日至2045年3月1日' },
    })
    const unsaid = { kind: null, subscribed: null, paid_in: null, share: null }
    expect(row?.shareholders).toEqual([
      { name: '丙', ...unsaid },
      { name: '乙投资', ...unsaid },
      { name: '甲投资', kind: '法人', subscribed: '3000万', paid_in: null, share: 0.6 },
    ])
  })

  test('another order of shareholders is no change', () => {
    const historyOf = (股东: string) => company({ 股东 }).enterprise_history
    expect(historyOf('甲,乙')).toEqual(historyOf('乙,甲'))
  })

  test('of two records of one enterprise the first has modules', () => {
    const records = [
      { 企业ID: 'e1', 监事: '甲' },
      { 企业ID: 'e1', 监事: '乙,丙' },
    ]
    const { enterprises, enterprise_members } = flattened('rh_company_info', { name: 'x' }, records)
    expect(enterprises).toHaveLength(2)
    expect(enterprise_members?.map(({ name }) => name)).toEqual(['甲'])
  })
})
