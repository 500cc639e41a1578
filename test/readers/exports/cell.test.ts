import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip, guardCell, restoreCell } from '../../../src/readers/exports/excel-cell.ts'
import { anyText } from '../../support/any-text.ts'

describe('a guarded cell', () => {
  test.each(['=1+1', '+86 10', '-5', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', '-'])(
    'formula %j gets an apostrophe',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`)
    },
  )

  test('an apostrophe of its own gets one more', () => {
    expect(guardCell("'=1+1")).toBe("''=1+1")
  })

  test.each([
    ...['123456789012345678', '913101156073788111', '110108012345678', '１２３４５６７８９０１２３'],
    ...[' 123456789012345678 ', '007', '1e5', '12345678901234567890e12345678901', '1.5E+3'],
  ])('number-like text %j, which a spreadsheet would not give back, gets an apostrophe', (text) => {
    expect(guardCell(text)).toBe(`'${text}`)
  })

  test.each([
    ...['91110108MA0074PN30', '4f8a12345678901234567890e1234567', '13800138000', '0', '0.5', '42'],
    ...['（2023）京0108民初12345号', '示例建设集团有限公司', 'a=b', '', '2023-05-06'],
  ])('%j stays as it is', (text) => {
    expect(guardCell(text)).toBe(text)
  })

  const likely = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."=+-@'\t\r\n＝＋－＠019e. 中𠮷"),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })

  test('any text is restored by taking one apostrophe away, so that exported tables join as before', () => {
    fc.assert(fc.property(likely, (text) => restoreCell(guardCell(text)) === text))
  })
})

test('a cut text never ends in half of a surrogate pair', () => {
  expect(clip('a𠮷b', 2)).toBe('a')
  expect(clip('a𠮷b', 3)).toBe('a𠮷')
  fc.assert(
    fc.property(anyText(), fc.nat(20), (text, length) => {
      const clipped = clip(text, length)
      expect(Buffer.from(clipped).toString()).toBe(clipped)
      expect(text.startsWith(clipped)).toBe(true)
      expect(clipped.length).toBeLessThanOrEqual(length)
    }),
  )
})
