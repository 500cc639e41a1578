import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asRead, foldWidth, isWithin, matchesOf, openedBefore } from '../../src/legal/text.ts'
import { anyText } from '../support/any-text.ts'

describe('folding the width of a text', () => {
  test.each([
    ['ＡＢＣ１２３', 'ABC123'],
    ['（2016）粤0304民初1号', '(2016)粤0304民初1号'],
    ['〔2016〕', '(2016)'],
    ['[2016]', '(2016)'],
    ['【2016】', '(2016)'],
    [' 甲\u3000乙\t丙\n', '甲乙丙'],
    ['\ufeff甲\u200b乙\u200e丙\u202a丁\u2060', '甲乙丙丁'],
    ['1—2–3－4‐5−6', '1-2-3-4-5-6'],
    ['', ''],
  ])('%j becomes %j', (text, folded) => {
    expect(foldWidth(text)).toBe(folded)
  })

  test('folding twice changes nothing more', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(foldWidth(foldWidth(text))).toBe(foldWidth(text))
      }),
    )
  })
})

describe('each place where a shape matches', () => {
  test.each([/a+/g, /b*/g, /(?<=a)./g, /x/g])('is what matchAll finds of %s', (shape) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c') }), fc.nat(3), (text, from) => {
        const all = matchesOf(text, shape, from)
        shape.lastIndex = from
        expect(all).toEqual([...text.matchAll(shape)])
      }),
    )
  })

  test('a shape that is not global is refused', () => {
    expect(() => matchesOf('aa', /a/)).toThrow('text: /a/ must be global')
  })
})

describe('a text as the rules read it, as long as it is', () => {
  test.each([
    ['原告:甲公司.被告:乙公司.', '原告：甲公司。被告：乙公司。'],
    ['判决如下:一.乙公司付款100.50元.', '判决如下：一.乙公司付款100.50元。'],
    ['甲公司与Blue Co.Ltd一案.', '甲公司与Blue Co.Ltd一案。'],
    ['甲公司.乙公司。', '甲公司.乙公司。'],
    ['付款80\n万元。\n附表9\n说明', '付款80 万元。\n附表9\n说明'],
    [
      '甲公司付款１，２００．５元,乙公司(王某２)付５％，外加５元;Blue Co., Ltd。',
      '甲公司付款1,200.5元，乙公司(王某2)付5%，外加5元；Blue Co., Ltd。',
    ],
  ])('%j is read as %j', (text, read) => {
    expect(asRead(text)).toBe(read)
  })
})

test('a place stands in the bracket that opened last, unless that is closed', () => {
  const text = '甲（被告）存款（限额100元）'
  expect([0, 4, 8, 13].map((at) => openedBefore(text, at))).toEqual([-1, 1, 7, 7])
  expect(openedBefore(text, 6)).toBe(-1)
})

test('a range has the place that it begins with, and not the place behind it', () => {
  const places = [1, 2, 3, 4].filter((at) => isWithin([{ from: 2, to: 4 }], at))
  expect(places).toEqual([2, 3])
})
