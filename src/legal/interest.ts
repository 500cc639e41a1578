import { type Amount, findAmounts } from './amounts.ts'
import { parseDate } from './dates.ts'
import { findRate, type Rate } from './interest-rates.ts'
import { mentionFinder, type Named } from './named-persons.ts'
import type { OperativePart } from './operative-part.ts'
import type { OrderAmount } from './orders.ts'
import type { Party } from './parties.ts'
import { paymentsOf } from './payment-clauses.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'

/** What runs on a debt. 迟延履行利息 is what the law doubles when a judgment is not obeyed in time. */
export type InterestKind = '利息' | '罚息' | '复利' | '违约金' | '资金占用费' | '迟延履行利息'

/** A day as written, and as `yyyy-MM-dd` where it is one. */
export type Boundary = { readonly text: string; readonly date: string | null }

/** Interest that an operative part orders: a fixed sum, or what runs. */
export type Interest = {
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
  readonly evidence: string
  /** In UTF-16 units, in the text that the operative part was found in. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const interestRulesVersion = 2

const NOUNS: readonly (readonly [InterestKind, string])[] = [
  ['复利', '复利'],
  ['罚息', '罚息'],
  ['违约金', '违约金|滞纳金'],
  ['资金占用费', '资金占用(?:费|损失|利息|期间的?利息)'],
  ['利息', '利息'],
]
const NOUN = new RegExp(NOUNS.map(([, shape]) => `(${shape})`).join('|'), 'g')
const DAY = '\\d{4}\\s?年\\s?\\d{1,2}\\s?月(?:\\s?\\d{1,2}\\s?日)?'
const EVENT = '[^，。；（）()\\d]{2,24}?(?:之日|次日|当日)'
const FROM = new RegExp(
  `(?:自|从)\\s?(${DAY}|${EVENT})\\s?(?:的次日|次日)?(?:开始)?(?:计算|计)?(?:起|开始|算起|计付|以后|之后)|(${DAY})(?:起|以后|之后|次日起)`,
  'g',
)
const UNTIL = new RegExp(
  `(?<!截)(?:至|到)\\s?(${DAY}|(?:本判决[^，。；（）]{0,12}|[^，。；（）\\d]{0,24}?)(?:之日|之时|时|日|完毕(?:之日)?|为止|止))`,
)
const FIXED_UNTIL = new RegExp(`(?:截[至止]|计算?至|算至|暂计?至|至)\\s?(${DAY})`)
const BASE =
  /以([^，。；（]{1,60}?)(?:为|作为)(?:计算|计息)?(?:的)?(?:基数|本金|基准)|按(?:照)?(?:本金|基数)([^，。；（]{1,30})/g
const DOUBLED = /加倍(?:支付|给付)(?:[^，。；]{0,24})(?:债务)?利息/
const OF_LAW = /被执行人未按(?:照)?判决、?裁定/
/** 自…起至…止的利息: without a rate the noun stands right behind the period. */
const NAMED_BEHIND =
  /(?:止|之日|完毕|计[算付])(?:期间)?的?(?:逾期(?:付款|还款)?)?的?(?:利息|罚息|复利|违约金|滞纳金|资金占用)/
const REFUSED = /驳回|不予支持|无需|无须/
const MOST_IN_SENTENCE = 20

/** Every interest that an operative part orders, in the order of the text. Linear. Source: docs/decisions.md, Interest and fees. */
export function findInterest(
  part: OperativePart,
  orders: readonly OrderAmount[],
  parties: readonly Party[],
): Interest[] {
  const find = mentionFinder(parties)
  const rows = part.items.flatMap(({ item, text, offset }) => {
    const own = orders.filter((one) => one.item === item)
    const found = ofItem(sentencesOf(text, offset), own)
    if (found.length === 0) return []
    const ordered = own.filter(({ isOrdered }) => isOrdered)
    const payers = payersOf(ordered.length > 0 ? ordered : paymentsOf(text, find(text)))
    return found.map((one) => ({ ...one, item, payers }))
  })
  return [...rows, ...doubledIn(part)]
}

/** The sentence that doubles interest for delay; an appended article that says so orders nothing. */
function doubledIn({ items, closing }: OperativePart): Interest[] {
  for (const { text, offset } of [...items, closing].flatMap((one) => sentencesOf(one.text, one.offset))) {
    const found = DOUBLED.exec(text)
    if (found === null || REFUSED.test(text) || OF_LAW.test(text)) continue
    return [{ ...nothing, kind: '迟延履行利息', item: null, payers: [], ...at(text, offset, found.index) }]
  }
  return []
}

/** Who pays by an item, where all of its sums, or all of its verbs, have the same payers. */
function payersOf(sums: readonly { readonly payers: readonly Named[] }[]): readonly Named[] {
  const [first, ...others] = sums.map(({ payers }) => payers)
  const idOf = (payers: readonly Named[] = []): string => payers.map(({ text }) => text).join('、')
  return first !== undefined && others.every((one) => idOf(one) === idOf(first)) ? first : []
}

type Row = Omit<Interest, 'item' | 'payers'>

const nothing = { amount: null, base: null, baseText: null, from: null, until: null, rate: null } as const
const at = (text: string, offset: number, index: number) => ({
  evidence: excerpt(text, index),
  offset: offset + index,
})

function ofItem(sentences: readonly Sentence[], orders: readonly OrderAmount[]): Row[] {
  const rows: Row[] = []
  let isOpen = false
  for (const sentence of sentences) {
    const { text, offset } = sentence
    if (REFUSED.test(text)) continue
    const sums = orders.filter((one) => one.offset >= offset && one.offset < offset + text.length)
    const carried = isOpen ? rows.at(-1) : undefined
    const running = runningIn(sentence, sums, carried?.kind ?? null)
    const whole = running.map((row) =>
      row.base === null && row.baseText === null && carried !== undefined
        ? { ...row, base: carried.base, baseText: carried.baseText }
        : row,
    )
    rows.push(...fixedIn(sentence, sums), ...whole)
    const opened = Math.max(text.lastIndexOf('（'), text.lastIndexOf('('))
    isOpen =
      opened > Math.max(text.lastIndexOf('）'), text.lastIndexOf(')')) ||
      (isOpen && opened < 0 && !/[）)]/.test(text))
  }
  return rows
}

