import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNumeral, parseNumeral } from '../../src/legal/numerals.ts'

describe('reading a numeral', () => {
  test.each([
    ['577', 577],
    ['１２６０', 1260],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['一百一十', 110],
    ['一百十五', 115],
    ['一百零五', 105],
    ['五百七十七', 577],
    ['一千零一', 1001],
    ['一千〇一', 1001],
    ['一千零五十', 1050],
    ['一千二百六十', 1260],
    ['两千', 2000],
    ['一万零五', 10_005],
    ['十万零一十', 100_010],
    ['九千九百九十九万', 99_990_000],
    ['二〇二三', 2023],
    ['二○二三', 2023],
    ['零', 0],
  ])('%s is %d', (text, value) => {
    expect(parseNumeral(text)).toBe(value)
  })

  test.each([
    ...['', '一百五', '十百', '百', '一十十', '一万五', '一万二万', '零零五百', '第一', '1千', '-1', '1.5'],
    '甲',
  ])('%j is not a numeral', (text) => {
    expect(parseNumeral(text)).toBeUndefined()
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'零〇一二两九十百千万0９甲 ') }), (text) => {
        const value = parseNumeral(text)
        expect(value === undefined || Number.isSafeInteger(value)).toBe(true)
      }),
    )
  })
})

describe('writing a numeral', () => {
  test.each([
    [1, '一'],
    [10, '十'],
    [19, '十九'],
    [20, '二十'],
    [110, '一百一十'],
    [577, '五百七十七'],
    [1001, '一千零一'],
    [1010, '一千零一十'],
    [1260, '一千二百六十'],
    [20_005, '二万零五'],
    [100_010, '十万零一十'],
    [0, '0'],
    [-3, '-3'],
    [1.5, '1.5'],
  ])('%d is written %s', (value, text) => {
    expect(formatNumeral(value)).toBe(text)
  })

  test('what is written is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (value) => {
        expect(parseNumeral(formatNumeral(value))).toBe(value)
      }),
    )
  })
})
