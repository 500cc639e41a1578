import type { CaseNumber, FoundCaseNumber } from './case-numbers.ts'
import { parseDate } from './dates.ts'
import {
  type CaseStatement,
  categoryOf,
  isSaid,
  othersIn,
  procedureOf,
  type StatementContext,
  type StatementKind,
  statement,
} from './statement.ts'
import { itemsBehind } from './statements-decided.ts'
import { type Sentence, sentencesOf } from './text.ts'
import { courtSpeaks } from './voices.ts'

/** What a sentence says right behind a number. */
const BEHIND: readonly (readonly [StatementKind, RegExp])[] = [
  [
    '生效',
    /^(?:之[一二三四五])?[^，。；（(]{0,16}(?:(?:判决|裁定|调解|支付令|决定|裁决)书?)?[^。；（(]{0,30}?(?:发生(?:了)?法律效力|(?:已(?:经)?|均已|现已|业已)生效)(?!之日|后|前|的[，,]|条件)/,
  ],
  [
    '失效',
    /^[^，。；]{0,12}支付令[^。；]{0,30}(?:失效|失去(?:法律)?效力)|^[^。；]{0,60}(?:裁定)?终结[^，。；]{0,10}督促程序/,
  ],
  ['不予执行', /^[^。；]{0,40}(?:裁定|已)[^，。；]{0,8}不予执行/],
  ['移送', /^[^。；]{0,12}(?:民事|行政)?裁定书?[^。；]{0,16}移送(?:至|到|给)?[^。；]{0,20}(?:本院|我院)/],
]
/** What another decision did to it: …号民事判决已被…号民事判决撤销. */
const DONE_TO =
  /^[^，。；]{0,20}(?:(?:已|均|后)?(?:被|经)[^。；]{0,80}?|已(?:依法)?)(撤销|变更|维持|改判|发回)(?!之诉|权|申请)/
/** What stands right before a number: 已发生法律效力的…号, 维持…号. */
const IN_FORCE = /(?:已(?:经)?(?:发生(?:了)?法律效力|生效)|生效)的?[^，。；]{0,40}$/
const VERB_BEFORE = /(维持|撤销|变更|改判)(?:了)?[^，。；]{0,60}$/
/** What became of the decision below, in a sentence that has the number of that above, or none. */
const OF_BELOW: readonly (readonly [StatementKind, RegExp])[] = [
  [
    '维持',
    /驳回[^。；]{0,12}(?:上诉|抗诉)[，,、]?(?:并)?维持原(?:判|审|裁)|维持原(?:判|审判决)|维持一审(?:判决)?/,
  ],
  ['发回', /发回[^。；]{0,40}(?:重审|重新审理)/],
  ['撤回上诉', /(?:准许|准予|裁定)[^。；]{0,60}撤回(?:了)?上诉|按[^。；]{0,40}撤回上诉处理/],
  ['驳回再审', /(?:裁定|已|被)?驳回[^。；]{0,40}再审申请/],
  ['改判', /(?:二审|再审|依法|法院|判决)[^，。；]{0,12}改判/],
  ['提审', /裁定[^，。；]{0,20}提审/],
]
/** 该判决已发生法律效力, in the sentence behind the number. */
const IT_IN_FORCE =
  /^[^。；]{0,60}?(?:该|上述|前述|此|前列|判决后)[^。；]{0,40}?(?:发生(?:了)?法律效力|(?:已(?:经)?|均已|现已|业已)生效)(?!之日|后|前)/
const DENIED =
  /(?:未|尚未|没有|不)(?:发生(?:法律)?效力|生效|撤销|变更|失效)|是否|未(?:能|予)?(?:撤销|变更)|(?:生效|撤销)(?:证明|之日|时间)/
/** How a case was opened under a number: 案号为…, 以…号立案. */
const NUMBERED_BEFORE = /(?:案号(?:为|是|：|:)?|编号为|以)[“（(\s]{0,2}$/
const OPENED = /立案|受理|起诉|转为|转入|诉至|提起诉讼|申请(?:强制)?执行|移送执行|审理/
const OPENED_BEHIND = /^[^，。；]{0,8}(?:案件?)?(?:予以)?(?:立案|受理)/
const OTHER_DISPUTE = /另案|他案|案外人|类案|类似|同类|关联案|其他案件|参考|参照|指导/
const CARRIED_OUT_BEFORE =
  /(?:依据|根据|依照|按照|申请(?:强制)?执行|执行|作出的?|发生法律效力的?|生效的?|制作的?)[^。；]{0,100}$/
const CARRIED_OUT_BEHIND =
  /^[^，。；]{0,12}(?:判决|裁定|调解|支付令|决定|裁决)|^[^。；]{0,40}(?:一案|的执行|纠纷)/
const CARRIES_OUT = /执行/

/** What the court of a narrative reports of other cases. */
export function reportedIn(narrative: string, context: StatementContext): CaseStatement[] {
  if (!/[号號]/.test(narrative)) return []
  const sentences = sentencesOf(narrative)
  const numbers = sentences.map(({ text }) => othersIn(text, context.own))
  const said = once(() => courtSpeaks(narrative))
  return sentences
    .flatMap((one, index) => {
      const here = numbers[index] ?? []
      const before = numbers[index - 1] ?? []
      if (here.length === 0 && before.length === 0) return []
      return statementsOf(one, here, before, context)
    })
    .filter(({ offset }) => said()(offset))
}

function statementsOf(
  sentence: Sentence,
  here: readonly FoundCaseNumber[],
  before: readonly FoundCaseNumber[],
  context: StatementContext,
): CaseStatement[] {
  const { text } = sentence
  const made = (kind: StatementKind, about: CaseNumber, at: number, day = true, items: string[] = []) =>
    statement(kind, about, sentence, at, {
      isDecided: false,
      items,
      happenedOn: day ? dayRightBefore(text, at) : null,
    })
  const found = here.flatMap((one) => ofNumber(text, one, context, made))
  const below = ofBelow(text, here, before).map(({ kind, about, at }) => made(kind, about, at))
  const it = here.length === 0 && !DENIED.test(text) ? IT_IN_FORCE.exec(text) : null
  const [only, other] = before.filter(isDecision)
  const force =
    it !== null && only !== undefined && other === undefined
      ? [made('生效', only.number, it.index + it[0].search(/发生|已?(?:经|现|业|均)?已?生效/))]
      : []
  return [...found, ...below, ...force]
}

type Make = (
  kind: StatementKind,
  about: CaseNumber,
  at: number,
  day?: boolean,
  items?: string[],
) => CaseStatement

function ofNumber(
  text: string,
  found: FoundCaseNumber,
  { own, isEnforcement }: StatementContext,
  made: Make,
): CaseStatement[] {
  const { offset, number } = found
  const end = offset + found.text.length
  const [before, behind] = [text.slice(Math.max(0, offset - 120), offset), text.slice(end, end + 160)]
  const statements: CaseStatement[] = []
  const isMeant = isSaid(text, offset) && !DENIED.test(text)
  if (isMeant && isDecision(found)) {
    for (const [kind, shape] of BEHIND) {
      const match = shape.exec(behind)
      if (match !== null && (kind !== '失效' || procedureOf(number) === '督促程序'))
        statements.push(made(kind, number, end + lastWord(match[0])))
    }
    if (IN_FORCE.test(before) && !statements.some(({ kind }) => kind === '生效'))
      statements.push(made('生效', number, offset, false))
    const done = DONE_TO.exec(behind)
    if (done !== null) statements.push(made(done[1] as StatementKind, number, end, false))
    const verb = VERB_BEFORE.exec(before)
    if (verb !== null && done === null)
      statements.push(made(verb[1] as StatementKind, number, offset, false, itemsBehind(behind)))
  }
  if (isEnforcement && isMeant && isCarriedOut(text, before, behind, number))
    statements.push(made('执行依据', number, offset, false))
  if (isOpened(text, before, behind) && isSaid(text, offset))
    statements.push(made('立案', number, offset, true))
  if (isResumed(own, number)) statements.push(made('恢复执行', number, offset, false))
  return statements
}

const lastWord = (match: string): number =>
  Math.max(0, match.search(/(?:发生|已|均已|现已|业已|失效|不予执行|终结)[^已发]*$/))

/** A decision on a case, not a step of its enforcement, and no further ruling in it (之一). */
const isDecision = ({ number }: FoundCaseNumber): boolean =>
  number.sub === null && !/^(?:执行|恢复执行|财产保全执行|保全)$/.test(procedureOf(number))

const isCarriedOut = (text: string, before: string, behind: string, number: CaseNumber): boolean =>
  /^(?:民事|刑事|行政)案件$/.test(categoryOf(number)) &&
  CARRIES_OUT.test(text) &&
  CARRIED_OUT_BEFORE.test(before) &&
  CARRIED_OUT_BEHIND.test(behind)

const isOpened = (text: string, before: string, behind: string): boolean =>
  !OTHER_DISPUTE.test(text) &&
  ((NUMBERED_BEFORE.test(before) && OPENED.test(text)) || OPENED_BEHIND.test(behind))

/** A resumed enforcement names the one that it resumes. */
const isResumed = (own: CaseNumber | null, number: CaseNumber): boolean =>
  procedureOf(own) === '恢复执行' && procedureOf(number) === '执行' && own?.courtCode === number.courtCode

const FIRST = /^(?:一审|特别程序)$/

/** What became of a decision below: of the sentence's only first instance, else of that of the sentence before. */
function ofBelow(
  text: string,
  here: readonly FoundCaseNumber[],
  before: readonly FoundCaseNumber[],
): { kind: StatementKind; about: CaseNumber; at: number }[] {
  return OF_BELOW.flatMap(([kind, shape]) => {
    const match = shape.exec(text)
    if (match === null || DENIED.test(text) || !isSaid(text, match.index)) return []
    const isMeant = ({ number }: FoundCaseNumber): boolean =>
      kind === '驳回再审' || kind === '提审'
        ? /^(?:一审|二审)$/.test(procedureOf(number))
        : FIRST.test(procedureOf(number))
    const earlier = here.filter((one) => one.offset < match.index && isMeant(one))
    const candidates = earlier.length > 0 ? earlier : before.filter(isMeant)
    const about =
      kind === '驳回再审' ? candidates.at(-1) : candidates.length === 1 ? candidates[0] : undefined
    return about === undefined ? [] : [{ kind, about: about.number, at: match.index }]
  })
}

const DAY_BEFORE = /(\d{4}年\d{1,2}月\d{1,2}日)(?:起)?[^，。；号年]{0,8}$/

/** The day right before what happened on it: 于2023年5月6日发生法律效力. */
function dayRightBefore(text: string, at: number): string | null {
  const day = DAY_BEFORE.exec(text.slice(0, at))?.[1]
  const parsed = day === undefined ? undefined : parseDate(day)
  return parsed?.precision === 'day' ? parsed.date : null
}

/** Made at the first use: most narratives report nothing of another case. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
