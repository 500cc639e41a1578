import { type Amount, findAmounts } from './amounts.ts'
import type { CaseNumber } from './case-numbers.ts'
import { type MeasureKind, measuresOf, type Term, termOf } from './enforcement-measures.ts'
import { group, type Mention, mentionFinder, type Named } from './named-persons.ts'
import type { OperativePart } from './operative-part.ts'
import type { Party } from './parties.ts'
import { excerpt, type Sentence, sentencesOf } from './text.ts'

/** What a document says about an enforcement. */
export type EnforcementKind =
  | '执行标的'
  | '执行到位'
  | '未执行到位'
  | '终本'
  | '终结执行'
  | '恢复执行'
  | '执行完毕'
  | '和解'
  | '失信'
  | '限高'
  | MeasureKind

/** One fact of an enforcement, with its sentence. */
export type EnforcementFact = {
  readonly kind: EnforcementKind
  /** Whether the operative part decides it; else the text reports it. */
  readonly isOrdered: boolean
  /** Whether a measure is lifted, not imposed. */
  readonly isLifted: boolean
  /** Against whom, as named; empty where the sentence names none. */
  readonly against: readonly Named[]
  readonly amount: Amount | null
  readonly property: string | null
  readonly term: Term | null
  /** Why an enforcement ends, by `reasons`; empty for other kinds. */
  readonly reasons: readonly string[]
  /** The case that the fact is of, where its sentence names another than the document's own; else null. */
  readonly about: CaseNumber | null
  /** The day that the sentence gives for it, `yyyy-MM-dd`. */
  readonly happenedOn: string | null
  readonly evidence: string
  /** In UTF-16 units, in the text that the fact was found in. */
  readonly offset: number
}

/** Raise it with every change of the rules: the tables are then rebuilt. */
export const enforcementRulesVersion = 2

/** How an enforcement stands. `reported`: only the operative part of a notice, or a statement of the court, says so. */
const STATES: readonly { kind: EnforcementKind; when: RegExp; unless: RegExp; isDecided: boolean }[] = [
  {
    kind: '终本',
    when: /终结[^，。；]{0,80}?本次执行|本次执行程序(?:予以|应予)?终结/,
    unless: /驳回|撤销|不(?:能|应|得|符合|同意)|如|若|终结本次执行程序(?:后|期间|裁定)/,
    isDecided: true,
  },
  {
    kind: '终结执行',
    when: /终结(?!本次)[^，。；]{0,120}?(?:的执行|执行(?!程序?终结本次)(?:程序)?$|(?:一案|案件)的?执行|(?<!本次)执行程序?$)/,
    unless: /本次执行|驳回|撤销|不予/,
    isDecided: true,
  },
  {
    kind: '执行完毕',
    when: /(?:已|均|全部|现)[^，。；]{0,16}(?:执行|履行)完毕|(?:已|均)[^，。；]{0,8}全部(?:执行|履行)(?!义务)(?:到位)?/,
    unless:
      /未|尚|部分|待|如|若|直至|视为|(?:执行|履行)完毕(?:后|之日|前|为止|的[，,])|和解协议[^，。；]{0,12}履行完毕/,
    isDecided: false,
  },
  {
    kind: '和解',
    when: /(?:达成|签订|自行)[^，。；]{0,16}(?:和解|(?:分期|还款|长期)[^，。；]{0,8}协议)|执行和解(?!申请)/,
    unless: /未能?(?:达成|签订|自行)|不能|无法|不愿|没有|不同意|如|若|曾/,
    isDecided: false,
  },
]

