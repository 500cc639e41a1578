import { parseNumeral } from './numerals.ts'

/** A calendar date as `yyyy-MM-dd`; a month's or a year's precision gives its first day. */
export type ParsedDate = { readonly date: string; readonly precision: 'day' | 'month' | 'year' }

const EARLIEST_YEAR = 1800
/** White space and invisible characters included. */
const LONGEST = 200
const INVISIBLE = /[\s\u200b-\u200f\u2060\ufeff]+/g
const TIME = /(?<=\d)(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s*(?:Z|[+-]\d{2}:?\d{2}))?$/i
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const COMPACT = /^(\d{4})(?:(\d{2})(\d{2})?)?$/
const SEPARATED = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/
const DIGIT_WORDS = '0-9零一二三四五六七八九十廿卅'
const CHINESE = new RegExp(
  `^(\\d{4}|[零一二三四五六七八九]{4})年(?:([${DIGIT_WORDS}]{1,3})月(?:([${DIGIT_WORDS}]{1,4})[日号])?)?$`,
)

/**
 * Reads 2023年5月6日, 二〇二三年五月六日, 2023-05-06, 2023/5/6, 2023.05.06, 20230506 (text or number), each to the
 * day, month or year; a time of day after it is dropped. Undefined when the text holds anything else or the
 * day is not in the calendar (30 February). Years 1800–9999. Source: docs/domain.md, Numerals and dates.
 */
export function parseDate(value: string | number): ParsedDate | undefined {
  const given = String(value)
  const iso = ISO.exec(given)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  if (given.length > LONGEST) return undefined
  const text = given
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
  if (text.length > 48) return undefined
  const day = text
    .replace(TIME, '')
    .replace(INVISIBLE, '')
    .replace(/[〇○◯Ο]/g, '零')
  const compact = COMPACT.exec(day)
  if (compact) return dateOf(compact[1], compact[2], compact[3])
  const separated = SEPARATED.exec(day)
  if (separated) return dateOf(separated[1], separated[3], separated[4])
  const chinese = CHINESE.exec(
    day.replace(/(?<=[零一二三四五六七八九])[Oo0]|[Oo0](?=[零一二三四五六七八九])/g, '零'),
  )
  return chinese ? dateOf(chinese[1], chinese[2], chinese[3]) : undefined
}

function dateOf(yearText = '', monthText?: string, dayText?: string): ParsedDate | undefined {
  const year = parseNumeral(yearText)
  const month = monthText === undefined ? 1 : dayNumeral(monthText)
  const day = dayText === undefined ? 1 : dayNumeral(dayText)
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (year < EARLIEST_YEAR || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return { date, precision: dayText !== undefined ? 'day' : monthText !== undefined ? 'month' : 'year' }
}

/** 廿三 is 二十三, 卅 is 三十: calendar forms, not numerals of statutes. */
function dayNumeral(text: string): number | undefined {
  return parseNumeral(text.replace(/^廿/, '二十').replace(/^卅/, '三十'))
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
