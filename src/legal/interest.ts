import { type Amount, endOf, findAmounts, isGiven, onlySum } from './amounts.ts'
import { upTo } from './bounds.ts'
import { dayOf } from './dates.ts'
import { type Named, readerOf } from './mentions.ts'
import { parseNumeral } from './numerals.ts'
import type { OperativeItem, OperativePart } from './operative-part.ts'
import type { OrderAmount, OrderAmounts } from './orders.ts'
import type { Parties } from './parties.ts'
import { paymentsOf, unchanged } from './payments.ts'
import {
  afterLast,
  firstKind,
  groupsOf,
  kindOfGroup,
  matchesOf,
  openedBefore,
  type Place,
  placeIn,
  type Sentence,
  sentencesOf,
} from './text.ts'

/** What runs on a debt. 迟延履行利息 is what the law doubles when a judgment is not obeyed in time. */
type InterestKind = keyof typeof NOUNS | '迟延履行利息'

/** A day as written, and as `yyyy-MM-dd` where it is one. */
type Boundary = { readonly text: string; readonly date: string | null }

export type Rate = {
  readonly text: string
  readonly benchmark: keyof typeof BENCHMARKS | null
  /** Times the benchmark: 1 where the text adds nothing, 1.5 for 上浮50%; null where that is not certain. */
  readonly multiple: number | null
  /** In per cent of the base a `period`; null beside a benchmark. */
  readonly percent: number | null
  readonly period: 'year' | 'month' | 'day' | null
}

/** Interest that an operative part orders: a fixed sum, or what runs. */
export type Interest = Place & {
  readonly kind: InterestKind
  /** Number of the item, from 1; null for what stands after the last. */
  readonly item: number | null
  /** The sum that is fixed already; null where it has yet to be worked out. */
  readonly amount: Amount | null
  readonly base: Amount | null
  /** The base as written, where it is no sum: 未还本金. */
  readonly baseText: string | null
  readonly from: Boundary | null
  readonly until: Boundary | null
  readonly rate: Rate | null
  readonly payers: readonly Named[]
}

const NOUNS = {
  复利: '复利',
  罚息: '罚息',
  违约金: '违约金|滞纳金',
  资金占用费: '资金占用(?:费|损失|利息|期间的?利息)',
  利息: '利息',
} as const
const NOUN = new RegExp(groupsOf(NOUNS), 'g')
const DAY = '\\d{4}\\s?年\\s?\\d{1,2}\\s?月(?:\\s?\\d{1,2}\\s?日)?'
const EVENT = '[^，。；（）()\\d]{2,24}?(?:之日|次日|当日)'
const FROM = new RegExp(
  `(?:自|从)\\s?(${DAY}|${EVENT})\\s?(?:的次日|次日)?(?:开始)?(?:计算|计)?(?:起|开始|算起|计付|以后|之后|(?=[至到]))|(${DAY})(?:起|以后|之后|次日起)`,
  'g',
)
const UNTIL = new RegExp(
  `(?<!截)(?:至|到)\\s?(${DAY}|(?:本判决[^，。；（）]{0,12}|[^，。；（）\\d]{0,24}?)(?:之日|之时|时|日|完毕(?:之日)?|为止|止))`,
)
const FIXED_UNTIL = new RegExp(`(?:截[至止]|计算?至|算至|暂计?至|至)\\s?(${DAY})`)
const BASE =
  /以((?:[^，。；（]|（[^，。；（）]{1,24}）){1,60}?)(?:为|作为)(?:计算|计息)?(?:的)?(?:基数|本金|基准)|按(?:照)?(?:本金|基数)([^，。；（]{1,30})/g
const DOUBLED = /加倍(?:支付|给付)(?:[^，。；]{0,24})(?:债务)?利息/
const OF_LAW = /被执行人未按(?:照)?判决、?裁定/
/** 自…起至…止的利息: without a rate the noun stands right behind the period. */
const NAMED_BEHIND =
  /(?:止|之日|完毕|计[算付])(?:期间)?的?(?:逾期(?:付款|还款)?)?的?(?:利息|罚息|复利|违约金|滞纳金|资金占用)/
