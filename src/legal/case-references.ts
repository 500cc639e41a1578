import { MOST_REFERENCES } from './bounds.ts'
import {
  type CaseNumber,
  categoryOf,
  type FoundCaseNumber,
  findTitles,
  idOf,
  isOfTitle,
  othersIn,
  procedureOf,
} from './case-numbers.ts'

export type CaseReference = FoundCaseNumber & {
  readonly source: 'litigation_record' | 'content'
  /** Whether the words around it say that this document follows from it (依据…号: 1), or challenges or carries it out (不服…号判决, …号判决生效后，申请执行: 2). */
  readonly follows: 0 | 1 | 2
}

/** Instances in the order in which a case passes them. Other procedures (保全) begin no family of another's. */
const RANKS: readonly (readonly [rank: number, procedures: RegExp])[] = [
  [1.5, /^第三人撤销之诉$/],
  [1, /^(?:一审|特别程序|督促程序|公示催告|非诉行政行为执行审查|(?:破产|强制清算)申请审查)$/],
  [2, /^(?:二审|管辖上诉|复核|破产|强制清算)$/],
  [2.5, /^国家赔偿$/],
  [6, /^执行(?:复议|监督|协调)$/],
  [5, /^执行异议$/],
  [4.5, /^恢复执行$/],
  [3, /再审|监督/],
  [4, /执行|刑罚变更/],
  [7, /^司法制裁$/],
]
const [LAST_RANK, LONGEST_RECORD] = [8, 3000]
/** What an enforcement or a matter of jurisdiction may follow from, besides its own category. */
const FOLLOWS: Readonly<Record<string, RegExp>> = {
  执行案件: /^(?:民事|刑事|行政)案件$/,
  其他案件: /^(?:民事|刑事|行政|执行)案件$/,
  国家赔偿与司法救助案件: /^(?:民事|刑事|行政|执行)案件$/,
  民事案件: /^管辖案件$/,
  行政案件: /^管辖案件$/,
  管辖案件: /^(?:民事|行政|刑事)案件$/,
}

const FOLLOWED_AFTER =
  /^(?:[、和及](?:[（(]\d{4}[）)][^，。；、\n]{2,40}?|\d{1,6})号){0,20}[^。；\n]{0,12}(?:判决|裁定|调解|支付令|决定|公告|通知|公证债权文书|仲裁裁决)/