/** Why an enforcement ends, by the words of its narrative; a negated statement is none. */
const REASONS: readonly (readonly [string, RegExp])[] = [
  [
    '无其他可供执行财产',
    /(?:无|没有|未(?:能)?(?:发现|查到|查询到|查明|查询|提供))[^，。；]{0,24}其[他它余][^，。；]{0,16}(?:可供|可|能够?)(?:执行|处置)/,
  ],
  [
    '无可供执行财产',
    /(?:无|没有|未(?:能)?(?:发现|查到|查询到|查明|查询))(?![^，。；]{0,24}其[他它余])[^，。；]{0,40}(?:可供|可|能够?)(?:执行|处置)[^，。；]{0,4}财产/,
  ],
  [
    '财产暂不能处置',
    /(?:暂时?(?:不|无法)|无法|不(?:能|宜|便|具备)[^，。；]{0,8})(?:处置|处理|变现|拍卖|变卖)/,
  ],
  ['被执行人下落不明', /(?:下落|去向)不明|(?:查找|联系)不到被执行人|无法(?:查找|联系)[^，。；]{0,6}被执行人/],
  ['未提供财产线索', /(?:未|不能|无法)[^，。；]{0,12}提供[^。；]{0,24}(?:财产|线索)/],
  ['申请执行人同意', /(?:同意|申请|书面要求|请求)[^，。；]{0,20}终结[^，。；]{0,8}本次执行/],
  ['双方和解', /(?<!未能?|不能|无法|没有)达成[^，。；]{0,16}(?:和解|(?:分期|还款|长期)[^，。；]{0,8}协议)/],
  [
    '撤回执行申请',
    /(?:撤回|撤销)[^，。；]{0,20}(?:执行申请|申请执行|强制执行)|申请[^，。；]{0,8}撤(?:回|销)[^，。；]{0,6}(?:本案|执行)/,
  ],
  ['执行完毕', /(?:已|均|全部)(?![^，。；]{0,16}(?:部分|未))[^，。；]{0,16}(?:执行|履行)完毕/],
  ['移送破产', /(?:移送|进入|受理)[^，。；]{0,30}破产/],
]

/** Marks put on a debtor. A threat (逾期不履行的，将…) and a lifting are no mark. */
const MARKS: readonly (readonly [EnforcementKind, RegExp])[] = [
  ['失信', /(?:纳入|列入|列为|录入|公布)[^，。；]{0,24}失信|失信(?:被执行人)?(?:名单)?决定书/],
  ['限高', /(?:限制|禁止)[^，。；]{0,30}?(?:高消费|消费(?!者|类))|限制消费令|限高令/],
]
const THREAT =
  /如|若|倘|一旦|否则|逾期[^。；]{0,30}的[，,]|可以|有权|可能|申请(?!执行人)[^，。；]{0,12}$|将(?:会|被(?!执行人)|依法(?!将))|应(?:当)?|未(?:予|能|被|将)?(?:纳入|列入|限制)|不(?:予|宜|得)?(?:纳入|列入|限制)|要求/
const LIFTS = /解除|撤销|删除|屏蔽|移除|移出/

const CLAUSE_END = '(?:共计|合计|总额|为|是|：|:|人民币|共|计|折合|款)*$'
/** What a sum is in an enforcement, by the words right before it. */
const SUMS: readonly (readonly [EnforcementKind, RegExp, RegExp?])[] = [
  [
    '未执行到位',
    /未(?:能)?(?:实际)?(?:得到|获得|获)?(?:执行|受偿|履行|清偿|实现|兑现|到位)[^，。；]{0,16}$|剩余(?:执行)?标的[^，。；]{0,8}$/,
  ],
  [
    '未执行到位',
    /(?:尚欠|尚有|尚余|剩余|还有|余款|余额|下欠|其余)[^，。；]{0,14}$/,
    /^[^，。；]{0,14}(?:未|没有)(?:能)?(?:得到|获得|获)?(?:执行|履行|受偿|清偿|到位|偿还|支付|给付)/,
  ],
  [
    '执行到位',
    /(?:执行|已|实际|共|全额)[^，。；未不无]{0,8}(?:到位|到账)[^，。；未不无]{0,10}$|(?:已|实际|共|获|得到)[^，。；未不无应]{0,4}(?:受偿|执行回)[^，。；未不无]{0,10}$|(?:已|共)执行(?:到)?(?:款项?|案款|金额|标的|了)?(?:人民币|共计|合计|计|为)*$/,
  ],
  [
    '执行标的',
    new RegExp(
      `(?:(?:申请|立案|本案|强制|总)?执行(?:的)?(?:总)?标的|(?:案件|立案|申请|涉案)标的|申请(?:强制)?执行(?:的)?(?:总)?(?:金额|数额|款项|本金))(?:总?额|金额|数额|款)?${CLAUSE_END}`,
    ),
  ],
]
const NOT_TARGET = /未|剩余|尚|到位|其余/
const MOST_FACTS = 200
/** No sentence has more sums of an enforcement; a longer one repeats a mark. */
const MOST_SUMS = 30

