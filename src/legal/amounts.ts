import { type Named, namesFrom, type Passage } from './mentions.ts'
import {
  cents,
  chineseInteger,
  type Decimal,
  decimalOfDigits,
  MONEY_NUMERALS,
  moneyText,
  multiplierOf,
} from './numerals.ts'
import { matchesOf, rangesOf } from './text.ts'

/** Names of currencies before a sum and after it, by ISO 4217 code. 元 and 圆 alone are yuan. */
export const CURRENCIES: readonly (readonly [code: string, before: string, after: string])[] = [
  ['CNY', '人民币|RMB|CNY|[¥￥]', '[元圆](?![旦件素宝制化论])|块钱'],
  ['USD', '美元|美金|USD|US\\$', '美元|美金'],
  ['HKD', '港币|港元|HKD|HK\\$', '港币|港元'],
  ['EUR', '欧元|EUR|€', '欧元'],
  ['JPY', '日元|日币|JPY', '日元|日圆'],
  ['GBP', '英镑|GBP|£', '英镑'],
  ['TWD', '新台币|TWD', '新台币元?'],
  ['MOP', '澳门币|MOP', '澳门元|澳门币'],
  ['AUD', '澳元|AUD', '澳元|澳大利亚元'],
  ['CAD', '加元|CAD', '加元|加拿大元'],
  ['SGD', '新加坡元|SGD', '新加坡元'],
  ['KRW', '韩元|KRW', '韩元|韩币'],
  ['CHF', '瑞士法郎|CHF', '瑞士法郎'],
]

/** For use in a regular expression: a currency before a sum, and one after it; 元 of 元旦, 元件 and 一元化 is none. */
const CURRENCY_BEFORE = CURRENCIES.map(([, before]) => before).join('|')
const CURRENCY_AFTER = CURRENCIES.map(([, , after]) => after).join('|')

const SHAPES = CURRENCIES.map(
  ([code, ...names]) => [code, new RegExp(`^(?:${names.join('|')})$`, 'i')] as const,
)
const currencyOf = (name = ''): string | undefined => SHAPES.find(([, shape]) => shape.test(name))?.[0]

export type Amount = {
  /** In digits, two decimals at most: `12345.6`. Null where the text gives no exact sum (5万余元, 1.005元). */
  readonly amount: string | null
  readonly currency: string
  /** As written, the currency included. */
  readonly text: string
  /** Where `text` begins, in UTF-16 units. */
  readonly offset: number
  /** The text gives it in words and in figures, which differ: it has no amount then. */
  readonly differs?: true
}

const DIGIT = '0-9０-９'
const POINT = '.．,，'
/** Digits with points and commas between them; bounded, so that a long run of digits costs one pass. */
const RUN = `[${DIGIT}](?:[${DIGIT}]|[${POINT}](?=[${DIGIT}])){0,30}`
const BLANK = '[ \\u00a0\\u2009\\u202f]'
/** 50 000元: blanks between thousands, right behind a word. */
const IN_THOUSANDS = `[0-9](?<=[\\u4e00-\\u9fa5¥￥][0-9])[0-9]{0,2}(?:${BLANK}[0-9]{3}){1,4}(?:[.][0-9]{1,2})?(?![${DIGIT}${POINT}]|${BLANK}[0-9])`
const IN_DIGITS = `${IN_THOUSANDS}|(?<![${DIGIT}][${POINT}\\s]?)${RUN}(?:\\s?[十百千万亿]{1,2}(?:${RUN})?){0,3}`
const IN_NUMERALS = `(?<![${MONEY_NUMERALS}数几上第])[${MONEY_NUMERALS}]{1,40}`
const SUM = new RegExp(`${IN_DIGITS}|${IN_NUMERALS}`, 'g')

