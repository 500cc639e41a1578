import { foldWidth } from './text.ts'

/**
 * The key under which two spellings of an enterprise's name are one: width, brackets, white space, dashes, middle
 * dots and letter case folded. Brackets stay, as `()`: 甲(集团)公司 and 甲集团公司 are different names. Blank gives ''.
 */
export function enterpriseNameKey(name: string): string {
  const folded = foldWidth(name)
  const key = folded.toLowerCase().replace(/[•‧∙⋅・･·]/g, '·')
  return key === folded ? folded : foldWidth(key)
}

/** What most names share: it tells no enterprise from another. */
const LEGAL_FORMS = /有限责任|有限|股份|集团|公司|总公司|分公司|企业|\(|\)/g
/** Share of the characters asked for that a name must have to be like it: a slip in four is forgiven, another enterprise is not. */
const ALIKE = 0.7

/** A name as registers have it, in full: it ends in its form. */
const REGISTERED = /(公司|合伙\)?|合作社|联社|事务所|厂)$/

/**
 * Whether a name may be meant by another. A registered name means one that differs in its legal form, brackets or order of parts at the
 * most; any other text, a short name or a keyword, one that has it or nearly all of its characters. Not whether it is the same enterprise.
 */
export function mayMean(asked: string, name: string): boolean {
  const [wanted, given] = [coreOf(asked), coreOf(name)]
  return REGISTERED.test(enterpriseNameKey(asked))
    ? [...wanted].sort().join('') === [...given].sort().join('')
    : isNamedAlike(asked, name)
}

/** Whether a name has another, or nearly all of its characters: branches, brackets at other places and slips count. */
export function isNamedAlike(asked: string, name: string): boolean {
  const [wanted, given] = [enterpriseNameKey(asked), enterpriseNameKey(name)]
  if (given.includes(wanted)) return true
  const characters = [...coreOf(asked)]
  const left = [...given]
  const found = characters.filter((character) => {
    const at = left.indexOf(character)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return found.length / characters.length >= ALIKE
}

/** A name without what most names share; all of it where nothing else is left. */
const coreOf = (name: string): string => {
  const key = enterpriseNameKey(name)
  return key.replace(LEGAL_FORMS, '') || key
}
