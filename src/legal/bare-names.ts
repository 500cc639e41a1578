import { startOfKnownName } from './known-names.ts'
import { knownLaw } from './laws.ts'
import { baseNameIn, type Instrument, type Named } from './named-instruments.ts'

const WINDOW = 60
/** A foreign or local body before a known name makes it another law: 德国民法典, 上海市物业管理条例. */
const FOREIGN =
  /(?:(?:英|美|德|法|日|韩|俄|泰|印|瑞典|瑞士|丹麦|挪威|荷兰|奥地利|意大利|西班牙|葡萄牙|比利时|巴西|加拿大|澳大利亚|新加坡|马来西亚|越南|俄罗斯|日本|印度)(?:国|联邦)?|香港|澳门|台湾(?:地区|省)?|欧盟)$/
const LOCAL = /[一-龥]{1,8}(?:[省市区县州]|经济特区|自治区|兵团)$/
const ENDING =
  /(?:法|法典|条例|办法|规定|解释|细则|规则|通则|总则|纪要|意见|决定|批复|公约|修正案)(?:[（(]?[一二三四五六七八九十]{1,2}[）)]?|[（(](?:试行|暂行|\d{4}年)[）)])?$/
const COURT_TITLE =
  /最高(?:人民法院|人民检察院|法院|院)(?:[、，]?最高人民检察院)?(?:关于|《|<|〈)?[^，。；;：:《》]*$/
const STATE_TITLE = /(?:中华人民共和国|国务院(?:办公厅)?关于)[一-龥、（）()]{2,40}(?:\d{4}年[）)])?$/
const CITING = /(?:根据|依据|依照|按照|参照|适用|违反了?|援引|引用|参考|符合)([^，。；;：:“”]*)$/
const CLAUSE = /(?:^|[，。；;：:\n、])([^，。；;：:\n、]*)$/
const SENTENCE_WORD =
  /[了是在其将应请可被把]|原告|被告|上诉人|法院|认为|公司|约定|合同|协议|规定的|有关|相关|上述|前述|关于.{0,4}的规定$|^(?:的|之|本|该|此|同)|[本该此同](?:规定|办法|条例|解释|意见|决定|规则|细则|法)$/
const ADJECTIVES = /^[和及与、或并]+|^(?:以及|并且|我国|国家|现行|原|新|旧|《)+/

/** The law named without 《》 whose name ends at `end`: known by this text, by the tables, or cut out by a citing verb. */
export function bareNameAt(named: Named, end: number, floor: number): Instrument | null {
  const { text } = named
  const alias = aliasAt(named, end)
  const start = startOfKnownName(text, end)
  if (alias && (start < 0 || alias.given.length >= end - start)) return alias.instrument
  const window = text.slice(Math.max(floor, end - WINDOW), end)
  const known = start >= 0 ? knownName(named, start, end, window) : null
  if (known) return known
  const title = ENDING.test(window) ? cutTitle(window) : null
  return title === null ? null : { given: title, law: baseNameIn(named, title), end }
}

/** Whether a name of some law ends there, though which one cannot be told. */
export function looksNamed(text: string, end: number): boolean {
  return ENDING.test(text.slice(Math.max(0, end - 12), end))
}

function aliasAt(named: Named, end: number): { given: string; instrument: Instrument } | null {
  let longest: { given: string; instrument: Instrument } | null = null
  for (const [given, instrument] of named.aliases) {
    const isLonger = given.length > (longest?.given.length ?? 0)
    if (isLonger && named.text.endsWith(given, end))
      longest = { given, instrument: { ...instrument, given, end } }
  }
  return longest
}

function knownName(named: Named, start: number, end: number, window: string): Instrument | null {
  const name = named.text.slice(start, end)
  const before = named.text.slice(Math.max(0, start - 12), start)
  const body = FOREIGN.exec(before) ?? (REGULATION.test(name) ? LOCAL.exec(before) : null)
  const other = body ? `${body[0].replace(CITING_PREFIX, '')}${name}` : null
  if (other !== null) return { given: other, law: other, end }
  const court = COURT_TITLE.exec(window)?.[0] ?? ''
  if (court.length > name.length && (TITLED_BY_COURT.test(court) || knownLaw(court) !== undefined)) {
    return { given: court, law: baseNameIn(named, court), end }
  }
  const mayBeLonger =
    !/[法典]$/.test(name) && name.length <= LONGEST_ABBREVIATION && !BEFORE_NAME.test(before)
  return mayBeLonger ? null : { given: name, law: baseNameIn(named, name), end }
}

/** Provinces and cities make 条例, 办法 and 规定, never a 法. */
const REGULATION = /(?:条例|办法|规定)$/
const TITLED_BY_COURT = /^最高.{1,12}关于.*(?<!法|典)$/
const CITING_PREFIX = /^.*(?:根据|依据|依照|按照|参照|适用|违反了?|援引|和|与|及|的)/
const LONGEST_ABBREVIATION = 12
/** What may stand before an abbreviation; another character may be part of a longer name that is not known. */
const BEFORE_NAME =
  /(?:^|[^一-龥]|根据|依据|依照|按照|参照|参考|适用|违反了?|符合|属于|援引|引用|司法|人民法院|高法|高院|[和及与或的在由以对即是为新原旧于据照按])$/

function cutTitle(window: string): string | null {
  const title =
    COURT_TITLE.exec(window)?.[0] ??
    STATE_TITLE.exec(window)?.[0] ??
    CITING.exec(window)?.[1] ??
    CLAUSE.exec(window)?.[1]
  const plain = title?.trim().replace(ADJECTIVES, '').trim() ?? ''
  if (plain.length < 4 || !/^[一-龥、（）()〈〉《》]+(?:\d{4}年[）)])?$/.test(plain)) return null
  return /^最高|^中华人民共和国|^国务院/.test(plain) || !SENTENCE_WORD.test(plain) ? plain : null
}
