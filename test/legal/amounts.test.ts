import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountRole } from '../../src/legal/amount-roles.ts'
import { endOf, findAmounts } from '../../src/legal/amounts.ts'
import { anyText } from '../support/any-text.ts'
import { rowsOf } from './reading.ts'

describe('sums of money', () => {
  test.each([
    ['支付100,000.50元', '100,000.50元', '100000.5', 'CNY'],
    ['支付100，000元', '100，000元', '100000', 'CNY'],
    ['人民币壹拾贰万叁仟元整', '人民币壹拾贰万叁仟元整', '123000', 'CNY'],
    ['价款十二万四千二百元', '十二万四千二百元', '124200', 'CNY'],
    ['五百元', '五百元', '500', 'CNY'],
    ['１２３４元', '１２３４元', '1234', 'CNY'],
    ['12.5万元', '12.5万元', '125000', 'CNY'],
    ['1亿2000万元', '1亿2000万元', '120000000', 'CNY'],
    ['3万5000元', '3万5000元', '35000', 'CNY'],
    ['12 万元', '12 万元', '120000', 'CNY'],
    ['1.23456万元', '1.23456万元', '12345.6', 'CNY'],
    ['人民币12万', '人民币12万', '120000', 'CNY'],
    ['¥1,200.00', '¥1,200.00', '1200', 'CNY'],
    ['伍佰零陆元零叁分', '伍佰零陆元零叁分', '506.03', 'CNY'],
    ['壹佰元伍角叁分', '壹佰元伍角叁分', '100.53', 'CNY'],
    ['10元5角', '10元5角', '10.5', 'CNY'],
    ['25元/月', '25元', '25', 'CNY'],
    ['叁拾万零伍佰元', '叁拾万零伍佰元', '300500', 'CNY'],
    ['US$100', 'US$100', '100', 'USD'],
    ['100美元', '100美元', '100', 'USD'],
    ['港币5万元', '港币5万元', '50000', 'HKD'],
    ['3万欧元', '3万欧元', '30000', 'EUR'],
  ])('%s', (text, written, amount, currency) => {
    expect(findAmounts(text)).toEqual([{ text: written, amount, currency, offset: text.indexOf(written) }])
  })

  test.each([
    ['more than two decimals', '1.005元'],
    ['wrongly grouped', '1,2345.5元'],
    ['rounded', '5万余元'],
    ['nearly', '近6万元'],
    ['one end of a range', '5-10万元'],
    ['one end of a range in words', '5万至10万元'],
    ['three or four', '3、4万元'],
    ['more than', '10万元以上'],
    ['less than', '10万元以下'],
    ['about', '10万元左右'],
    ['about, before the currency', '约人民币5万元'],
    ['more than twenty', '20多万元'],
    ['more than a hundred', '一百余万元'],
    ['rounded, without 元', '人民币20余万'],
    ['two of one unit', '3万5万元'],
    ['longer than a column', '1234567890123456789元'],
  ])('%s: the text is kept, the sum is not guessed', (_, text) => {
    expect(findAmounts(text)).toEqual([expect.objectContaining({ amount: null })])
  })

  test.each([
    ...['万元', '数十万元', '三万五元', '1 000元', '第一元旦', '12元件', '2020年', '二〇二〇元', '100万'],
    ...['三元公司', '北京三元食品股份有限公司', '二元制', '一元化', '退赔被害人邓三元', '被告陆元庆'],
  ])('%s is no sum', (text) => {
    expect(findAmounts(text)).toEqual([])
  })

  test.each(['每册五元', '罚款十元', '五元', '共计三元', '人民币三元'])(
    'a lone numeral is a sum behind a word of money: %s',
    (text) => {
      expect(findAmounts(text)).toHaveLength(1)
    },
  )

  test.each(['人民币壹拾万元整（¥100,000.00）', '100000元（大写：壹拾万元整）'])('%s is one sum', (text) => {
    expect(findAmounts(text).map(({ amount }) => amount)).toEqual(['100000'])
  })

  test('two different sums stay two, also in brackets', () => {
    expect(findAmounts('100元（200元）').map(({ amount }) => amount)).toEqual(['100', '200'])
    expect(findAmounts('壹万元（¥120为首期）').map(({ amount }) => amount)).toEqual(['10000', '120'])
  })

  test.each([
    ['100元至200元', [null, null]],
    ['100元 至200元', [null, null]],
    ['人民币3、4万元', [null, null]],
    ['人民币5-10万元', [null, null]],
    ['3、100元', ['100']],
    ['100元、200元，以上共计300元', ['100', '200', '300']],
    ['100元、200元以上共计300元', ['100', '200', '300']],
    ['违约100元', ['100']],
    ['赔偿一元', ['1']],
    ['1亿元2000万元', ['100000000', '20000000']],
  ])('%s: exact where it is exact', (text, amounts) => {
    expect(findAmounts(text).map(({ amount }) => amount)).toEqual(amounts)
  })

  const cents = fc.bigInt({ min: 0n, max: 10n ** 19n - 1n })
  const decimal = cents.map((value) => {
    const [whole, fraction] = [
      value / 100n,
      String(value % 100n)
        .padStart(2, '0')
        .replace(/0+$/, ''),
    ]
    return fraction === '' ? String(whole) : `${whole}.${fraction}`
  })

  test('what is written is read back to the same sum', () => {
    const currency = fc.constantFrom('CNY', 'USD', 'HKD', 'EUR')
    fc.assert(
      fc.property(decimal, currency, (amount, code) => {
        expect(findAmounts(code === 'CNY' ? `${amount}元` : `${code}${amount}`)).toEqual([
          expect.objectContaining({ amount, currency: code, offset: 0 }),
        ])
      }),
    )
  })

  test('grouping, width and 万 do not change a sum', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        const [whole = '', fraction] = amount.split('.')
        const grouped =
          whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
        const wide = amount.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
        const read = (text: string) => findAmounts(text).map((one) => one.amount)
        expect([read(`${grouped}元`), read(`${wide}元`)]).toEqual([[amount], [amount]])
        if (whole.length < 14) expect(read(`${whole}万元`)).toEqual([whole === '0' ? '0' : `${whole}0000`])
      }),
    )
  })

  test('nothing is invented: each sum stands where it says, and nothing makes it throw', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...'0123456789,.，．万亿千百十元圆角分整¥人民币壹贰拾零一二余近（） '),
      maxLength: 60,
    })
    fc.assert(
      fc.property(fc.oneof(anyText(), noise), (text) => {
        for (const { offset, text: written, amount } of findAmounts(text)) {
          expect(text.slice(offset, offset + written.length)).toBe(written)
          expect(amount === null || /^\d{1,18}(?:\.\d{1,2})?$/.test(amount)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what a sum is', () => {
  const roles = (sentence: string) => {
    const found = findAmounts(sentence)
    return found.map((sum, index) => amountRole(sentence, sum, endOf(found[index - 1])))
  }

  test.each([
    ['借款本金100元、利息20元、违约金3元', ['本金', '利息', '违约金']],
    ['支付货款100元及利息（以100元为基数，自某日起计算）', ['款项', '基数']],
    ['按本金100元计算的利息5元', ['基数', '利息']],
    ['案件受理费100元，由甲负担40元，由乙负担60元', ['案件受理费', '案件受理费', '案件受理费']],
    ['赔偿医疗费100元、误工费20元，以上共计120元', ['赔偿', '赔偿', '合计']],
    ['赔偿各项损失共计120元', ['赔偿']],
    ['支付货运代理费100元', ['款项']],
    ['支付运费及代理费100元', ['款项']],
    ['支付海运出口代理费100元', ['款项']],
    ['返还已支付的购房款200元', ['款项']],
    ['冻结银行存款100元', ['标的']],
    ['支付100元', [null]],
    ['价值100元的房屋', ['标的']],
    ['将股权（对应出资额100元）变更登记', ['标的']],
    ['在未出资100元本息范围内', ['限额']],
    ['将股权（认缴出资额100元）变更登记', ['标的']],
    ['转让其持有的出资100元', ['标的']],
    ['支付10000元整的货款', ['款项']],
    ['购得价款100元的14包食品', ['款项']],
    ['返还存款100元', ['款项']],
    ['赔偿货物价值100元', ['赔偿']],
    ['支付货款100元，已支付30元', ['款项', '已付']],
  ])('%s', (sentence, expected) => {
    expect(roles(sentence)).toEqual(expected)
  })

  test.each(
    rowsOf(`
      案件受理费 ⇒ 案件受理费 一审案件受理费 二审案件受理费 案件申请费 诉讼费 诉讼费用 受理费 反诉费 申请费 案件减半收取
      保全费 ⇒ 财产保全费 保全申请费 诉讼保全费 证据保全费 保全受理费
      律师费 ⇒ 律师费 律师代理费 律师费用 代理费 律师服务费
      执行费 ⇒ 执行费 申请执行费 执行申请费
      其他费用 ⇒ 支付令申请费 鉴定费 鉴定费用 公告费 评估费 保全保险费 保全担保费 保全责任险费 保函费 差旅费 公证费 拍卖费 邮寄费 翻译费
      违约金 ⇒ 违约金 滞纳金 罚息违约金
      利息 ⇒ 利息 罚息 复利 迟延履行金 资金占用费 资金占用损失 资金占用利息
      劳动报酬 ⇒ 工资 工资差额 劳动报酬 加班费 经济补偿 经济补偿金 劳务费 劳务报酬 年休假工资 未休年休假补偿工资 奖金 二倍工资 二倍工资差额 提成 补助金 抚恤金 生活费
      保证金 ⇒ 保证金 定金 押金 订金 质保金
      赔偿 ⇒ 赔偿金 赔偿款 赔偿费 损失 损失费 损害 医疗费 误工费 护理费 营养费 交通费 残疾赔偿金 残疾补助金 死亡赔偿金 丧葬费 精神抚慰金 精神损害费 维修费 合理费用 合理开支 经济损失
      罚款 ⇒ 罚金 罚款 违法所得 没收个人财产 没收其个人部分财产
      标的 ⇒ 标的额 标的款 标的金额 标的 价值 市值 作价 评估价 限额内财产 财产保全
      本金 ⇒ 本金 借款本金
      款项 ⇒ 货款 工程款 购房款 购车款 购货款 借款 贷款 价款 房款 尾款 欠款 余款 退款 保理款 保险款 转让款 投资款 股权转让款 代偿款 垫付款 预付款 承包款 加工款 合同款 服务款 进度款 结算款 拆迁款 补偿款 收购款 款项 租金 保险金 物业费 物业服务费 物业管理费 服务费 运费 占有使用费 使用费 报酬 加工费 管理费 承包金 补偿 购置税 税款 佣金 代偿 补偿费 会员费 集资款
    `),
  )('is %s by the noun before it: %j', (role, [nouns = '']) => {
    for (const noun of nouns.split(' ')) expect([noun, roles(`支付${noun}100元`)]).toEqual([noun, [role]])
  })

  test.each(
    rowsOf(`
      基数 ⇒ 以本金100元计算 以100元为基数 以100元为计算基数 以100元作为本金 以100元为计息基准 以100元为计息的基数 以100元的货款为基数 工资100元×3 货款100元的3倍 货款100元的3% 货款100元的一半 货款100元的三成 货款100元的百分之五 货款100元的二倍 按照基数100元
      单价 ⇒ 租金100元/月 租金100元每月 租金100元的标准 每年100元 按月100元 每日100元 每平方米100元 每个月支付抚养费100元 每月支付原告婚生女小禾的抚育费100元 按照每车100元 每季度租金100元 每人100元 每次100元 每吨100元 每件100元 每亩100元 每小时100元 每期100元
      已付 ⇒ 扣除100元 品除100元 扣减100元 核减100元 减去100元 抵扣100元 抵销100元 抵消100元 冲抵100元 折抵100元 （已支付100元） （含已给付100元） （包括已经偿还的100元） （已履行100元） （已缴纳100元） （已预交100元） （已付100元） （已还100元） 其中已支付100元 其中已给付100元 押金100元予以抵扣 押金100元应予扣除 押金100元可从中扣减 押金100元应当冲抵 ，甲已垫付100元 ，其已赔付100元 ，已付款100元 转账给甲的100元 汇给甲的100元 付给甲的100元
      限额 ⇒ 最高100元 最高额100元 责任限额100元 保险金额100元 限额100元 额度100元 不超过100元 不得高于100元 不多于100元 不超出100元 不低于100元 不少于100元 不足100元 超过100元 超出100元 至少100元 最低100元 最多100元 未实缴出资100元 未出资额100元 对其中的100元 在100元范围内承担责任 在100元的限额内清偿 在100元额度内优先受偿 在100元限度内赔偿 以100元为限 100元责任限额 100元最高限额 100元内承担连带责任 100元承担30%的赔偿责任
      标的 ⇒ 对应的出资额100元 认缴的注册资本100元 认缴注册资本100元 所占价值100元 持有的金额100元 房屋（评估100元） 汇票（票面100元） 100元的发票 100元的保函 100元的支票 100元的存单 100元的保单 100元的房产 100元的不动产 100元的车辆 100元的货物 100元的设备 100元的股权 100元的股份 100元的股票 100元的财产
      合计 ⇒ 货款50元，共计100元 货款50元，以上合计100元 货款50元，上述三项合共100元 货款50元，总计100元 货款50元，总额100元
    `),
  )('is %s by what stands around it: %j', (role, [wordings = '']) => {
    for (const words of wordings.split(' ')) expect([words, roles(words).at(-1)]).toEqual([words, role])
  })
})
