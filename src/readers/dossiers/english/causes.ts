import { businessCauses } from './business-causes.ts'
import { civilCauses } from './civil-causes.ts'
import { pairsIn } from './pairs.ts'
import { publicCauses } from './public-causes.ts'

const named = pairsIn(civilCauses, businessCauses, publicCauses)

/** Endings that records leave out: 买卖合同 for 买卖合同纠纷, 职务侵占 for 职务侵占罪. */
const leftOut = ['', '纠纷', '罪']

/** The usual English name of a cause of action; null where there is none, because a cause in pinyin says nothing. */
export function causeInEnglish(cause: string): string | null {
  const found = leftOut.find((ending) => named.has(cause + ending))
  return found === undefined ? null : (named.get(cause + found) ?? null)
}
