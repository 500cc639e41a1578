import { organisationCheck, registrationCheck, USCC_ALPHABET, usccCheck } from '../../contract/identifiers.ts'
import { type Court, courtsOf, placeOf } from './courts.ts'
import { chance, hexId, integer, lognormal, pick, type Random, randomStream } from './random.ts'
import { type Cause, type FixedEnterprise, fixedEnterprises, type Industry, nameWords } from './words.ts'

export interface Party {
  readonly kind: 'company' | 'person' | 'authority'
  readonly name: string
  readonly short: string
  readonly address: string
  /** Who acts for a company. */
  readonly head: string
  /** Unified social credit code; of the corpus's own enterprises only. */
  readonly code?: string
  /** Year of birth of a person. */
  readonly born: number
}

export const streetAddress = (random: Random, court: Court): string =>
  `${placeOf(court)}${pick(random, nameWords().roads)}${integer(random, 1, 399)}号`

export const officeAddress = (random: Random, court: Court): string =>
  `${streetAddress(random, court)}${pick(random, nameWords().buildings)}${integer(random, 2, 28)}层${integer(random, 1, 30)}室`

export function person(random: Random, court: Court): Party {
  const name = personName(random)
  const address = `${streetAddress(random, court)}${integer(random, 1, 20)}号楼${integer(random, 101, 2804)}号`
  return { kind: 'person', name, short: name, address, head: '', born: integer(random, 1955, 2001) }
}

export const company = (random: Random, court: Court): Party =>
  organisation(random, court, companyName(random, court.city))

/** Whom an enterprise meets in a dispute of this kind, suing or being sued. */
export function counterparty(random: Random, cause: Cause, court: Court, sues: boolean): Party {
  const place = court.city.replace(/市$/, '')
  switch (cause.family) {
    case 'labour':
    case 'tort':
      return person(random, court)
    case 'finance':
      return sues ? company(random, court) : bank(random, court, place)
    case 'insurance':
      return sues ? insurer(random, court, place) : company(random, court)
    case 'traffic':
    case 'lending':
      return chance(random, 0.7) ? person(random, court) : company(random, court)
    case 'administrative':
      return authority(random, court)
    default:
      return chance(random, 0.2) ? person(random, court) : company(random, court)
  }
}

/** 某公司, 江北区某某建材公司: how newer uploads hide a party. */
export function anonymous(random: Random, party: Party): Party {
  const word = pick(random, nameWords().industries)[0]
  const hidden =
    party.kind === 'person'
      ? `${party.name.charAt(0)}某`
      : pick(random, ['某公司', '某某公司', `某${word}公司`, `某某${word}有限公司`])
  return { ...party, name: hidden, short: hidden, address: party.address.replace(/\d.*$/, '××号') }
}

export function insurer(random: Random, court: Court, place: string): Party {
  const name = `${pick(random, nameWords().insurers)}${place}分公司`
  return organisation(random, court, { name, short: `${name.slice(0, 4)}${place}分公司` })
}

function bank(random: Random, court: Court, place: string): Party {
  const name = `${pick(random, nameWords().banks)}股份有限公司${place}${pick(random, ['分行', '支行', '营业部'])}`
  return organisation(random, court, { name, short: name.replace('股份有限公司', '') })
}

function authority(random: Random, court: Court): Party {
  const name = `${placeOf(court)}${pick(random, nameWords().authorities)}`
  return { ...organisation(random, court, { name, short: name }), kind: 'authority' }
}

const organisation = (
  random: Random,
  court: Court,
  { name, short }: { readonly name: string; readonly short: string },
): Party => ({
  kind: 'company',
  name,
  short,
  address: officeAddress(random, court),
  head: personName(random),
  born: 0,
})

/** An invented natural person. */
export function personName(random: Random): string {
  const { surnames, givenFirst, givenSecond } = nameWords()
  return (
    pick(random, surnames) + pick(random, givenFirst) + (chance(random, 0.7) ? pick(random, givenSecond) : '')
  )
}

