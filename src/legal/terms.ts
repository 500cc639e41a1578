import { isConditional } from './assertions.ts'
import { DAY, dayOf } from './dates.ts'
import { type Named, readerOf } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { namedBefore } from './payments.ts'
import { firstKind, onePerKind, type Place, placeIn, type Sentence, sentencesOf } from './text.ts'

export type CaseTerm = Place & {
  /** 履行期 per item; 缺席: who did not appear. */
  readonly kind: '履行期' | '上诉期' | '复议期' | '终审' | '立即生效' | '缺席'
  /** Number of the item that it is for, from 1; null where it is for the document. */
  readonly item: number | null
  readonly days: number | null
  readonly months: number | null
  /** Last day, `yyyy-MM-dd`, where the text gives one. */
  readonly due: string | null
  readonly parties: readonly Named[]
  readonly court: string | null
  readonly source: 'judgment' | 'content'
}

const COUNT = '([一二两三四五六七八九十\\d]{1,3})'
const WITHIN_DAYS = new RegExp(
  `(?:(?:生效|发生法律效力|送达|确认|签收)[^，。；]{0,12}?(?:起|后|之日)?|[^，。；\\d]{0,4}起)[^，。；\\d一二三四五六七八九十]{0,4}${COUNT}(?:(个月)|(?:个)?(?:工作)?日|天)(?:之)?内`,
)
const BEFORE_DAY = new RegExp(`(?:于|在|限)?(${DAY})(?:之)?前`)
const ORDERS =
  /支付|给付|付清|偿还|返还|归还|退还|赔偿|履行|交付|腾|办理|协助|停止|拆除|清偿|过户|恢复|道歉|移交|迁出|缴纳|交纳/
const ORDERS_NOTHING = /[补更]正|驳回|不予支持|撤销|维持|上诉|复议|申请执行|受理费|诉讼费|保全费|申请费/
const FINAL = /本(?:判决|裁定|决定)(?:书)?(?:为|系|是)(?:终审|最终)(?:的)?(?:判决|裁定|决定)?/
const AT_ONCE =
  /(?<![自在])(?:本(?:判决|裁定|决定|调解书|调解协议)|上述)(?:书)?[^，。；]{0,10}(?:送达|作出|签收|签字)[^，。；]{0,12}(?:生效|发生法律效力|具有法律效力)/
const APPEAL = new RegExp(`不服[^。；]{0,60}?(?:送达|接到|收到)[^。；]{0,16}?${COUNT}日内[^。；]{0,160}?上诉`)
const APPEAL_TO =
  /上诉于([^，。；\n]{2,24}?法院)|向([^，。；\n]{2,24}?法院)(?:提出|提起|递交)[^，。；]{0,4}上诉/
const REVIEW = new RegExp(`${COUNT}日内[^。；]{0,60}?(?:申请|提出)复议`)
const ABSENT =
  /传唤[^。；]{0,24}?(?:拒不|未(?:能)?|不)(?:到庭|到案|出庭)|(?:拒不|未)(?:到庭|出庭)(?:参加诉讼|应诉|参加庭审)|缺席(?:审理|判决)/
/** What the law says of absence, what happened below, and absence of a representative alone. */
const NOT_ABSENT =
  /(?:到庭|到案|退庭)的|可以缺席|一审|原审|仲裁|证人|鉴定人|(?:代表人|负责人|代理人|经营者)[^，。；]{0,16}(?:拒不|未)(?:到|出)庭/

/** What a document says about performance, appeal, force and absence. Linear. Source: docs/decisions.md, Time and finality. */
export function findTerms(
  content: string | null,
  part: OperativePart | null,
  parties: readonly Party[],
): CaseTerm[] {
  const found = part === null ? [] : termsOf(part)
  const absent = content === null ? [] : absentIn(content, parties)
  return [
    ...found.map((term) => ({ ...bare, ...term, source: part?.source ?? 'content' })),
    ...absent.map((term) => ({ ...bare, ...term, source: 'content' as const })),
  ]
}

function termsOf({ items, closing }: OperativePart): Found[] {
  const inItems = items.flatMap((one) => {
    const found = sentencesOf(one).flatMap(performance)
    return found.slice(0, 1).map((term) => ({ ...term, item: one.item }))
  })
  const after = sentencesOf(closing)
  const force = [...items.flatMap(sentencesOf), ...after].flatMap(forceOf)
  return [...inItems, ...after.flatMap(performance).slice(0, 1), ...onePerKind(force)]
}

const bare = { item: null, days: null, months: null, due: null, parties: [], court: null } as const
type Found = Place & Pick<CaseTerm, 'kind'> & Partial<CaseTerm>

/** 于本判决生效之日起十日内支付; the time to pay a fee is none of an item. */
function performance(sentence: Sentence): Found[] {
  const { text } = sentence
  if (!ORDERS.test(text) || ORDERS_NOTHING.test(text)) return []
  const within = WITHIN_DAYS.exec(text)
  const day = BEFORE_DAY.exec(text)
  const at = (within ?? day)?.index ?? 0
  if ((within === null) === (day === null) || isConditional(text.slice(0, at))) return []
  const count = parseNumeral(within?.[1] ?? '') ?? null
  const due = dayOf(day?.[1])
  if (count === null && due === null) return []
  const time = within?.[2] === undefined ? { days: count } : { months: count }
  return [{ kind: '履行期', ...time, due, ...placeIn(sentence, at) }]
}

const FORCE = { 上诉期: APPEAL, 复议期: REVIEW, 终审: FINAL, 立即生效: AT_ONCE } as const

function forceOf(sentence: Sentence): Found[] {
  const { text } = sentence
  const first = firstKind(FORCE, text)
  if (first === null) return []
  const { kind, found } = first
  const to = kind === '上诉期' ? APPEAL_TO.exec(text) : null
  const court = (to?.[1] ?? to?.[2])?.replace(/^.*向/, '') ?? null
  const days = parseNumeral(found[1] ?? '') ?? null
  return [{ kind, days, court: court === '本院' ? null : court, ...placeIn(sentence, found.index) }]
}

/** The record says who did not appear; only the last lines before the decision may say 缺席判决 alone. */
const RECORD = 4000

function absentIn(content: string, parties: readonly Party[]): Found[] {
  const offset = content.indexOf('一案')
  if (offset < 0) return []
  const sentences = readerOf(parties).sentences({ offset, text: content.slice(offset, offset + RECORD) })
  const said = sentences.filter(({ text }) => ABSENT.test(text) && !NOT_ABSENT.test(text))
  return said.slice(0, 1).map((sentence) => {
    const at = sentence.text.search(ABSENT)
    const absentees = namedBefore(sentence, at).filter(({ keys }) => keys.length > 0)
    return { kind: '缺席', parties: absentees, ...placeIn(sentence, at) }
  })
}
