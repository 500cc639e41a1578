import { parseNumeral } from './numerals.ts'
import { matchesOf } from './text.ts'

/** A calendar date as `yyyy-MM-dd`; a month's or a year's precision gives its first day. */
export type ParsedDate = { readonly date: string; readonly precision: 'day' | 'month' | 'year' }

const [EARLIEST_YEAR, LONGEST] = [1800, 200]
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g
const TIME = /(?<=\d)(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s*(?:Z|[+-]\d{2}:?\d{2}))?$/i
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/
const COMPACT = /^(?<year>\d{4})(?:(?<month>\d{2})(?<day>\d{2})?)?$/
const SEPARATED = /^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})(?:\k<mark>(?<day>\d{1,2}))?$/
const DIGIT = '[0-9零一二三四五六七八九十廿卅]'
const CHINESE = new RegExp(
  `^(?<year>\\d{4}|[零一二三四五六七八九]{4})年(?:(?<month>${DIGIT}{1,3})月(?:(?<day>${DIGIT}{1,4})[日号])?)?$`,
)
/** 二O一九, 二0一九: letters and digits for 〇. */
const ZERO = /[〇○◯Ο]|(?<=[〇○◯Ο零一二三四五六七八九])[Oo0]|[Oo0](?=[〇○◯Ο零一二三四五六七八九])/g

/** Undefined for a day that the calendar lacks, and any other text. Source: docs/domain.md, Numerals and dates. */
export function parseDate(value: string | number): ParsedDate | undefined {
  const given = String(value)
  const iso = ISO.exec(given)
  if (iso) return dateOf(iso.groups)
  if (given.length > LONGEST) return undefined
  const text = given.normalize('NFKC').replace(INVISIBLE, '').trim()
  if (text.length > 48) return undefined
  const plain = text.replace(TIME, '').replace(/\s+/g, '').replace(ZERO, '零')
  return dateOf((COMPACT.exec(plain) ?? SEPARATED.exec(plain) ?? CHINESE.exec(plain))?.groups)
}

function dateOf(parts: Readonly<Record<string, string | undefined>> = {}): ParsedDate | undefined {
  // 廿三 is 二十三, 卅 is 三十: calendar forms, not numerals of statutes.
  const [year, month, day] = [parts.year ?? '', parts.month, parts.day].map((part = '1') =>
    parseNumeral(part.replace(/^廿/, '二十').replace(/^卅/, '三十')),
  )
  if (year === undefined || month === undefined || day === undefined || year < EARLIEST_YEAR) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const precision = parts.day ? 'day' : parts.month ? 'month' : 'year'
  return { date: date.toISOString().slice(0, 10), precision }
}

export const DAY = '\\d{4}年\\d{1,2}月\\d{1,2}日'

/** The day that a text is, `yyyy-MM-dd`; null for a month, a year or any other text. */
export function dayOf(text: string | undefined): string | null {
  const parsed = text === undefined ? undefined : parseDate(text)
  return parsed?.precision === 'day' ? parsed.date : null
}

const SIGNED =
  /[一二](?:\s?[〇○零◯0０OoＯ一二三四五六七八九]){3}\s?年\s?[元一二三四五六七八九十]{1,3}\s?月\s?[一二三四五六七八九十廿卅]{1,4}\s?日/g
/** Who signs stands above the date, or the clerk below it. */
const SIGNERS = /(?:审判|执行|陪审|法官|院)[　 ]*[长员官]|审\s*判|执\s*行\s*员|特此(?:通知|公告)|\n\s*$/
const CLERK = /^[\s（）()]{0,8}(?:本件|书\s*记|代\s*书|法官助理|速录|$|\n)/
const [NEAR, TAIL] = [80, 6000]

/** The day below who signs, in Chinese numerals; else days stand among words. Source: docs/findings.md, Full texts. */
export function signedOn(content: string): { readonly date: string; readonly offset: number } | null {
  const from = Math.max(0, content.length - TAIL)
  for (const match of matchesOf(content.slice(from), SIGNED).reverse()) {
    const offset = from + match.index
    const before = content.slice(Math.max(0, offset - NEAR), offset)
    const after = content.slice(offset + match[0].length, offset + match[0].length + NEAR)
    const isSigned = SIGNERS.test(before) || (/[。）)]\s*$/.test(before) && after.trim() === '')
    const date = isSigned && CLERK.test(after) ? dayOf(match[0].replace(/\s/g, '')) : null
    if (date !== null) return { date, offset }
  }
  return null
}
