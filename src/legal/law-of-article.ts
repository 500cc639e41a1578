import { knownLaw, startOfKnownName } from './laws.ts'
import { baseNameIn, defineAfter, type Instrument, type Named, openingBracket } from './named-instruments.ts'
import { afterLast, foundAt } from './text.ts'

export type CitationReason = 'no law named' | 'not a law' | 'number not readable'
/** `adjacent`: the name stands directly before the article. */
export type Attribution = {
  readonly instrument: Instrument | null
  readonly reason: CitationReason | null
  readonly adjacent: boolean
}

/** A law named further back than this is not carried to an article that names none. */
const FARTHEST = 1500
const PART =
  /(?<=[》典编章节]|刑法|公司法|诉讼法)(?:第[一二三四五六七八九十]{1,3}(?:分编|编|章|节)|(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任|侵权|婚姻|通则)编|总则|分则|附则)$/
const OWN_BRACKET = /^(?:[一二三四五六七八九十]{1,2}|试行|暂行|\d{4}年)$/
const ANAPHOR =
  /(?:(?<![基日])本|该|此|(?<!合)同|上述|前述|上列|前引|原)(?:部|项|份)?(司法解释|法律|法典|法|条例|办法|规定|解释|细则|规则|意见|决定|纪要|批复|通则|通知)$/
const AGREEMENT =
  /(?:合同书?|协议书?|章程|合约|契约|规约|条款|承诺书|手册|保单|保险单|订单|约定|附件|公约|制度|守则|须知)(?:书|中|内)?(?:[（(][^（）()]{1,8}[）)])?$/
const JOINED =
  /^[\s、，,；;]*(?:的|之)?(?:相关|有关)?(?:规定)?[\s、，,；;]*(?:和|及其?|以及|与|或者?|并|并且|同时|结合)?\s*(?:(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任)编)?\s*$/
