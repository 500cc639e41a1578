import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountRole } from '../../src/legal/amount-roles.ts'
import { endOf, findAmounts } from '../../src/legal/amounts.ts'
import { anyText } from '../support/any-text.ts'

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

  test.each(['每册五元', '罚款十元', '五元', '共计三元'])(
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
    ['案件受理费100元、保全费50元，由甲负担', ['案件受理费', '保全费']],
    ['赔偿医疗费100元、误工费20元，以上共计120元', ['赔偿', '赔偿', '合计']],
    ['赔偿各项损失共计120元', ['赔偿']],
    ['支付10000元货款', ['款项']],
    ['支付加班费100元', ['劳动报酬']],
    ['支付律师费100元', ['律师费']],
    ['支付代理费100元', ['律师费']],
    ['支付货运代理费100元', ['款项']],
    ['支付运费及代理费100元', ['款项']],
    ['支付海运出口代理费100元', ['款项']],
    ['自某日起按每月5000元支付租金', ['单价']],
    ['每平方米20元', ['单价']],
    ['在500元范围内承担责任', ['限额']],
    ['扣除被告已支付的200元', ['已付']],
    ['返还已支付的购房款200元', ['款项']],
    ['冻结银行存款100元', ['标的']],
    ['支付会员费15元', ['款项']],
    ['支付100元', [null]],
    ['价值100元的房屋', ['标的']],
    ['退还履约保函（金额100元）', ['标的']],
    ['开具100元的增值税发票', ['标的']],
    ['将股权（对应出资额100元）变更登记', ['标的']],
    ['在未出资100元本息范围内', ['限额']],
    ['按LPR计算，但不超过100元', ['限额']],
    ['不少于100元', ['限额']],
    ['按最高100元支付', ['限额']],
    ['将股权（认缴出资额100元）变更登记', ['标的']],
    ['转让其持有的出资100元', ['标的']],
    ['支付10000元整的货款', ['款项']],
    ['支付100元的70%', ['基数']],
    ['价款100元的三倍', ['基数']],
    ['购得价款100元的14包食品', ['款项']],
    ['返还存款100元', ['款项']],
    ['赔偿货物价值100元', ['赔偿']],
    ['支付货款100元，已支付30元', ['款项', '已付']],
    ['通过微信支付给赵某的100元', ['已付']],
  ])('%s', (sentence, expected) => {
    expect(roles(sentence)).toEqual(expected)
  })
})
