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

/**
 * Whether a name may be meant by another: the same, a part of it, or written with nearly all of its characters, so that short names,
 * brackets at other places and slips count. Not whether it is the same enterprise.
 */
export function isNamedAlike(asked: string, name: string): boolean {
  const [wanted, given] = [enterpriseNameKey(asked), enterpriseNameKey(name)]
  if (given.includes(wanted)) return true
  const characters = [...(wanted.replace(LEGAL_FORMS, '') || wanted)]
  const left = [...given]
  const found = characters.filter((character) => {
    const at = left.indexOf(character)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return found.length / characters.length >= ALIKE
}