const REFUSED = /驳回|不予支持|无需|无须|[补更]正为/
const MOST_IN_SENTENCE = 20

/** Every interest that an operative part orders, in the order of the text. Linear. Source: docs/decisions.md, Interest and fees. */
export function findInterest(part: OperativePart, orders: OrderAmounts, parties: Parties): Interest[] {
  const read = readerOf(parties)
  const rows = part.items.flatMap((item) => {
    const own = orders.filter((one) => one.item === item.item)
    const found = ofItem(item, own)
    if (found.length === 0) return []
    const ordered = own.filter(({ isOrdered }) => isOrdered)
    const payers = payersOf(ordered.length > 0 ? ordered : paymentsOf(read.passage(item)))
    return found.map((one) => ({ ...one, item: item.item, payers }))
  })
  return [...rows, ...doubledIn(part)]
}

/** The sentence that doubles interest for delay; an appended article that says so orders nothing. */
function doubledIn({ items, closing }: OperativePart): Interest[] {
  const sentences = [...items, closing].flatMap(sentencesOf)
  const found = sentences.find(({ text }) => DOUBLED.test(text) && !REFUSED.test(text) && !OF_LAW.test(text))
  if (found === undefined) return []
  const place = placeIn(found, found.text.search(DOUBLED))
  return [{ ...nothing, kind: '迟延履行利息', item: null, payers: [], ...place }]
}

/** Who pays by an item, where all of its sums, or all of its verbs, have the same payers. */
function payersOf(sums: readonly { readonly payers: readonly Named[] }[]): readonly Named[] {
  const ids = new Set(sums.map(({ payers }) => payers.map(({ text }) => text).join('、')))
  return ids.size === 1 ? (sums[0]?.payers ?? []) : []
}

type Row = Omit<Interest, 'item' | 'payers'>
type Counted = Sentence & { readonly sums: OrderAmounts }

const nothing = { amount: null, base: null, baseText: null, from: null, until: null, rate: null } as const

function ofItem(item: OperativeItem, orders: OrderAmounts): Row[] {
  const rows: Row[] = []
  let isOpen = false
  for (const { text: given, offset } of sentencesOf(item)) {
    const text = unchanged(given)
    if (REFUSED.test(text)) continue
    const sums = orders.filter((one) => one.offset >= offset && one.offset < offset + text.length)
    const carried = isOpen || /^\s?以/.test(text) ? rows.at(-1) : undefined
    rows.push(...fixedIn({ text, offset, sums }), ...runningIn({ text, offset, sums }, carried))
    const [opened, closed] = [afterLast('（(', text, text.length), afterLast('）)', text, text.length)]
    isOpen = opened > closed || (isOpen && opened === 0 && closed === 0)
  }
  return rows
}

const isFixed = (sum: OrderAmount): boolean =>
  (sum.role === '利息' || sum.role === '违约金') && sum.isOrdered && isGiven(sum)

function fixedIn(sentence: Counted): Row[] {
  const { text, offset } = sentence
  return sentence.sums.filter(isFixed).flatMap((sum) => {
    const start = sum.offset - offset
    const before = text.slice(Math.max(0, start - 40), start)
    const kind = kindAt(before)
    const behind = /^（[^（）]{0,120}）/.exec(text.slice(start + sum.text.length))?.[0] ?? ''
    const until = FIXED_UNTIL.exec(behind) ?? FIXED_UNTIL.exec(before.slice(before.search(/[^，。；、]*$/)))
    if (kind === null) return []
    return [{ ...nothing, kind, amount: sum, until: boundary(until?.[1]), ...placeIn(sentence, start) }]
  })
}

const kindAt = (text: string): InterestKind | null => kindOfGroup(NOUNS, matchesOf(text, NOUN).at(-1))

