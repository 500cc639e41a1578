import { foldWidth } from '../legal/text.ts'

export const USCC_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const
const USCC_SHAPE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2] as const

/** One spelling of a unified social credit code: width folded, white space removed, upper case. Not validated. */
export const normaliseUscc = (text: string): string => foldWidth(text).toUpperCase()

/** Whether the text, once normalised, is a unified social credit code with a right check character (GB 32100-2015). */
export function isUscc(text: string): boolean {
  const code = normaliseUscc(text)
  if (!USCC_SHAPE.test(code)) return false
  return usccCheck(code) === code.charAt(17)
}

/** The 18th character of a unified social credit code, from its first 17 (GB 32100-2015). */
export const usccCheck = (code: string): string =>
  USCC_ALPHABET.charAt((31 - (weightedSum(code, USCC_WEIGHTS, USCC_ALPHABET) % 31)) % 31)

/** Whether the text is an organisation code, with or without its hyphen, and its check character is right (GB 11714). */
export function isOrganisationCode(text: string): boolean {
  const code = normaliseUscc(text)
  if (!/^[0-9A-Z]{8}-?[0-9X]$/.test(code)) return false
  return organisationCheck(code) === code.slice(-1)
}

/** The check character of an organisation code, from its first 8 characters (GB 11714). */
export function organisationCheck(code: string): string {
  const sum = weightedSum(code, ORGANISATION_WEIGHTS, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  return '0123456789X0'.charAt(11 - (sum % 11))
}

const weightedSum = (code: string, weights: readonly number[], alphabet: string): number =>
  weights.reduce((sum, weight, index) => sum + weight * alphabet.indexOf(code.charAt(index)), 0)

/**
 * An enterprise registration number (工商注册号): `valid` for 15 digits whose check digit is right (MOD 11,10),
 * `legacy` for the 13 digits used before 2007, which carry no check digit, else `invalid`. Source: docs/domain.md, Identifiers.
 */
export function isRegistrationNumber(text: string): 'valid' | 'legacy' | 'invalid' {
  const number = foldWidth(text)
  if (/^\d{13}$/.test(number)) return 'legacy'
  if (!/^\d{15}$/.test(number)) return 'invalid'
  return registrationCheck(number.slice(0, 14)) === number.charAt(14) ? 'valid' : 'invalid'
}

/** The last digit of a registration number, from its first 14 (MOD 11,10). */
export function registrationCheck(first14: string): string {
  let product = 10
  for (const digit of first14) product = (((product + Number(digit)) % 10 || 10) * 2) % 11
  return String((11 - product) % 10)
}
