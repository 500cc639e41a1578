import { groupsBy } from './rows.ts'

/** Sums of money as DECIMAL(20,2) writes them, added and compared without a float. */

const shape = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** Hundredths. @throws Error for what is no sum */
export function hundredths(amount: string): bigint {
  const found = shape.exec(amount)
  if (found === null) throw new Error(`report: ${amount} is no sum of money`)
  const [, sign, whole = '0', fraction = ''] = found
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -value : value
}

/** 1234567.5 as 1,234,567.50. */
export function grouped(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0n ? '-' : ''}${whole}.${digits.slice(-2)}`
}

export const formatAmount = (amount: string): string => grouped(hundredths(amount))

/** What sums come to, by currency, those of most first; currencies are never converted. */
export function totals<
  Sum extends { readonly row: { readonly amount: string | null; readonly currency: string | null } },
>(
  sums: readonly Sum[],
): { readonly currency: string; readonly total: bigint; readonly sums: readonly Sum[] }[] {
  const exact = sums.filter(({ row }) => row.amount !== null)
  return [...groupsBy(exact, ({ row }) => row.currency ?? '')]
    .map(([currency, of]) => {
      const total = of.reduce((sum, { row }) => sum + hundredths(row.amount ?? '0'), 0n)
      return { currency, total, sums: of }
    })
    .sort((a, b) => b.sums.length - a.sums.length || (a.currency < b.currency ? -1 : 1))
}