const FIXED: ReadonlySet<string | null> = new Set(['利息', '违约金'])

/** Sums of interest that the text gives, with the day they run to. */
function fixedIn({ text, offset }: Sentence, sums: readonly OrderAmount[]): Row[] {
  return sums.flatMap((sum) => {
    if (!FIXED.has(sum.role) || !sum.isOrdered || sum.amount === null) return []
    const start = sum.offset - offset
    const before = text.slice(Math.max(0, start - 40), start)
    const kind = kindAt(before)
    const behind = /^（[^（）]{0,120}）/.exec(text.slice(start + sum.text.length))?.[0] ?? ''
    const until = FIXED_UNTIL.exec(behind) ?? FIXED_UNTIL.exec(before.slice(before.search(/[^，。；、]*$/)))
    return kind === null
      ? []
      : [{ ...nothing, kind, amount: sum, until: boundary(until?.[1]), ...at(text, offset, start) }]
  })
}

const kindAt = (text: string): InterestKind | null => {
  const last = [...text.matchAll(NOUN)].at(-1)
  return NOUNS[last?.slice(1).findIndex((one) => one !== undefined) ?? -1]?.[0] ?? null
}

/** 自…起按…计算的利息: the noun that ends a segment names it. */
const kindBehind = (segment: string): InterestKind | null => {
  const found = /计[算付收](?:支付)?的(复利|罚息|违约金|滞纳金|资金占用费|利息)/.exec(segment)
  return found?.[1] === undefined ? null : kindAt(found[1])
}

const boundary = (text: string | undefined): Boundary | null => {
  if (text === undefined) return null
  const parsed = parseDate(text.replace(/\s/g, ''))
  return { text, date: parsed?.precision === 'day' ? parsed.date : null }
}

