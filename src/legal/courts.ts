import { firstKind } from './text.ts'

export type CourtOfCode = {
  readonly province: string | null
  readonly level: '最高' | '高级' | '中级' | '基层' | null
}

const PROVINCES: ReadonlyMap<string, string> = new Map(
  `京北京 津天津 冀河北 晋山西 内内蒙古 辽辽宁 吉吉林 黑黑龙江 沪上海 苏江苏 浙浙江 皖安徽 闽福建 赣江西 鲁山东 豫河南
  鄂湖北 湘湖南 粤广东 桂广西 琼海南 渝重庆 川四川 黔贵州 云云南 藏西藏 陕陕西 甘甘肃 青青海 宁宁夏 新新疆
  兵新疆生产建设兵团`
    .split(/\s+/)
    .map((entry): [string, string] => [entry.charAt(0), entry.slice(1)]),
)

/** The first characters a court code of the numbering in force since 2016 may have, for use in a regular expression. */
export const COURT_INITIALS = [...PROVINCES.keys(), '军'].join('')

const NEW_CODE = new RegExp(`^([${COURT_INITIALS}])(?:(\\d{2})(\\d{2})?)?$`)
const OLD_CODE = new RegExp(`^([${COURT_INITIALS}])(高法?|[一二三四五]中法?|中法?)$`)
const UNKNOWN: CourtOfCode = { province: null, level: null }

/** Null where the code is not unique: before 2016 most are of a town's name. Source: docs/domain.md, Courts. */
export function courtOfCode(courtCode: string | null): CourtOfCode {
  if (courtCode === null) return UNKNOWN
  if (courtCode === '最高法') return { province: null, level: '最高' }
  const code = NEW_CODE.exec(courtCode)
  if (code) {
    const level = code[2] === undefined ? '高级' : code[3] === undefined ? '中级' : '基层'
    return { province: PROVINCES.get(code[1] ?? '') ?? null, level }
  }
  const [, initial, court] = OLD_CODE.exec(courtCode) ?? []
  if (initial === undefined) return UNKNOWN
  return { province: PROVINCES.get(initial) ?? null, level: court?.includes('中') ? '中级' : '高级' }
}

/** Kinds of court names by level; the first that fits. A name that only ends like a court's (起诉到人民法院) fits none. */
const LEVELS: Readonly<Record<NonNullable<CourtOfCode['level']>, RegExp>> = {
  最高: /^(?:中华人民共和国)?最高人民法院/,
  高级: /(?:省|市|区|军区|^解放军)高级人民法院/,
  中级: /[省市区州盟地团师县县铁]?(?:第[一二三四五六])?中级(?:人民|军事)?法院|(?:海事|知识产权|金融)法院$|铁路运输中级法院$/,
  基层: /(?:[市区县旗域]|第[一二三四五六])人民法院$|(?:互联网|铁路运输|林区(?:基层)?|矿区|垦区|油田)(?:人民)?法院$/,
}

/** The level that a court's name states (最高, 高级, 中级, 基层); null when it states none. Source: docs/domain.md, Courts. */
export function courtLevelOfName(name: string | null): CourtOfCode['level'] {
  if (name === null || /^[诉向在]/.test(name)) return null
  return firstKind(LEVELS, name.replace(/\s+/g, ''))?.kind ?? null
}
