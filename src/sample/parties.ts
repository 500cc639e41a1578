import { type Court, placeOf } from './courts.ts'
import { companyName, personName } from './names.ts'
import { chance, integer, pick, type Random } from './random.ts'
import type { Cause } from './words/causes.ts'
import { authorities, banks, buildings, industries, insurers, roads } from './words/names.ts'

export interface Party {
  readonly kind: 'company' | 'person' | 'authority'
  readonly name: string
  readonly short: string
  readonly address: string
  /** Whoever acts for a company. */
  readonly head: string
  /** Unified social credit code; of the corpus's own enterprises only. */
  readonly code?: string
  /** Year of birth of a person. */
  readonly born: number
}

export const streetAddress = (random: Random, court: Court): string =>
  `${placeOf(court)}${pick(random, roads)}${integer(random, 1, 399)}号`

export const officeAddress = (random: Random, court: Court): string =>
  `${streetAddress(random, court)}${pick(random, buildings)}${integer(random, 2, 28)}层${integer(random, 1, 30)}室`

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
  const word = pick(random, industries)[0]
  const hidden =
    party.kind === 'person'
      ? `${party.name.charAt(0)}某`
      : pick(random, ['某公司', '某某公司', `某${word}公司`, `某某${word}有限公司`])
  return { ...party, name: hidden, short: hidden, address: party.address.replace(/\d.*$/, '××号') }
}

export function insurer(random: Random, court: Court, place: string): Party {
  const name = `${pick(random, insurers)}${place}分公司`
  return organisation(random, court, { name, short: `${name.slice(0, 4)}${place}分公司` })
}

function bank(random: Random, court: Court, place: string): Party {
  const name = `${pick(random, banks)}股份有限公司${place}${pick(random, ['分行', '支行', '营业部'])}`
  return organisation(random, court, { name, short: name.replace('股份有限公司', '') })
}

function authority(random: Random, court: Court): Party {
  const name = `${placeOf(court)}${pick(random, authorities)}`
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
