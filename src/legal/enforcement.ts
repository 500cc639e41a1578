import { placed } from './amounts.ts'
import { courtSpeaks, dayBefore } from './assertions.ts'
import { upTo } from './bounds.ts'
import { type CaseNumber, categoryOf, findCaseNumbers, idOf, procedureOf } from './case-numbers.ts'
import { type Debtors, type Mark, marksOf } from './enforcement-marks.ts'
import {
  type Described,
  describedIn,
  enteredIn,
  MEASURE_KINDS,
  type Measure,
  measuresOf,
  propertyFound,
  propertyGiven,
  securityIn,
  termOf,
  thingClaimed,
  undescribed,
} from './enforcement-measures.ts'
import {
  filedIn,
  type ProgressKind,
  RELEASED,
  reasonOfReview,
  reasonsIn,
  statesOf,
  sumsOf,
} from './enforcement-progress.ts'
import { asNamed, type Passage, readerOf } from './mentions.ts'
import { narrativeOf, type OperativePart } from './operative-part.ts'
import { keysOfShortName, type Parties } from './parties.ts'
import { afterLast, decidedFirst, matchesOf, nextOf, type Place, placeIn, type Sentence } from './text.ts'

export type EnforcementFact = Place &
  Described &
  Pick<Measure, 'isLifted' | 'against' | 'amount' | 'property' | 'term'> & {
    readonly kind: ProgressKind | (Mark | Measure)['kind'] | '财产'
    readonly isOrdered: boolean
    /** Why an enforcement ends, by `reasonsIn`; empty for other kinds. */
    readonly reasons: readonly string[]
    /** The case that the fact is of, where its sentence names another than the document's own; else null. */
    readonly about: CaseNumber | null
    readonly happenedOn: string | null
  }

type EnforcementSource = {
  /** An enforcement itself: no review and no preservation. */
  readonly isEnforcement: boolean
  readonly own: CaseNumber | null
  /** A judgment orders no measure: what it says of one in its operative part is of something else. */
  readonly isJudgment?: boolean
}

const MOST_FACTS = 200

/**
 * What a text says about an enforcement: sums, how it stands and why it ended, marks on the debtor, measures on property. `part` must
 * have been found in `text`. Of a document that is no enforcement itself, its narrative gives what the court finds, but no
 * measures (of a review those entered in a register); its operative part measures, marks and what is resumed. Pure and linear. Source: docs/decisions.md, Enforcement in full texts.
 */
export function findEnforcement(
  text: string | null,
  part: OperativePart | null,
  parties: Parties,
  source: EnforcementSource,
): EnforcementFact[] {
  const narrative = narrativeOf(text, part)
  const reader = documentReader(parties, source)
  const facts = withoutPayouts([
    ...reportedIn(narrative, reader),
    ...(source.isJudgment || part === null ? [] : decidedIn(part, reader, narrative.text)),
  ])
  const isShared = parties.filter(({ position }) => position === '被执行人').length > 1
  const passages = facts.some(({ kind }) => ENDS.has(kind)) ? reader.sentences(narrative) : []
  const reasons = reasonsIn(passages.map((one) => (isShared ? withoutOneMissing(one) : one.text)))
  const ends = facts.map((fact) => {
    if (!ENDS.has(fact.kind) || !reader.isOwn || (!fact.isOrdered && fact.about !== null)) return fact
    if (source.isEnforcement) return { ...fact, reasons }
    return fact.isOrdered ? { ...fact, reasons: [reasonOfReview(fact.evidence)] } : fact
  })
  const kept = decidedFirst(ends, ({ isOrdered }) => isOrdered, factId)
  return upTo(MOST_FACTS, 'case_enforcement', kept)
}

/** Of several debtors, that a named one cannot be found ends no enforcement against the others. */
const withoutOneMissing = ({ text, mentions }: Passage): string =>
  mentions.some(({ isName }) => isName) ? text.replace(/[^，。；]*(?:下落|去向)不明/g, '') : text

