import { bareNameAt, looksNamed } from './bare-names.ts'
import { startOfKnownName } from './known-names.ts'
import { knownLaw } from './laws.ts'
import { baseNameIn, defineAfter, type Instrument, type Named, openingBracket } from './named-instruments.ts'

/** Why a citation names no law, or no article. */
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
const MARK_TAIL =
  /^(?:合同编|物权编|总则编|婚姻家庭编|继承编|侵权责任编|担保制度|有关|适用|若干问题|通则|时间效力|执行程序|诉讼|案件|纠纷|的|之|司法){0,5}(?:解释|规定|意见)(?:[（(]?[一二三四五六七八九十]{1,2}[）)]?|[（(]试行[）)])?$/
const RULE_OF = /^(?:的|之)?(?:相关|有关)?规定(?:的|中|中的)?$/
const ANAPHOR =
  /((?<![基日])本|该|此|(?<!合)同|上述|前述|上列|前引|原)(?:部|项|份)?(司法解释|法律|法典|法|条例|办法|规定|解释|细则|规则|意见|决定|纪要|批复|通则|通知)$/
const AGREEMENT =
  /(?:合同书?|协议书?|章程|合约|契约|规约|条款|承诺书|手册|保单|保险单|订单|约定|附件|公约|制度|守则|须知)(?:书|中|内)?(?:[（(][^（）()]{1,8}[）)])?$/
const JOINED =
  /^[\s、，,；;]*(?:的|之)?(?:相关|有关)?(?:规定)?[\s、，,；;]*(?:和|及其?|以及|与|或者?|并|并且|同时|结合)?\s*(?:(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任)编)?\s*$/