/** 自…起按…计算的利息: the noun that ends a segment names it. */
const kindBehind = (segment: string): InterestKind | null =>
  kindAt(/计[算付收](?:支付)?的(复利|罚息|违约金|滞纳金|资金占用费|利息)/.exec(segment)?.[1] ?? '')

const boundary = (text: string | undefined): Boundary | null =>
  text === undefined ? null : { text, date: dayOf(text.replace(/\s/g, '')) }

/** A segment of a sentence that runs from one day; a sentence without such a day but with a rate is one. `carried`: whose kind and base hold on. */
function runningIn(sentence: Counted, carried: Row | undefined): Row[] {
  const { text, offset, sums } = sentence
  const starts = upTo(MOST_IN_SENTENCE, 'case_interest', matchesOf(text, FROM))
  const cuts = starts.length === 0 ? [0] : starts.map(({ index }) => index)
  return cuts.flatMap((start, index) => {
    const segment = text.slice(start, cuts[index + 1])
    const own = starts[index]
    const named = kindAt(text.slice(0, start + 1))
    const rate = findRate(segment) ?? (index === 0 ? findRate(text.slice(0, start).slice(-60)) : null)
    const kind = kindBehind(segment) ?? named ?? kindAt(segment) ?? carried?.kind ?? null
    const isNamed =
      (named !== null || NAMED_BEHIND.test(segment)) &&
      /利息|罚息|复利|违约金|滞纳金|计[算付收息]/.test(segment)
    if (kind === null || (rate === null && (own === undefined || !isNamed))) return []
    const until = boundary(UNTIL.exec(segment.slice(own?.[0].length ?? 0))?.[1])
    const isPeriod = own !== undefined || until !== null || /计[算付收息]|支付/.test(segment)
    // What stands in brackets behind a fixed sum of interest only explains it.
    const opened = offset + openedBefore(text, start)
    if (!isPeriod || sums.some((sum) => isFixed(sum) && endOf(sum) === opened)) return []
    const debt = index === 0 ? debtBefore(sentence, start) : null
    const { base, baseText } = baseIn(sentence, start, cuts[index + 1]) ?? debt ?? carried ?? nothing
    const from = boundary(own?.[1] ?? own?.[2])
    return [{ ...nothing, kind, base, baseText, from, until, rate, ...placeIn(sentence, start) }]
  })
}

/** 以…为基数 in a segment or right before it. */
function baseIn({ text, offset }: Sentence, start: number, end: number | undefined) {
  const near = Math.max(0, start - 120)
  const found = matchesOf(text.slice(near, end), BASE)
  const chosen = found.findLast(({ index }) => near + index < start) ?? found[0]
  const words = (chosen?.[1] ?? chosen?.[2])?.trim()
  if (chosen === undefined || words === undefined) return null
  const from = offset + near + chosen.index + chosen[0].indexOf(words)
  return { base: onlySum(findAmounts(words), from), baseText: words }
}

const ON_DEBT =
  /^(?:及|和|以及|，?并(?:支付|承担))(?:其|该款|上述款项)?(?:的)?(?:逾期(?:付款|还款)?)?(?:的)?(?:资金占用)?(?:利息|罚息)/

/** The debt in 货款100元及利息. */
function debtBefore({ text, offset, sums }: Counted, start: number) {
  const [debt, other] = sums.filter(
    (sum) => sum.isOrdered && sum.offset - offset < start && sum.role !== '利息' && sum.role !== '违约金',
  )
  if (debt === undefined || other !== undefined || !isGiven(debt)) return null
  return ON_DEBT.test(text.slice(endOf(debt) - offset, start + 1)) ? { base: debt, baseText: null } : null
}