const SMALL_DIGIT = `[${DIGIT}${MONEY_NUMERALS}]`
const AFTER = new RegExp(
  `\\s?([余多]\\s?[十百千万亿]{0,2})?\\s?(${CURRENCY_AFTER})(?:零?(${SMALL_DIGIT})角)?(?:零?(${SMALL_DIGIT})分)?[整正]?`,
  'iy',
)
const BEFORE = new RegExp(`(${CURRENCY_BEFORE})\\s?$`, 'i')
const LONGEST_BEFORE = 8
const ROUGHLY_AFTER = /^(?:左右|上下|不等|以[上下](?![各款合共总小所费金简述同统、一二两三四五六七八九十\d]))/
/** A range in front of a sum is all of it: 5-10万元, 5万至10万元, 3、4万元, 100元至200元. */
const RANGE = new RegExp(
  `(?:[${DIGIT}${MONEY_NUMERALS}]\\s?[-－—–~～至到]{1,2}|[元圆]\\s?[—–~～至到]{1,2}|(?<![${DIGIT}${MONEY_NUMERALS}${POINT}])[1-9一二三四五六七八九]、)\\s?$`,
)
const RANGE_AFTER = new RegExp(
  `^\\s?(?:[余多几]|、\\s?[1-9一二三四五六七八九]\\s?[十百千万亿]|[-－—–~～至到]{1,2}\\s?(?:人民币|[¥￥])?[${DIGIT}${MONEY_NUMERALS}])`,
)
/** 3、4万 is about three or four; 3、100元 is the third of a list. */
const LIST_NUMBER = /、\s?$/
/** 三元公司, 北京三元食品有限公司; 退赔被害人邓三元38000元, behind no word of money: a lone small numeral before 元 in a name. */
const NAME_BEFORE = /(?<!每)(?![付款费额金资息价收取交纳缴退还赔给偿罚计为共各每的])[一-龥]$/
const NAME_AFTER =
  /^(?:[区桥里村镇县路街]|方程|结构|体系|催化|材料|食品|乳业|股份|集团|[^，。；、\d给予向由的及和与]{0,12}?(?:公司|集团|工厂|商店|酒店))/
const IS_DIGIT = new RegExp(`^[${DIGIT}]`)
const LONE_NUMERAL = /^[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾万千百]$/
/** Between a sum and the same sum in the other spelling: 壹万元整（¥10,000）, 10000元（大写：壹万元整）. */
const RESTATED = /^\s?[（(](?:即|大写|小写|人民币|[：:\s]){0,4}$/

/** The sums of a text: 壹万元（¥10,000） is one. Linear. Source: docs/decisions.md, Sums of money. */
export function findAmounts(text: string): Amount[] {
  const found: Amount[] = []
  for (const match of matchesOf(text, SUM)) {
    const amount = amountAt(text, match.index, match[0])
    const last = found.at(-1)
    if (amount === null) continue
    const spelling = last === undefined ? null : spellingOf(text, last, amount)
    if (last === undefined || spelling === null) found.push(amount)
    else if (spelling === 'other') found[found.length - 1] = { ...last, amount: null, differs: true }
  }
  return found
}

function amountAt(text: string, at: number, sum: string): Amount | null {
  const end = at + sum.length
  const head = text.slice(Math.max(0, at - LONGEST_BEFORE), at)
  const before = BEFORE.exec(head)
  AFTER.lastIndex = end
  const after = AFTER.exec(text)
  if (after === null && (before === null || !IS_DIGIT.test(sum))) return null
  const value = decimalOf(sum, after?.[3], after?.[4])
  if (value === undefined && !IS_DIGIT.test(sum)) return null
  const until = after === null ? end : AFTER.lastIndex
  const isName = NAME_BEFORE.test(head) || NAME_AFTER.test(text.slice(until, until + 20))
  if (before === null && LONE_NUMERAL.test(sum) && isName) return null
  const offset = before === null ? at : at - before[0].length
  const isExact = value !== undefined && after?.[1] === undefined && !isRough(text, sum, offset, until)
  const following = currencyOf(after?.[2]) ?? 'CNY'
  return {
    amount: isExact ? moneyText(value) : null,
    currency: following === 'CNY' ? (currencyOf(before?.[1]) ?? 'CNY') : following,
    text: text.slice(offset, until),
    offset,
  }
}

function isRough(text: string, sum: string, start: number, end: number): boolean {
  const head = text.slice(Math.max(0, start - LONGEST_BEFORE), start)
  const behind = text.slice(end, end + LONGEST_BEFORE)
  const isRange =
    RANGE.test(head) && (!LIST_NUMBER.test(head) || /^[1-9一二三四五六七八九]\s?[十百千万亿]/.test(sum))
  const hasCurrency = /[元圆]$/.test(text.slice(end - 1, end))
  const rangeAfter = hasCurrency ? /^\s?[—–~～至到]{1,2}\s?[\d０-９]/ : RANGE_AFTER
  const isAbout = /(?:[近逾]|(?<![违合履预])约)\s?$/.test(head) || ROUGHLY_AFTER.test(behind)
  return isRange || isAbout || rangeAfter.test(behind)
}

/** 角 and 分 are tenths and hundredths of the currency. */
function decimalOf(sum: string, tenth?: string, hundredth?: string): Decimal | undefined {
  const numerals = IS_DIGIT.test(sum) ? undefined : chineseInteger(sum)
  const whole = numerals === undefined ? digitsWithUnits(sum) : { units: numerals, scale: 0 }
  if (whole === undefined || (tenth === undefined && hundredth === undefined)) return whole
  const [tenths, hundredths] = [smallDigit(tenth), smallDigit(hundredth)]
  if (whole.scale > 0 || tenths === undefined || hundredths === undefined) return undefined
  return { units: whole.units * 100n + tenths * 10n + hundredths, scale: 2 }
}

function smallDigit(text = '零'): bigint | undefined {
  const plain = text.normalize('NFKC')
  const value = /^\d$/.test(plain) ? BigInt(plain) : chineseInteger(plain)
  return value !== undefined && value < 10n ? value : undefined
}

const BLANKS = new RegExp(`${BLANK}(?=[0-9]{3})`, 'g')
const PARTS = new RegExp(`(${RUN})\\s?([十百千万亿]{0,2})`, 'g')

/** 12.5万, 1亿2000万: each part in its unit, and each unit smaller than the one before. */
function digitsWithUnits(sum: string): Decimal | undefined {
  let units = 0n
  let scale = 0
  let last: bigint | undefined
  for (const [, run = '', word = ''] of matchesOf(sum.replace(BLANKS, ''), PARTS)) {
    const part = decimalOfDigits(run.normalize('NFKC'))
    const multiplier = multiplierOf(word)
    if (part === undefined || multiplier === undefined || (last !== undefined && multiplier >= last))
      return undefined
    const common = Math.max(scale, part.scale)
    units =
      units * 10n ** BigInt(common - scale) + part.units * multiplier * 10n ** BigInt(common - part.scale)
    scale = common
    last = multiplier
  }
  return last === undefined ? undefined : { units, scale }
}

const IN_WORDS = new RegExp(`^[${MONEY_NUMERALS}]`)
/** 壹万元（¥10000） is one sum written again; 壹万元（¥12000） is one in words and in figures, of `other` height. */
function spellingOf(text: string, last: Amount, next: Amount): 'same' | 'other' | null {
  const between = text.slice(endOf(last), next.offset)
  if (between.length > 12 || !RESTATED.test(between)) return null
  if (last.amount !== null && last.amount === next.amount && last.currency === next.currency) return 'same'
  const isInWords = ({ text: written }: Amount): boolean => IN_WORDS.test(written.replace(BEFORE_SUM, ''))
  return /^[)）]/.test(text.slice(endOf(next))) && isInWords(last) !== isInWords(next) ? 'other' : null
}
const BEFORE_SUM = new RegExp(`^(?:${CURRENCY_BEFORE})\\s?`, 'i')

