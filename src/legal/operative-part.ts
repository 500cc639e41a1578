import { noteBound } from './bounds.ts'
import { findCaseNumbers } from './case-numbers.ts'
import { parseNumeral } from './numerals.ts'
import { afterLast, matchesOf, rangesOf, type Sentence } from './text.ts'

/** One item of an operative part: 一、…；. Offsets are UTF-16 units in the text that the part was found in. */
export type OperativeItem = Sentence & { readonly item: number }

/** What a document orders, item by item, and what follows the last item: delayed interest, fees, how to appeal. */
export type OperativePart = {
  /** Column of the case that the offsets count in. */
  readonly source: 'judgment' | 'content'
  readonly items: readonly OperativeItem[]
  readonly closing: Sentence
}

/** What a text says before its operative part, which must have been found in it; '' where there is no text. */
export const narrativeOf = (text: string | null, part: OperativePart | null): Sentence => ({
  offset: 0,
  text: text === null ? '' : text.slice(0, part?.items[0]?.offset),
})

const DECIDES =
  /(?:判\s?决|裁\s?定|决\s?定|调\s?解|协议|通知|命令|裁决|支付令)(?:书)?(?:主文)?\s?如\s?下(?:\s?[：:；，]|(?=\s{0,4}(?:\n|[一1][、.．]|驳回|准[予许]|撤销|维持|本案|[原被]告|终结|冻结|查封)))|本院(?:依法)?[决裁]定\s?[：:]|(?:发出|作出)如下(?:支付令|判决|裁定|决定|命令)\s?[：:]|(?:达成|自愿达成)(?:了)?(?:如下|以下)(?:调解|和解)?协议(?:，[^。；：\n]{0,24})?\s?[：:]/g
/** An edited case lists its decisions one after another under this heading. */
const RESULT_HEADING = /(?:^|\n)\s?[【[]?(?:裁判结果|判决结果|处理结果|裁判)[】\]]?\s?[：:]?\n/g
const LISTED =
  /作出[^。；\n]{0,80}?(?:判决|裁定|决定|调解)书?\s?[：:]|(?:法院|一审|二审|再审)(?:经审理后?)?(?:遂|依法|据此|最终)?(?:判决|裁定|改判)\s?[：:]/g