const NUMBER = '(?<number>\\d{1,3}(?:\\.\\d{1,6})?)'
const PERIODS: Readonly<Record<string, Rate['period']>> = { 年: 'year', 月: 'month', 日: 'day', 天: 'day' }
const IN_PERCENT: Readonly<Record<string, number>> = { '‰': 0.1, 千: 0.1, 万: 0.01 }
const FIGURES = [
  new RegExp(
    `(?:每|按)?(?<period>年|月|日|天)(?:化)?(?:利率|利息|息)?(?:的)?(?:标准)?(?:为|按|按照)?\\s?${NUMBER}\\s?(?<unit>[%％‰])`,
  ),
  new RegExp(`${NUMBER}\\s?(?<unit>[%％‰])\\s?[/／]\\s?(?<period>年|月|日|天)`),
  /(?:每|按)?(?<period>年|月|日|天)(?:利率|利息|息)?(?:的)?(?:标准)?(?:为|按|按照)?\s?(?<unit>百|千|万)分之(?<number>[一二三四五六七八九十]{1,3}|\d{1,2}(?:\.\d{1,2})?)/,
  /(?<period>月)(?:利率|利息|息)(?:为|按)?\s?(?<number>[一二三四五六七八九]|\d(?:\.\d{1,2})?)分/,
]
/** What a rate follows: the loan prime rate, with its term, the central bank's loan or deposit rate, the contract. */
const BENCHMARKS = {
  LPR: /(?:(?<![十\d])[一五15]\s?年期[^，。；（）]{0,24}?)?(?:贷款市场报价利率|LPR)(?:[（(][^（）()]{1,20}[)）])?/i,
  存款利率: /(?:(?:中国)?人民)?(?:银行|同期)[^，。；（）]{0,24}存款(?:基准)?利率/,
  贷款基准利率:
    /(?:(?:中国)?人民)?(?:银行|同期)[^，。；（）]{0,30}(?:贷款|借款)(?:的)?(?:基准)?利率|基准利率/,
  约定利率: /约定的?[^，。；（）]{0,16}(?:利率|标准|方式)|合同利率/,
} as const
const TIMES = /^[^，。；（）]{0,8}?(\d{1,2}(?:\.\d{1,2})?|[一二两三四五六七八九])(?:\.\d)?倍/
const RAISED = /^[^，。；（）]{0,10}?(?:上浮|加计|加收|加付|增加)\s?(\d{1,3})\s?[%％]/

/** The rate that a passage states first; null where it states none. Linear. */
function findRate(passage: string): Rate | null {
  const first = firstKind(BENCHMARKS, passage)
  const figure = figureIn(passage)
  if (first === null || (figure !== null && figure.at < first.found.index)) return figure?.rate ?? null
  const { kind: benchmark, found } = first
  const end = found.index + found[0].length
  const [words, multiple] = multipleOf(passage.slice(end, end + 30))
  return { text: found[0] + words, benchmark, multiple, percent: null, period: null }
}

function multipleOf(behind: string): readonly [words: string, multiple: number | null] {
  const times = TIMES.exec(behind)
  const count = numberOf(times?.[1])
  if (times !== null && count !== undefined) return [times[0], count]
  const raised = RAISED.exec(behind)
  if (raised !== null) return [raised[0], (100 + Number(raised[1])) / 100]
  return ['', /[%％倍成折]|分之|一半|下浮|加点|基点|减/.test(behind) ? null : 1]
}

const numberOf = (text = ''): number | undefined => (/^\d/.test(text) ? Number(text) : parseNumeral(text))

/** Six decimals are more than any rate has: they only undo what binary fractions add. */
function figureIn(passage: string): { rate: Rate; at: number } | null {
  for (const shape of FIGURES) {
    const found = shape.exec(passage)
    const { number, unit = '', period = '' } = found?.groups ?? {}
    const figure = numberOf(number)
    if (found === null || figure === undefined) continue
    const percent = Number((figure * (IN_PERCENT[unit] ?? 1)).toFixed(6))
    const rate = { text: found[0], benchmark: null, multiple: null, percent, period: PERIODS[period] ?? null }
    return { at: found.index, rate }
  }
  return null
}
