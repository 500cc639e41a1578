import { courtSpeaks, isSaid } from './assertions.ts'
import { upTo } from './bounds.ts'
import { type CaseNumber, type FoundCaseNumber, idOf, othersIn, procedureOf } from './case-numbers.ts'
import { DAY, dayOf } from './dates.ts'
import type { EnforcementFact } from './enforcement.ts'
import { narrativeOf, type OperativePart } from './operative-part.ts'
import {
  type CaseStatement,
  decidedIn,
  FATES,
  isOfCase,
  isSuit,
  itemsBehind,
  type StatementContext,
  type StatementKind,
} from './statements-decided.ts'
import { agreedIn, decisionOf, paidHereAt, performedIn } from './statements-performed.ts'
import { decidedFirst, kindsOf, matchesOf, type Place, placeIn, type Sentence, sentencesOf } from './text.ts'

export type StatementSource = Omit<StatementContext, 'challenged'> & {
  readonly history?: string | null
  readonly enforcement: readonly EnforcementFact[]
}

const [MOST, HISTORY] = [200, 4000]

/** What the court decides and reports of other cases. Linear. Source: docs/decisions.md, Other cases. */
export function findStatements(text: string | null, part: OperativePart | null, source: StatementSource) {
  const narrative = narrativeOf(text, part)
  const named = { ...source, challenged: challengedIn(source.history ?? narrative.text, source.own) }
  const decided = part === null ? [] : decidedIn(part, named)
  const withdrawn = decided.find(({ kind }) => kind === '撤回上诉')?.about
  const found = [
    ...reportedIn(narrative, named, withdrawn),
    ...decided,
    ...(part === null || source.own === null ? [] : paidHere(part, source.own)),
    ...source.enforcement.flatMap(ofEnforcement),
  ]
  found.sort((a, b) => a.offset - b.offset)
  const distinct = decidedFirst(
    found,
    ({ isDecided }) => isDecided,
    ({ kind, about, items }) => JSON.stringify([kind, idOf(about), items]),
  )
  return upTo(MOST, 'case_statements', distinct)
}

function ofEnforcement(fact: EnforcementFact): CaseStatement[] {
  const { kind, about, isOrdered, happenedOn, evidence, offset, against } = fact
  const isOfCase = kind === '终本' || kind === '执行完毕' || kind === '恢复执行'
  if (about === null || against.length > 0 || !isOfCase) return []
  return [{ kind, about, items: [], isDecided: isOrdered, happenedOn, evidence, offset }]
}

/** That what it orders was paid already, by its own item. */
function paidHere({ items }: OperativePart, own: CaseNumber): CaseStatement[] {
  const said = isSuit(own) ? items.flatMap(sentencesOf).find(({ text }) => paidHereAt(text) >= 0) : undefined
  return said === undefined ? [] : [stated('履行', own, placeIn(said, paidHereAt(said.text)))]
}

const stated = (kind: StatementKind, about: CaseNumber, place: Place): CaseStatement => ({
  ...{ kind, about, items: [], isDecided: false, happenedOn: null },
  ...place,
})

/** The decision that the document is about: 不服…号民事判决，提起上诉. */
function challengedIn(history: string, own: CaseNumber | null): FoundCaseNumber | null {
  const head = history.slice(0, HISTORY)
  for (const { index } of matchesOf(head, /不服/g)) {
    const [first] = othersIn(head.slice(index, index + 200).split(/[。；\n]/)[0] ?? '', own)
    if (first !== undefined && /上诉|再审|申诉|抗诉|监督/.test(head.slice(index, index + 300))) return first
  }
  return null
}

