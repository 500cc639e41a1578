import { parseDate } from './dates.ts'
import { type Mention, mentionFinder, type Named } from './named-persons.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { namedBefore } from './payment-clauses.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'

/** What a document says about time and force: 履行期 per item, 上诉期, 复议期, 终审, 立即生效, and 缺席: who did not appear. */
export type TermKind = '履行期' | '上诉期' | '复议期' | '终审' | '立即生效' | '缺席'

/** One such statement. */
export type CaseTerm = {
  readonly kind: TermKind
  /** Number of the item that it is for, from 1; null where it is for the document. */
  readonly item: number | null
  readonly days: number | null
  readonly months: number | null
  /** Last day, `yyyy-MM-dd`, where the text gives one. */
  readonly due: string | null
  /** Who did not appear; empty for other kinds. */
  readonly parties: readonly Named[]
  /** Court that an appeal goes to. */
  readonly court: string | null
  readonly source: 'judgment' | 'content'
  readonly evidence: string
  /** In UTF-16 units, in the column `source`. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const termRulesVersion = 1

const COUNT = '([一二两三四五六七八九十\\d]{1,3})'
const WITHIN_DAYS = new RegExp(
  `(?:(?:生效|发生法律效力|送达|确认|签收)[^，。；]{0,12}?(?:起|后|之日)?|[^，。；\\d]{0,4}起)[^，。；\\d一二三四五六七八九十]{0,4}${COUNT}(?:(个月)|(?:个)?(?:工作)?日|天)(?:之)?内`,
)
const BEFORE_DAY = /(?:于|在|限)?(\d{4}年\d{1,2}月\d{1,2}日)(?:之)?前/
const ORDERS =
  /支付|给付|付清|偿还|返还|归还|退还|赔偿|履行|交付|腾|办理|协助|停止|拆除|清偿|过户|恢复|道歉|移交|迁出|缴纳|交纳/
const REFUSED = /驳回|不予支持|撤销|维持/
const OF_FEES = /受理费|诉讼费|保全费|申请费/
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
  const absent = content === null ? [] : absentIn(content, parties)
  if (part === null) return absent
  const { source, items, closing } = part
  const inItems = items.flatMap(({ item, text, offset }) => {
    const found = sentencesOf(text, offset).flatMap((sentence) => performance(sentence, source))
    return found.slice(0, 1).map((one) => ({ ...one, item }))
  })
  const after = sentencesOf(closing.text, closing.offset)
  const general = after.flatMap((sentence) => performance(sentence, source)).slice(0, 1)
  const sentences = [...items.flatMap(({ text, offset }) => sentencesOf(text, offset)), ...after]
  const force = sentences.flatMap((sentence) => forceOf(sentence, source))
  return [...inItems, ...general, ...onePerKind(force), ...absent]
}

const onePerKind = (terms: readonly CaseTerm[]): CaseTerm[] =>
  terms.filter(({ kind }, index) => terms.findIndex((one) => one.kind === kind) === index)

const bare = { item: null, days: null, months: null, due: null, parties: [], court: null } as const

/** 于本判决生效之日起十日内支付; the time to pay a fee is none of an item. */
function performance({ text, offset }: Sentence, source: CaseTerm['source']): CaseTerm[] {
  if (!ORDERS.test(text) || REFUSED.test(text) || OF_FEES.test(text) || /上诉|复议|申请执行/.test(text))
    return []
  const within = WITHIN_DAYS.exec(text)
  const day = BEFORE_DAY.exec(text)
  if ((within === null) === (day === null)) return []
  const at = (within ?? day)?.index ?? 0
  const count = numberOf(within?.[1])
  const due = day?.[1] === undefined ? null : (parseDate(day[1])?.date ?? null)
  if (count === null && due === null) return []
  const isMonths = within?.[2] !== undefined
  return [
    {
      ...bare,
      kind: '履行期',
      days: isMonths ? null : count,
      months: isMonths ? count : null,
      due,
      source,
      evidence: excerpt(text, at),
      offset: offset + at,
    },
  ]
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined ? null : (parseNumeral(text.replace('两', '二')) ?? null)

function forceOf({ text, offset }: Sentence, source: CaseTerm['source']): CaseTerm[] {
  const place = (found: RegExpExecArray) => ({
    source,
    evidence: excerpt(text, found.index),
    offset: offset + found.index,
  })
  const appeal = APPEAL.exec(text)
  if (appeal !== null) {
    const to = APPEAL_TO.exec(text)
    const court = (to?.[1] ?? to?.[2])?.replace(/^.*向/, '') ?? null
    return [
      {
        ...bare,
        kind: '上诉期',
        days: numberOf(appeal[1]),
        court: court === '本院' ? null : court,
        ...place(appeal),
      },
    ]
  }
  const review = REVIEW.exec(text)
  if (review !== null) return [{ ...bare, kind: '复议期', days: numberOf(review[1]), ...place(review) }]
  const final = FINAL.exec(text)
  if (final !== null) return [{ ...bare, kind: '终审', ...place(final) }]
  const atOnce = AT_ONCE.exec(text)
  return atOnce === null ? [] : [{ ...bare, kind: '立即生效', ...place(atOnce) }]
}

/** The record says who did not appear; only the last lines before the decision may say 缺席判决 alone. */
const RECORD = 4000

function absentIn(content: string, parties: readonly Party[]): CaseTerm[] {
  const record = content.indexOf('一案')
  if (record < 0) return []
  const find = mentionFinder(parties)
  const passage = content.slice(record, record + RECORD)
  for (const { text, offset } of sentencesOf(passage, record)) {
    const found = ABSENT.exec(text)
    if (found === null || NOT_ABSENT.test(text)) continue
    const who = absentees(text, find(text), found.index)
    return [
      {
        ...bare,
        kind: '缺席',
        parties: who,
        source: 'content',
        evidence: excerpt(text, found.index),
        offset: offset + found.index,
      },
    ]
  }
  return []
}

const absentees = (text: string, mentions: readonly Mention[], at: number): Named[] =>
  namedBefore(text, mentions, at).filter(({ keys }) => keys.length > 0)
