import { describe, expect, test } from 'vitest'
import { outcomeRules } from '../../../src/legal/outcome-rules.ts'
import { rulesOf } from '../../legal/reading.ts'
import { flattened } from './flattened.ts'

const record = {
  id: 'c1',
  ah: '（2021）粤03民终2号',
  title: '甲公司与乙公司买卖合同纠纷二审民事判决书',
  jbdw: '广东省深圳市中级人民法院',
  ajlb: '民事案件',
  spcx: '二审',
  wszl: '判决书',
  cprq: '2021年5月6日',
  xzqh_p: '广东',
  dsr: '上诉人（原审被告）：甲贸易有限公司（以下简称甲公司）。\n法定代表人：钱某。\n被上诉人（原审原告）：乙公司。',
  ssjl: '甲公司不服某法院（2020）粤0304民初1号民事判决，提起上诉。',
  content: '乙公司向一审法院提出诉讼请求：1.判令甲公司支付货款120元。',
  pjjg: '一、撤销某市人民法院（2020）粤0304民初1号民事判决；\n二、甲公司于本判决生效之日起十日内支付乙公司货款100元；\n三、驳回乙公司的其他诉讼请求。\n二审案件受理费5元，由甲公司负担。',
}
const reason = 'words and figures differ'
const rowsOfCase = (one: object) => flattened('rh_case_details', { id: 'c1', type: 'ptal' }, [one])
const rows = rowsOfCase(record)

