import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCapital } from '../../../src/legal/capital.ts'

describe('sums as registries write them', () => {
  test.each([
    ['1000万元人民币', '10000000', 'CNY'],
    ['1000万人民币元', '10000000', 'CNY'],
    ['1000.000000万人民币', '10000000', 'CNY'],
    ['500.5万美元', '5005000', 'USD'],
    ['500.5万元美元', '5005000', 'USD'],
    ['人民币1,000元', '1000', 'CNY'],
    ['人民币１，０００．５０元整', '1000.5', 'CNY'],
    ['（人民币）1000万元', '10000000', 'CNY'],
    ['1000万(元)', '10000000', 'CNY'],
    ['1000（万元）', '10000000', 'CNY'],
    ['1000万元（港币）', '10000000', 'HKD'],
    ['￥3000元', '3000', 'CNY'],
    ['RMB 12.5万', '125000', 'CNY'],
    ['US$100', '100', 'USD'],
    ['1.2亿元', '120000000', 'CNY'],
    ['3千万元', '30000000', 'CNY'],
    ['2百万欧元', '2000000', 'EUR'],
    ['10亿日元', '1000000000', 'JPY'],
    ['1万亿元', '1000000000000', 'CNY'],
    ['1234.567891万元', '12345678.91', 'CNY'],
    ['0.00001万元', '0.1', 'CNY'],
    ['0万元', '0', 'CNY'],
    ['5千元', '5000', 'CNY'],
    ['20万新加坡元', '200000', 'SGD'],
    ['20万新台币', '200000', 'TWD'],
    ['20万澳门元', '200000', 'MOP'],
  ])('%s', (text, amount, currency) => {
    expect(parseCapital(text)).toEqual({ amount, currency })
  })

  test('a multiple without a currency has none', () => {
    expect(parseCapital('3000万')).toEqual({ amount: '30000000', currency: null })
  })

  test.each([
    '',
    ' ',
    '无',
    '详见章程',
    '1000',
    '1,000.50',
    '1,00万元',
    '1.2.3万元',
    '-5万元',
    '约100万元',
    '100万元以上',
    '100万美元200万人民币',
    '人民币100万美元',
    '100万$',
    '万元',
    '1000万股',
  ])('%s is not read: nothing is invented', (text) => {
    expect(parseCapital(text)).toEqual({ amount: null, currency: null })
  })

  test.each([
    ['12345.67', '12345.67'],
    ['12,345', '12345'],
    ['12345元', '12345'],
  ])('%s is yuan where a bare number is', (text, amount) => {
    expect(parseCapital(text, { bareIsYuan: true })).toEqual({ amount, currency: 'CNY' })
  })
})

test('any text gives a decimal or nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[人民币美港元万亿千百\d.,()整]{0,12}$/u)),
      (text) => {
        const { amount, currency } = parseCapital(text)
        if (amount !== null) expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        if (amount === null) expect(currency).toBeNull()
      },
    ),
  )
})
