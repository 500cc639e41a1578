import { integer, type Random } from './random.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** The 18th character of a unified social credit code, from its first 17 (GB 32100-2015). */
export function creditCheck(first17: string): string {
  const sum = creditWeights.reduce(
    (total, weight, i) => total + weight * alphabet.indexOf(first17.charAt(i)),
    0,
  )
  return alphabet.charAt((31 - (sum % 31)) % 31)
}

/** A valid unified social credit code of an enterprise registered in a region (six digits). */
export function creditCode(random: Random, region: string): string {
  let organisation = 'MA'
  for (let i = 0; i < 6; i++) organisation += alphabet.charAt(integer(random, 0, i < 1 ? 9 : 29))
  const first17 = `91${region}${organisation}${organisationCheck(organisation)}`
  return first17 + creditCheck(first17)
}

/** The organisation code inside a credit code, written with its dash: MA0074PN-3. */
export const organisationCode = (credit: string): string =>
  credit === '' ? '' : `${credit.slice(8, 16)}-${credit.charAt(16)}`

/** A 15-digit registration number with its check digit (MOD 11,10). */
export function registrationNumber(random: Random, region: string): string {
  const first14 = `${region}${String(integer(random, 0, 99_999_999)).padStart(8, '0')}`
  let product = 10
  for (const digit of first14) {
    const sum = (Number(digit) + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return first14 + String((11 - product) % 10)
}

/** The check character of an organisation code (GB 11714). */
function organisationCheck(first8: string): string {
  const values = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const sum = organisationWeights.reduce(
    (total, weight, i) => total + weight * values.indexOf(first8.charAt(i)),
    0,
  )
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}
