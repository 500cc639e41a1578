import type { CourtOfCode } from './courts.ts'

/** Kinds of court names by level; the first that fits. A name that only ends like a court's (起诉到人民法院) fits none. */
const LEVELS: readonly (readonly [NonNullable<CourtOfCode['level']>, RegExp])[] = [
  ['最高', /^(?:中华人民共和国)?最高人民法院/],
  ['高级', /(?:省|市|区|军区|^解放军)高级人民法院/],
  [
    '中级',
    /[省市区州盟地团师县县铁]?(?:第[一二三四五六])?中级(?:人民|军事)?法院|(?:海事|知识产权|金融)法院$|铁路运输中级法院$/,
  ],
  [
    '基层',
    /(?:[市区县旗域]|第[一二三四五六])人民法院$|(?:互联网|铁路运输|林区(?:基层)?|矿区|垦区|油田)(?:人民)?法院$/,
  ],
]

/** The level that a court's name tells (最高, 高级, 中级, 基层); null when it does not. Source: domain rule, section 3. */
export function courtLevelOfName(name: string | null): CourtOfCode['level'] {
  if (name === null || /^[诉向在]/.test(name)) return null
  const folded = name.replace(/\s+/g, '')
  return LEVELS.find(([, shape]) => shape.test(folded))?.[0] ?? null
}
