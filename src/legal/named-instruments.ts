import { readChain } from './article-chain.ts'
import { lawBaseName } from './laws.ts'
import { pairOf } from './text.ts'

/** A law, or an agreement (`law` null), as a text named it; `end` is where that naming ended. `given` '' stands for a law that cannot be identified. */
export type Instrument = { readonly given: string; readonly law: string | null; readonly end: number }

/** What one text has named so far, in its order. */
export type Named = {
  readonly text: string
  /** Titles in 《》 by the offset after 》. */
  readonly marks: Map<number, Instrument>
  readonly aliases: Map<string, Instrument>
  readonly history: Instrument[]
  readonly baseNames: Map<string, string>
  lastMark: { readonly start: number; readonly end: number } | null
}

const [LONGEST_TITLE, LONGEST_GROUP, MOST] = [120, 100, 64]
/** 《…关于适用的解释》 has lost the title inside it: which law it explains is not known. */
const GENERIC =
  /^最高人民法院关于适用的(?:解释|规定|若干问题的解释)$|^(?:司法)?(?:解释|规定|若干规定|办法|条例|意见|细则|通知|决定|规则|纪要|批复|法|法律)$/
const DEFINITION =
  /(?:以下|下文|下)?(?:均|统|简|合|并)?(?:简称|统称|合称|并称|称)(?:为|作)?[:：]?\s?[“"‘'「《〈]*([^”"’'」》〉（）()，,；;]{1,30})/
const DEFINED_MARK = /(?:简|统|合|并)称(?:为|作)?[:：]?\s?[“"‘'「]?$/

export const nothingNamed = (text: string): Named => ({
  text,
  marks: new Map(),
  aliases: new Map(),
  history: [],
  baseNames: new Map(),
  lastMark: null,
})

/** The base name, worked out once for each spelling in the text. */
export function baseNameIn(named: Named, given: string): string {
  const known = named.baseNames.get(given) ?? lawBaseName(given)
  named.baseNames.set(given, known)
  return known
}

export function remember(named: Named, instrument: Instrument): void {
  named.history.push(instrument)
  if (named.history.length > MOST) named.history.shift()
}

/** The newest definitions only, so that a text that defines thousands still takes linear time. */
function define(named: Named, alias: string, instrument: Instrument): void {
  named.aliases.delete(alias)
  named.aliases.set(alias, instrument)
  const [oldest] = named.aliases.keys()
  if (named.aliases.size > MOST && oldest !== undefined) named.aliases.delete(oldest)
}

type NameBefore = (end: number) => Instrument | null

/** Reads the title in 《》 at `start` and the abbreviation defined after it; gives where to read on. */
export function readMark(named: Named, start: number, nameBefore: NameBefore): number {
  const { text } = named
  const close = pairOf(text, start, ['《', '》'], start + LONGEST_TITLE)
  if (close < 0) return start + 1
  const end = close + 1
  const title = text.slice(start + 1, close)
  const kind = kindOfTitle(title)
  const defined = definedByMark(named, start, nameBefore)
  const known = defined ?? named.aliases.get(title)
  const law = known ? known.law : kind === 'law' ? lawOfTitle(named, title, end) : null
  const isUnclear = law === null && kind === 'law' && !known
  const here: Instrument = { given: isUnclear ? '' : title, law, end }
  if (known || kind !== null) remember(named, here)
  named.marks.set(end, here)
  named.lastMark = { start, end }
  if (defined) define(named, title, defined)
  else defineAfter(named, end, here)
  return end
}

const LOST_INNER = '最高人民法院关于适用的解释'
/** No other interpretation that a civil case or an enforcement applies has as many articles. */
const MOST_OF_OTHERS = 163
const HEAD = 200

/** A page has dropped 《中华人民共和国民事诉讼法》 inside the title; the number of the article shows which law it was. */
function isOfCivilProcedure(text: string, end: number): boolean {
  const head = text.slice(0, HEAD).replace(/\s/g, '')
  if (!/(?:民事|执行)(?:判决|裁定|调解|决定)书/.test(head)) return false
  const [first] = readChain(text, end)?.parts ?? []
  return (first?.article ?? 0) > MOST_OF_OTHERS
}

/** 《解释》 that was never defined is the last title that ends so, or no title at all. */
function lawOfTitle(named: Named, title: string, end: number): string | null {
  if (!GENERIC.test(title)) return baseNameIn(named, title)
  if (title === LOST_INNER && isOfCivilProcedure(named.text, end)) return baseNameIn(named, '民诉法解释')
  const ending = title.replace('司法', '')
  return named.history.findLast(({ law }) => law?.replace(/（.{1,3}）$/, '').endsWith(ending))?.law ?? null
}

/** 最高人民法院关于……的解释（以下简称《解释》）: the mark is the abbreviation, the name stands before the bracket. */
function definedByMark(named: Named, start: number, nameBefore: NameBefore): Instrument | null {
  const before = named.text.slice(Math.max(0, start - 40), start)
  if (!DEFINED_MARK.test(before)) return null
  const open = Math.max(before.lastIndexOf('（'), before.lastIndexOf('('))
  if (open < 0) return null
  const bracket = start - before.length + open
  const marked = named.marks.get(bracket)
  return marked ?? nameBefore(bracket)
}

/** Remembers the abbreviations that the brackets after `end` define: （法释〔2020〕26号，以下简称《解释一》）. */
export function defineAfter(named: Named, end: number, instrument: Instrument): void {
  let at = end
  for (let groups = 0; groups < 3; groups++) {
    const close = closingBracket(named.text, at)
    if (close < 0) return
    const alias = DEFINITION.exec(named.text.slice(at + 1, close))?.[1]?.trim()
    if (alias !== undefined && alias !== '') define(named, alias, instrument)
    at = close + 1
  }
}

const OPENING = '（(〔['
const CLOSING = '）)〕]'

const closingBracket = (text: string, open: number): number =>
  pairOf(text, open, [OPENING, CLOSING], open + LONGEST_GROUP)

export const openingBracket = (text: string, end: number): number =>
  pairOf(text, end - 1, [CLOSING, OPENING], Math.max(0, end - LONGEST_GROUP) - 1)

const ORDINAL_BRACKET = /[（(][^（）()]{1,12}[）)]$/
const LAW_ENDING =
  /(?:法|法典|条例|规定|解释|办法|细则|规则|通则|总则|决定|意见|纪要|批复|解答|问答|答复|复函|通知|公告|规程|标准|准则|修正案|规范|指引|公约|协定|议定书)[一二三四五六七八九十]{0,2}$/
const AGREEMENT_ENDING =
  /(?:合同|合同书|协议|协议书|章程|规约|合约|契约|承诺书|承诺函|保证书|担保函|手册|须知|条款|保险单|保单|意向书|备忘录|制度|借条|欠条|确认书|确认函|订单|约定|补充协议|守则|文件|说明书|计划书|计划|方案|声明)[一二三四五六七八九十\d]{0,2}$/

/** Whether a title in 《》 names a rule of law, an agreement or house rule, or something else (a book, a judgment). */
export function kindOfTitle(title: string): 'law' | 'agreement' | null {
  const plain = title.replace(ORDINAL_BRACKET, '').replace(/(?<![》〉>])[》〉>]+$/, '')
  if (AGREEMENT_ENDING.test(plain)) return 'agreement'
  if (!LAW_ENDING.test(plain) || /(?:方|做|看|书|说|魔)法$/.test(plain)) return null
  return /员工|考勤|薪酬|绩效|有限公司|本公司|业主|小区|村规/.test(plain) &&
    !/法$|条例$|^最高|^国务院/.test(plain)
    ? 'agreement'
    : 'law'
}
