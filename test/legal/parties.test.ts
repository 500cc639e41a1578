import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findParties, keysOfShortName } from '../../src/legal/parties.ts'
import { none, partiesIn, rowsOf, rulesOf, textsOf } from './reading.ts'

describe('parties section', () => {
  test.each(
    rowsOf(`
      原告：甲建材有限公司，住所地某市某路1号。 ⇒ 甲建材有限公司 | 原告 | - | plaintiff | -
      被告王某，男，1980年1月1日出生。 ⇒ 王某 | 被告 | - | defendant | -
      被告人：赵某 ⇒ 赵某 | 被告人 | - | defendant | -
      第三人：丙（集团）公司。 ⇒ 丙（集团）公司 | 第三人 | - | third_party | -
      上诉人（原审被告）：乙公司。 ⇒ 乙公司 | 上诉人 | 原审被告 | plaintiff | defendant
      被上诉人(一审原告、反诉被告)：甲公司。 ⇒ 甲公司 | 被上诉人 | 一审原告、反诉被告 | defendant | plaintiff
      再审申请人（一审被告、二审上诉人）：丁公司 ⇒ 丁公司 | 再审申请人 | 一审被告、二审上诉人 | plaintiff | defendant
      被告（反诉原告）：乙公司。 ⇒ 乙公司 | 被告 | 反诉原告 | defendant | -
      申请执行人：甲公司。 ⇒ 甲公司 | 申请执行人 | - | plaintiff | -
      被执行人：乙公司。 ⇒ 乙公司 | 被执行人 | - | defendant | -
      异议人（被执行人）：乙公司 ⇒ 乙公司 | 异议人 | 被执行人 | plaintiff | defendant
      复议申请人：乙公司 ⇒ 乙公司 | 复议申请人 | - | plaintiff | -
      赔偿请求人：钱某 ⇒ 钱某 | 赔偿请求人 | - | plaintiff | -
      公诉机关某市某区人民检察院。 ⇒ 某市某区人民检察院 | 公诉机关 | - | plaintiff | -
      担保人：丙保险股份有限公司，住所地某市。 ⇒ 丙保险股份有限公司 | 担保人 | - | third_party | -
      执行机关某省某监狱。 ⇒ 某省某监狱 | 执行机关 | - | third_party | -
      复议机关：某省公安厅。 ⇒ 某省公安厅 | 复议机关 | - | third_party | -
      债务人：乙公司，住所地某市。 ⇒ 乙公司 | 债务人 | - | defendant | -
      被罚款单位：乙公司 ⇒ 乙公司 | 被罚款单位 | - | defendant | -
      申请人：乙公司管理人。 ⇒ 乙公司管理人 | 申请人 | - | plaintiff | -
      申请人：乙公司管理人（某律师事务所）。 ⇒ 乙公司管理人 | 申请人 | - | plaintiff | -
      原审被告人暨附带民事诉讼被告人：于某 ⇒ 于某 | 原审被告人 | 附带民事诉讼被告人 | - | defendant
      原审第三人：丙公司 ⇒ 丙公司 | 原审第三人 | - | third_party | third_party
      原审第三人（被执行人）：丙公司 ⇒ 丙公司 | 原审第三人 | 被执行人 | third_party | third_party
      原审被告：戊公司 ⇒ 戊公司 | 原审被告 | - | - | defendant
      原告：于某，女 ⇒ 于某 | 原告 | - | plaintiff | -
      被告人自报姓名张某，男，住某市。 ⇒ 张某 | 被告人 | - | defendant | -
      原告：甲公司，住某市，系被告乙公司的股东。 ⇒ 甲公司 | 原告 | - | plaintiff | -
      原告：甲公司，其向被告乙公司付款。 ⇒ 甲公司 | 原告 | - | plaintiff | -
      原告方某，女 ⇒ 方某 | 原告 | - | plaintiff | -
      原告：乙公司（以下简称乙）。 ⇒ 乙公司 | 原告 | - | plaintiff | -
      附带民事诉讼原告人于某（本案被害人），男，住某市。 ⇒ 于某 | 附带民事诉讼原告人 | - | plaintiff | -
    `),
  )('%s: %j', (section, expected) => {
    const [found, ...others] = partiesIn(section).map(
      ({ name, position, originalPosition, side, originalSide }) =>
        [name, position, originalPosition, side, originalSide].map((one) => one ?? '-'),
    )
    expect([found, others]).toEqual([expected, []])
  })

  test.each(
    rowsOf(`
      被告：云江原告知信息有限公司，住所地某市。 ⇒ 被告 云江原告知信息有限公司
      被告：第三人行策划有限公司，住所地某市。 ⇒ 被告 第三人行策划有限公司
      原告：云江上诉人才服务有限公司、辽北被告知合作社。 ⇒ 原告 云江上诉人才服务有限公司 | 原告 辽北被告知合作社
      原告：丙公司被告乙有限公司。 ⇒ 原告 丙公司 | 被告 乙有限公司
      原告王某被告乙有限公司。 ⇒ 原告 王某 | 被告 乙有限公司
    `),
  )('a name may have words of position: %s', (section, expected) => {
    expect(partiesIn(section).map(({ name, position }) => `${position} ${name}`)).toEqual(expected)
  })

  test.each([
    ['被限制人：云江乙公司，住所地某市。', '被限制人', null],
    ['被限制人林某，男，住某市。', '被限制人', null],
    ['参与分配申请人：林某，男。', '参与分配申请人', 'plaintiff'],
    ['被申请追加人：丙公司。', '被申请追加人', null],
  ])('a position that is not known stands as it is written: %s', (section, position, side) => {
    expect(partiesIn(section)).toEqual([expect.objectContaining({ position, side })])
  })

  test.each(
    rulesOf(`
      # several parties in one line, and those of lines that go on, are parties of their own
      原告：王某、李某。 ⇒ 王某 | 李某
      原告：丙公司等3人。 ⇒ 丙公司
      原告：甲公司；⏎乙公司；⏎丙公司。 ⇒ 甲公司 | 乙公司 | 丙公司
      原告：甲公司，住某市；⏎乙公司。 ⇒ 甲公司
      原告甲公司，住某市。⏎原告甲公司与被告丙公司合同纠纷一案，本院受理。 ⇒ 甲公司
      被告：王某、李某等五名自然人。 ⇒ 王某 | 李某
      申请执行人甲公司，住所地某市；被执行人乙公司，住所地某市。 ⇒ 甲公司 | 乙公司
      # numbers behind a position are no part of a name, where one follows the other
      原告甲公司，住所地某市。⏎被告一乙公司，住所地某市。⏎法定代表人王某。⏎被告二王某，男，住某市。 ⇒ 甲公司 | 乙公司 | 王某
      原告一鸣某某食品公司，住所地某市。⏎被告三一某某公司，住所地某市。 ⇒ 一鸣某某食品公司 | 三一某某公司
      # who stands for a party is none, nor is what begins with a position and goes on as a sentence
      ⇒
      委托诉讼代理人：张三，某律师事务所律师。 ⇒
      法定代表人：李四，经理。 ⇒
      原告委托诉讼代理人：张三。 ⇒
      被告法定代表人李四。 ⇒
      原告诉称，被告欠款。 ⇒
      负责人：周五 ⇒
      执行事务合伙人：丙公司。 ⇒
      证人林某，男，住某市。 ⇒
      被限制人：应当履行义务。 ⇒
      被限制人应当履行义务。 ⇒
      担保人丙公司以其财产提供担保。 ⇒
      管理人向本院提出申请。 ⇒
      # behind heads with colons a line without one introduces a party only by a name that is certain
      申请执行人：甲公司。⏎被执行人：乙公司。⏎申请执行人书面同意终结本次执行程序。 ⇒ 甲公司 | 乙公司
      申请执行人：甲公司。⏎被执行人：乙公司。⏎第三人丙公司，住所地某市。 ⇒ 甲公司 | 乙公司 | 丙公司
    `),
  )('%s: %s ⇒ %j', (_, section, names) => {
    expect(partiesIn(section).map(({ name }) => name)).toEqual(names)
  })

  test.each(
    rowsOf(`
      原告_甲公司。 ⇒ none | 之 的 与 因 在 对 ， 。 及其 一方认为 双方在 方诉请 共同 委托 法定 诉讼 负责人 代理人 代表人 辩护 经营者 诉称 辩称 称 认为 提出 不服 起诉 变更 指控 当庭 支付 给付 偿还 返还 赔偿 承担 于2020年 于本判决 向本院 向人民法院 请求 主张
      原告：甲公司（_），住某市。 ⇒ 甲公司 | 以下简称甲 下称甲 简称甲 曾用名乙 原乙厂 现名乙 统一社会信用代码91 组织机构代码9 注册号9 系乙公司股东 本案被告 第一被告 被告一 法定代表人张某 负责人张某 反诉被告 本诉原告 一审原告 二审被告 个体工商户 经营者张某 缺席 未到庭 已注销 集体企业 个人独资 国有企业 全民所有 英文名A
      原告：于某（_），住某市。 ⇒ 于某 | 自报 又名于乙 别名于乙 化名于乙 绰号于乙 身份证号1 公民身份号码1 无民事行为能力 限制民事行为能力 男 女 注 张某之子 张某的妻子 张某的父亲
      原告：于某_张某，住某市。 ⇒ 于某 | 的委托代理人 的共同委托诉讼代理人 法定代理人 指定代理人 诉讼代理人 申请 法定代表人 诉讼代表人 主要负责人 经营者 住所地 住址 辩护人 曾用名 又名 别名 绰号 化名 因涉嫌
      被限制人林某，_。 ⇒ 林某 | 男 女 住某市 1980年出生 统一社会信用代码9 组织机构代码9 身份证号1 公民身份号码1 汉族 法定代表人于某 系董事 户籍地某市
      _张某，男，住某市。 ⇒ none | 委托代理人 法定代表人 负责人 辩护人 经办人 承办人 联系人 联络人 投资人 监护人 合伙人 控制人 见证人 证人 鉴定人 翻译人 委托人 收件人 签发人 本人 个人
      原告：甲公司_，住某市。 ⇒ 甲公司 | 等人 等3人 等五人 等十名 等二十家公司
    `),
  )('%s introduces %j', (form, [name = '', words = '']) => {
    for (const word of words.split(' ')) {
      const found = partiesIn(form.replace('_', word)).map((party) => party.name)
      expect([word, ...found]).toEqual(name === 'none' ? [word] : [word, name])
    }
  })

  test('short names that the text defines belong to their party, one of two parties to neither', () => {
    const section = '原告：甲贸易有限公司。\n被告：乙贸易有限公司。'
    const content =
      '甲贸易有限公司（以下简称甲公司）与乙贸易有限公司（简称“乙公司”）。甲贸易有限公司（下称贸易公司），乙贸易有限公司（下称贸易公司）'
    expect(findParties({ ...none, section, content }).map(({ aliases }) => aliases)).toEqual([
      ['甲公司'],
      ['乙公司'],
    ])
  })

  test.each([
    ['甲贸易有限公司（下称贸易公司）', '贸易公司'],
    ['甲贸易有限公司（简称为“贸易公司”）', '贸易公司'],
    ['甲贸易有限公司（以下均称：贸易公司）', '贸易公司'],
    ['Norvelt GmbH（诺维特有限公司）', '诺维特有限公司'],
    ['Norvelt GmbH（中文名称：诺维特有限公司）', '诺维特有限公司'],
    ['诺维特有限公司（英文名：Norvelt GmbH）', 'Norvelt GmbH'],
    ['甲贸易有限公司（原甲厂）', undefined],
    ['甲贸易有限公司（以下简称甲）', undefined],
  ])('%s is called %s too', (name, alias) => {
    expect(partiesIn(`原告：${name}，住某市。`).map(({ aliases }) => aliases[0])).toEqual([alias])
  })

  test('a short name that no text defines is that of the only company that has its words', () => {
    const parties = partiesIn('原告：上海海岭商贸有限公司。\n被告：江北海岭建材有限公司。\n被告：林某，男。')
    const owner = (name: string) => keysOfShortName(name, parties)
    expect([owner('商贸公司'), owner('海岭公司'), owner('林某'), owner('公司')]).toEqual([
      ['上海海岭商贸有限公司'],
      ...[[], [], []],
    ])
  })

  test('who stands on different sides in section and full text has none, with the reason', () => {
    const read = (section: string, first: string, second: string) => {
      const content = `某法院\n民事判决书\n（2020）粤01民初1号\n${first}：甲公司，住某市。\n${second}：乙公司。\n原告乙公司诉被告甲公司一案。`
      return findParties({ ...none, section, content }).map(({ position, reason }) => reason ?? position)
    }
    const section = '原告：甲公司。\n被告：乙公司。'
    expect(read(section, '被告', '原告')).toEqual(['positions differ', 'positions differ'])
    expect(read(section, '原告', '被告')).toEqual(['原告', '被告'])
    expect(read(section, '原审被告', '被告')).toEqual(['原告', '被告'])
  })

  test('the key of a name has one width', () => {
    expect(partiesIn('原告：甲(集团)公司。')[0]?.key).toBe(partiesIn('原告：甲（集团）公司。')[0]?.key)
  })
})