/** What the document itself says of the court below, of what it sets aside, of a conviction whose term it shortens. */
const BELOW_BEFORE =
  /(?:[一原]审)(?:案号|判决|裁定|文书)?(?:为|是)?\s?[：:]?[（(]?\s?$|(?:一审|原审|二审|终审)法院(?:[^。；\n]{0,60}|依[据照][^。；\n]{0,190}作出)$|法院审理[^。；\n]{2,160}一案，[^。；，\n]{0,20}作出$|该院(?:[^，。；\n]{0,20}日)?作出$|一审(?:期间|过程中|审理中)，[^。；\n]{0,40}在$|(?:撤销|维持|变更)[^。；\n]{0,120}$/
/** 作出…号民事判决，被告不服，提起上诉; …号刑事判决，以被告人…犯盗窃罪; …号民事裁定受理破产清算. */
const FOLLOWED_FAR =
  /^[^。；，\n]{0,12}(?:判决|裁定)书?(?:[^。；\n]{2,80}?二审[^。；\n]{0,12}(?:驳回上诉|维持)|[^\n]{0,60}?不服[^。\n]{0,30}(?:上诉|申请再审|申诉|抗诉)|，(?:以|认定)(?:被告人|罪犯|[^，。；\n]{2,20}罪)|认定[^，。；\n]{1,20}罪|，判处|[^。；\n]{0,12}受理)/
/** An enforcement carries out what it names: 终结…号民事调解书的执行, 某法院作出的…号民事判决已发生法律效力. */
const ENFORCED_BEFORE =
  /(?:终结|执行|依照|按照|[作制做]出的?|法院|仲裁委员会|公证处|本院|致使|将)[^。；\n]{0,60}$/
const ENFORCED_AFTER =
  /^[^。；，\n]{0,12}(?:判决|裁定|调解|支付令|决定|裁决|公证|执行证)书?(?:(?:[及和、][^。；\n]{0,60}?号|，经[^。；\n]{0,60}?(?:维持|改判))?[^。；\n]{0,16}(?:生效|发生法律效力|确定|执行)|，?判[令决]|，?裁定[^，。；\n]{0,4}(?:查封|冻结|扣押|保全)|，?确认|，[^，。；\n]{0,30}应当?(?:偿还|支付|给付|返还|赔偿)|一案|的|无法执行|[：:])|^[^。；，\n]{0,6}的执行|^[^。；\n]{0,12}(?:判决|调解)书?[^。\n]{0,30}(?:生效|法律效力|申请(?:强制)?执行)|^[^。；，\n]{0,6}(?:判决|调解)书?。[^。；\n]{0,40}(?:生效|申请(?:强制)?执行|执行(?:过程)?中)/
/** 执行案号为…号, 在执行甲与乙…号买卖合同纠纷一案中: an objection follows from the enforcement, an enforcement from its suit. */
const CARRIED_OUT =
  /(?:案号为|生效[^，。；\n]{0,40}|不予执行[^，。；\n]{2,40}|恢复执行|追加[^。；\n]{2,60}为|(?:在|立案)执行(?:[^。；，\n]{0,60}与[^。；，\n]{0,60})?|在审理(?:[^。；\n]{2,100}(?:一案|纠纷)\s?[（(〔［[【]?(?:案号[：:]?)?)?)$/
const IN_FORCE =
  /^[^。；，\n]{0,12}(?:判决|调解)书?(?:[^。；，\n]{0,16}(?:生效|发生法律效力)|所?确定(?:你|被执行人|[^。；，\n]{0,12}义务))/
/** …初…号民事判决认定, …号民事判决及二审判决: what a petition tells of the first instance behind the appeal that it challenges. */
const FIRST_OF_APPEAL = /^(?:民事|行政|刑事)判决书?(?:认定|及(?:原|二审|本院)|依据|判[令决])/
/** Not what an appellant asks for: 请求撤销原判，发回重审. */
const REMANDED = /(?<!(?:请求|要求|恳请)[^。；\n]{0,60})发回[^。；\n]{0,60}(?:重审|审理)/
/** …号民事判决，判令…。判决生效后，乙申请执行: surer than what is only said to be in force. */
const CARRIED_OUT_NOW = /^(?:(?![（(]\d{4}[）)])[^\n]){0,120}?(?:申请(?:强制)?执行(?!人)|(?:立案|移送)执行)/
/** Another creditor's: 依据…号判决申请参与分配. */
const SHARES = /^[^。；\n]{0,40}参与分配/
const NEAR = 200
/** Another case, or what an objector is owed itself: 异议人享有债权，有…号判决为凭. */
const OTHERS = /(?:[另他]案|异议人[^。；\n]{0,20}享有)[^。；\n]*$/
/** …号民事判决书（某法院…号民事判决书驳回上诉）已发生法律效力: what only a remark says. */
const REMARK = /^([^，。；\n]{0,12}?)[（(〔](?:[^（()）〔〕\n]|[（(〔][^（()）〔〕\n]*[)）〕])*[)）〕]/
/** Where the record of the proceedings ends: what it names is what the case comes from. */
const RECORD_ENDS = /(?:审理|审查|复核)(?:完毕|终结)/

/** The other numbers that a document names, each once; first those of its record. Source: docs/findings.md, Events. */
export function findReferences(record: string | null, content: string | null, own: CaseNumber | null) {
  const found = new Map<string, CaseReference>()
  const isEnforcement = /^(?:执行|其他)案件$/.test(categoryOf(own))
  const hasTitle = isEnforcement || procedureOf(own) === '特别程序'
  for (const source of ['litigation_record', 'content'] as const) {
    const text = (source === 'content' ? content : record) ?? ''
    const recordEnd = text.search(RECORD_ENDS)
    const titles = hasTitle ? findTitles(text) : []
    for (const one of [...othersIn(text, own), ...titles]) {
      const id = idOf(one.number) ?? ''
      const before = found.get(id)
      const follows =
        followsFrom(text, one, isEnforcement, recordEnd) ||
        (isFirstOfAppeal(text, one, found.values()) ? 1 : 0)
      if (follows === 0 && titles.includes(one)) continue
      if (before === undefined || follows > before.follows)
        found.set(id, { ...(before ?? { ...one, source }), follows })
    }
  }
  return [...found.values()].slice(0, MOST_REFERENCES)
}

/** Whether a number is of a court below that whose decision on appeal the document challenges, and decided before it. */
function isFirstOfAppeal(text: string, one: FoundCaseNumber, named: Iterable<CaseReference>): boolean {
  const { offset, text: given, number } = one
  const appeal = [...named].find((one) => one.follows > 0 && procedureOf(one.number) === '二审')?.number
  const end = offset + given.length
  return (
    appeal?.form === 'new' &&
    procedureOf(number) === '一审' &&
    number.courtCode?.startsWith(appeal.courtCode ?? '') === true &&
    FIRST_OF_APPEAL.test(text.slice(end, end + NEAR)) &&
    !OTHERS.test(text.slice(Math.max(0, offset - NEAR), offset))
  )
}

function followsFrom(text: string, one: FoundCaseNumber, isEnforcement: boolean, recordEnd: number) {
  const { offset, text: given, number } = one
  const end = offset + given.length
  const before = text.slice(Math.max(0, offset - NEAR), offset)
  const after = text.slice(end, end + NEAR).replace(REMARK, '$1')
  const isOther = OTHERS.test(before) || SHARES.test(after)
  const isNamed =
    !isOther &&
    FOLLOWED_AFTER.test(after) &&
    /(?:不服|申请执行(?!人)|依据|根据|对)[^。；\n]{0,60}$/.test(before)
  if (isNamed && /不服[^，。；\n]{0,60}$/.test(before)) return 2
  const isEnforced =
    CARRIED_OUT.test(before) ||
    (!isOther && ((ENFORCED_BEFORE.test(before) && ENFORCED_AFTER.test(after)) || IN_FORCE.test(after)))
  const isBelow = (offset < recordEnd && !isOther) || BELOW_BEFORE.test(before) || FOLLOWED_FAR.test(after)
  if (!isNamed && !isBelow && !(isEnforcement && isEnforced)) return 0
  const isPreservation = procedureOf(number) === '财产保全执行'
  return isEnforcement && !isOther && !isPreservation && CARRIED_OUT_NOW.test(after) ? 2 : 1
}

/**
 * The key of the earliest instance of a document's family: among its own number and those it names, the one whose procedure comes first. Numbers of
 * another category do not count, and in a full text only those that the document follows from. Its own key when none is earlier; where its own number
 * has no key (（2024）浙01民终×××号), an earlier one's or null. Null where it follows from several of one rank alike. Source: docs/findings.md, Events.
 */
export function originKey(own: CaseNumber | null, references: readonly CaseReference[], text: string | null) {
  if (own === null) return null
  const ownRank = rankOf(own)
  const isAgain = REMANDED.test(text?.slice(0, LONGEST_RECORD) ?? '')
  const candidates = references.filter(
    ({ number, source, follows }) =>
      (source === 'litigation_record' || follows > 0) &&
      (follows === 2 || procedureOf(number) !== '财产保全执行') &&
      isOfFamily(own, number) &&
      isEarlier(own, ownRank, number, isAgain),
  )
  const order = ({ number, follows }: CaseReference): number => 100 * rankOf(number) - follows
  const first = Math.min(...candidates.map(order))
  const keys = new Set(candidates.filter((one) => order(one) === first).map(({ number }) => number.key))
  if (keys.size > 1 && !isAgain) return null
  // Of a case that was sent back, the number that it had first.
  const [key = own.key] = [...keys].sort()
  return key || null
}

/** Of the same instance a number is earlier only where a case was sent back and tried again under another. */
function isEarlier(own: CaseNumber, ownRank: number, other: CaseNumber, isAgain: boolean): boolean {
  if (other.key === '' || (own.year !== null && (other.year ?? 0) > own.year)) return false
  const rank = rankOf(other)
  return rank < ownRank || (isAgain && rank === ownRank)
}

function rankOf(number: CaseNumber): number {
  const [procedure, code] = [procedureOf(number), number.typeCode ?? '']
  // A certificate of enforcement (深证执字) follows from its deed, a committee's decision (委赔) from that of the court that is to pay.
  if (isOfTitle(number)) return code.includes('执') ? 0.6 : 0.5
  if (/^[法司]赔$/.test(code)) return 2.4
  return RANKS.find(([, procedures]) => procedures.test(procedure))?.[0] ?? LAST_RANK
}

function isOfFamily(own: CaseNumber, other: CaseNumber): boolean {
  const [category, others] = [categoryOf(own), categoryOf(other)]
  return (
    isOfTitle(other) || (others !== '' && (category === others || FOLLOWS[category]?.test(others) === true))
  )
}
