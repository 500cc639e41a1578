import { once } from '../../contract/values.ts'
import { type Day, wideDigits, yearOf } from './figures.ts'
import { logUniform, pick, type Random } from './random.ts'
import { type CourtWords, courtWords, type Family, grouped } from './words.ts'

/** 北京市海淀区, 义乌市: the place of a basic court as addresses write it. */
export const placeOf = ({ city, district }: Court): string =>
  /[市县]$/.test(district) ? district : city + district

export type Level = '基层' | '中级' | '高级' | '最高'

export interface Court {
  readonly level: Level
  readonly name: string
  /** Opens the case number: 京0105, 粤03, 沪74, 最高法. */
  readonly code: string
  /** As `xzqh_p` and `xzqh_c` give them; a high court has no city. */
  readonly province: string
  readonly city: string
  /** Six digits of the place, and its district's name; of a basic court only. */
  readonly region: string
  readonly district: string
  /** How case numbers before 2016 abbreviated it: 朝, 深中, 粤高. */
  readonly old: string
  readonly above: Court | undefined
  readonly below: readonly Court[]
  /** The kind of dispute that a special court decides. */
  readonly family?: Family
}

/** The Supreme People's Court, above all others. */
export const supremeCourt = once(buildCourts)

/** The courts of each level, in a fixed order, without the special ones. */
const byLevel = once((): Readonly<Record<Level, readonly Court[]>> => {
  const below = (courts: readonly Court[]) =>
    courts.flatMap((court) => court.below).filter(({ family }) => family === undefined)
  const 最高 = [supremeCourt()]
  const 高级 = below(最高)
  const 中级 = below(高级)
  return { 最高, 高级, 中级, 基层: below(中级) }
})
export const courtsOf = (level: Level): readonly Court[] => byLevel()[level]

/** The special court of a city for this kind of dispute, or the court itself. */
export const competent = (court: Court, family: Family): Court =>
  court.above?.below.find((other) => other.family === family && other.city === court.city) ?? court

function buildCourts(): Court {
  const supreme = courtOf('最高', '最高人民法院', '最高法', undefined, { province: '最高', old: '民一' })
  for (const rows of grouped(courtWords(), ({ province }) => province))
    supreme.below.push(highCourt(rows, supreme))
  return supreme
}

/** A court without those below it, which come later; of a place only where `more` says so. */
const courtOf = (
  level: Level,
  name: string,
  code: string,
  above: Court | undefined,
  more: Pick<Court, 'province' | 'old'> & Partial<Court>,
) => ({ level, name, code, city: '', region: '', district: '', above, ...more, below: [] as Court[] })

/** Intermediate courts for one kind of cause: they decide in place of the city's court. */
export const specialCourts = [
  ['北京', '北京市', 'ip', '京73', '北京知识产权法院'],
  ['上海', '上海市', 'ip', '沪73', '上海知识产权法院'],
  ['广东', '广州市', 'ip', '粤73', '广州知识产权法院'],
  ['北京', '北京市', 'finance', '京74', '北京金融法院'],
  ['上海', '上海市', 'finance', '沪74', '上海金融法院'],
  ['重庆', '重庆市', 'finance', '渝87', '成渝金融法院'],
] as const

function highCourt(rows: readonly [CourtWords, ...CourtWords[]], above: Court): Court {
  const [{ province, full, sign }] = rows
  const high = courtOf('高级', `${full}高级人民法院`, sign, above, { province, old: `${sign}高` })
  for (const row of rows) high.below.push(intermediateCourt(row, high))
  for (const [of, city, family, code, name] of specialCourts)
    if (of === province)
      high.below.push(courtOf('中级', name, code, high, { province, city, old: '', family }))
  return high
}

function intermediateCourt(words: CourtWords, above: Court): Court {
  const { province, full, sign, city, code, court: own, basic } = words
  const name = own || `${full}${city}中级人民法院`
  const old = own === '' ? `${city.charAt(0)}中` : `${own.charAt(4)}中`
  const court = courtOf('中级', name, sign + code, above, { province, city, old })
  for (const entry of basic.split(' ')) court.below.push(basicCourt(words, entry, court))
  return court
}

function basicCourt({ province, full, sign, digits, city }: CourtWords, entry: string, above: Court): Court {
  const [place = '', own] = entry.split('=')
  const [code, district] = [place.slice(0, 4), place.slice(4)]
  const within = city === full || /[市县]$/.test(district) ? '' : city
  const name = own ?? `${full}${within}${district}人民法院`
  return courtOf('基层', name, sign + code, above, {
    ...{ province, city, region: digits + code, district, old: district.charAt(0) },
    ...(name.includes('互联网') && { family: 'ip' as const }),
  })
}

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
    (text: string) => text.replace(/\d(?=号)/, wideDigits),
  ]
  return pick(random, variants)(number)
}
