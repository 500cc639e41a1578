import { diceOf } from '../../support/dice.ts'

/** What litigation lives are made of: chance, places, names, days, sums and case numbers, all decided before a word is written. */

export interface Dice {
  readonly chance: (share: number) => boolean
  readonly integer: (least: number, most: number) => number
  readonly pick: <T>(all: readonly T[]) => T
}

export function throwing(seed: number, ...parts: readonly (string | number)[]): Dice {
  const random = diceOf(seed, 'lives', ...parts)
  const integer = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    chance: (share) => random() < share,
    integer,
    pick: (all) => all[integer(0, all.length - 1)] as (typeof all)[number],
  }
}

/** A day as yyyy-MM-dd. */
export type Day = string

export const daysAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export const inChinese = (day: Day): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const digits = '〇一二三四五六七八九'
const numeral = (number: number): string =>
  number < 10
    ? (digits[number] ?? '')
    : `${number < 20 ? '' : digits[Math.floor(number / 10)]}十${number % 10 ? digits[number % 10] : ''}`

/** A day as courts sign: 二〇二四年五月六日. */
export const signedDay = (day: Day): string => {
  const [year = '', month, date] = day.split('-')
  return `${[...year].map((digit) => digits[Number(digit)]).join('')}年${numeral(Number(month))}月${numeral(Number(date))}日`
}

export interface Court {
  readonly name: string
  readonly code: string
  readonly province: string
  readonly city: string
}

const place = (province: string, city: string, district: string, code: string) => ({
  low: { name: `${city}市${district}人民法院`, code, province, city: `${city}市` },
  high: {
    name: `${province}省${city}市中级人民法院`,
    code: code.slice(0, 3),
    province,
    city: `${city}市`,
  },
  address: `${province}省${city}市${district}`,
})

export type Place = ReturnType<typeof place>

export const places: readonly Place[] = [
  place('河南', '郑州', '金水区', '豫0105'),
  place('湖南', '长沙', '雨花区', '湘0111'),
  place('安徽', '合肥', '包河区', '皖0111'),
  place('福建', '福州', '鼓楼区', '闽0102'),
  place('山东', '济南', '历下区', '鲁0102'),
  place('江西', '南昌', '青山湖区', '赣0111'),
]

export interface Case {
  /** 民初, 民终, 执, 执恢, 执异, 执保, 民督, 破申, 破, … */
  readonly code: string
  /** As courts write it. */
  readonly number: string
  /** As tables have it. */
  readonly key: string
  readonly court: Court
  readonly on: Day
}

/** Serial numbers are never given twice in a world: what is of another case is so by its number. */
export function numbering() {
  let serial = 100
  return (court: Court, code: string, on: Day): Case => {
    serial += 7
    const number = `（${on.slice(0, 4)}）${court.code}${code}${serial}号`
    return { code, number, key: number.replace('（', '(').replace('）', ')'), court, on }
  }
}

export type Numbering = ReturnType<typeof numbering>

const firstWords = '瑞澜 启沃 弘岚 博垦 旭芃 睿垚 锦澍 昊洺 卓屿 凌骁 沛霖 尚禾'.split(' ')
const secondWords = '机电 纺织 粮油 医药 仓储 模具 包装 照明 水产 家具 化工 钢构'.split(' ')
const surnames = [...'邵骆薛甘柏滕詹隋翟戚庞瞿']
const middle = [...'文丽建雪志秀国晓永桂景素海玉']
const last = [...'涛君业梅宏兰梁燕年芳明云峰萍']

/** A name that others may have, too: of a judge. */
export const someone = (dice: Dice): string =>
  `${dice.pick(surnames)}${dice.chance(0.8) ? dice.pick(middle) : ''}${dice.pick(last)}`

/** Names that no other party of the world has. */
export function naming(dice: Dice) {
  const taken = new Set<string>()
  const fresh = (draw: () => string): string => {
    const name = draw()
    if (taken.has(name)) return fresh(draw)
    taken.add(name)
    return name
  }
  return {
    company: (city = dice.pick(places).low.city.replace('市', '')) =>
      fresh(
        () =>
          `${city}${dice.pick(firstWords)}${dice.pick(['', '', '新', '盛', '同', '兴', '泰'])}${dice.pick(secondWords)}有限公司`,
      ),
    person: () => fresh(() => someone(dice)),
  }
}

export type Naming = ReturnType<typeof naming>

/** A sum in yuan: mostly round, sometimes with cents. */
export const sumOf = (dice: Dice, least: number, most: number): number =>
  dice.integer(least, most) * 1000 +
  (dice.chance(0.4) ? dice.integer(1, 999) : 0) +
  (dice.chance(0.2) ? 0.25 : 0)

/** A sum as a writer puts it: 128500元, 128500.00元, 12.85万元. */
export function yuan(dice: Dice, amount: number): string {
  if (Number.isInteger(amount / 100) && amount >= 10_000 && dice.chance(0.15)) return `${amount / 10_000}万元`
  if (dice.chance(0.15)) return `人民币${amount}元`
  return Number.isInteger(amount) ? `${amount}${dice.chance(0.1) ? '.00' : ''}元` : `${amount.toFixed(2)}元`
}

export const money = (amount: number): string => amount.toFixed(2)

/** A wording with what it says: `{name}` stands for a value, and one that is missing is a mistake of the writer. */
export const filled = (wording: string, values: Readonly<Record<string, string | undefined>>): string =>
  wording.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the wording "${wording}" lacks ${name}`)
    return value
  })