/** What kind of document is read. */
export type EnforcementSource = {
  /** An enforcement itself: no review and no preservation. */
  readonly isEnforcement: boolean
  /** The document's own number. */
  readonly own: CaseNumber | null
  /** Whether only the result is held, as lists give it. */
  readonly isResult?: boolean
}

/**
 * What a text says about an enforcement: sums, how it ends and why, marks on the debtor, measures on property. `part` must have been found
 * in `text`. `isEnforcement`: an enforcement itself, not a review or a preservation; of others only measures that the
 * operative part orders are read. Pure and linear. Source: docs/decisions.md, Enforcement in full texts.
 */
export function findEnforcement(
  text: string | null,
  part: OperativePart | null,
  parties: readonly Party[],
  { isEnforcement }: EnforcementSource,
): EnforcementFact[] {
  const find = mentionFinder(parties)
  const end = part?.items[0]?.offset ?? text?.length ?? 0
  const narrative = isEnforcement && text !== null ? sentencesOf(text.slice(0, end)) : []
  const ordered = part?.items.flatMap(({ text: item, offset }) => sentencesOf(item, offset)) ?? []
  const reported = narrative.flatMap((one) => factsOf(one, find, false))
  const decided = ordered.flatMap((one, index) => {
    const facts = factsOf(one, find, true).filter(({ kind }) => isEnforcement || MEASURES.has(kind))
    return withTerm(facts, ordered[index + 1]?.text)
  })
  const facts = [...reported, ...decided]
  const reasons = facts.some(({ kind }) => ENDS.has(kind)) ? reasonsIn(narrative) : []
  const ends = facts.map((fact) => (ENDS.has(fact.kind) ? { ...fact, reasons } : fact))
  return once(ends).slice(0, MOST_FACTS)
}

const ENDS: ReadonlySet<EnforcementKind> = new Set<EnforcementKind>(['终本', '终结执行'])

const reasonsIn = (narrative: readonly Sentence[]): string[] =>
  REASONS.filter(([, shape]) => narrative.some(({ text }) => shape.test(text))).map(([name]) => name)

const MEASURES: ReadonlySet<EnforcementKind> = new Set<EnforcementKind>([
  '冻结',
  '轮候冻结',
  '查封',
  '轮候查封',
  '扣押',
  '划拨',
  '提取',
  '拍卖',
])

const bare = {
  isLifted: false,
  against: [],
  amount: null,
  property: null,
  term: null,
  reasons: [],
  about: null,
  happenedOn: null,
} as const

