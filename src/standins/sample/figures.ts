import { lognormal, type Random } from './random.ts'

/** Calendar days as whole numbers since 1970-01-01, so that the sample needs neither a clock nor a time zone. */
export type Day = number

const dayMs = 86_400_000

export const dayOf = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month - 1, date) / dayMs

export function calendar(day: Day): { readonly year: number; readonly month: number; readonly date: number } {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() }
}

export const yearOf = (day: Day): number => calendar(day).year

/** The sample's today: nothing in it is later. */
export const today: Day = dayOf(2026, 6, 30)

/** 2023-05-06 */
export const isoDate = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** 2023年5月6日 */
export function chineseDate(day: Day): string {
  const { year, month, date } = calendar(day)
  return `${year}年${month}月${date}日`
}

/** The day of a text of the form 2023-05-06. */
export const parseIsoDate = (text: string): Day => Date.parse(text) / dayMs

const digits = '零一二三四五六七八九'
const units = ['', '十', '百', '千']
const capitalDigits = '零壹贰叁肆伍陆柒捌玖'
const capitalUnits = ['', '拾', '佰', '仟']

/** 577 → 五百七十七; 14 → 十四; 1001 → 一千零一. From 1 to 9999. */
export const numeral = (value: number): string => fourDigits(value, digits, units).replace(/^一十/, '十')

/** 二〇二三年五月六日, as documents are signed. */
export function writtenDate(day: Day): string {
  const { year, month, date } = calendar(day)
  const years = [...String(year)].map((digit) => '〇一二三四五六七八九'.charAt(Number(digit))).join('')
  return `${years}年${numeral(month)}月${numeral(date)}日`
}

/** 120350.50 yuan → 壹拾贰万零叁佰伍拾元伍角. Below ten thousand million. */
export function capitalAmount(cents: number): string {
  const yuan = Math.floor(cents / 100)
  const jiao = Math.floor(cents / 10) % 10
  const fen = cents % 10
  const coins =
    (jiao > 0 ? `${capitalDigits.charAt(jiao)}角` : fen > 0 ? '零' : '') +
    (fen > 0 ? `${capitalDigits.charAt(fen)}分` : '')
  return `${capitalInteger(yuan)}元${coins === '' ? '整' : coins}`
}

function capitalInteger(yuan: number): string {
  const groups = [Math.floor(yuan / 1e8), Math.floor(yuan / 1e4) % 1e4, yuan % 1e4]
  let text = ''
  groups.forEach((group, index) => {
    if (group === 0) return
    const gap = text !== '' && group < 1000 ? '零' : ''
    text += gap + fourDigits(group, capitalDigits, capitalUnits) + (['亿', '万', ''][index] ?? '')
  })
  return text === '' ? '零' : text
}

function fourDigits(value: number, names: string, places: readonly string[]): string {
  let text = ''
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit > 0) text += names.charAt(digit) + (places[place] ?? '')
    else if (text !== '' && !text.endsWith('零') && value % 10 ** place > 0) text += '零'
  }
  return text
}

export type Cents = number

/** Amounts at law spread over many orders; half are round. */
export function drawAmount(random: Random, medianYuan: number): Cents {
  const yuan = Math.min(Math.max(lognormal(random, medianYuan, 1.5), 200), 900_000_000)
  const round = yuan > 100_000 ? 10_000 : 100
  return random() < 0.5 ? Math.ceil(yuan / round) * round * 100 : Math.round(yuan * 100)
}

/** An amount as documents write it: mostly plain, at times grouped, in 万, in capitals or with wide digits. */
export function amountText(random: Random, cents: Cents): string {
  const style = random()
  if (style < 0.02) return `人民币${capitalAmount(cents)}`
  if (style < 0.03) return `${wideDigits(plain(cents))}元`
  if (style < 0.25) return `${grouped(cents)}元`
  if (style < 0.35 && cents % 1_000_000 === 0) return `${cents / 1_000_000}万元`
  return style < 0.5 ? `人民币${plain(cents)}元` : `${plain(cents)}元`
}

/** 123456.7 */
const plain = (cents: Cents): string => String(cents / 100)

/** 123,456.7 */
const grouped = (cents: Cents): string => (cents / 100).toLocaleString('en')

export const wideDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** Upper bound of a band in yuan, rate in it, and what is added (国务院令第481号 第十三条). */
const courtFees: readonly (readonly [bound: number, rate: number, plus: number])[] = [
  [10_000, 0, 50],
  [100_000, 0.025, -200],
  [200_000, 0.02, 300],
  [500_000, 0.015, 1300],
  [1_000_000, 0.01, 3800],
  [2_000_000, 0.009, 4800],
  [5_000_000, 0.008, 6800],
  [10_000_000, 0.007, 11_800],
  [20_000_000, 0.006, 21_800],
  [Number.POSITIVE_INFINITY, 0.005, 41_800],
]

/** The court fee of a property claim, in whole yuan. */
export function courtFee(claim: Cents): number {
  const yuan = claim / 100
  const [, rate, plus] = courtFees.find(([bound]) => yuan <= bound) ?? [0, 0, 50]
  return Math.round(yuan * rate + plus)
}
