import type { Amount } from './amounts.ts'
import { dayBefore, withoutNames } from './assertions.ts'
import { type CaseNumber, caseType, findCaseNumbers } from './case-numbers.ts'
import { type Debtors, marksOf } from './enforcement-marks.ts'
import { enteredIn, type MeasureKind, measuresOf, type Term, termOf } from './enforcement-measures.ts'
import { reasonsIn, type StateKind, statesOf } from './enforcement-states.ts'
import { type SumKind, sumsOf } from './enforcement-sums.ts'
import { type Mention, mentionFinder, type Named } from './named-persons.ts'
import type { OperativePart } from './operative-part.ts'
import { keysOfContraction, type Party } from './parties.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'
import { courtSpeaks } from './voices.ts'

/** What a document says about an enforcement. */
export type EnforcementKind = SumKind | StateKind | '失信' | '限高' | MeasureKind

/** One fact of an enforcement, with its sentence. */
export type EnforcementFact = {
  readonly kind: EnforcementKind
  /** Whether the operative part decides it; else the text reports it. */
  readonly isOrdered: boolean
  /** Whether a mark or measure is lifted, not imposed. */
  readonly isLifted: boolean
  /** Against whom, as named; empty where the sentence names none. */
  readonly against: readonly Named[]
  readonly amount: Amount | null
  readonly property: string | null
  readonly term: Term | null
  /** Why an enforcement ends, by `reasonsIn`; empty for other kinds. */
  readonly reasons: readonly string[]
  /** The case that the fact is of, where its sentence names another than the document's own; else null. */
  readonly about: CaseNumber | null
  /** The day that the sentence gives for it, `yyyy-MM-dd`. */
  readonly happenedOn: string | null
  readonly evidence: string
  /** In UTF-16 units, in the text that the fact was found in. */
  readonly offset: number
}

