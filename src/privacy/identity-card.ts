import { isUscc } from '../legal/identifiers.ts'

const birthday = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const current = new RegExp(`^[1-9]\\d{5}(?:18|19|20)\\d{2}${birthday}\\d{3}[\\dX]$`)
const former = new RegExp(`^[1-9]\\d{5}\\d{2}${birthday}\\d{3}$`)
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether the check character of 18 is right (GB 11643). */
export function hasRightCheck(number: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number.charAt(index)), 0)
  return '10X98765432'.charAt(sum % 11) === number.charAt(17)
}

/**
 * Whether 18 or 15 characters in half width are the number of an identity card. One with a wrong check character is one
 * too (texts have slips), unless it is a right code of an enterprise. Where both are right, codes of enterprises begin with 91 to 93
 * and no district does.
 */
export function isIdentityCard(number: string): boolean {
  if (number.length === 15) return former.test(number)
  if (!current.test(number)) return false
  return !isUscc(number) || (hasRightCheck(number) && !/^9[1-3]/.test(number))
}

/** Whether the check digit of a card of a bank is right (Luhn, ISO/IEC 7812). */
export function isLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const doubled = Number(number.charAt(number.length - 1 - index)) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
