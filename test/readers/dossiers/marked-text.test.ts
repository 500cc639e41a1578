import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from '../../../src/readers/dossiers/html.ts'
import { markedText, movedInto } from '../../../src/readers/dossiers/judgment/marked-text.ts'
import { textOf } from './pages.ts'

const mark = (start: number, end: number, at = 0) => ({
  id: `m${at}`,
  kind: 'amount',
  start,
  end,
  card: html``,
})

test('a text with marks, sentences and headings is the text, whole and in its order', () => {
  const place = fc.tuple(fc.nat(60), fc.nat(20)).map(([start, length]) => [start, start + length] as const)
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...'甲乙<>&"元\n1') }),
      fc.array(place),
      fc.array(place),
      fc.array(fc.nat(60)),
      (text, marks, sentences, starts) => {
        const within = ([start]: readonly [number, number]) => start < text.length
        const { markup } = markedText(text, {
          marks: marks.map(([start, end], at) => mark(start, end, at)),
          sentences: sentences.filter(within).map(([start, end], at) => ({
            ...mark(start, Math.min(end, text.length), at),
            id: `s${at}`,
            label: html``,
          })),
          headings: starts
            .filter((start) => start < text.length)
            .map((start, at) => ({ id: `h${at}`, start, title: '' })),
        })
        expect(textOf(`<i>${markup}</i>`)).toBe(text.trim())
      },
    ),
    { numRuns: 300 },
  )
})

test('places move with a text in which names and numbers are replaced', () => {
  const text = '原告：高明，公民身份号码110101199003074514。被告支付高明货款100000元，高明不服可以上诉。'
  const shown = '原告：高某，公民身份号码****4514。被告支付高某货款100000元，高某不服可以上诉。'
  const move = movedInto(text, shown)
  const at = (word: string) => {
    const start = text.indexOf(word)
    const moved = move?.(start, start + word.length)
    return shown.slice(moved?.start, moved?.end)
  }
  expect(at('100000元')).toBe('100000元')
  expect(at('高明')).toBe('高某')
  expect(at('110101199003074514')).toBe('****4514')
  expect(at('不服可以上诉')).toBe('不服可以上诉')
})

test('two texts that are not one have no places in common', () => {
  expect(movedInto('甲'.repeat(2_000), '乙'.repeat(2_000))).toBe(undefined)
  expect(movedInto('', '')?.(0, 0)).toEqual({ start: 0, end: 0 })
})

test.each(['某某', '某人甲乙丙丁戊己庚辛'])(
  'any names replaced by %s leave every other word at its place',
  (by) => {
    const word = fc.constantFrom('货款', '支付', '100000元', '。', '，', '本院认为', '张三丰', '李四')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const hidden = (one: string) => (one === '张三丰' || one === '李四' ? by : one)
        const shown = words.map(hidden).join('')
        const move = movedInto(words.join(''), shown)
        expect(move).toBeDefined()
        const moved = move?.(0, words.join('').length)
        expect(shown.slice(moved?.start, moved?.end)).toBe(shown)
      }),
      { numRuns: 200 },
    )
  },
)
