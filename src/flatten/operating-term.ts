import { dayOf } from './values.ts'

const WORDS = /^(?:自|从)?(.*?)(?:起)?\s*(?:至|到|[~～]|[—–]+)\s*(.*?)(?:止)?$/u
const HYPHEN = /^(\d{4}年\d{1,2}月\d{1,2}日|\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{8})\s*-+\s*(.+)$/u

/** Two days in the longest form; what is longer names other things, and costs its length squared. */
const LONGEST = 120

/** First and last day of a term of operation (营业期限); null where it names no day, as in 无固定期限 or 长期. */
export function operatingTerm(text: string | null): { from: string | null; until: string | null } {
  if (text !== null && text.length > LONGEST) return { from: null, until: null }
  const plain = (text ?? '').normalize('NFKC').trim()
  const hyphen = HYPHEN.exec(plain)
  const [from, until] = hyphen ? [hyphen[1], hyphen[3]] : (WORDS.exec(plain)?.slice(1) ?? [])
  return { from: dayOf(from ?? ''), until: dayOf(until ?? '') }
}