const MAY_CARRY =
  /(?:^|[\s。；;：:，,、“”"'’‘「」（()）！!？?…·—-]|其中?|即|以及|及|和|与|或者?|由|根据|依据|依照|按照|适用|参照|参考|违反了?|符合|对照?|以|因|且|并|但|而|在|于|为|是|又|另|据|按|属于?|包括|如|见|同时|此外|的|之|中|所列)$/
/** An article printed below its law begins a line: what it says of agreements is its own text. */
const BEGINS_LINE = /\n[^\S\n]*$/
const NEAR_LINE = 8
const AGREED = /[^，。；;：:“]{0,8}约定/y

export type Previous = { readonly attribution: Attribution; readonly end: number }

export function lawOfArticle(named: Named, at: number, end: number, previous: Previous | null): Attribution {
  const { text } = named
  const chainEnd = previous?.end ?? 0
  if (previous && at - chainEnd < 24 && JOINED.test(text.slice(chainEnd, at)))
    return { ...previous.attribution, adjacent: false }
  const direct = namedAt(named, endOfName(text, at, chainEnd), chainEnd)
  return direct ?? lawAbove(named, at) ?? weaklyCarried(named, at, end)
}

function lawNamed(named: Named, given: string, end: number): Instrument {
  return { given, law: baseNameIn(named, given), end }
}

/** In an appended list the law may stand alone on the line above its article, without 《》. */
function lawAbove(named: Named, at: number): Attribution | null {
  const { text } = named
  const line = BEGINS_LINE.exec(text.slice(Math.max(0, at - NEAR_LINE), at))
  if (line === null) return null
  const end = at - line[0].length
  const start = startOfKnownName(text, end)
  if (start < 0 || (start > 0 && text.charAt(start - 1) !== '\n')) return null
  return carried(lawNamed(named, text.slice(start, end), end), true)
}

/** Minutes are a rule only where courts or prosecutors wrote them. */
const MINUTES_OF_PARTIES = /^(?!.*(?:法院|审判|检察|最高|国务院)).*纪要$/s

function carried(instrument: Instrument | null, adjacent: boolean): Attribution {
  if (instrument === null || instrument.given === '')
    return { instrument: null, reason: 'no law named', adjacent }
  const law = MINUTES_OF_PARTIES.test(instrument.law ?? '') ? null : instrument.law
  return { instrument: { ...instrument, law }, reason: law === null ? 'not a law' : null, adjacent }
}

/** Steps back over what may stand between a name and its article: spaces, 的, quotes, brackets, 第三章, 合同编. */
function endOfName(text: string, at: number, floor: number): number {
  let end = at
  for (let steps = 0; steps < 8 && end > floor; steps++) end = stepBack(text, end)
  return end
}

function stepBack(text: string, end: number): number {
  const last = text.charAt(end - 1)
  if (' \u3000\t的中内里”"’」之*'.includes(last)) return end - 1
  const open = openingBracket(text, end)
  if (open > 0) return OWN_BRACKET.test(text.slice(open + 1, end - 1)) ? end : open
  if (!'编章节则'.includes(last)) return end
  const part = PART.exec(text.slice(Math.max(0, end - 16), end))
  return part ? end - part[0].length : end
}

function namedAt(named: Named, end: number, chainEnd: number): Attribution | null {
  const { text, lastMark } = named
  const marked = named.marks.get(end)
  if (marked) return carried(marked, true)
  const isNear = lastMark && lastMark.end >= chainEnd && end > lastMark.end && end - lastMark.end < 28
  const composite = isNear ? afterMark(named, lastMark, end) : null
  const anaphor = composite ?? (startOfKnownName(text, end) < 0 ? anaphorAt(named, end) : null)
  return anaphor ?? plainNameAt(named, end, chainEnd)
}

const REST_OF_TITLE =
  /^[^，。；;：:]*(?:解释|规定|意见|批复|决定|通知)(?:[（(]?[一二三四五六七八九十]{1,2}[）)]?|[（(]试行[）)])?$/
/** 《民法典》合同编通则解释, 最高人民法院关于适用《…》的解释: the mark is only a part of the title. */
function afterMark(named: Named, mark: { start: number; end: number }, end: number): Attribution | null {
  const tail = named.text.slice(mark.end, end)
  if (/^(?:的|之)?(?:相关|有关)?规定(?:的|中|中的)?$/.test(tail))
    return carried(named.marks.get(mark.end) ?? null, true)
  if (!REST_OF_TITLE.test(tail)) return null
  const before = named.text.slice(Math.max(0, mark.start - 40), mark.start)
  const head = /(?:最高人民法院|最高法院|最高院|国务院)[^，。；;：:《》]{0,24}$/.exec(before)?.[0] ?? ''
  const given = head + named.text.slice(mark.start, end)
  return head === '' && knownLaw(given) === undefined ? null : carried(lawNamed(named, given, end), true)
}

/** 该法, 同法, 本法: the last law named whose title ends so. */
function anaphorAt(named: Named, end: number): Attribution | null {
  const [, noun] = ANAPHOR.exec(named.text.slice(Math.max(0, end - 8), end)) ?? []
  if (noun === undefined) return null
  const laws = named.history.filter(({ law }) => law !== null)
  const kind =
    noun === '法' || noun === '法律' || noun === '法典'
      ? /(?<![办方])法[）)]?$|典$/
      : new RegExp(`${noun.replace('司法', '')}[^》]{0,5}$`)
  const law = laws.findLast((instrument) => kind.test(instrument.law ?? '') || kind.test(instrument.given))
  return carried(law ?? laws.at(-1) ?? null, true)
}

function plainNameAt(named: Named, end: number, chainEnd: number): Attribution | null {
  const name = bareNameAt(named, end, chainEnd)
  if (name) {
    defineAfter(named, end, name)
    return carried(name, true)
  }
  const before = named.text.slice(Math.max(0, end - 24), end)
  if (AGREEMENT.test(before)) {
    const instrument = { given: NOUN_PHRASE.exec(before)?.[0] ?? '', law: null, end }
    return { instrument, reason: 'not a law', adjacent: true }
  }
  return ENDING.test(before) ? carried(null, true) : null
}
const NOUN_PHRASE =
  /(?:本|该|此|涉案|案涉|上述|前述|双方|租赁|买卖|借款|施工|劳动|担保|保证|补充|服务|保险|公司){0,3}[^，。；;：:、\s的了据照反按《》“”]{0,2}$/

/** An article without a name goes to what was named last, unless its own clause speaks of an agreement. */
function weaklyCarried(named: Named, at: number, end: number): Attribution {
  const { text } = named
  if (!MAY_CARRY.test(text.slice(Math.max(0, at - 6), at).replace(/[ \t\u3000]+$/, '')))
    return carried(null, false)
  const last = named.history.at(-1) ?? null
  const near = last !== null && at - last.end <= FARTHEST ? last : null
  const isAgreed =
    foundAt(AGREED, text, end) !== null && !BEGINS_LINE.test(text.slice(Math.max(0, at - 4), at))
  const clause = text.slice(Math.max(near?.end ?? 0, at - 40, afterLast('，。；;：:\n”“', text, at)), at)
  if (!isAgreed && !/合同|协议|章程|约定|条款/.test(clause)) return carried(near, false)
  return { instrument: isAgreed && near?.law === null ? near : null, reason: 'not a law', adjacent: false }
}

const WINDOW = 60
/** A foreign or local body before a known name makes it another law: 德国民法典, 上海市物业管理条例. */
const FOREIGN =
  /(?:[英美德法韩泰]国|瑞典|瑞士(?:联邦)?|丹麦|挪威|荷兰|奥地利|意大利|西班牙|葡萄牙|比利时|巴西|加拿大|澳大利亚|新加坡|马来西亚|越南|日本|印度|俄罗斯(?:联邦)?|香港|澳门|台湾(?:地区|省)?|欧盟)$/
const LOCAL = /[一-龥]{1,8}(?:[省市区县州]|经济特区|自治区|兵团)$/
const ENDING =
  /(?:法|法典|条例|办法|规定|解释|细则|规则|通则|总则|纪要|意见|决定|批复|公约|修正案)(?:[（(]?[一二三四五六七八九十]{1,2}[）)]?|[（(](?:试行|暂行|\d{4}年)[）)])?$/
const COURT_TITLE = /最高(?:人民法院|人民检察院|法院|院)(?:[、，]?最高人民检察院)?《?[^，。；;：:《》]*$/
const STATE_TITLE = /(?:中华人民共和国|国务院(?:办公厅)?关于)[一-龥、（）()]{2,40}(?:\d{4}年[）)])?$/
const CITING = /(?:根据|依据|依照|按照|参照|适用|违反了?|援引|引用|参考|符合)([^，。；;：:“”]*)$/
const SENTENCE_WORD =
  /[了是在其将应请可被把]|原告|被告|上诉人|法院|认为|公司|约定|合同|协议|规定的|有关|相关|上述|前述|关于.{0,4}的规定$|^(?:的|之|本|该|此|同)|[本该此同](?:规定|办法|条例|解释|意见|决定|规则|细则|法)$/