function factsOf(
  { text, offset }: Sentence,
  find: (sentence: string) => Mention[],
  isOrdered: boolean,
): EnforcementFact[] {
  const placed = (at: number) => ({ isOrdered, evidence: excerpt(text, at), offset: offset + at })
  const states = STATES.flatMap(({ kind, when, unless, isDecided }) => {
    const found = isDecided && !isOrdered ? null : when.exec(text)
    return found === null || unless.test(text) ? [] : [{ ...bare, kind, ...placed(found.index) }]
  })
  const found = OF_SUMS.test(text) ? findAmounts(text).slice(0, MOST_SUMS) : []
  const sums = found.flatMap((amount, index, all) => {
    const kind = amount.amount === null ? null : sumKind(text, amount, all[index - 1])
    return kind === null
      ? []
      : [{ ...bare, kind, amount: { ...amount, offset: offset + amount.offset }, ...placed(amount.offset) }]
  })
  const mentions = MARK_OR_MEASURE.test(text) ? find(text) : []
  const marks = MARKS.flatMap(([kind, shape]) => {
    const found = shape.exec(text)
    if (found === null || THREAT.test(text.slice(0, found.index + found[0].length))) return []
    const isLifted = LIFTS.test(text)
    return [{ ...bare, kind, isLifted, against: againstWhom(text, mentions, found), ...placed(found.index) }]
  })
  const measures = measuresOf(text, mentions, isOrdered).map(({ owners, offset: at, ...measure }) => ({
    ...bare,
    ...measure,
    against: owners,
    amount: measure.amount === null ? null : { ...measure.amount, offset: offset + measure.amount.offset },
    ...placed(at),
  }))
  return [...states, ...sums, ...marks, ...measures]
}

const OF_SUMS = /执行|标的|到位|到账|受偿|未|没有/
const MARK_OR_MEASURE = /失信|消费|限高|冻结|查封|续封|扣押|扣划|划扣|划拨|提取|扣留|拍卖|变卖/

function sumKind(text: string, amount: Amount, previous: Amount | undefined): EnforcementKind | null {
  const from = Math.max(
    previous === undefined ? 0 : previous.offset + previous.text.length,
    amount.offset - 40,
  )
  const before = text.slice(from, amount.offset)
  const after = text.slice(amount.offset + amount.text.length, amount.offset + amount.text.length + 24)
  const found = SUMS.find(([, shape, behind]) => shape.test(before) && behind?.test(after) !== false)?.[0]
  if (found === '执行标的' && NOT_TARGET.test(before.slice(-16))) return null
  return found ?? null
}

/** The debtors that a sentence names before the mark, else inside it (限制被执行人甲高消费). */
function againstWhom(text: string, mentions: readonly Mention[], mark: RegExpExecArray): Named[] {
  const end = mark.index + mark[0].length
  const before = mentions.filter((one) => one.end <= end && !/申请执行人/.test(one.text))
  const last = before.at(-1)
  if (last === undefined) return []
  const first = before.findLast((one, index) => {
    const previous = before[index - 1]
    return previous === undefined || !/^[、，和及与]?(?:被执行人)?$/.test(text.slice(previous.end, one.start))
  })
  return group(text, mentions, first ?? last)
}

/** 冻结期限为一年 in a sentence of its own is the term of the measures before it. */
function withTerm(facts: readonly EnforcementFact[], next: string | undefined): EnforcementFact[] {
  const term =
    next !== undefined && /^\s*(?:上述|以上|[（(])?[^，。；]{0,12}期限/.test(next) ? termOf(next) : null
  return facts.map((one) =>
    term !== null && MEASURES.has(one.kind) && one.term === null ? { ...one, term } : one,
  )
}

/** A text that says a fact twice says it once; what the operative part decides counts before what the text reports. */
function once(facts: readonly EnforcementFact[]): EnforcementFact[] {
  const idOf = ({ kind, isLifted, amount, property, against }: EnforcementFact): string =>
    JSON.stringify([kind, isLifted, amount?.amount, property, against.flatMap(({ keys }) => keys)])
  const decided = new Set(facts.filter(({ isOrdered }) => isOrdered).map(idOf))
  const seen = new Set<string>()
  return facts.filter((fact) => {
    const id = idOf(fact)
    if (seen.has(id) || (!fact.isOrdered && decided.has(id))) return false
    seen.add(id)
    return true
  })
}
