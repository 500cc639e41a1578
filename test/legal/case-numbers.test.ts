import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCaseNumbers, parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { anyText } from '../support/any-text.ts'

describe('reading a case number', () => {
  test.each([
    ['（2023）粤1202执异1037号、1038号', '(2023)粤1202执异1037-1038号', [1037, 1038], null],
    ['（2016）粤0304民初18775-18776号之一', '(2016)粤0304民初18775-18776号之一', [18775, 18776], 1],
    ['（2016）粤03民辖终3827、3828号', '(2016)粤03民辖终3827-3828号', [3827, 3828], null],
    ['（2016）粤03民辖终3828、3827、3900号', '(2016)粤03民辖终3827-3828、3900号', [3827, 3828, 3900], null],
    ['（2016）粤03民终18775-76号', '(2016)粤03民终18775-18776号', [18775, 18776], null],
    ['(2017）琼民辖终31号之一', '(2017)琼民辖终31号之一', [31], 1],
    ['（2015）沪一中民保字第7号之一', '(2015)沪一中民保字第7号之一', [7], 1],
    ['（2014）民一终字第174号', '(2014)民一终字第174号', [174], null],
    ['（2007）朝民初字第18230号', '(2007)朝民初字第18230号', [18230], null],
    ['（2007）朝民初18230号', '(2007)朝民初字第18230号', [18230], null],
    ['（2009）二中民终字第00712号', '(2009)二中民终字第712号', [712], null],
    ['〔２０１９〕最高法知民终１号', '(2019)最高法知民终1号', [1], null],
    ['【2020】 京73 行初 12', '(2020)京73行初12号', [12], null],
    ['(2016)粤0304民初字第18775号', '(2016)粤0304民初18775号', [18775], null],
    ['（2013）深中法执字第123-1号', '(2013)深中法执字第123号之一', [123], 1],
    ['（2020）粤03执20-18号', '(2020)粤03执20号之十八', [20], 18],
    ['(2020)粤03执恢5号之12', '(2020)粤03执恢5号之十二', [5], 12],
    ['（2012）沪高民三（知）终字第7号', '(2012)沪高民三(知)终字第7号', [7], null],
    ['（二〇一六）粤03民终1号', '(2016)粤03民终1号', [1], null],
  ])('%s is written %s', (given, canonical, serials, sub) => {
    expect(parseCaseNumber(given)).toMatchObject({ given, canonical, serials, sub, status: 'parsed' })
    expect(parseCaseNumber(given).key).toBe(canonical.replace(/之.*$/, ''))
  })

  test.each([
    ['（2016）粤0304民初1号', 'new', 2016, '粤0304', '民初'],
    ['（2017）琼民辖终31号', 'new', 2017, '琼', '民辖终'],
    ['（2019）最高法知民终1号', 'new', 2019, '最高法', '知民终'],
    ['（2015）沪一中民保字第7号', 'old', 2015, '沪一中', '民保'],
    ['（2014）鲁民一终字第5号', 'old', 2014, '鲁', '民一终'],
    ['（2014）民一终字第174号', 'old', 2014, null, '民一终'],
    ['（2011）新民民初字第3号', 'old', 2011, '新民', '民初'],
    ['（2001）行提字第3号', 'old', 2001, null, '行提'],
  ])('%s has its parts', (given, form, year, courtCode, typeCode) => {
    expect(parseCaseNumber(given)).toMatchObject({ form, year, courtCode, typeCode })
  })

  test.each([
    ['（2024）浙01民终×××号', '(2024)浙01民终×××号', '浙01', '民终'],
    ['（2024）浙01民终XX号', '(2024)浙01民终×××号', '浙01', '民终'],
    ['（2024）浙01民终＊＊号', '(2024)浙01民终×××号', '浙01', '民终'],
    ['（2021）京0105民初某号', '(2021)京0105民初×××号', '京0105', '民初'],
    ['（20××）粤03民终1号', '(20×××)粤03民终1号', '粤03', '民终'],
    ['（2021）粤01XX民初12号', '(2021)粤01×××民初12号', null, '民初'],
  ])('%s is masked and never joined on', (given, canonical, courtCode, typeCode) => {
    const number = parseCaseNumber(given)
    expect(number).toMatchObject({
      status: 'masked',
      canonical,
      key: '',
      courtCode,
      typeCode,
      serials: [],
      sub: null,
    })
  })

  test.each([
    ['', ''],
    [' \u3000', ''],
    ['（2019）412号', '(2019)412号'],
    ['某公司', '某公司'],
    ['（2020）粤03民初1-99999号', '(2020)粤03民初1-99999号'],
    ['（1234）粤03民初1号', '(1234)粤03民初1号'],
    ['（2020）粤0304民初1号民事判决书', '(2020)粤0304民初1号民事判决书'],
  ])('%j is malformed and never joined on', (given, canonical) => {
    const parts = { status: 'malformed', canonical, key: '', form: null, serials: [] }
    expect(parseCaseNumber(given)).toMatchObject(parts)
  })

  const anyNumber = fc
    .record({
      year: fc.integer({ min: 1949, max: 2099 }),
      letters: fc.constantFrom(
        ...['粤0304民初', '京73行初', '最高法民申', '琼民辖终', '朝民初字第', '民一终字第'],
        ...['沪高民三(知)终字第', '兵01执恢'],
      ),
      serials: fc.uniqueArray(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 5 }),
      sub: fc.option(fc.integer({ min: 1, max: 99 })),
    })
    .map(
      ({ year, letters, serials, sub }) =>
        `（${year}）${letters}${serials.join('、')}号${sub ? `之${sub}` : ''}`,
    )

  test('what is written is read back to the same parts', () => {
    fc.assert(
      fc.property(anyNumber, (text) => {
        const number = parseCaseNumber(text)
        const { canonical } = number
        expect(number.status).toBe('parsed')
        expect(parseCaseNumber(canonical)).toEqual({ ...number, given: canonical })
      }),
    )
  })

  test('no text makes it throw, and its canonical spelling stays as it is', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'（）()2016粤03民初终字第号之一、-×某 x') })
    fc.assert(
      fc.property(fc.oneof(anyText(), noise), (text) => {
        const number = parseCaseNumber(text)
        expect(parseCaseNumber(number.canonical).canonical).toBe(number.canonical)
        expect(number.key === '').toBe(number.status !== 'parsed')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('finding case numbers in a text', () => {
  test('the numbers that a judgment cites are found where they stand', () => {
    const text =
      '不服某某法院（2019）粤0304民初12号民事判决，依法释〔2020〕26号，本院以（2020）粤03民终×号及(2020)粤03民终34号之一受理。'
    const found = findCaseNumbers(text)
    expect(found.map(({ number }) => number.canonical)).toEqual([
      '(2019)粤0304民初12号',
      '(2020)粤03民终×××号',
      '(2020)粤03民终34号之一',
    ])
    for (const { offset, text: part } of found) expect(text.startsWith(part, offset)).toBe(true)
  })
})
