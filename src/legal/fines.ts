import type { AmountRole } from './amount-roles.ts'
import { group, type Mention, type Named } from './named-persons.ts'
import type { Sentence } from './text.ts'

/** A fine is imposed, not paid by a verb: 并处罚金人民币一万元, 没收个人财产五万元, 处以罚款五千元. */
const IMPOSED =
  /(?:(?:判处|并处|单处|各处|处以?|科以|罚)\s?(?:罚[金款])|没收(?:其)?个人(?:部分)?财产|[对予][^，。；]{1,40}罚款)(?:人民币|各|共计|计|：)?\s?$/
const ACCUSED = /^(?:(?:各|[两二三四五])?(?:原审)?被告(?:人|单位)|罪犯|被罚款人|被处罚人)$/
const NEAR = 60

/**
 * Who is fined by the sum at this place; null where none is imposed there. The payers are the last accused named before it, else those
 * of the fine before (犯盗窃罪…；犯诈骗罪，并处罚金…). A name that only a remark mentions pays no fine.
 */
export function fineOf(
  sentence: string,
  mentions: readonly Mention[],
  at: number,
  carried: readonly Named[],
): { readonly payers: readonly Named[]; readonly payees: readonly Named[] } | null {
  if (!IMPOSED.test(sentence.slice(Math.max(0, at - NEAR), at))) return null
  const before = mentions.filter(({ end }) => end <= at)
  const first =
    before.findLast((one, index) => isAccused(sentence, one) && !isAccused(sentence, before[index - 1])) ??
    before.findLast(({ isName }) => isName)
  return { payers: first === undefined ? carried : group(sentence, mentions, first), payees: [] }
}

const isAccused = (sentence: string, mention: Mention | undefined): boolean =>
  mention !== undefined &&
  (mention.isName
    ? /(?:被告(?:人|单位)|罪犯|被罚款人|被处罚人|对)$/.test(
        sentence.slice(Math.max(0, mention.start - 6), mention.start),
      )
    : ACCUSED.test(mention.text))

type Fine = {
  readonly role: AmountRole | null
  readonly offset: number
  readonly isOrdered: boolean
  readonly payers: readonly Named[]
}

const DECIDED = /决定(?:合并)?执行[^。；]{0,80}(?:罚金|没收)/

/** The fines of single crimes, which the fine to be carried out restates (决定执行…并处罚金…). */
export function restatedFines<T extends Fine>(
  sentences: readonly Sentence[],
  sums: readonly T[],
): ReadonlySet<T> {
  const restated = new Set<T>()
  const fines = sums.filter(({ role, isOrdered }) => role === '罚款' && isOrdered)
  for (const { text, offset } of sentences) {
    const at = DECIDED.exec(text)?.index
    const whole = at === undefined ? undefined : fines.find((one) => one.offset > offset + at)
    const payers = whole === undefined ? '' : namesOf(whole)
    for (const one of fines)
      if (whole !== undefined && one.offset < offset + (at ?? 0) && namesOf(one) === payers) restated.add(one)
  }
  return restated
}

const namesOf = ({ payers }: Fine): string => payers.flatMap(({ keys }) => keys).join()
