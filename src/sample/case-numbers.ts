import type { Court, Level } from './courts.ts'
import { type Day, yearOf } from './days.ts'
import { integer, logUniform, type Random } from './random.ts'

/** Numbers a court gives out in a year, by its level: busy courts count higher. */
const busiest: Readonly<Record<Level, number>> = { 基层: 39_999, 中级: 14_999, 高级: 5999, 最高: 2999 }

/** A case number as the court of that year wrote it: （2021）京0105民初12345号, or before 2016 the old form. */
export function caseNumber(random: Random, court: Court, code: string, filed: Day): string {
  const year = yearOf(filed)
  const serial = Math.floor(logUniform(random, 20, busiest[court.level]))
  if (year >= 2016) return `（${year}）${court.code}${code}${serial}号`
  return `（${year}）${court.old}${oldCode(court, code)}字第${String(serial).padStart(5, '0')}号`
}

/** 民初 → 民初; the Supreme Court's chambers number themselves: 民一终. */
const oldCode = (court: Court, code: string): string =>
  court.level === '最高' ? code.replace('民', '') : code

/** （2024）浙01民终×××号: a number that joins nothing. */
export const masked = (number: string): string => number.replace(/\d+号$/, '×××号').replace(/第\d+×/, '第×')

/** Writes a number in another width or with other brackets, as records do. */
export function numberVariant(random: Random, number: string): string {
  const variants = [
    (text: string) => text.replace('（', '(').replace('）', ')'),
    (text: string) => text.replace('（', '〔').replace('）', '〕'),
    (text: string) => text.replace('（', '('),
    (text: string) => text.replace('）', '） ').replace('号', ' 号'),
    (text: string) => text.replace(/\d(?=号)/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ]
  return variants[integer(random, 0, variants.length - 1)]?.(number) ?? number
}
