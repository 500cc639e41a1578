import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enterpriseNameKey, isNaturalPerson } from '../../src/legal/names.ts'
import { anyText } from '../support/any-text.ts'

describe('a natural person', () => {
  test.each(['张三', '王小明', '欧阳修', '诸葛孔明', '李 四', '阿卜杜拉·买买提', 'John Smith', '张三丰'])(
    'is %s',
    (name) => {
      expect(isNaturalPerson(name)).toBe(true)
    },
  )

  test.each([
    ...['示例建设集团有限公司', '王家村委会', '江苏银行', '金华市公安局', 'Acme Holdings Ltd'],
    ...['第三人民医院', '张三丰餐饮店', '', '张', '中石化'],
  ])('is not %j', (name) => {
    expect(isNaturalPerson(name)).toBe(false)
  })
})

describe('the key of an enterprise name', () => {
  test.each([
    ['甲乙（集团）股份有限公司', '甲乙(集团)股份有限公司'],
    ['甲乙〔集团〕 股份有限公司', '甲乙(集团)股份有限公司'],
    ['ＡＢＣ（中国）有限公司', 'abc(中国)有限公司'],
    ['Abc (中国)有限公司', 'abc(中国)有限公司'],
    ['甲•乙公司', '甲·乙公司'],
    ['', ''],
  ])('%j is found under %j', (name, key) => {
    expect(enterpriseNameKey(name)).toBe(key)
  })

  test('the key of a key is itself', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        expect(enterpriseNameKey(enterpriseNameKey(name))).toBe(enterpriseNameKey(name))
      }),
    )
  })
})
