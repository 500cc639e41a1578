import { type Court, courtsOf } from './courts.ts'
import { creditCode, enterpriseName, officeAddress, type Party, personName } from './parties.ts'
import { chance, hexId, lognormal, randomStream } from './random.ts'
import { type FixedEnterprise, fixedEnterprises } from './words.ts'

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