const AFTER_HEADING =
  /\n\s?[【[]?(?:裁判(?:理由|要[点旨])|判决理由|典型意义|案例分析|法官(?:说法|提示)|裁判思路)/
const AFTER_TOLD =
  /(?<=[。；])[^。；\n]{0,60}(?:宣判后|(?:未|均未|不服)[^。；\n]{0,20}(?:上诉|再审)|提起上诉|申请再审|已(?:发生法律效力|生效))/
/** Names of those who sign, or what is appended, at the beginning of a line. Each line is looked at once: blanks end with it. */
const SIGNED =
  /(?:\n|(?<=。))[^\S\n]*(?:审[　 ]*判[　 ]*长|(?:代理|助理|人民)?[　 ]*(?:审[　 ]*判|陪[　 ]*审)[　 ]*员|执[　 ]*行[　 ]*员|书[　 ]*记[　 ]*员|院[　 ]*长|法官助理|二[〇○零Ｏ]|附[：:录]|附(?:本案|相关)|本件与原本)/
const [LONGEST, LONGEST_NOTICE] = [20_000, 400]

/** The judgment section, else what the full text has behind 判决如下. Linear. Source: docs/decisions.md, Outcomes. */
export function operativePart(judgment: string | null, content: string | null, ownKey: string | null = null) {
  if (judgment !== null) return partOf('judgment', after(judgment, lastEnd(DECIDES, judgment) ?? 0))
  const passage = content === null ? null : passageIn(content, ownKey)
  return passage === null ? null : partOf('content', passage)
}

function passageIn(content: string, ownKey: string | null): Sentence | null {
  const headed = lastEnd(RESULT_HEADING, content)
  const listed = headed === null ? null : listedPassage(content, headed, ownKey)
  if (listed !== null) return listed
  const start = lastEnd(DECIDES, content) ?? lastEnd(DUTIES, content)
  return start === null ? (sentenceOf(content) ?? noticeOf(content)) : after(content, start)
}

/** What a decision on appeal quotes of the one below: 一审法院判决：一、…. */
const BELOW_DECIDED =
  /(?:一审|原审)(?:法院|人民法院)?[^。；\n：:]{0,40}?判决(?:如下)?\s?[：:]\s?(?=[一1][、.．]|[^。；\n]{0,80}(?:支付|给付|偿还|返还|赔偿|清偿))/
/** The same right behind the articles that it applied: 依照《…》第…条之规定，判决：一、…; not what is asked for, nor another case. */
const QUOTED = /判决(?:如下)?\s?[：:]\s?(?=[一1][、.．])/g
const [MOST_QUOTED, FAR] = [40, 1000]
const APPLYING = /^(?!.*(?:请求|诉请|另案|仲裁|号)).*(?:依照|依据|根据|按照)《.*(?:规定|[条款项])，?$/s

/** The operative part of the decision below, as the full text of an appeal quotes it; null where it does not, or two may be that. */
export function decidedBelow(content: string): OperativePart | null {
  const quoted = matchesOf(content.slice(0, lastEnd(DECIDES, content) ?? 0), QUOTED)
    .slice(0, MOST_QUOTED)
    .filter(({ index }) => {
      const before = content.slice(Math.max(0, index - FAR), index)
      return APPLYING.test(before.slice(afterLast('。；\n', before, before.length)))
    })
  const found = BELOW_DECIDED.exec(content) ?? (quoted.length === 1 ? quoted[0] : undefined)
  if (found === undefined) return null
  const offset = found.index + found[0].length
  return partOf('content', { offset, text: told(content.slice(offset, offset + LONGEST)) })
}

/** 执行通知书 lists what the debtor has to do. */
const DUTIES =
  /(?:履行(?:下列|以下|如下)(?:给付)?义务|(?:应|须)当?履行的(?:给付)?义务(?:为|如下|是)?)\s?[：:]/g
/** What 限制消费令, 报告财产令, 支付令 and the announcement of a bankruptcy say in one sentence. */
const IN_ONE_SENTENCE =
  /(?:责令你|对你|限制你)[^。；\n]{0,80}(?:报告|限制(?:高)?消费|高消费)[^。；\n]*|本院[^。；\n]{0,80}(?:裁定|决定)(?:书)?，?(?:受理|宣告)[^。；\n]{2,80}(?:破产|重整|清算)[^。；\n]*|(?:本院[决裁]定[将对]|，决定[将对]你)[^。；\n]{2,120}|被申请人[^。；\n]{0,60}收到本支付令[^。\n]*/g
/** A decision that appoints an administrator reports before that what was accepted. */
const APPOINTS = /指定[^。；，\n]{2,60}(?:担任|为)[^。；，\n]{0,60}管理人[^。；\n]*/
const IS_ORDER = /^[^。；，]{0,120}?(?:令|公\s{0,4}告|决\s{0,4}定\s{0,4}书)[\s（(〔]/

function sentenceOf(content: string): Sentence | null {
  const appointed = /^[^。；，]{0,120}?决\s{0,4}定\s{0,4}书/.test(content) ? APPOINTS.exec(content) : null
  const orders = IS_ORDER.test(content) ? matchesOf(content, IN_ONE_SENTENCE) : []
  const found = appointed ?? orders.at(-1)
  return found === undefined ? null : { offset: found.index, text: found[0] }
}

/** A notice says what happened right before its closing words; one that closes an enforcement may go on with what is lifted, and its fee. */
const [NOTICE_CLOSING, CLOSES] = [/。\s{0,4}特此(?:通知|公告)/, /[^。\n]*(?:予以?|方式)结案[^。\n]*。/]

function noticeOf(content: string): Sentence | null {
  const at = content.search(NOTICE_CLOSING)
  const before = content.slice(Math.max(0, at - LONGEST_NOTICE), Math.max(0, at))
  const text = `${before.slice(CLOSES.exec(before)?.index ?? afterLast('。\n', before, before.length))}。`
  return text === '。' ? null : { offset: at + 1 - text.length, text }
}

function after(text: string, start: number): Sentence {
  const rest = text.slice(start, start + LONGEST)
  const signed = SIGNED.exec(rest)?.index
  if (signed === undefined && text.length > start + LONGEST) noteBound('case_amounts')
  return { offset: start, text: rest.slice(0, signed) }
}

const lastEnd = (shape: RegExp, text: string): number | null => rangesOf(shape, text).at(-1)?.to ?? null

function listedPassage(content: string, headed: number, ownKey: string | null): Sentence | null {
  const section = content.slice(headed, headed + LONGEST)
  const end = AFTER_HEADING.exec(section)?.index ?? section.length
  const decisions = matchesOf(section.slice(0, end), LISTED)
  const own = decisions.find(([text]) => findCaseNumbers(text).some(({ number }) => number.key === ownKey))
  const chosen = own ?? decisions.at(-1)
  if (chosen === undefined) return null
  const start = chosen.index + chosen[0].length
  const next = decisions[decisions.indexOf(chosen) + 1]?.index
  const until = next === undefined ? end : Math.max(start, section.lastIndexOf('。', next) + 1)
  return { offset: headed + start, text: told(section.slice(start, until)) }
}

const PARAGRAPH = /^\s*[^\n]*(?:\n\s?(?:[一二三四五六七八九十]{1,3}、|\d{1,2}[.、])[^\n]*){0,60}/
/** What a text tells of a decision: to the end of the paragraph, where the items of a list may have their own. */
function told(text: string): string {
  const paragraph = PARAGRAPH.exec(text)?.[0] ?? text
  return paragraph.slice(0, AFTER_TOLD.exec(paragraph)?.index)
}

const CHINESE = '一二三四五六七八九十'
const NUMBERED: readonly RegExp[] = [
  new RegExp(`(?:^|[\\n。；;：:，,])[)）]?\\s{0,4}([${CHINESE}]{1,3})[、．.]`, 'g'),
  /(?:^|[\n。；;：:，,])\s{0,4}(\d{1,2})[.．、](?!\d)/g,
  new RegExp(`(?:^|[\\n。；;：:，,])\\s{0,4}[（(]([${CHINESE}]{1,3}|\\d{1,2})[)）]`, 'g'),
]
const CLOSING =
  /(?:^|[\n。；;])\s{0,4}(?:(?:如果?|若)(?:[^。；\n]{0,20})?未(?:能)?(?:按|在|依)|(?:如|若)不服|(?:[一二]审|本案|再审|反诉|本诉){0,2}(?:案件)?(?:受理费|诉讼费|申请费|执行费)|反诉费|案件(?:受理费|申请费)|(?:诉讼|财产)?保全(?:申请)?费|[一二]审(?:案件)?(?:受理费|诉讼费)|鉴定费|公告费|上述[^。；\n]{0,30}(?:付清|给付|履行)|本(?:判决|裁定|决定|调解书|调解协议|通知书|支付令|命令)(?:书)?(?:为|系|自|立即|送达|一经|经|作出)|上述协议|(?:[^。；\n]{0,20})(?:宣判后|可(?:以)?在(?:本)?(?:判决|裁定)书送达))|[\n。；;](?!\s{0,4}[（(]?[一二三四五六七八九十\d]{1,3}[)）、.．])(?:[^，。；\n]{0,24}(?:受理|申请|诉讼)费[^。；\n]{0,40}(?:负担|承担|退[还回]|收取|[交缴]纳)|[^。；\n]{0,80}(?:可以?(?:随时|再次)?(?:向[^。；\n]{0,20})?申请(?:恢复|继续|再次|解除)|人民法院应当受理|应当?继续履行生效(?:法律)?文书|情形消失后|本院将))/g

/** In a text without line ends, who writes and what is appended follow in the same line. */
const APPENDED = /书\s*记\s*员|附(?:本案|相关|法律|录|判|：|:)/

function partOf(source: OperativePart['source'], { offset, text }: Sentence): OperativePart {
  const starts = itemStarts(text)
  const end = closingStart(text, starts.at(-1)?.at ?? 0)
  const appendix = APPENDED.exec(text.slice(end))?.index ?? text.length
  const begin = starts.length === 0 ? [{ item: 1, at: 0 }] : starts
  const items = begin.map(({ item, at }, index) => {
    const from = index === 0 ? 0 : at
    const own = text.slice(from, begin[index + 1]?.at ?? end)
    return { item, offset: offset + from + own.length - own.trimStart().length, text: own.trim() }
  })
  return {
    source,
    items: items.filter((one) => one.text !== ''),
    closing: { offset: offset + end, text: text.slice(end, end + appendix) },
  }
}

function closingStart(text: string, from: number): number {
  CLOSING.lastIndex = from
  const { index = text.length, 0: found = '' }: Partial<RegExpExecArray> = CLOSING.exec(text) ?? {}
  return index + (/^[\n。；;]/.test(found) ? 1 : 0)
}

/** Where items begin: the first kind of number that counts up from one; none when there is no such list. */
function itemStarts(text: string): { item: number; at: number }[] {
  for (const shape of NUMBERED) {
    const starts: { item: number; at: number }[] = []
    for (const { index, 0: found, 1: number = '' } of matchesOf(text, shape)) {
      const item = starts.length + 1
      const before = /^[\n。；;：:，,]?[)）]?/.exec(found)?.[0].length ?? 0
      if (parseNumeral(number) === item) starts.push({ item, at: index + before })
    }
    if (starts.length > 1) return starts
  }
  return []
}