/** A company of any place, for counterparties; the same name may come again. */
export function companyName(random: Random, city: string) {
  const { tradeFirst, tradeSecond, industries } = nameWords()
  const trade = pick(random, tradeFirst) + pick(random, tradeSecond)
  return assemble(random, city, trade, pick(random, industries))
}

/** Coprime to every list below, so that stepping by it meets each combination once. */
const step = 7_368_787

/**
 * The name of the enterprise at an index: city, trade name and line of business are a permutation of all
 * combinations (some four million), so no two enterprises of a corpus share a name.
 */
function enterpriseName(seed: number, index: number) {
  const homes = courtsOf('基层')
  const { tradeFirst, tradeSecond, industries } = nameWords()
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

/** `short`: what documents call it after the first mention. */
function assemble(random: Random, city: string, trade: string, [word, industry, scope]: Industry) {
  const place = city.replace(/市$/, '')
  const draw = random()
  const form =
    draw < 0.82 ? '有限公司' : draw < 0.9 ? '集团有限公司' : draw < 0.97 ? '股份有限公司' : '有限责任公司'
  const name = chance(random, 0.12) ? `${trade}${word}（${place}）${form}` : `${place}${trade}${word}${form}`
  return { name, short: `${trade}公司`, industry, scope }
}

/** A valid unified social credit code of an enterprise registered in a region (six digits). */
function creditCode(random: Random, region: string): string {
  let organisation = 'MA'
  for (let i = 0; i < 6; i++) organisation += USCC_ALPHABET.charAt(integer(random, 0, i < 1 ? 9 : 29))
  const first17 = `91${region}${organisation}${organisationCheck(organisation)}`
  return first17 + usccCheck(first17)
}

/** The organisation code inside a credit code, written with its dash: MA0074PN-3. */
export const organisationCode = (credit: string): string =>
  credit === '' ? '' : `${credit.slice(8, 16)}-${credit.charAt(16)}`

/** A 15-digit registration number with its check digit (MOD 11,10). */
export function registrationNumber(random: Random, region: string): string {
  const first14 = `${region}${String(integer(random, 0, 99_999_999)).padStart(8, '0')}`
  return first14 + registrationCheck(first14)
}

/** What sets how many documents an enterprise has. */
export interface CountOptions {
  readonly documentsPerEnterprise?: number
}

/** An enterprise of the corpus, before anything happened to it. `documents`: in its litigation list, repeated entries aside. */
export type Subject = Readonly<ReturnType<typeof subjectAt>>

/** No list is longer than this: the lognormal's upper 0.5 percent is cut off. */
const longestList = 409

export function subjectAt(seed: number, index: number, options: CountOptions = {}) {
  const random = randomStream('enterprise', seed, index)
  const fixed = fixedEnterprises()[index]
  const drawn = fixed === undefined ? enterpriseName(seed, index) : { ...fixed, home: seatOf(fixed) }
  const { home, industry, scope, name, short } = drawn
  const id = hexId(random)
  const uscc = creditCode(random, home.region)
  const head = personName(random)
  const code = fixed?.uscc ?? (chance(random, 0.01) ? '' : uscc)
  const address = officeAddress(random, home)
  const party: Party = { kind: 'company', name, short, head, born: 0, address, ...(code !== '' && { code }) }
  const documents = options.documentsPerEnterprise ?? fixed?.documents ?? drawCount(seed, index)
  return { index, id: fixed?.id ?? id, uscc: code, home, party, industry, scope, documents, fixed }
}

/** Half have none; the others lognormal, median 4, sigma 1.8. */
function drawCount(seed: number, index: number): number {
  const random = randomStream('workload', seed, index)
  // The first draw decides nothing: the corpora of a seed stay what they were.
  random()
  const isQuiet = random() < 0.5
  return isQuiet ? 0 : Math.min(longestList, Math.max(1, Math.round(lognormal(random, 4, 1.8))))
}

function seatOf({ name, seat }: FixedEnterprise): Court {
  const court = courtsOf('基层').find(({ code }) => code === seat)
  if (court === undefined) throw new Error(`sample: no court ${seat} for ${name}`)
  return court
}