/** A segment of a sentence that runs from one day; a sentence without such a day but with a rate is one. */
function runningIn(
  { text, offset }: Sentence,
  sums: readonly OrderAmount[],
  carried: InterestKind | null,
): Row[] {
  const starts = [...text.matchAll(FROM)].slice(0, MOST_IN_SENTENCE)
  const cuts = starts.length === 0 ? [0] : starts.map(({ index }) => index)
  return cuts.flatMap((start, index) => {
    const end = cuts[index + 1] ?? text.length
    const before = text.slice(index === 0 ? 0 : (cuts[index - 1] ?? 0), start)
    const segment = text.slice(start, end)
    const own = starts[index]
    const rate = findRate(segment) ?? (index === 0 ? findRate(before.slice(-60)) : null)
    const kind = kindBehind(segment) ?? kindAt(text.slice(0, start + 1)) ?? kindAt(segment) ?? carried
    if (rate === null && kindAt(text.slice(0, start + 1)) === null && !NAMED_BEHIND.test(segment)) return []
    if (kind === null || (rate === null && own === undefined) || isExplained(text, start, sums, offset))
      return []
    if (own !== undefined && rate === null && !/利息|罚息|复利|违约金|滞纳金|计[算付收息]/.test(segment))
      return []
    const until = boundary(UNTIL.exec(own === undefined ? segment : segment.slice(own[0].length))?.[1])
    const from = boundary(own?.[1] ?? own?.[2])
    if (own === undefined && until === null && !/计[算付收息]|支付/.test(segment)) return []
    return [
      {
        ...nothing,
        kind,
        ...baseOf(text, start, end, index === 0, sums, offset),
        from,
        until,
        rate,
        ...at(text, offset, start),
      },
    ]
  })
}

/** What stands in brackets behind a fixed sum of interest only explains it. */
function isExplained(text: string, start: number, sums: readonly OrderAmount[], offset: number): boolean {
  const opened = text.lastIndexOf('（', start)
  if (opened < 0 || text.slice(opened, start).includes('）')) return false
  return sums.some(
    (sum) =>
      FIXED.has(sum.role) &&
      sum.isOrdered &&
      sum.amount !== null &&
      sum.offset - offset + sum.text.length === opened,
  )
}

type Base = Pick<Interest, 'base' | 'baseText'>

/** 以…为基数 in the segment or right before it; else the debt in 货款100元及利息. */
function baseOf(
  text: string,
  start: number,
  end: number,
  isFirst: boolean,
  sums: readonly OrderAmount[],
  offset: number,
): Base {
  const near = Math.max(0, start - 120)
  const found = [...text.slice(near, end).matchAll(BASE)]
  const before = found.filter(({ index }) => near + index < start).at(-1)
  const chosen = before ?? found[0]
  const words = (chosen?.[1] ?? chosen?.[2])?.trim()
  if (chosen !== undefined && words !== undefined) {
    const inWords = findAmounts(words)
    const [only] = inWords
    const from = offset + near + chosen.index + chosen[0].indexOf(words)
    return inWords.length === 1 && only !== undefined && only.amount !== null
      ? { base: { ...only, offset: from + only.offset }, baseText: words }
      : { base: null, baseText: words }
  }
  if (!isFirst) return { base: null, baseText: null }
  const debts = sums.filter((sum) => sum.isOrdered && sum.offset - offset < start && !FIXED.has(sum.role))
  const [debt] = debts
  const behind = debt === undefined ? '' : text.slice(debt.offset - offset + debt.text.length, start + 1)
  const isOn =
    /^(?:及|和|以及|，?并(?:支付|承担))(?:其|该款|上述款项)?(?:的)?(?:逾期(?:付款|还款)?)?(?:的)?(?:资金占用)?(?:利息|罚息)/.test(
      behind,
    )
  return debts.length === 1 && debt !== undefined && debt.amount !== null && isOn
    ? { base: debt, baseText: null }
    : { base: null, baseText: null }
}
