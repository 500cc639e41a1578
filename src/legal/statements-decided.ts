import { type CaseNumber, categoryOf, type FoundCaseNumber, othersIn, procedureOf } from './case-numbers.ts'
import { parseNumeral } from './numerals.ts'
import { decidedBelow, type OperativePart } from './operative-part.ts'
import type { Outcome } from './outcomes.ts'
import { kindsOf, matchesOf, type Place, placeIn, type Sentence, sentencesOf, type Words } from './text.ts'

export type StatementKind =
  Words<'生效 维持 撤销 变更 改判 发回 撤回上诉 驳回再审 提审 执行依据 失效 终本 执行完毕 恢复执行 立案 移送 不予执行 履行 和解'>

export type CaseStatement = Place & {
  readonly kind: StatementKind
  readonly about: CaseNumber
  /** Numbers of the items of that decision; empty for all of it. */
  readonly items: readonly string[]
  readonly isDecided: boolean
  readonly happenedOn: string | null
}

export type StatementContext = {
  readonly own: CaseNumber | null
  /** An enforcement itself: what it names, it carries out. */
  readonly isEnforcement: boolean
  /** The decision that the document is about, as its history names it. */
  readonly challenged: FoundCaseNumber | null
}

/** The verb that governs a number: the last before it in its sentence. */
const VERB = /维持|撤销|变更|改判|终结|恢复|不予执行|驳回|准许|执行|中止/g
/** 将…号民事判决第二项变更为：… */
const CHANGED_BEHIND = /^[^，。；]{0,30}项[^，。；]{0,8}(变更|改判)/
/** …号支付令确定的义务已全部履行完毕. */
const OBLIGES = /^[^，。；]{0,12}(?:判决|裁定|调解|支付令|裁决|决定)书?(?:所)?确定的/
const GOVERNING: readonly StatementKind[] = ['维持', '撤销', '变更', '改判', '不予执行']
/** Of the decision below without its number: 维持原判, 撤销一审判决第二项. */
const BELOW = /(维持|撤销|变更)[^，。；]{0,12}(?:原(?:判|审|裁|一审)|一审(?:判决|裁定)|二审(?:判决|裁定))/g
/** What becomes of a decision, in a sentence that need not have its number. */
export const FATES = {
  发回: /发回[^。；]{0,60}(?:重审|重新审理|审理|审查)/,
  驳回再审: /驳回[^。；]{0,80}(?:再审申请|申诉|再审请求)/,
  撤回上诉: /(?:准许|准予|裁定)[^。；]{0,80}撤回[^。；]{0,8}上诉|按[^。；]{0,60}撤回上诉处理/,
} as const
const DECIDED_FATES = { ...FATES, 提审: /(?:由|本院|我院)[^。；]{0,20}提审|提审本案/ }

/** 小额诉讼 (Civil Procedure Law, article 165): a first instance without an appeal. */
const IS_FINAL = /^\s*本(?:判决书?(?:为|系|是)?(?:一审)?|案(?:实行|适用)?一审)终审/
const MAY_APPEAL = /上诉状|上诉于/

/** That a judgment of first instance is in force by its own closing; an edited case may end with its appeal. */
function finalIn({ items, closing }: OperativePart, { own }: StatementContext): CaseStatement[] {
  const isFirst =
    own !== null && procedureOf(own) === '一审' && !items.some(({ text }) => /上诉|原判/.test(text))
  if (!isFirst || MAY_APPEAL.test(closing.text)) return []
  const said = sentencesOf(closing).find(({ text }) => IS_FINAL.test(text))
  return said === undefined ? [] : [decided('生效', own, placeIn(said, said.text.search('终审')))]
}

/** What the operative part decides of other cases, that a payment order of its own lapsed, and that a first instance is final. */
export function decidedIn(part: OperativePart, context: StatementContext): CaseStatement[] {
  if (categoryOf(context.own) === '管辖案件') return []
  const sentences = part.items.flatMap(sentencesOf)
  const named = sentences.flatMap((one) =>
    othersIn(one.text, context.own).flatMap((number) => ofNumber(one, number, context.isEnforcement)),
  )
  return [...named, ...sentences.flatMap((one) => ofBelow(one, context, named)), ...finalIn(part, context)]
}

const decided = (
  kind: StatementKind,
  about: CaseNumber,
  place: Place,
  items: readonly string[] = [],
): CaseStatement => ({ kind, about, items, isDecided: true, happenedOn: null, ...place })

function ofNumber(sentence: Sentence, found: FoundCaseNumber, isEnforcement: boolean): CaseStatement[] {
  const { number, offset, text } = found
  const behind = sentence.text.slice(offset + text.length)
  const verb = CHANGED_BEHIND.exec(behind)?.[1] ?? matchesOf(sentence.text.slice(0, offset), VERB).at(-1)?.[0]
  const place = placeIn(sentence, offset)
  const isCarriedOut = verb === '终结' || verb === '执行' || OBLIGES.test(behind)
  if (isEnforcement && isCarriedOut && isSuit(number)) return [decided('执行依据', number, place)]
  const kind = GOVERNING.find((one) => one === verb)
  if (kind === undefined || !isOfCase(number) || NOT_OF_IT.test(sentence.text)) return []
  const items = itemsBehind(behind)
  const isOfPart = (items.length === 0 ? OF_PART : OF_ITEM).test(behind)
  if (isOfPart && kind === '维持') return []
  return [decided(isOfPart && kind === '撤销' ? '变更' : kind, number, place, items)]
}

