import { describe, expect, test } from 'vitest'
import { isNaturalPerson } from '../../src/legal/names.ts'

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