type Kinds = ReadonlySet<EnforcementFact['kind']>
const ENDS: Kinds = new Set(['终本', '终结执行'])
const MEASURES: Kinds = new Set(MEASURE_KINDS)
/** What the operative part of a document decides that is no enforcement itself. */
const OF_OTHERS: Kinds = new Set([...MEASURE_KINDS, '失信', '限高', '恢复执行'])
/** What a defendant mortgaged for the debt is no security for a preservation. */
const OF_SUED = /(?<!反诉)被告|被(?:申请人|执行人|保全人)/
/** 终结对房屋的执行, 终结对丙的执行: of a thing, or of one debtor; and a release is of one. */
const [OF_THING, OF_ONE] = [
  /对[^，。；]{0,60}(?:房|车|账户|存款|财产|土地|股权|设备|商铺)[^，。；]{0,12}执行/,
  /对[^，。；]{2,60}执行/,
]

/** What a review takes back that is done once more. */
const GOING_ON = /核算|核定|重新(?:计算|[送作制发向])|继续执行/
const OPINION = /本院[^，。；]{0,12}认为/g
/** Why only the notice falls, and not what it enforces: it was not served, or says another sum than the judgment. */
const ILL_NOTICE =
  /执行通知书?(?:(?!判决|裁[定决]|调解|支付令|依据)[^。；]){0,30}(?:[未没](?:有|能|予)?[^，。；]{0,12}送达|送达[^，。；]{0,12}(?:违法|不合法|不当|有误|瑕疵|错误|不符合))|[未没](?:有|能|予)?[^，。；]{0,12}送达(?:本案|该|上述)?执行通知|执行通知书?[^。；]{0,30}与[^。；]{0,30}(?:不符|不一致)/

function documentReader(parties: Parties, source: EnforcementSource) {
  const isReview = categoryOf(source.own) === '执行案件'
  return {
    ...source,
    ...readerOf(parties),
    isReview,
    /** Whether it is about an enforcement, so that sums and states need no word of it. */
    isOwn: source.isEnforcement || isReview,
    keysOf: (shortName: string) => keysOfShortName(shortName, parties),
    creditors: new Set(parties.filter(({ position }) => position === '申请执行人').map(({ key }) => key)),
  }
}
type Reader = ReturnType<typeof documentReader>

type Found = EnforcementFact & { readonly isPayout?: boolean }

/** Without a word of these a sentence says nothing of an enforcement: most texts are not read further. */
const ANCHOR =
  /失信|消费|限高|终结|恢复|完毕|到位|受偿|发还|发放|划付|过付|全部|标的|[封结](?:登记)?手续|[查冻扣][封结押][^，。；]{0,60}异议/
const OWN_ANCHOR =
  /执行|标的|到位|到账|受偿|未|没有|履行|终结|恢复|和解|协议|全部|失信|消费|限高|冻结|[查续]封|扣|划|提取|拍卖|变卖|发[还放]|付|抵[偿债押]|价值|分配|分得/

/** What the court says in the narrative. Of another document than an enforcement, without measures. */
function reportedIn(narrative: Sentence, reader: Reader): Found[] {
  const anchor = reader.isEnforcement ? OWN_ANCHOR : ANCHOR
  if (!anchor.test(narrative.text)) return []
  const isSaid = courtSpeaks(narrative.text)
  return reader.sentences(narrative).flatMap((one, index, all) => {
    const facts = anchor.test(one.text) ? factsOf(one, index, all, reader, false) : []
    const said = facts.filter(({ kind, offset }) => (reader.isOwn || !MEASURES.has(kind)) && isSaid(offset))
    return said.map((fact) =>
      fact.property === '财产' ? { ...fact, property: thingClaimed(narrative.text) ?? fact.property } : fact,
    )
  })
}

