import { type Court, courtsOf } from './courts.ts'
import { chance, pick, type Random, randomStream } from './random.ts'
import { givenFirst, givenSecond, industries, surnames, tradeFirst, tradeSecond } from './words/names.ts'

export interface CompanyName {
  readonly name: string
  /** What documents call it after the first mention. */
  readonly short: string
  readonly industry: string
  readonly scope: string
}

/** An invented natural person. */
export const personName = (random: Random): string =>
  pick(random, surnames) + pick(random, givenFirst) + (chance(random, 0.7) ? pick(random, givenSecond) : '')

/** A company of any place, for counterparties; the same name may come again. */
export function companyName(random: Random, city: string): CompanyName {
  const trade = pick(random, tradeFirst) + pick(random, tradeSecond)
  return assemble(random, city, trade, pick(random, industries))
}

/** Coprime to every list below, so that stepping by it meets each combination once. */
const step = 7_368_787

/**
 * The name of the enterprise at an index: city, trade name and line of business are a permutation of all
 * combinations (some four million), so no two enterprises of a corpus share a name.
 */
export function enterpriseName(seed: number, index: number): CompanyName & { readonly home: Court } {
  const homes = courtsOf('基层')
  const total = tradeFirst.length * tradeSecond.length * industries.length * homes.length
  let code = (Math.floor(randomStream('names', seed)() * total) + index * step) % total
  const take = <T>(items: readonly T[]): T => {
    const item = items[code % items.length]
    code = Math.floor(code / items.length)
    if (item === undefined) throw new Error('sample: a word list for names is empty')
    return item
  }
  const industry = take(industries)
  const trade = take(tradeFirst) + take(tradeSecond)
  const home = take(homes)
  return {
    ...assemble(randomStream('form', seed, index), home.city, trade + home.district.charAt(0), industry),
    home,
  }
}

function assemble(
  random: Random,
  city: string,
  trade: string,
  [word, industry, scope]: readonly [string, string, string],
): CompanyName {
  const place = city.replace(/市$/, '')
  const draw = random()
  const form =
    draw < 0.82 ? '有限公司' : draw < 0.9 ? '集团有限公司' : draw < 0.97 ? '股份有限公司' : '有限责任公司'
  const name = chance(random, 0.12) ? `${trade}${word}（${place}）${form}` : `${place}${trade}${word}${form}`
  return { name, short: `${trade}公司`, industry, scope }
}