/** What is refused, and who enforces a decision: 变更甲公司为…号民事判决的申请执行人. */
const NOT_OF_IT =
  /驳回[^。；]{0,80}(?:请求|申请|异议)|变更[^，。；：]{0,80}(?:申请执行人|被执行人|权利人)(?:为|，|$)/

/** A ruling of an enforcement, or a further ruling (之一), is not the case. */
export const isOfCase = (number: CaseNumber): boolean =>
  number.sub === null && !/^(?:执行|恢复执行|财产保全执行|保全)$/.test(procedureOf(number))

export const isSuit = (number: CaseNumber): boolean => /^(?:民事|刑事|行政)案件$/.test(categoryOf(number))

/** 撤销…号民事判决中关于利息的部分 sets aside no whole decision. */
const OF_PART =
  /^[^，。；]{0,16}(?:判决|裁定|调解)书?(?:主文)?(?:中|关于|对|的)[^。；]{0,60}(?:部分|内容|判决)/
/** 撤销…第一项中的量刑部分: the item stands in part. */
const OF_ITEM = /^[^，。；第]{0,24}第[^，。；]{1,24}项(?:中|关于|对)[^。；，]{0,60}(?:部分|内容)/
const ITEMS = /^[^，。；第]{0,24}(第[第一二三四五六七八九十\d（）()项、，和及与至到以\s]{1,80})项/
/** 第一项债务及该款利息、第四项: what an item is about, between two items. */
const OF_WHAT = /(?<=项)[^，。；、第]{1,16}(?=(?:、|以?及|和|与)第)/g
/** The items named right behind a number: 第一项、第三项, 第二至四项. */
export function itemsBehind(text: string): string[] {
  const list = ITEMS.exec(text.replace(OF_WHAT, '').replace(/(?<=项[及和、])本判决(?=第)/g, ''))?.[1]
  if (list === undefined) return []
  const plain = list.replace(/[第项（()）\s]/g, '').replace(/以及|[，和及与]/g, '、')
  const items = plain.split('、').flatMap((part) => {
    const [from, to] = part.split(/[至到]/).map((one) => parseNumeral(one))
    if (from === undefined) return []
    if (to === undefined || to < from || to - from > MOST_ITEMS) return [from]
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
  return [...new Set(items)].map(String)
}

const MOST_ITEMS = 40

/** Which items words are about: those that they name, else that in which they stand, alone or with all before it. */
export const itemsMeant =
  (named: readonly string[], own: number, isAlone: boolean) =>
  (item: number | null): boolean =>
    item !== null && (named.length > 0 ? named.includes(String(item)) : isAlone ? item === own : item <= own)

export const DECISION = /判决|裁定|调解|原[判审]/
/** The items of the decision below that sentences with a verb name; null where one names none, and so means all. */
function itemsUnder(verb: RegExp, sentences: readonly Sentence[]): ReadonlySet<number> | null {
  const items = sentences
    .filter(({ text }) => verb.test(text) && DECISION.test(text))
    .map(({ text }) => itemsBehind(text.slice(text.search(DECISION))))
  return items.some(({ length }) => length === 0) ? null : new Set(items.flat().map(Number))
}

/** What stands of the decision below, as the full text of an appeal quotes it; null where it is not quoted, or nothing stands. */
export function standingBelow(content: string, part: OperativePart | null, outcome: Outcome | undefined) {
  const below = outcome === 'upheld' || outcome === 'partly_reversed' ? decidedBelow(content) : null
  if (below === null || part === null || outcome === 'upheld') return below
  const sentences = part.items.flatMap(sentencesOf)
  const changed = itemsUnder(/撤销|变更|改判/, sentences)
  const upheld = itemsUnder(/维持/, sentences)
  if (changed === null || changed.size === 0) return null
  const stands = ({ item }: OperativePart['items'][number]): boolean =>
    !changed.has(item) && (upheld === null || upheld.size === 0 || upheld.has(item))
  return { ...below, items: below.items.filter(stands) }
}

/** What is decided of the decision below where the sentence gives no number. */
function ofBelow(sentence: Sentence, context: StatementContext, named: readonly CaseStatement[]) {
  const { text } = sentence
  const { own, challenged } = context
  const below = challenged !== null && isOfCase(challenged.number) ? [challenged.number] : []
  const found: CaseStatement[] = []
  const lapsed = /支付令[^。；]{0,30}失效|终结[^。；]{0,60}督促程序/.exec(text)
  if (lapsed !== null && own !== null && procedureOf(own) === '督促程序')
    found.push(decided('失效', own, placeIn(sentence, lapsed.index)))
  const setAside = named.filter(({ kind }) => kind === '撤销').map(({ about }) => about)
  for (const kind of kindsOf(DECIDED_FATES)) {
    const at = text.search(DECIDED_FATES[kind])
    const meant = kind === '发回' && setAside.length > 0 ? setAside : below
    if (at >= 0) found.push(...meant.map((about) => decided(kind, about, placeIn(sentence, at))))
  }
  for (const { index, 0: words, 1: kind } of othersIn(text, own).length > 0 ? [] : matchesOf(text, BELOW)) {
    const items = itemsBehind(text.slice(index + words.length))
    found.push(
      ...below.map((about) => decided(kind as StatementKind, about, placeIn(sentence, index), items)),
    )
  }
  return found
}