describe('rows of a case', () => {
  test('the case has its outcome, its day, its court and the number its family begins with', () => {
    expect(rows.cases?.[0]).toMatchObject({
      court_level: '中级',
      court_province: '广东',
      outcome: 'reversed',
      outcome_rule: `${outcomeRules.version}:reversed`,
      origin_number_key: '(2020)粤0304民初1号',
      ...{ decided_on: '2021-05-06', decided_text: '2021年5月6日' },
    })
  })

  const signed = '判决如下：驳回诉讼请求。\n审判员　王某\n二〇二一年三月四日\n书记员　李某'
  const stayed = '因被告死亡，需等待继承人参加诉讼，依照法律规定，裁定如下：\n本案中止诉讼。'
  const withheld = '人民法院认为不宜在互联网公布的其他情形'
  test.each([
    [{ content: signed }, { decided_on: '2021-03-04', signed_offset: 20, is_withheld: false }],
    [
      { content: signed, cprq: '2021年5月6日' },
      { decided_on: '2021-05-06', signed_offset: null },
    ],
    [{ jbdw: '广东省深圳市中级人民法院', ah: '（2020）粤0304民初1号' }, { court_level: '中级' }],
    [{ xzqh_p: '湖南', ah: '（2020）粤0304民初1号' }, { court_province: '湖南' }],
    [
      { wszl: '裁定书', content: stayed },
      { outcome: 'stayed', stay_ground: 'death' },
    ],
    [
      { wszl: '判决书', content: signed },
      { outcome: 'dismissed', stay_ground: null },
    ],
    [{ content: withheld }, { is_withheld: true, is_partial: false }],
    [{ pjjg: '驳回上诉，维持原判。' }, { is_partial: true }],
  ])('what its record does not say its text does: %j', (given, columns) => {
    expect(rowsOfCase({ id: 'c1', ...given }).cases?.[0]).toMatchObject(columns)
  })

  test.each([
    ['其他', 'payment_order'],
    ['申请书', null],
  ])('a payment order that the service calls %s is %s', (wszl, outcome) => {
    const content =
      '云溪区人民法院\n支 付 令\n（2021）粤03民督2号\n申请人：甲公司。\n被申请人：乙公司。\n特发出如下支付令：\n乙公司应当自收到本支付令之日起十五日内，给付甲公司货款100元。'
    const { cases } = rowsOfCase({ id: 'c1', ah: '（2021）粤03民督2号', wszl, content })
    expect(cases?.[0]?.outcome).toBe(outcome)
  })

  test('its parties stand on the sides of this instance and of the first', () => {
    const sides = rows.case_parties?.map((one) => [one.name, one.position, one.side, one.original_side])
    expect(sides).toEqual([
      ['甲贸易有限公司', '上诉人', 'plaintiff', 'defendant'],
      ['乙公司', '被上诉人', 'defendant', 'plaintiff'],
    ])
    expect(rows.case_parties?.map(({ case_id, ordinal }) => [case_id, ordinal])).toEqual([
      ['c1', 1],
      ['c1', 2],
    ])
  })

  test('its sums are those ordered, the fees, and those claimed', () => {
    expect(rows.case_amounts).toMatchObject([
      { ordinal: 1, part: 'order', item: 2, amount: '100', is_ordered: true, payees: ['乙公司'] },
      { ordinal: 2, part: 'order', item: null, role: '案件受理费', amount: '5', is_ordered: false },
      { ordinal: 3, part: 'recited', item: 1, amount: '120', is_ordered: false },
    ])
  })

  test.each([
    ['丙公司承担按份连带责任。', 'case_liabilities', { kind: null, reason: 'kinds differ' }],
    ['丙公司承担连带责任。', 'case_liabilities', { kind: '连带', reason: null }],
    ['丙公司承担补充连带责任。', 'case_liabilities', { kind: '补充', reason: null }],
    ['变更“丙公司承担补充责任”为“丙公司承担连带责任”。', 'case_liabilities', { kind: '连带', reason: null }],
    ['甲公司支付乙公司货款壹万元（¥12000）。', 'case_amounts', { is_ordered: true, amount: null, reason }],
    ['甲公司支付乙公司利息壹万元（¥12000）。', 'case_interest', { is_running: false, amount: null, reason }],
    ['支付利息，以壹万元（¥12000）为基数，按年利率6%计算。', 'case_interest', { base_amount: null, reason }],
    [
      '甲公司支付利息，以壹万元（¥10000）为基数，自2021年3月1日起至付清之日止按年利率6%计算。',
      'case_interest',
      {
        ...{ base_amount: '10000', from_on: '2021-03-01', from_text: '2021年3月1日', until_on: null },
        ...{ until_text: '付清之日', rate_text: '按年利率6%', rate_percent: 6, rate_period: 'year' },
      },
    ],
    ['案件受理费壹仟元（¥1200），由甲公司负担。', 'case_fees', { amount: null, bearers: ['甲公司'], reason }],
  ] as const)('what its text says in two ways is left out, with the reason: %s', (pjjg, table, row) => {
    const dsr = '原告：乙公司。\n被告：甲公司。\n被告：丙公司。'
    expect(rowsOfCase({ id: 'c1', ah: '（2021）粤0304民初2号', dsr, pjjg })[table]).toMatchObject([row])
  })

  test('a party whom section and full text put on different sides has no position, with the reason', () => {
    const content =
      '某区人民法院\n民事判决书\n（2021）粤0304民初2号\n原告：乙公司。\n被告：甲公司。\n被告：丙公司。'
    const dsr = '原告：甲公司。\n被告：丙公司。'
    expect(rowsOfCase({ id: 'c1', dsr, content }).case_parties).toMatchObject([
      { name: '甲公司', position: null, side: null, reason: 'positions differ' },
      { name: '丙公司', position: '被告', side: 'defendant', reason: null },
    ])
  })

  test('a correction quotes who answers, and holds no one liable', () => {
    const pjjg = '判决书第三页“丙公司承担连带责任”补正为“丁公司承担连带责任”。'
    expect(rowsOfCase({ id: 'c1', pjjg }).case_liabilities ?? []).toEqual([])
  })

  const sections = {
    ...{ id: 'c1', ah: '（2021）粤0304执2号', ajlb: '执行案件' },
    dsr: '申请执行人：乙公司。\n被执行人：甲公司。',
    ssjl: '乙公司与甲公司买卖合同纠纷一案，本院于2021年1月5日立案执行。',
    ajjbqk: '本院曾裁定如下：冻结甲公司的存款100元。',
    fxgc: '本院认为，本案暂无财产可供执行。本院已将甲公司纳入失信被执行人名单。',
    pjjg: '终结本次执行程序。',
    ww: '审判员　王某\n二〇二一年三月四日',
  }

  test('its texts are read with the marks that they should have, and kept as given', () => {
    const pjjg = '甲公司支付乙公司货款80\n万元。'
    const { cases, case_amounts } = rowsOfCase({ id: 'c1', dsr: record.dsr, pjjg })
    expect(cases?.[0]).toMatchObject({ judgment: pjjg })
    expect(case_amounts).toMatchObject([{ amount: '800000', payees: ['乙公司'] }])
  })

  test.each([
    ['判决书', []],
    ['裁定书', ['查封']],
  ])('a %s orders these measures', (wszl, kinds) => {
    const { case_enforcement = [] } = rowsOfCase({ id: 'c1', wszl, pjjg: '查封被告甲公司名下的房屋一套。' })
    expect(case_enforcement.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('what a section quotes is no decision of a record that has none of its own', () => {
    const ajjbqk =
      '另查明，（2019）京0105民初9号民事判决书判决如下：一、甲公司支付丙公司货款100元；二、驳回丙公司的其他诉讼请求。'
    const { cases, case_amounts = [] } = rowsOfCase({ id: 'c1', ajjbqk, fxgc: '本院认为，合同有效。' })
    expect([cases?.[0]?.outcome, case_amounts]).toEqual([null, []])
  })

  test('a record without a full text has its sections for one', () => {
    const { cases, case_enforcement } = rowsOfCase(sections)
    const { id, ah, ajlb, ...texts } = sections
    expect(cases?.[0]).toMatchObject({ content: Object.values(texts).join('\n'), decided_on: '2021-03-04' })
    const facts = case_enforcement?.map(({ kind, is_ordered }) => `${kind}${is_ordered ? ' ordered' : ''}`)
    expect(facts).toEqual(['立案', '冻结', '失信', '终本 ordered'])
  })

  test.each([
    [{ ajjbqk_bh: '甲公司辩称，已经付清。' }, '甲公司辩称，已经付清。\n驳回乙公司的诉讼请求。'],
    [{ content: '乙公司诉称，', fxgc: '本院认为，' }, '乙公司诉称，'],
    [{ dsr: '原告：乙公司。' }, null],
  ])('%o has this text before or beside its decision', (texts, content) => {
    const { cases } = rowsOfCase({ id: 'c1', ...texts, pjjg: '驳回乙公司的诉讼请求。' })
    expect(cases?.[0]?.content ?? null).toBe(content)
  })

  test('every sum stands where its row says', () => {
    const texts = { judgment: record.pjjg, content: record.content }
    expect(rows.case_amounts?.map(({ source }) => source)).toEqual(['judgment', 'judgment', 'content'])
    for (const { source, text_offset, amount_text } of rows.case_amounts ?? []) {
      const text = texts[source as keyof typeof texts]
      expect(text.substring(text_offset ?? 0).startsWith(amount_text ?? '?')).toBe(true)
    }
  })

  test('the numbers it names are rows', () => {
    const number = { number: '（2020）粤0304民初1号', number_key: '(2020)粤0304民初1号' }
    const type = { number_status: 'parsed', number_category: '民事案件', number_procedure: '一审' }
    const key = { case_id: 'c1', library: 'ptal', ordinal: 1 }
    expect(rows.case_references).toEqual([
      { ...key, ...number, ...type, source: 'litigation_record', text_offset: 8 },
    ])
  })

  test('the court code tells what the name and the record do not', () => {
    const { cases } = rowsOfCase({ id: 'a', ah: '（2020）粤0304民初1号' })
    expect(cases?.[0]).toMatchObject({ court_level: '基层', court_province: '广东', outcome: null })
  })

  test("the Supreme People's Court is of no province, though its records name 最高 as theirs", () => {
    const supreme = { id: 'a', ah: '（2020）最高法民终1号', jbdw: '最高人民法院', xzqh_p: '最高' }
    const { cases } = rowsOfCase(supreme)
    expect(cases?.[0]).toMatchObject({ court_level: '最高', court_province: null, province: '最高' })
  })
})

test.each([
  '一审法院判决：',
  '一审法院认为，甲贸易有限公司应承担责任。综上所述，依照《中华人民共和国合同法》第六十条之规定，判决：',
])(
  'of an appeal that upholds it, the order of the first instance stands, with who answers for it: %s',
  (quoted) => {
    const { case_amounts, case_liabilities } = rowsOfCase({
      id: 'c1',
      ah: '（2020）粤03民终2号',
      wszl: '判决书',
      dsr: '上诉人：甲贸易有限公司。\n被上诉人：乙公司。\n被上诉人：丙公司。',
      content: `上诉人甲贸易有限公司不服一审判决。${quoted}一、丙公司支付乙公司借款100元；二、甲贸易有限公司对上述债务承担连带清偿责任。本院认为，应予维持。判决如下：驳回上诉，维持原判。`,
    })
    const source = 'content'
    expect(case_amounts).toMatchObject([{ part: 'upheld', amount: '100', payees: ['乙公司'], source }])
    expect(case_liabilities).toMatchObject([{ name: '甲贸易有限公司', kind: '连带', source }])
  },
)

const applying = '依照《某法》第一条之规定，判决：一、丙公司支付乙公司100元。'
test.each([
  `${applying}后又${applying}`,
  '原告请求法院判决：1、丙公司支付乙公司100元；2、诉讼费由其负担。',
  `另案${applying}`,
  '（2020）青0102民初9号民事判决书判决：一、丙公司支付乙公司100元。',
])('two quotations, what is asked for and another case are no decision below: %s', (quoted) => {
  const { case_amounts } = rowsOfCase({
    ...{ id: 'c1', ah: '（2020）粤03民终2号', wszl: '判决书', dsr: '上诉人：丙公司。\n被上诉人：乙公司。' },
    content: `${quoted}本院认为，应予维持。判决如下：驳回上诉，维持原判。`,
  })
  expect(case_amounts?.filter(({ part }) => part === 'upheld') ?? []).toEqual([])
})

test('a sum that an appeal puts in the place of an item is owed by who answers for that item by one that stands', () => {
  const paid = (item: string) =>
    rowsOfCase({
      id: 'c1',
      dsr: '上诉人：甲贸易有限公司。\n被上诉人：乙公司。\n被上诉人：丙公司。',
      content: `上诉人甲贸易有限公司不服一审判决。一审法院判决：一、丙公司支付乙公司借款100元；二、丙公司支付乙公司利息40元；三、甲贸易有限公司对上述债务承担连带清偿责任。本院认为，应予改判。判决如下：一、维持某市人民法院（2020）粤0304民初1号民事判决第一项、第${item}项；二、变更某市人民法院（2020）粤0304民初1号民事判决第二项为：丙公司支付乙公司利息30元。`,
      ah: '（2020）粤03民终2号',
      wszl: '判决书',
    }).case_amounts?.find(({ amount, part }) => amount === '30' && part === 'order')?.payers
  expect([paid('三'), paid('四')]).toEqual([['丙公司', '甲贸易有限公司'], ['丙公司']])
})

describe('a listed document', () => {
  const rowsOf = (one: object) => {
    const list = [{ 文书id: 'd1', 案号: '（2020）粤0304民初1号', 文书种类: '判决书', ...one }]
    return flattened(
      'rh_enterpriseWritList',
      { id: 'e1' },
      { id: 'e1', name: '示例（上海）公司', total: 1, list },
    )
  }
  const listed = (one: object) => rowsOf(one).enterprise_documents?.[0]

  test.each([
    [{ 起诉方: ['示例(上海)公司'], 应诉方: ['乙公司'] }, 'plaintiff'],
    [{ 起诉方: ['乙公司'], 应诉方: ['丙公司', '示例（上海）公司'] }, 'defendant'],
    [{ 第三方: ['示例（上海）公司'] }, 'third_party'],
    [{ 起诉方: ['示例（上海）公司'], 应诉方: ['示例（上海）公司'] }, null],
    [{ 起诉方: ['乙公司'] }, null],
  ])('%j: the role of the enterprise is %s', (sides, role) => {
    expect(listed(sides)?.role).toBe(role)
  })

  test.each([
    ['一、被告乙公司支付原告甲公司货款100元；二、驳回甲公司的其他诉讼请求。', ['乙公司', '丙公司'], '丙公司'],
    ['一、被告乙公司支付原告甲公司货款100元；二、驳回甲公司的其他诉讼请求。', ['乙公司'], undefined],
    ['乙公司、丙公司支付甲公司货款100元。', ['乙公司', '丙公司'], undefined],
    ['驳回甲公司的全部诉讼请求。', ['乙公司', '丙公司'], undefined],
  ])('where %s, of the defendants %j has won that is not held liable: %s', (裁判结果, 应诉方, winner) => {
    const { document_parties = [] } = rowsOf({ 裁判结果, 起诉方: ['甲 \n公司'], 应诉方, 审判程序: '一审' })
    // A line break in a name is none of its characters.
    expect(document_parties.map(({ name }) => name)).toEqual(['甲公司', ...应诉方])
    expect(document_parties.find(({ result }) => result !== null)).toEqual(
      winner && expect.objectContaining({ name: winner, result: 'won' }),
    )
  })

  test('of several accused a conviction is nothing for whom it does not name', () => {
    const { document_parties: parties = [] } = rowsOf({
      裁判结果: '被告人于某犯交通肇事罪，判处拘役三个月；丙公司赔偿100元。',
      ...{ 案号: '（2024）京0105刑初9号', 应诉方: ['于某', '丙公司'], 审判程序: '一审' },
    })
    expect(parties.map(({ name, result }) => [name, result])).toEqual([
      ['于某', null],
      ['丙公司', 'neutral'],
    ])
  })

  test.each([
    ['乙公司', 'procedural'],
    ['示例（上海）公司', 'withdrawn'],
    ['丁公司', 'withdrawn'],
  ])(
    'a suit against the enterprise and 乙公司 that is withdrawn against %s is %s for it',
    (dropped, outcome) => {
      const 裁判结果 = `准许原告甲公司撤回对被告${dropped}的起诉。`
      const sides = { 起诉方: ['甲公司'], 应诉方: ['示例（上海）公司', '乙公司'] }
      expect(listed({ 裁判结果, ...sides, 审判程序: '一审', 文书种类: '裁定书' })).toMatchObject({ outcome })
    },
  )

  test('its result tells the outcome', () => {
    expect(listed({ 裁判结果: '驳回甲公司的全部诉讼请求。' })).toMatchObject({
      outcome: 'dismissed',
      outcome_rule: `${outcomeRules.version}:dismissed`,
      outcome_evidence: '驳回甲公司的全部诉讼请求',
    })
  })

  test('of a result with points for full stops the court fee is not ordered to be paid', () => {
    const 裁判结果 = '一、被告乙公司支付原告甲公司货款100元.案件受理费50元,由被告乙公司负担.'
    const { document_amounts: amounts = [] } = rowsOf({ 裁判结果, 起诉方: ['甲公司'], 应诉方: ['乙公司'] })
    expect(amounts.map(({ amount, is_ordered }) => [amount, is_ordered])).toEqual([
      ['100', true],
      ['50', false],
    ])
  })

  const enforced = { 起诉方: ['云杉公司'], 应诉方: ['示例（上海）公司'] }
  const events = (result: string, number = '（2023）粤0304执1号', sides = enforced, kind = '裁定书') =>
    (
      rowsOf({ 案号: number, 审判程序: '', 文书种类: kind, 裁判结果: result, ...sides }).document_events ?? []
    ).map(({ kind: fact, is_lifted, number_key, items, against_keys, amount }) =>
      [
        `${is_lifted ? '解除' : ''}${fact}`,
        ...[number_key, items.join(), against_keys.join(), amount].filter(
          (one) => one !== null && one !== '',
        ),
      ].join(' '),
    )

  test.each(
    rulesOf(`
      # what the result of an enforcement says of it, and of whom
      终结本次执行程序。 ⇒ 终本
      将被执行人示例（上海）公司纳入失信被执行人名单。 ⇒ 失信 示例(上海)公司
      对被执行人示例（上海）公司采取限制消费措施。 ⇒ 限高 示例(上海)公司
      本案执行标的100元，已执行到位40元，未执行到位60元。终结本次执行程序。 ⇒ 执行到位 40 | 执行标的 100 | 未执行到位 60 | 终本
      解除对被执行人示例（上海）公司的限制消费措施。 ⇒ 解除限高 示例(上海)公司
      恢复（2022）粤0304执9号案件的执行。 ⇒ 恢复执行 (2022)粤0304执9号
      终结（2022）粤0304民初3号民事判决书的执行。 ⇒ 执行依据 (2022)粤0304民初3号 | 终结执行
      驳回异议人的异议请求。 ⇒
      逾期不履行的，将依法将被执行人纳入失信被执行人名单。 ⇒
      履行义务后可以申请解除限制消费措施。 ⇒
      # what the result of a bankruptcy says of it
      @ （2023）粤0304破申1号 裁定书
      受理云杉公司对示例（上海）公司的破产清算申请。 ⇒ 受理 示例(上海)公司
      受理云杉公司对示例（上海）公司的破产清算申请。本案移送某市某区人民法院审理。 ⇒ 受理 示例(上海)公司
      不予受理云杉公司对示例（上海）公司的破产清算申请。 ⇒ 不予受理 示例(上海)公司
      准许云杉公司撤回对示例（上海）公司的破产清算申请。 ⇒ 撤回申请 示例(上海)公司
      准许云杉公司撤回破产清算申请。 ⇒ 撤回申请 示例(上海)公司
      驳回云杉公司对示例（上海）公司的破产清算申请。 ⇒ 驳回申请 示例(上海)公司
      宣告示例（上海）公司破产。 ⇒ 宣告破产 示例(上海)公司
      终结示例（上海）公司破产清算程序。 ⇒ 终结程序 示例(上海)公司
      驳回异议申请。 ⇒
      驳回云杉公司的申请。 ⇒ 驳回申请 示例(上海)公司
      # what the result of an appeal says of the judgment below, and of who answers
      @ （2023）粤03民终1号 判决书
      一、维持（2022）粤0304民初3号民事判决第一项；二、变更（2022）粤0304民初3号民事判决第二项为：乙公司支付100元。 ⇒ 变更 (2022)粤0304民初3号 2 | 维持 (2022)粤0304民初3号 1
      一、撤销（2022）粤0304民初3号民事判决；二、发回某区人民法院重审。 ⇒ 发回 (2022)粤0304民初3号 | 撤销 (2022)粤0304民初3号
      驳回上诉，维持原判。 ⇒
      一、乙公司支付甲公司货款100元；二、示例（上海）公司承担连带清偿责任。 ⇒ 连带 2 示例(上海)公司
      乙公司支付甲公司货款100元。 ⇒
    `),
  )('%s: %s ⇒ %j', (_, result, found, of) => {
    const [number, kind] = of === '' ? [] : of.split(' ')
    expect(events(result, number, enforced, kind).sort()).toEqual(found)
  })
})