const MAY_CARRY =
  /(?:^|[\s。；;：:，,、“”"'’‘「」（()）！!？?…·—-]|其中?|即|以及|及|和|与|或者?|由|根据|依据|依照|按照|适用|参照|参考|违反了?|符合|对照?|以|因|且|并|但|而|在|于|为|是|又|另|据|按|属于?|包括|如|见|同时|此外|的|之|中|所列)$/
const AGREED = /[^，。；;：:“]{0,8}约定/y

/** The citation before: what it was attributed to and where it ended. */
export type Previous = { readonly attribution: Attribution; readonly end: number }

/** Which law the article from `at` to `end` belongs to. */
export function lawOfArticle(named: Named, at: number, end: number, previous: Previous | null): Attribution {
  const { text } = named
  const chainEnd = previous?.end ?? 0
  if (previous && at - chainEnd < 24 && JOINED.test(text.slice(chainEnd, at))) {
    return { ...previous.attribution, adjacent: false }
  }
  const nameEnd = endOfName(text, at, chainEnd)
  const direct = namedAt(named, nameEnd, chainEnd)
  if (direct) return direct
  return weaklyCarried(named, at, end)
}

function carried(instrument: Instrument | null, adjacent: boolean): Attribution {
  if (instrument === null || instrument.given === '')
    return { instrument: null, reason: 'no law named', adjacent }
  return { instrument, reason: instrument.law === null ? 'not a law' : null, adjacent }
}

/** Steps back over what may stand between a name and its article: spaces, 的, quotes, brackets, 第三章, 合同编. */
function endOfName(text: string, at: number, floor: number): number {
  let end = at
  for (let steps = 0; steps < 8 && end > floor; steps++) {
    const before = stepBack(text, end)
    if (before === end) break
    end = before
  }
  return end
}

function stepBack(text: string, end: number): number {
  const last = text.charAt(end - 1)
  if (' \u3000\t的中内里”"’」之*'.includes(last)) return end - 1
  const open = openingBracket(text, end)
  if (open > 0) {
    const isOwn = OWN_BRACKET.test(text.slice(open + 1, end - 1))
    return isOwn ? end : open
  }
  if (!'编章节则'.includes(last)) return end
  const part = PART.exec(text.slice(Math.max(0, end - 16), end))
  return part ? end - part[0].length : end
}

function namedAt(named: Named, end: number, chainEnd: number): Attribution | null {
  const { text, lastMark } = named
  const marked = text.charAt(end - 1) === '》' ? named.marks.get(end) : undefined
  if (marked) return carried(marked, true)
  if (lastMark && lastMark.end >= chainEnd && end > lastMark.end && end - lastMark.end < 28) {
    const composite = afterMark(named, lastMark, end)
    if (composite) return composite
  }
  return (startOfKnownName(text, end) < 0 ? anaphorAt(named, end) : null) ?? plainNameAt(named, end, chainEnd)
}

/** 《民法典》合同编通则解释, 最高人民法院关于适用《…》的解释: the mark is only a part of the title. */
function afterMark(named: Named, mark: { start: number; end: number }, end: number): Attribution | null {
  const tail = named.text.slice(mark.end, end)
  if (RULE_OF.test(tail)) return carried(named.marks.get(mark.end) ?? null, true)
  if (
    !/(?:解释|规定|意见|批复|决定|通知)(?:[（(]?[一二三四五六七八九十]{1,2}[）)]?|[（(]试行[）)])?$/.test(
      tail,
    ) ||
    /[，。；;：:]/.test(tail)
  )
    return null
  const before = named.text.slice(Math.max(0, mark.start - 40), mark.start)
  const head = /(?:最高人民法院|最高法院|最高院|国务院)[^，。；;：:《》]{0,24}$/.exec(before)?.[0] ?? ''
  const given = head + named.text.slice(mark.start, end)
  if (head === '' && knownLaw(given) === undefined) {
    return MARK_TAIL.test(tail) ? { instrument: null, reason: 'no law named', adjacent: true } : null
  }
  return carried({ given, law: baseNameIn(named, given), end }, true)
}

/** 该法, 同法, 本法: the last law named whose title ends so. In a law's own text 本法 is that law. */
function anaphorAt(named: Named, end: number): Attribution | null {
  const found = ANAPHOR.exec(named.text.slice(Math.max(0, end - 8), end))
  if (!found) return null
  const [, pointer, noun = ''] = found
  if (pointer === '原' && noun === '法') return null
  if (pointer === '本' && named.own !== null) return carried({ given: named.own, law: named.own, end }, true)
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
  const agreement = AGREEMENT.exec(named.text.slice(Math.max(0, end - 24), end))
  if (agreement)
    return {
      instrument: { given: nounPhrase(named.text, end), law: null, end },
      reason: 'not a law',
      adjacent: true,
    }
  return looksNamed(named.text, end) ? { instrument: null, reason: 'no law named', adjacent: true } : null
}

function nounPhrase(text: string, end: number): string {
  const phrase =
    /(?:本|该|此|涉案|案涉|上述|前述|双方|租赁|买卖|借款|施工|劳动|担保|保证|补充|服务|保险|公司){0,3}[^，。；;：:、\s的了据照反按《》“”]{0,2}$/
  return phrase.exec(text.slice(Math.max(0, end - 12), end))?.[0] ?? ''
}

/** An article without a name goes to what was named last, unless its own clause speaks of an agreement. */
function weaklyCarried(named: Named, at: number, end: number): Attribution {
  const { text, own } = named
  if (own !== null) return carried({ given: own, law: own, end: at }, false)
  const nothing: Attribution = { instrument: null, reason: 'no law named', adjacent: false }
  if (!MAY_CARRY.test(text.slice(Math.max(0, at - 6), at).replace(/[ \t\u3000]+$/, ''))) return nothing
  const last = named.history.at(-1) ?? null
  const near = last !== null && at - last.end <= FARTHEST ? last : null
  AGREED.lastIndex = end
  if (AGREED.test(text))
    return { instrument: near?.law === null ? near : null, reason: 'not a law', adjacent: false }
  const clause =
    text
      .slice(Math.max(near?.end ?? 0, at - 40), at)
      .split(/[，。；;：:\n”“]/)
      .at(-1) ?? ''
  if (/合同|协议|章程|约定|条款/.test(clause))
    return { instrument: null, reason: 'not a law', adjacent: false }
  return carried(near, false)
}
