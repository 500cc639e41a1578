import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUscc } from '../../../src/contract/identifiers.ts'
import { maskIdentifiers } from '../../../src/rows/privacy/identifiers.ts'
import { hasRightCheck, isLuhn } from '../../../src/rows/privacy/number-groups.ts'
import { testSeed } from '../../support/dice.ts'
import { identifierCases } from './identifier-cases.ts'

const secret = /⟦([^⟧]*)⟧/g
const mask = '\\*{4}[0-9A-Z]{4}'
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Whether a text is that of a case with masks where the secrets were. */
const isMaskedAs = (text: string, given: string): boolean =>
  new RegExp(
    `^${given
      .split(secret)
      .map((part, index) => (index % 2 === 0 ? escaped(part) : mask))
      .join('')}$`,
  ).test(text)

const results = identifierCases.map((given) => {
  const { text } = maskIdentifiers(given.replace(/[⟦⟧]/g, ''))
  return { given, text, holds: given.includes('⟦'), isRight: isMaskedAs(text, given) }
})
const wrongOf = (holds: boolean): string[] =>
  results.filter((one) => one.holds === holds && !one.isRight).map(({ given, text }) => `${given} → ${text}`)
const figuresOf = (holds: boolean): string => {
  const all = results.filter((one) => one.holds === holds).length
  return `${all - wrongOf(holds).length} of ${all}`
}

test(`texts with identifiers lose them and nothing else: ${figuresOf(true)}`, () => {
  expect(results.length).toBeGreaterThanOrEqual(150)
  expect(wrongOf(true)).toEqual([])
})

test(`texts without identifiers stay as they are: ${figuresOf(false)}`, () => {
  expect(wrongOf(false)).toEqual([])
})

const seed = testSeed()
const runs = Number(process.env.DOSSIER_TEST_IDENTIFIERS ?? 400)

const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
const checked = (number: string): string =>
  [...'0123456789X'].map((check) => number + check).find((one) => hasRightCheck(one)) ?? ''
const district = fc.constantFrom('110101', '310115', '440306', '510107', '650103')
const birthday = fc
  .date({ noInvalidDate: true, min: new Date('1930-01-01'), max: new Date('2020-12-31') })
  .map((day) => day.toISOString().slice(0, 10).replaceAll('-', ''))
const identity = fc
  .tuple(district, birthday, digits(3))
  .map((parts) => checked(parts.join('')))
  .chain((number) =>
    fc.constantFrom(number, `${number.slice(0, 6)} ${number.slice(6, 14)} ${number.slice(14)}`),
  )
const phone = fc
  .tuple(fc.constantFrom('13', '15', '17', '18', '19'), digits(9))
  .map((parts) => parts.join(''))
  .chain((number) =>
    fc.constantFrom(
      number,
      ...[' ', '-'].map((mark) => [number.slice(0, 3), number.slice(3, 7), number.slice(7)].join(mark)),
    ),
  )
const card = fc
  .tuple(
    fc.constantFrom('622202', '621700', '436742'),
    fc.constantFrom(9, 12).chain((length) => digits(length)),
  )
  .map((parts) => parts.join(''))
  .map((number) => [...'0123456789'].map((check) => number + check).find(isLuhn) ?? '')
  .chain((number) => fc.constantFrom(number, (number.match(/.{1,4}/g) ?? []).join(' ')))
const toFull = (text: string): string =>
  text.replace(/[0-9X]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
const inAnyWidth = (number: fc.Arbitrary<string>) => number.chain((one) => fc.constantFrom(one, toFull(one)))
/** Text that tells nothing of a number beside it. */
const words = fc.array(
  fc.constantFrom(
    ...['原告', '陈述，', '住某市某区。', '与被告', '于2023年9月18日', '《合同》', '第三人', '签收'],
    ...['：', '（', '）', '\n', '号码', '😀'],
  ),
  { maxLength: 6 },
)
const joint = fc.constantFrom('/', ',', '，', '、', '-', '－', '；', ';', ' / ', '和', '|', '\n', '\t')
const bare = (text: string): string => text.normalize('NFKC').replace(/[^0-9X]/g, '')

test(`whatever stands around them and joins them, identifiers do not survive, seed ${seed}`, () => {
  const secrets = fc.array(inAnyWidth(fc.oneof(identity, phone, card)), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(words, secrets, joint, words, (before, numbers, mark, behind) => {
      const given = before.join('') + numbers.join(mark) + behind.join('')
      const { text, identifiers } = maskIdentifiers(given)
      const left = numbers.filter((number) => bare(text).includes(bare(number)))
      expect(left, `${given} → ${text}`).toEqual([])
      expect(identifiers).toBe(numbers.length)
      expect(maskIdentifiers(text)).toEqual({ text, identifiers: 0 })
    }),
    { seed, numRuns: runs },
  )
})

test('a sum at the edge of what is looked at is read to its end, and a token from its beginning', () => {
  const behind = '911101010000000002 / 14283947784元 / 10000000000.00元 / 18845000414.47元'
  expect(maskIdentifiers(behind)).toEqual({ text: behind, identifiers: 0 })
  for (let gap = 1; gap < 64; gap += 1) {
    const edge = `HT-13800138000${'。'.repeat(gap)}电话13912345678${'。'.repeat(gap)}18845000414.47元`
    const text = edge.replace('13912345678', '****5678')
    expect(maskIdentifiers(edge)).toEqual({ text, identifiers: 1 })
  }
})

test('letters that end a code are no label of what follows it', () => {
  const codes = '9111010175212159WX 911101011802010070'
  expect(codes.split(' ').every(isUscc)).toBe(true)
  expect(maskIdentifiers(codes)).toEqual({ text: codes, identifiers: 0 })
  expect(maskIdentifiers('WX 911101011802010070')).toMatchObject({ identifiers: 1 })
})

test(`whatever stands around them and joins them, case numbers, credit codes, ids, dates and sums stay, seed ${seed}`, () => {
  const caseNumber = fc
    .tuple(
      fc.integer({ min: 1990, max: 2030 }),
      fc.constantFrom('京0108民初', '粤03民辖终', '沪一中民保字第', '最高法知民终'),
      fc.nat(99_999_999),
    )
    .map(([year, court, at]) => `（${year}）${court}${at}号`)
  const uscc = fc
    .tuple(
      fc.constantFrom('91', '92', '93'),
      district,
      digits(8),
      fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY'),
    )
    .map((parts) => parts.join(''))
    .map((code) => [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((check) => code + check).find(isUscc) ?? '')
  const sum = fc
    .tuple(fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.nat(99))
    .chain(([yuan, fen]) =>
      fc.constantFrom(
        `${yuan}元`,
        `${yuan}.${String(fen).padStart(2, '0')}元`,
        `人民币${yuan}元`,
        `¥${yuan.toLocaleString('en')}`,
        `${yuan}万元`,
      ),
    )
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
  const id = hex.filter((one) => /[a-f]/.test(one))
  const day = fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((date) => date.toISOString().slice(0, 10))
  const kept = fc.array(inAnyWidth(fc.oneof(caseNumber, uscc, sum)), { minLength: 1, maxLength: 4 })
  fc.assert(fc.property(fc.oneof(id, day), (given) => maskIdentifiers(given).text === given))
  fc.assert(
    fc.property(words, kept, joint, words, (before, numbers, mark, behind) => {
      const given = before.join('') + numbers.join(mark) + behind.join('')
      expect(maskIdentifiers(given)).toEqual({ text: given, identifiers: 0 })
    }),
    { seed, numRuns: runs },
  )
})