const ADJECTIVES = /^[和及与、或并]+|^(?:以及|并且|我国|国家|现行|原|新|旧|《)+/

/** The law named without 《》 whose name ends at `end`: known by this text, by the tables, or cut out by a citing verb. */
export function bareNameAt(named: Named, end: number, floor: number): Instrument | null {
  const { text } = named
  const alias = aliasAt(named, end)
  const start = startOfKnownName(text, end)
  if (alias && (start < 0 || alias.given.length >= end - start)) return alias
  const window = text.slice(Math.max(floor, end - WINDOW), end)
  const known = start >= 0 ? knownName(named, start, end, window) : null
  if (known) return known
  const title = ENDING.test(window) ? cutTitle(window) : null
  return title === null ? null : lawNamed(named, title, end)
}

function aliasAt(named: Named, end: number): Instrument | null {
  let longest: Instrument | null = null
  for (const [given, instrument] of named.aliases) {
    const isLonger = given.length > (longest?.given.length ?? 0)
    if (isLonger && named.text.endsWith(given, end)) longest = { ...instrument, given, end }
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
  if (court.length > name.length && (TITLED_BY_COURT.test(court) || knownLaw(court) !== undefined))
    return lawNamed(named, court, end)
  const mayBeLonger =
    !/[法典]$/.test(name) && name.length <= LONGEST_ABBREVIATION && !BEFORE_NAME.test(before)
  return mayBeLonger ? null : lawNamed(named, name, end)
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
    /(?:^|[，。；;：:\n、])([^，。；;：:\n、]*)$/.exec(window)?.[1]
  const plain = title?.trim().replace(ADJECTIVES, '').trim() ?? ''
  if (plain.length < 4 || !/^[一-龥、（）()〈〉《》]+(?:\d{4}年[）)])?$/.test(plain)) return null
  return /^最高|^中华人民共和国|^国务院/.test(plain) || !SENTENCE_WORD.test(plain) ? plain : null
}
