import { calendar, type Day } from './days.ts'

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
