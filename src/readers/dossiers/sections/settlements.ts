import { DAY, dayOf } from '../../../legal/dates.ts'
import { matchesOf } from '../../../legal/text.ts'
import type { Dossier, Sum } from '../dossier.ts'
import { between, joined, type Part } from '../html.ts'
import { mostSums } from './natures.ts'

/* By when a settlement before a court is to be paid. */

const DUE = new RegExp(`(${DAY})(?:之|以)?前(?![的所欠已产])`, 'g')
/** A part without a day of its own. */
const IN_PARTS = /分[一二两三四五六七八九十\d]{1,3}[期次笔]|分期|余[款额]|剩余|每[月季年期]/

const daysIn = (text: string): string[] => matchesOf(text, DUE).flatMap(([, day]) => dayOf(day) ?? [])
const textsOf = (sums: readonly Sum[]): string[] => [...new Set(sums.map(({ row }) => row.evidence ?? ''))]

/** By which days all that a settlement orders is to be paid: 定于2024年8月16日前付, 于6月30日前付100元，于12月31日前付100元. */
export function dueText({ say, words }: Dossier, sums: readonly Sum[]): Part {
  const texts = textsOf(sums)
  const isWhole = (text: string): boolean => {
    const count = daysIn(text).length
    const undated = count > 1 ? text.slice(text.lastIndexOf('前')) : text
    return !text.includes('…') && count > 0 && !IN_PARTS.test(undated)
  }
  const days = [...new Set(texts.flatMap(daysIn))].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || !texts.every(isWhole)) return false
  const shown = days.length > mostSums ? [first, '…', last] : days
  return between(say.dueBy, [joined(shown, words.standing.list)])
}