/** Where a sum ends in its text; 0 for none before the first. */
export const endOf = (amount: Amount | undefined): number =>
  amount === undefined ? 0 : amount.offset + amount.text.length

export const isGiven = ({ amount, differs }: Amount): boolean => amount !== null || differs === true

export const whyNone = (sums: readonly (Amount | null)[]): 'words and figures differ' | null =>
  sums.some((sum) => sum?.differs) ? 'words and figures differ' : null

/** A sum of a piece of a text, in the text: `by` is where the piece begins. */
export const placed = <T extends Amount>(amount: T, by: number): T => ({
  ...amount,
  offset: by + amount.offset,
})

/** The only sum of a piece of a text, in the text; null where there are several, or it is rough. */
export const onlySum = ([sum, other]: readonly Amount[], by: number): Amount | null =>
  sum === undefined || other !== undefined || !isGiven(sum) ? null : placed(sum, by)

/** 金额（元）: a table stands below, whose figures have no currency of their own. */
const HEAD = /[（(]\s?(?:单位\s?[：:]\s?)?(?:人民币)?元\s?[)）]/g
const FIGURE = /(?<![\d.,，])(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}\.\d{1,2})(?![\d.,%％]|\s?[元万亿])/g

/** Whether the rest of an item is a table of sums in yuan, and where it begins in this sentence. */
export const tableStart = (sentence: string): number | undefined => rangesOf(HEAD, sentence)[0]?.to

/** The sums of a table by the party that a row names. Of several figures the last counts, where it is their total. Offsets count in the sentence. */
export function tableSums(sentence: Passage, from: number): { amount: Amount; payee: Named }[] {
  const { text, mentions } = sentence
  const payees = mentions.filter(({ start, isName, keys }) => isName && start >= from && keys.length > 0)
  return payees.flatMap((mention, index) => {
    const [payee] = namesFrom(sentence, mention)
    const [row = ''] = text.slice(mention.end, payees[index + 1]?.start).split(/合\s?计|总\s?计/, 1)
    const figures = matchesOf(row, FIGURE)
    const [last, ...others] = figures.map(([figure]) => cents(figure) ?? 0n).reverse()
    const isTotal = others.length === 0 || others.reduce((sum, one) => sum + one, 0n) === last
    const figure = figures.at(-1)
    const decimal = decimalOfDigits(figure?.[0] ?? '')
    if (payee === undefined || figure === undefined || decimal === undefined || !isTotal) return []
    const offset = mention.end + figure.index
    return [{ amount: { amount: moneyText(decimal), currency: 'CNY', text: figure[0], offset }, payee }]
  })
}
