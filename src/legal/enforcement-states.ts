import { clauseAt, isConditional, isWished, withoutNames } from './assertions.ts'
import type { Mention, Named } from './named-persons.ts'

/** How an enforcement stands. */
export type StateKind = '终本' | '终结执行' | '恢复执行' | '执行完毕' | '和解'

/** How an enforcement stands, as one sentence says; `offset` in it, in UTF-16 units. */
export type State = {
  readonly kind: StateKind
  /** The debtor that it is for alone, where the sentence names one. */
  readonly against: readonly Named[]
  readonly offset: number
}

type Rule = { readonly kind: StateKind; readonly when: RegExp; readonly unless: RegExp }

const ENDED = /终结[^，。；]{0,80}?本次执行|本次执行程序(?:予以|应予|已|现已)?(?:被)?(?:依法)?(?:裁定)?终结/
const STOPPED =
  /终结(?!本次)[^，。；]{0,120}?(?:的执行|执行(?!程序?终结本次)(?:程序)?$|(?:一案|案件)的?执行|(?<!本次)执行程序?$)/
const RESUMED =
  /恢复(?:对[^。；]{0,80}?(?:的)?)?(?:强制)?执行|恢复[^，。；]{0,60}?号[^，。；]{0,40}?的?(?:强制)?执行/

/** What the operative part decides. */
const DECIDED: readonly Rule[] = [
  {
    kind: '终本',
    when: ENDED,
    unless: /驳回|撤销|不(?:能|应|得|符合|同意)|如|若|终结本次执行程序(?:后|期间|裁定)/,
  },
  { kind: '终结执行', when: STOPPED, unless: /本次执行|驳回|撤销|不予/ },
  {
    kind: '恢复执行',
    when: RESUMED,
    unless: /驳回|不予|可以|可再次|如|若|条件|可申请|有权|申请[^，。；]{0,20}恢复/,
  },
]
/** What a statement says, of this case or of another. */
const STATED: readonly Rule[] = [
  {
    kind: '执行完毕',
    when: /(?:已|均|全部|现)[^，。；]{0,16}(?:执行|履行)完毕|(?:已|均)[^，。；]{0,8}全部(?:执行|履行)(?!义务)(?:到位)?|(?:以|按)[^，。；]{0,8}执行完毕[^，。；]{0,6}结案|自动履行完毕|(?:本案|该案|案件|号)[^，。；]{0,6}执行完毕|履行了全部[^，。；]{0,12}义务/,
    unless:
      /未|尚|部分|待|如(?!数|期)|若|直至|视为|(?:执行|履行)完毕(?:后|之日|前|为止|的[，,])|和解协议[^，。；]{0,12}履行完毕|(?:认为|主张|称)[^，。；]{0,20}完毕/,
  },
  {
    kind: '和解',
    when: /(?:达成|签订|自行)[^，。；]{0,16}(?:和解|(?:分期|还款|长期)[^，。；]{0,8}协议)|执行和解(?!申请)/,
    unless: /未能?(?:达成|签订|自行)|不能|无法|不愿|没有|不同意|如|若|曾/,
  },
]
/** What a narrative reports of an earlier decision: done, by somebody, or on some day. */
const REPORTED: readonly Rule[] = [
  {
    kind: '终本',
    when: new RegExp(
      `(?:已|裁定|以[^，。；]{0,40}号|予以|于)[^。；]{0,60}?(?:${ENDED.source})|本次执行程序(?:已|现已|被)[^，。；]{0,6}终结`,
    ),
    unless: /驳回|撤销|不(?:能|应|得|符合|同意)|条件|(?:拟|申请|同意|要求|请求)[^，。；]{0,24}终结/,
  },
  {
    kind: '终结执行',
    when: new RegExp(`(?:已|裁定|以[^，。；]{0,40}号|予以)[^。；]{0,60}?(?:${STOPPED.source})`),
    unless: /本次执行|驳回|撤销|不予|条件|(?:拟|申请|同意|要求|请求)[^，。；]{0,24}终结/,
  },
  {
    kind: '恢复执行',
    when: new RegExp(
      `(?:已|裁定|决定|依法|予以|本院|法院|立案|准许|于[^，。；]{0,16}日)[^。；]{0,24}?(?:${RESUMED.source})|(?:系|为)[^。；]{0,60}恢复执行|恢复执行(?:立案|案件|程序|阶段|后|过程中)|恢复执行，(?:案号|立)`,
    ),
    unless: /驳回|不予|条件|有权|可(?:以|再次|随时|向)?[^，。；]{0,12}恢复|再次[^，。；]{0,8}申请恢复/,
  },
]

/** How the enforcement stands, by a sentence of the court. `isDecided`: it is of the operative part. Linear. */
export function statesOf(
  text: string,
  mentions: readonly Mention[],
  { isDecided, isOwn }: { readonly isDecided: boolean; readonly isOwn: boolean },
): State[] {
  const plain = withoutNames(text, mentions)
  const rules = isDecided ? [...DECIDED, ...STATED] : [...STATED, ...REPORTED]
  return rules.flatMap(({ kind, when, unless }) => {
    const found = when.exec(plain)
    if (found === null || unless.test(scopeOf(plain, found, kind))) return []
    if (!isDecided && isOnlyPossible(plain, found)) return []
    if (!isOwn && !isEnforcementOf(kind, text)) return []
    return [{ kind, against: alone(text, mentions, found), offset: found.index }]
  })
}

/** A plain debt that was 履行完毕 is no enforcement, nor is a 和解 out of court. */
const isEnforcementOf = (kind: StateKind, text: string): boolean => {
  if (kind === '和解') return false
  return kind !== '执行完毕' || /执行(?:完毕|到位)|(?:被执行人|生效)[^。；]{0,60}履行完毕/.test(text)
}

/** What is denied in another clause than its own does not deny that all was paid. */
function scopeOf(text: string, found: RegExpExecArray, kind: StateKind): string {
  if (kind !== '执行完毕') return text
  const rest = text.slice(found.index)
  const end = rest.search(/[，。；]/)
  const clause = text.slice(clauseAt(text, found.index), end < 0 ? text.length : found.index + end + 1)
  return clause
}

function isOnlyPossible(text: string, found: RegExpExecArray): boolean {
  const clause = text.slice(clauseAt(text, found.index), found.index)
  return isConditional(text.slice(0, found.index)) || isWished(clause)
}

/** 对被执行人甲终结本次执行程序, 被执行人甲已履行完毕: of one debtor, by its name. */
function alone(text: string, mentions: readonly Mention[], found: RegExpExecArray): Named[] {
  const end = found.index + found[0].length
  const isMeant = ({ start, end: to, isName }: Mention): boolean =>
    isName &&
    to <= end &&
    (/对(?:被执行人)?$/.test(text.slice(0, start)) ||
      (/履行完毕|全部履行|履行了全部/.test(found[0]) && /^(?:现|均|也|又|亦|已)/.test(text.slice(to))))
  const meant = mentions.filter(isMeant)
  return meant.map(({ text: name, keys }) => ({ text: name, keys }))
}

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

/** The reasons that the sentences of a narrative give. */
export const reasonsIn = (sentences: readonly string[]): string[] =>
  REASONS.filter(([, shape]) => sentences.some((text) => shape.test(text))).map(([name]) => name)