/** What kind of document is read. */
export type EnforcementSource = {
  /** An enforcement itself: no review and no preservation. */
  readonly isEnforcement: boolean
  /** The document's own number. */
  readonly own: CaseNumber | null
  /** A judgment orders no measure: what it says of one in its operative part is of something else. */
  readonly isJudgment?: boolean
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const enforcementRulesVersion = 4

const MOST_FACTS = 200

/**
 * What a text says about an enforcement: sums, how it stands and why it ended, marks on the debtor, measures on property. `part` must
 * have been found in `text`. Of a document that is no enforcement itself, its narrative gives what the court finds, but no
 * measures (of a review those entered in a register); its operative part measures, marks and what is resumed. Pure and linear. Source: docs/decisions.md, Enforcement in full texts.
 */
export function findEnforcement(
  text: string | null,
  part: OperativePart | null,
  parties: readonly Party[],
  source: EnforcementSource,
): EnforcementFact[] {
  const reader = readerOf(parties, source)
  const narrative = text === null ? '' : text.slice(0, part?.items[0]?.offset ?? text.length)
  const reported = reportedIn(narrative, reader)
  const ordered = source.isJudgment
    ? []
    : (part?.items.flatMap(({ text: item, offset }) => sentencesOf(item, offset)) ?? [])
  const decided = ordered.flatMap((one, index) =>
    withTerm(
      factsOf(one, reader, ordered[index - 1], true).filter(
        ({ kind }) => source.isEnforcement || OF_OTHERS.has(kind),
      ),
      ordered[index + 1]?.text,
    ),
  )
  const facts = withoutPayouts([...reported, ...decided])
  const isEnded = facts.some(({ kind }) => ENDS.has(kind))
  const reasons =
    isEnded && source.isEnforcement ? reasonsIn(sentencesOf(narrative).map((one) => one.text)) : []
  const ends = facts.map((fact) =>
    ENDS.has(fact.kind) && (fact.isOrdered || fact.about === null) ? { ...fact, reasons } : fact,
  )
  return once(ends).slice(0, MOST_FACTS)
}

const ENDS: ReadonlySet<EnforcementKind> = new Set<EnforcementKind>(['终本', '终结执行'])
const MEASURES: ReadonlySet<EnforcementKind> = new Set<EnforcementKind>([
  '冻结',
  '轮候冻结',
  '查封',
  '轮候查封',
  '扣押',
  '划拨',
  '提取',
  '保全',
  '拍卖',
])
/** What the operative part of a document decides that is no enforcement itself. */
const OF_OTHERS: ReadonlySet<EnforcementKind> = new Set<EnforcementKind>([
  ...MEASURES,
  '失信',
  '限高',
  '恢复执行',
])

type Reader = EnforcementSource & {
  readonly find: (sentence: string) => Mention[]
  readonly creditors: ReadonlySet<string>
  readonly isReview: boolean
  readonly keysOf: (shortName: string) => readonly string[]
}

const readerOf = (parties: readonly Party[], source: EnforcementSource): Reader => ({
  ...source,
  find: mentionFinder(parties),
  keysOf: (shortName) => keysOfContraction(shortName, parties),
  creditors: new Set(parties.filter(({ position }) => position === '申请执行人').map(({ key }) => key)),
  isReview: caseType(source.own?.typeCode ?? null)?.category === '执行案件',
})

type Found = EnforcementFact & { readonly isPayout?: boolean }

/** Without a word of these a sentence says nothing of an enforcement: most texts are not read further. */
const ANCHOR = /失信|消费|限高|终结|恢复|完毕|到位|受偿|发还|发放|划付|过付|全部|标的|[封结](?:登记)?手续/
const OWN_ANCHOR =
  /执行|标的|到位|到账|受偿|未|没有|履行|终结|恢复|和解|协议|全部|失信|消费|限高|冻结|[查续]封|扣|划|提取|拍卖|变卖|发[还放]|付/

/** What the court says in the narrative. Of another document than an enforcement, without measures. */
function reportedIn(narrative: string, reader: Reader): Found[] {
  const anchor = reader.isEnforcement ? OWN_ANCHOR : ANCHOR
  if (!anchor.test(narrative)) return []
  const sentences = sentencesOf(narrative)
  let isSaid: ((at: number) => boolean) | undefined
  return sentences.flatMap((one, index) => {
    if (!anchor.test(one.text)) return []
    const facts = factsOf(one, reader, sentences[index - 1], false)
    if (facts.length === 0) return []
    isSaid ??= courtSpeaks(narrative)
    const said = isSaid
    const mayMeasure = reader.isEnforcement || reader.isReview
    return facts.filter(({ kind, offset }) => (mayMeasure || !MEASURES.has(kind)) && said(offset))
  })
}

const bare = {
  isLifted: false,
  against: [],
  amount: null,
  property: null,
  term: null,
  reasons: [],
} as const

const MARK_OR_MEASURE = /保全|失信|消费|限高|冻结|查封|续封|扣押|扣划|划扣|划拨|提取|扣留|拍卖|变卖/
const OF_MONEY = /[元圆]/
const OF_STATE = /终结|恢复|完毕|全部|和解|协议/

function factsOf(
  { text, offset }: Sentence,
  reader: Reader,
  previous: Sentence | undefined,
  isOrdered: boolean,
): Found[] {
  const about = aboutIn(text, previous, reader.own)
  const placed = (at: number) => ({
    isOrdered,
    about: about(at),
    happenedOn: dayBefore(text, at),
    evidence: excerpt(text, at),
    offset: offset + at,
  })
  const isOwn = reader.isEnforcement || reader.isReview
  const isMarked = /失信|消费|限高/.test(text)
  const mentions =
    MARK_OR_MEASURE.test(text) || OF_STATE.test(text) || OF_MONEY.test(text) ? reader.find(text) : []
  const states = OF_STATE.test(text) ? statesOf(text, mentions, { isDecided: isOrdered, isOwn }) : []
  const sums = isOwn || OF_ENFORCEMENT.test(text) ? sumsOf(withoutNames(text, mentions)) : []
  const marks = isMarked ? marksOf(text, mentions, debtorsBefore(previous, reader)) : []
  const isMeasured = isOrdered || reader.isEnforcement
  const measures = isMeasured
    ? measuresOf(text, mentions, isOrdered)
    : reader.isReview
      ? enteredIn(text, mentions)
      : []
  return [
    ...states.map(({ offset: at, ...state }) => ({ ...bare, ...state, ...placed(at) })),
    ...sums.map(({ kind, amount, isPayout }) => ({
      ...bare,
      kind,
      isPayout,
      amount: { ...amount, offset: offset + amount.offset },
      ...placed(amount.offset),
    })),
    ...marks.map(({ offset: at, ...mark }) => ({ ...bare, ...mark, ...placed(at) })),
    ...measures.map(({ owners, offset: at, ...measure }) => ({
      ...bare,
      ...measure,
      against: owners,
      amount: measure.amount === null ? null : { ...measure.amount, offset: offset + measure.amount.offset },
      ...placed(at),
    })),
  ]
}

/** In a suit a sum counts only where the sentence speaks of an enforcement. */
const OF_ENFORCEMENT = /执行(?:到位|标的|案|款|中|过程|完毕|程序|法院|人|回)|强制执行|扣划|未执行/

/** The enforcement or preservation of another number that the sentence names, or that 该案 stands for. */
function aboutIn(
  text: string,
  previous: Sentence | undefined,
  own: CaseNumber | null,
): (at: number) => CaseNumber | null {
  const ownKey = own === null ? null : own.key || own.canonical
  const numbersIn = (sentence: string) =>
    /[号號]/.test(sentence)
      ? findCaseNumbers(sentence).filter(({ number }) => OF_FACTS.test(typeOf(number)))
      : []
  const here = numbersIn(text)
  const before = here.length === 0 && /^[^，]{0,6}该案/.test(text) ? numbersIn(previous?.text ?? '') : []
  return (at) => {
    const [first] = here
    const found = here.findLast(({ offset }) => offset <= at) ?? first ?? before.at(-1)
    const key = found === undefined ? null : found.number.key || found.number.canonical
    return found === undefined || key === ownKey ? null : found.number
  }
}

const OF_FACTS = /执行|保全/
const typeOf = (number: CaseNumber): string => {
  const type = caseType(number.typeCode)
  return `${type?.category ?? ''} ${type?.procedure ?? ''}`
}

/** The debtor that the sentence before names, where it is only one. */
function debtorsBefore(previous: Sentence | undefined, { find, creditors, keysOf }: Reader): Debtors {
  const named = previous === undefined ? [] : find(previous.text)
  const debtors = named.filter(
    ({ keys, text }) => keys.length === 1 && !/申请/.test(text) && !keys.some((key) => creditors.has(key)),
  )
  const keys = new Set(debtors.flatMap((one) => one.keys))
  const [only] = keys.size === 1 ? debtors : []
  return { creditors, keysOf, before: only === undefined ? [] : [{ text: only.text, keys: only.keys }] }
}

/** What was handed on restates what came in, where the text says both of one case. */
function withoutPayouts(facts: readonly Found[]): EnforcementFact[] {
  const idOf = ({ about }: Found): string => about?.key ?? ''
  const stated = new Set(
    facts.filter(({ kind, isPayout }) => kind === '执行到位' && isPayout !== true).map(idOf),
  )
  return facts.flatMap(({ isPayout, ...fact }) => (isPayout === true && stated.has(idOf(fact)) ? [] : [fact]))
}

/** 冻结期限为一年 in a sentence of its own is the term of the measures before it. */
function withTerm(facts: readonly Found[], next: string | undefined): Found[] {
  const term =
    next !== undefined && /^\s*(?:上述|以上|[（(])?[^，。；]{0,12}期限/.test(next) ? termOf(next) : null
  return facts.map((one) =>
    term !== null && MEASURES.has(one.kind) && one.term === null ? { ...one, term } : one,
  )
}

/** A text that says a fact twice says it once; what the operative part decides counts before what the text reports. */
function once(facts: readonly EnforcementFact[]): EnforcementFact[] {
  const idOf = ({ kind, isLifted, amount, property, against, about }: EnforcementFact): string =>
    JSON.stringify([
      kind,
      isLifted,
      amount?.amount,
      property,
      against.flatMap(({ keys }) => keys),
      about?.key,
    ])
  const decided = new Set(facts.filter(({ isOrdered }) => isOrdered).map(idOf))
  const seen = new Set<string>()
  return facts.filter((fact) => {
    const id = idOf(fact)
    if (seen.has(id) || (!fact.isOrdered && decided.has(id))) return false
    seen.add(id)
    return true
  })
}
