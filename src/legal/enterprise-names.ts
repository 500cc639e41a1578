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