/** What the operative part decides; 冻结期限为一年 in a sentence of its own is the term of the measures before it. */
function decidedIn(part: OperativePart, reader: Reader, narrative: string): Found[] {
  const given = reader.isOwn ? [] : securityIn(narrative)
  const opinion = narrative.slice(matchesOf(narrative, OPINION).at(-1)?.index ?? narrative.length)
  return part.items.flatMap(reader.sentences).flatMap((one, index, all) => {
    const next = all[index + 1]?.text ?? ''
    const [, of] = /^\s*(?:上述|以上|[（(])?([^，。；]{0,12})期限/.exec(next) ?? []
    const term = of === undefined ? null : termOf(next)
    const isOfTerm = (kind: string): boolean => !/[冻封押]/.test(of ?? '') || of?.includes(kind) === true
    return factsOf(one, index, all, reader, true)
      .flatMap((fact): Found[] => {
        if (reader.isEnforcement) return fact.kind === '终结执行' && RELEASED.test(one.text) ? [] : [fact]
        if (OF_OTHERS.has(fact.kind)) return [fact]
        // 变更乙为…号案件的被执行人；甲不再承担责任.
        const above = all.slice(0, index).map(({ text }) => text)
        const about = fact.about ?? aboutIn(above.join('；'), undefined, reader.own)(Number.POSITIVE_INFINITY)
        const isOfOne = OF_ONE.test(one.text) || RELEASED.test(one.text)
        const isOnlyNotice = ILL_NOTICE.test(opinion) && !all.some(({ text }) => /终结|执行申请/.test(text))
        const isGoingOn = isOnlyNotice || all.slice(index).some(({ text }) => GOING_ON.test(text))
        const isMeant = !OF_THING.test(one.text) && !isGoingOn && (fact.against.length > 0 || !isOfOne)
        return fact.kind === '终结执行' && reader.isReview && about !== null && isMeant
          ? [{ ...fact, about }]
          : []
      })
      .map((fact) => {
        if (!MEASURES.has(fact.kind)) return fact
        const at = fact.offset - one.offset
        const clause = one.text.slice(afterLast('，；。', one.text, at), nextOf(/[，；。]/, one.text, at))
        const isGiven = given.some((words) => fact.property !== null && words.includes(fact.property))
        const isSecurity =
          !reader.isOwn &&
          (isGiven || clause.replace(/担保[^，。；]{0,10}?公司/g, '').includes('担保')) &&
          !OF_SUED.test(clause)
        return {
          ...fact,
          term: isOfTerm(fact.kind) ? (fact.term ?? term) : fact.term,
          conditions: isSecurity ? [...fact.conditions, 'security' as const] : fact.conditions,
        }
      })
  })
}

const bare = {
  ...undescribed,
  ...{ isLifted: false, against: [], amount: null, property: null, term: null, reasons: [] },
} as const

/** In a suit a sum counts only where the sentence speaks of an enforcement. */
const OF_ENFORCEMENT = /执行(?:到位|标的|案|款|中|过程|完毕|程序|法院|人|回)|强制执行|扣划|未执行/

function factsOf(one: Passage, index: number, all: readonly Passage[], reader: Reader, isOrdered: boolean) {
  const { text, offset } = one
  const { isOwn, isEnforcement, isReview, creditors, own } = reader
  const [previous, next] = [all[index - 1], all[index + 1]?.text ?? '']
  const isReported = isEnforcement && !isOrdered
  const about = aboutIn(text, previous, own)
  const states = /终结|恢复|完毕|全部|和解|协议|执行通知|免除|不再|消灭/.test(text)
    ? statesOf(one, isOrdered, isOwn)
    : []
  const sums = isOwn || OF_ENFORCEMENT.test(text) ? sumsOf(one) : []
  const marks = /失信|消费|限高/.test(text) ? marksOf(one, debtorsBefore(previous, reader)) : []
  const mayMeasure = isOrdered || isEnforcement
  const measures = mayMeasure ? measuresOf(one, isOrdered) : isReview ? enteredIn(one) : []
  const described = isReported ? describedProperty(one, measures, next, reader) : []
  const given = propertyGiven(one, creditors)
  const facts = [
    ...states,
    ...sums.map((sum) => ({ ...sum, property: sum.kind === '执行到位' ? given : null })),
    ...marks,
    ...(described.length > 0 ? described : measures),
    ...(isReported ? filedIn(one, (at) => about(at) ?? own) : []),
  ].map((fact) => ({ ...bare, happenedOn: dayBefore(text, fact.offset), ...fact }))
  return facts.map((fact) => ({
    ...fact,
    amount: fact.amount && placed(fact.amount, offset),
    isOrdered,
    about: isOfResumption(fact.kind, text.slice(0, fact.offset), own) ? null : about(fact.offset),
    ...placeIn(one, fact.offset),
  }))
}

/** Measures with what the sentence says of their property, else property that it only finds. */
function describedProperty(sentence: Passage, measures: readonly Measure[], next: string, reader: Reader) {
  if (measures.length === 0) return propertyFound(sentence, next, reader.creditors)
  const { text } = sentence
  return measures.map((one) => {
    const after = measures.flatMap(({ offset }) => (offset > one.offset ? [offset] : []))
    const described = describedIn(text, one.offset, Math.min(...after, text.length), next)
    return { ...one, ...described, conditions: [...one.conditions, ...described.conditions] }
  })
}

/** 恢复执行（2022）…执1号案件，执行标的100元: what is to be enforced from then on, and what of it was collected. */
const isOfResumption = (kind: EnforcementFact['kind'], before: string, own: CaseNumber | null): boolean =>
  (kind === '执行标的' || kind === '执行到位' || kind === '未执行到位') &&
  procedureOf(own) === '恢复执行' &&
  /恢复(?:强制)?执行/.test(before)

/** The enforcement or preservation of another number that the sentence names, or that 该案 stands for. */
function aboutIn(text: string, previous: Sentence | undefined, own: CaseNumber | null) {
  const numbersIn = (sentence: string) =>
    findCaseNumbers(sentence).filter(({ number }) =>
      /执行|保全/.test(categoryOf(number) + procedureOf(number)),
    )
  const here = numbersIn(text)
  const before = /^[^，]{0,6}该案/.test(text) ? numbersIn(previous?.text ?? '') : []
  return (at: number): CaseNumber | null => {
    const found = here.findLast(({ offset }) => offset <= at) ?? here[0] ?? before.at(-1)
    return found === undefined || idOf(found.number) === idOf(own) ? null : found.number
  }
}

function debtorsBefore(previous: Passage | undefined, { creditors, keysOf }: Reader): Debtors {
  const debtors = (previous?.mentions ?? []).filter(
    ({ keys, text }) => keys.length === 1 && !/申请/.test(text) && !keys.some((key) => creditors.has(key)),
  )
  const [only] = new Set(debtors.flatMap(({ keys }) => keys)).size === 1 ? debtors : []
  return { creditors, keysOf, before: only === undefined ? [] : [asNamed(only)] }
}

/** What was handed on restates what came in, where the text says both of one case. */
function withoutPayouts(facts: readonly Found[]): EnforcementFact[] {
  const caseOf = ({ about }: Found): string => about?.key ?? ''
  const receipts = facts.filter(({ kind, isPayout }) => kind === '执行到位' && !isPayout)
  const stated = new Set(receipts.map(caseOf))
  return facts.flatMap(({ isPayout, ...fact }) => (isPayout && stated.has(caseOf(fact)) ? [] : [fact]))
}

const factId = ({ kind, isLifted, amount, property, against, about }: EnforcementFact): string =>
  JSON.stringify([kind, isLifted, amount?.amount, property, against.flatMap(({ keys }) => keys), about?.key])