describe('without a parties section', () => {
  test('the head of the full text is read up to the record of the proceedings', () => {
    const content =
      '某市人民法院\n民事判决书\n原告：甲公司，住某市。\n法定代表人：钱某。\n被告：乙公司。\n原告甲公司与被告乙公司买卖合同纠纷一案，本院受理后。\n被告：丙公司'
    expect(findParties({ ...none, content }).map(({ name }) => name)).toEqual(['甲公司', '乙公司'])
  })

  test('who sued stands where an appeal quotes the judgment below; who stands on both sides there has no side', () => {
    const sides = (quoted: string) =>
      findParties({
        ...none,
        content: `上诉人：甲公司，住某市。\n被上诉人：甲公司分公司。\n被上诉人：乙公司。\n上诉人甲公司不服判决，提起上诉。\n甲公司上诉请求改判。${quoted}\n本院认为，原告丙公司`,
      }).map(({ originalSide }) => originalSide)
    expect(sides('一审法院判决：被告甲公司支付原告乙公司货款100元。')).toEqual([
      'defendant',
      null,
      'plaintiff',
    ])
    expect(sides('一审法院判决：被告甲公司分公司支付反诉原告乙公司100元。')).toEqual([
      null,
      'defendant',
      null,
    ])
    expect(sides('原审判决如下：被告甲公司支付原告甲公司100元。')).toEqual([null, null, null])
    expect(sides('甲公司称，被告乙公司未付款。')).toEqual([null, null, null])
    expect(sides('一审判决：被告（反诉原告）甲公司支付原告乙公司1元。')).toEqual([
      'defendant',
      null,
      'plaintiff',
    ])
  })

  test('prose that begins with a position introduces no party', () => {
    const content = '被告作为承运人，应当妥善保管货物。\n申请人已提供担保，应予准许。'
    expect(findParties({ ...none, content })).toEqual([])
  })

  test('a title gives the first-instance sides', () => {
    const parties = findParties({
      ...none,
      title: '孙某、郑某诉某物流（集团）有限公司服务合同纠纷案',
      causes: ['买卖合同纠纷', '服务合同纠纷'],
    })
    expect(parties.map(({ name, side, originalSide }) => [name, side, originalSide])).toEqual([
      ['孙某', null, 'plaintiff'],
      ['郑某', null, 'plaintiff'],
      ['某物流（集团）有限公司', null, 'defendant'],
    ])
  })

  test.each([
    ['甲公司诉乙局要求解除行政协议案', ['行政协议']],
    ['钱某诉某木器厂加工合同纠纷案', ['木器厂加工合同纠纷']],
    ['钱某与某公司运输合同纠纷案', ['运输合同纠纷']],
    ['怎样计算工期', ['劳动争议']],
  ])('%s is ambiguous, and gives no party', (title, causes) => {
    expect(findParties({ ...none, title, causes })).toEqual([])
  })
})

