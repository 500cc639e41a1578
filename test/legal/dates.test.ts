import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../../src/legal/dates.ts'
import { anyText } from '../support/any-text.ts'

describe('reading a date', () => {
  test.each([
    ['2023年5月6日', '2023-05-06', 'day'],
    ['２０２３年５月６日', '2023-05-06', 'day'],
    ['2023 年 5 月 6 日', '2023-05-06', 'day'],
    ['2023年05月06号', '2023-05-06', 'day'],
    ['二〇二三年五月六日', '2023-05-06', 'day'],
    ['二○二三年十二月三十一日', '2023-12-31', 'day'],
    ['二零二三年十月二十日', '2023-10-20', 'day'],
    ['二O二三年五月廿三日', '2023-05-23', 'day'],
    ['2023-05-06', '2023-05-06', 'day'],
    ['2023-5-6', '2023-05-06', 'day'],
    ['2023/05/06', '2023-05-06', 'day'],
    ['2023.05.06', '2023-05-06', 'day'],
    ['20230506', '2023-05-06', 'day'],
    [20191223, '2019-12-23', 'day'],
    ['2023-05-06 10:11:12', '2023-05-06', 'day'],
    ['2023-05-06T00:00:00.000+08:00', '2023-05-06', 'day'],
    ['2024年2月29日', '2024-02-29', 'day'],
    ['2023年5月', '2023-05-01', 'month'],
    ['2023-05', '2023-05-01', 'month'],
    ['202305', '2023-05-01', 'month'],
    ['2023年', '2023-01-01', 'year'],
    [2023, '2023-01-01', 'year'],
  ])('%s is %s, to the %s', (value, date, precision) => {
    expect(parseDate(value)).toEqual({ date, precision })
  })

  test.each([
    ...['', '2023年2月30日', '2023-02-29', '20231301', '2023-00-10', '2023/05-06', '于2023年5月6日'],
    ...['2023年5月6日判决', '长期', '1700年', '五月六日', Number.NaN, -20191223],
  ])('%s is no date', (value) => {
    expect(parseDate(value)).toBeUndefined()
  })

  test('every day of the calendar is read in every form', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (moment) => {
        const date = moment.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = date.split('-').map(Number)
        const forms = [
          date,
          date.replaceAll('-', ''),
          date.replaceAll('-', '/'),
          `${year}年${month}月${dayOfMonth}日`,
        ]
        for (const form of forms) expect(parseDate(form)).toEqual({ date, precision: 'day' })
      }),
    )
  })

  test('no text makes it throw', () => {
    fc.assert(fc.property(anyText(), (text) => void parseDate(text)))
  })
})