const BEHIND = {
  生效: /^[^，。；（(]{0,20}[^。；（(]{0,30}?(?:发生(?:了)?法律效力|(?:已(?:经)?|均已|现已|业已)生效)(?!之日|后|前|的[，,]|条件)/,
  失效: /^[^，。；]{0,12}支付令[^。；]{0,30}(?:失效|失去(?:法律)?效力)|^[^。；]{0,60}(?:裁定)?终结[^，。；]{0,10}督促程序/,
  不予执行: /^[^。；]{0,40}(?:裁定|已)[^，。；]{0,8}不予执行/,
  移送: /^[^。；]{0,12}(?:民事|行政)?裁定书?[^。；]{0,16}移送(?:至|到|给)?[^。；]{0,20}(?:本院|我院)/,
} as const
/** What another decision did to it: …号民事判决已被…号民事判决撤销. */
const DONE_TO =
  /^[^，。；]{0,20}(?:(?:已|均|后)?(?:被|经)[^。；]{0,80}?|已(?:依法)?)(撤销|变更|维持|改判|发回)(?!之诉|权|申请)/
/** What stands right before a number: 已发生法律效力的…号, 维持…号. */
const IN_FORCE = /(?:已(?:经)?(?:发生(?:了)?法律效力|生效)|生效)的?[^，。；]{0,40}$/
/** What became of the decision below, in a sentence that has the number of that above, or none. */
const OF_BELOW = {
  维持: /驳回[^。；]{0,12}(?:上诉|抗诉)[，,、]?(?:并)?维持原(?:判|审|裁)|维持原(?:判|审判决)|维持一审(?:判决)?/,
  提审: /裁定[^，。；]{0,20}提审/,
  改判: /(?:二审|再审|依法|法院|判决)[^，。；]{0,12}改判/,
  ...FATES,
} as const
/** 该判决已发生法律效力, in the sentence behind the number. */
const IT_IN_FORCE =
  /^[^。；]{0,60}?(?:该|上述|前述|此|前列|判决后)[^。；]{0,40}?(?:发生(?:了)?法律效力|(?:已(?:经)?|均已|现已|业已)生效)(?!之日|后|前)/
const DENIED =
  /(?:未|尚未|没有|不)(?:发生(?:法律)?效力|生效|撤销|变更|失效)|是否|未(?:能|予)?(?:撤销|变更)|(?:生效|撤销)(?:证明|之日|时间)/
/** How a case was opened under a number: 案号为…, 以…号立案; neither 以…号裁定终结 nor 依据…号判决书立案执行 opens it. */
const NUMBERED_BEFORE = /(?:案号(?:为|是|：|:)?|编号为|以)[“（(\s]{0,2}$/
const OPENED = /立案|受理|起诉|转为|转入|诉至|提起诉讼|申请(?:强制)?执行|移送执行|审理/
const OPENED_BEHIND = /^[^，。；]{0,8}(?:案件?)?(?:予以)?(?:立案|受理)/
const IS_DECISION = /^[^，。；]{0,6}(?:判决|裁定|调解|决定)/
const OTHER_DISPUTE = /另案|他案|案外人|类案|类似|同类|关联案|其他案件|参考|参照|指导/
const CARRIED_OUT_BEFORE =
  /(?:依据|根据|依照|按照|申请(?:强制)?执行|执行|作出的?|发生法律效力的?|生效的?|制作的?)[^。；]{0,100}$/
const CARRIED_OUT_BEHIND =
  /^[^，。；]{0,12}(?:判决|裁定|调解|支付令|决定|裁决)|^[^。；]{0,40}(?:一案|的执行|纠纷)/

/** `withdrawn`: the decision below, of an appeal that is withdrawn, as it may be because all was paid. */
function reportedIn(narrative: Sentence, context: StatementContext, withdrawn?: CaseNumber) {
  const isCourt = courtSpeaks(narrative.text)
  const sentences = sentencesOf(narrative)
  const numbers = sentences.map(({ text }) => othersIn(text, context.own))
  return sentences
    .flatMap((one, at) => {
      const [here, before] = [numbers[at] ?? [], numbers[at - 1] ?? []]
      const about = decisionOf(one.text, here, before) ?? (here.length === 0 ? withdrawn : undefined)
      const debt = about === undefined ? [] : ofDebt(one, sentences[at + 1]?.text ?? '', about)
      return [...statementsOf(one, here, before, context), ...debt]
    })
    .filter(({ offset }) => isCourt(offset))
}

/** That a debt was performed, or that the parties made a new agreement on it. */
const ofDebt = (sentence: Sentence, next: string, about: CaseNumber): CaseStatement[] =>
  [performedIn(sentence.text, next), agreedIn(sentence.text)].flatMap((found) => {
    return found === null ? [] : [stated(found.kind, about, placeIn(sentence, found.at))]
  })

type Numbers = readonly FoundCaseNumber[]
/** What a sentence says of a case, at an offset in it. `isDated`: the day right before is that of what it says. */
type Said = {
  readonly kind: StatementKind
  readonly about: CaseNumber
  readonly at: number
  readonly isDated?: boolean
  readonly items?: readonly string[]
}

function statementsOf(sentence: Sentence, here: Numbers, before: Numbers, context: StatementContext) {
  if (here.length === 0 && before.length === 0) return []
  const { text } = sentence
  const said = [
    ...here.flatMap((one) => ofNumber(text, one, context)),
    ...ofBelow(text, here, before),
    ...(here.length === 0 ? inForce(text, before) : []),
  ]
  return said.map(({ kind, about, at, isDated = false, items = [] }) => ({
    kind,
    about,
    items,
    isDecided: false,
    happenedOn: isDated ? dayOf(DAY_BEFORE.exec(text.slice(0, at))?.[1]) : null,
    ...placeIn(sentence, at),
  }))
}

/** 该判决已发生法律效力: of the only decision of the sentence before. */
function inForce(text: string, before: Numbers): Said[] {
  const found = DENIED.test(text) ? null : IT_IN_FORCE.exec(text)
  const [only, other] = before.filter(({ number }) => isOfCase(number))
  if (found === null || only === undefined || other !== undefined) return []
  const at = found.index + found[0].search(/发生|已?(?:经|现|业|均)?已?生效/)
  return [{ kind: '生效', about: only.number, at, isDated: true }]
}

function ofNumber(text: string, found: FoundCaseNumber, { own, isEnforcement }: StatementContext): Said[] {
  const { offset: at, number: about } = found
  const end = at + found.text.length
  const [before, behind] = [text.slice(Math.max(0, at - 120), at), text.slice(end, end + 160)]
  const isMeant = isSaid(text, at)
  const isClear = isMeant && !DENIED.test(text)
  const said = isClear && isOfCase(about) ? ofDecision(found, before, behind) : []
  const isCarriedOut =
    isSuit(about) && /执行/.test(text) && CARRIED_OUT_BEFORE.test(before) && CARRIED_OUT_BEHIND.test(behind)
  if (isEnforcement && isClear && isCarriedOut) said.push({ kind: '执行依据', about, at })
  const isOpened = (NUMBERED_BEFORE.test(before) && OPENED.test(text)) || OPENED_BEHIND.test(behind)
  if (isMeant && isOpened && !OTHER_DISPUTE.test(text) && !IS_DECISION.test(behind))
    said.push({ kind: '立案', about, at, isDated: true })
  // A resumed enforcement names the one that it resumes.
  const isResumed = procedureOf(own) === '恢复执行' && procedureOf(about) === '执行'
  if (isResumed && own?.courtCode === about.courtCode) said.push({ kind: '恢复执行', about, at })
  return said
}

function ofDecision({ number: about, offset: at, text }: FoundCaseNumber, before: string, behind: string) {
  const end = at + text.length
  const said = kindsOf(BEHIND).flatMap((kind): Said[] => {
    const match = BEHIND[kind].exec(behind)
    if (match === null || (kind === '失效' && procedureOf(about) !== '督促程序')) return []
    return [{ kind, about, at: end + Math.max(0, match[0].search(LAST_WORD)), isDated: true }]
  })
  if (IN_FORCE.test(before) && !said.some(({ kind }) => kind === '生效'))
    said.push({ kind: '生效', about, at })
  const done = DONE_TO.exec(behind)?.[1]
  const verb = /(维持|撤销|变更|改判)(?:了)?[^，。；]{0,60}$/.exec(before)?.[1]
  if (done !== undefined) said.push({ kind: done as StatementKind, about, at: end })
  else if (verb !== undefined)
    said.push({ kind: verb as StatementKind, about, at, items: itemsBehind(behind) })
  return said
}

const LAST_WORD = /(?:发生|已|均已|现已|业已|失效|不予执行|终结)[^已发]*$/

/** What became of a decision below: of the sentence's only first instance, else of that of the sentence before. */
function ofBelow(text: string, here: Numbers, before: Numbers): Said[] {
  return kindsOf(OF_BELOW).flatMap((kind): Said[] => {
    const at = text.search(OF_BELOW[kind])
    if (at < 0 || DENIED.test(text) || !isSaid(text, at)) return []
    const meant = kind === '驳回再审' || kind === '提审' ? /^(?:一审|二审)$/ : /^(?:一审|特别程序)$/
    const isMeant = ({ number }: FoundCaseNumber): boolean => meant.test(procedureOf(number))
    const earlier = here.filter((one) => one.offset < at && isMeant(one))
    const candidates = earlier.length > 0 ? earlier : before.filter(isMeant)
    const about =
      kind === '驳回再审' ? candidates.at(-1) : candidates.length === 1 ? candidates[0] : undefined
    return about === undefined ? [] : [{ kind, about: about.number, at, isDated: true }]
  })
}

/** The day right before what happened on it: 于2023年5月6日发生法律效力. */
const DAY_BEFORE = new RegExp(`(${DAY})(?:起)?[^，。；号年]{0,8}$`)