test('no text makes it throw, and every name stands in it', () => {
  const words = '原告 被告 （ ） ： 甲公司 以下简称 ， 。 、 一案 诉'
  fc.assert(
    fc.property(textsOf(30, words, '\n'), (text) => {
      for (const { name } of findParties({ section: text, content: text, title: text, causes: [text] }))
        expect(text.includes(name) || text.includes(name.slice(0, 1))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test.each(
  rowsOf(`
    报告财产令⏎（2019）粤0304执1号⏎甲一贸易有限公司，乙二贸易有限公司：⏎本院立案执行丙三贸易有限公司与甲一贸易有限公司买卖合同纠纷一案。⏎附：被执行人财产申报表 ⇒ 申请执行人 丙三贸易有限公司 | 被执行人 甲一贸易有限公司 | 被执行人 乙二贸易有限公司
    公告⏎（2019）粤03破1号⏎本院根据申请人甲一贸易有限公司的申请于2019年7月29日裁定受理乙二贸易有限公司破产清算一案。 ⇒ 申请人 甲一贸易有限公司 | 被申请人 乙二贸易有限公司
    限制消费令⏎（2020）粤0304执1号⏎甲一厂、钱某：⏎本院立案执行申请执行人孙某、李某、周某容等十七人申请执行你单位追索劳动报酬纠纷一案。 ⇒ 申请执行人 孙某 | 申请执行人 李某 | 申请执行人 周某容 | 被执行人 甲一厂 | 被执行人 钱某
    执行通知书⏎（2020）粤0304执1号⏎钱某：⏎你与申请执行人丙三银行股份有限公司金融借款合同纠纷一案，判决已生效。 ⇒ 申请执行人 丙三银行股份有限公司 | 被执行人 钱某
    协助执行通知书⏎（2020）粤0304执1号⏎丙三银行股份有限公司：⏎关于孙某与钱某借款纠纷一案，请协助冻结存款。 ⇒
    刑事裁定书⏎（2024）粤03刑更8号⏎执行机关某省某监狱一分监区。⏎罪犯钱某，女，1970年出生，现在押。 ⇒ 执行机关 某省某监狱一分监区 | 罪犯 钱某
    通知书⏎（2019）粤03委赔1号⏎赔偿请求人李某以无罪逮捕为由申请某市人民检察院赔偿，该院作出决定。 ⇒
  `),
)('an order or announcement without heads names its parties: %s', (content, named) => {
  const parties = findParties({ ...none, content: `某市人民法院\n${content}` })
  expect(parties.map(({ name, position }) => `${position} ${name}`)).toEqual(named)
})
