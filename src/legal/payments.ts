import type { Sum } from './amount-roles.ts'
import {
  asNamed,
  group,
  headOf,
  type Mention,
  type Named,
  namesFrom,
  PAY,
  type Passage,
  strangersAfter,
  strangersBefore,
  victimIn,
  withoutNames,
  wordsBefore,
  wordsBetween,
} from './mentions.ts'
import { isWholeName } from './party-heads.ts'
import { afterLast, isWithin, nextOf, type Range, rangesOf, type Sentence } from './text.ts'

const NOT_DONE =
  '(?<!已于[^，。；]{1,16}|无需|无须|毋需|毋须|不需|不需要|无需要|不再|不予|停止|免予|免除|拒绝|不能|未能|无法|不足以?|[不未已欠免])'
const VERB = new RegExp(`${NOT_DONE}${PAY}(?:给)?`, 'g')
/** Words under which nothing is ordered: to the end of the sentence, or to the next comma. */
const DENIED = /驳回|不予支持|准许|优先受偿|追偿/g
const DENIED_CLAUSE =
  /无需|无须|毋需|毋须|不需要?|免除|减免|豁免|(?<![（(已经])放弃|不承担|此前[^，。；]{0,6}(?:支付|给付)的|(?:冻结|查封|扣押(?!金))(?!的)|扣划|划拨|拍卖|变卖|维持|撤销|确认|享有/g
/** 支付100元”，补正为“支付120元”: a correction quotes an order and gives none. */
const CORRECTED = /[补更]正为/
/** What the state holds or recovers, it hands out: 扣押在案的现金100元发还被害人 and 追缴违法所得100元上缴国库 are no orders to pay, up to 不足部分责令退赔. */
const IN_CUSTODY =
  /(?:随案移送|[扣押冻结缴]在案|在案的?(?:现金|人民币|赃款|款项|违法所得)|暂[扣存]于|已?(?:退[缴出赔]|缴获)的|(?<!已|被)追缴|没收[^，。；]{0,40}违法所得)(?:(?!责令|继续退赔|不足|(?:其余|剩余)的?损失)[^。；])*/g
/** The same, unless a party holds it and gives it back: 甲公司于十日内将扣押的押金100元返还. */
const HELD = /(?:冻结|查封|扣押)的(?:(?!责令|继续退赔|不足)[^。；])*/g
const AUTHORITY =
  /由(?:[^，。；]{0,20}(?:(?<!义务)机关|公安局|分局|法院|检察院|支队|大队|派出所)|本院|该[局院])(?:依法|予以|负责|直接|划拨后){0,3}(?=发还|返还|退还|处理|上缴|没收|支付给)/g
/** 不能返还的，赔偿100元 takes the place of what is ordered. */
const IN_PLACE = '(?![^，。；]{0,40}(?:不|无法|未)(?:能|予)?(?:返还|归还|退还|交付|恢复|修复))'
/** What a default or another condition would cost is not ordered: 如任何一期未按时足额支付，则…; 再次漏水的，赔偿…. */
const DEFAULTS = new RegExp(
  [
    '(?:(?<![例诸])如果?(?![下期数约实意])|若(?!干)|倘若?|一旦|任[何意]?一期)[^。；]{0,50}?(?:(?:未|不(?!足|能(?!按|如期|足额)))[^，。；]{0,24}(?:支付|付款|给付|付清|付(?=[，的则])|[偿归]还|还款|清偿|履行|缴纳|退赔|期)|逾期|违约)[^。；]*',
    '(?<=^|[，。；：、])(?:逾期(?=则|的|未|不|[，,])|否则)[^。；]*',
    '有权(?:要求|主张|就|申请|按|以|一并)[^。；]*',
    `(?<=^|[，。；：、])(?:如果?|若|倘若?)(?![期数约实意])${IN_PLACE}[^，。；]{2,40}(?:仍|再次|继续|反悔|违反)[^，。；]{0,12}，[^。；]*`,
    `(?<=^|[，。；：、])${IN_PLACE}[^，。；]{2,40}(?:的|如再[^，。；]{1,8}|再次[^，。；]{1,12}时)，[^。；]*`,
  ].join('|'),
  'g',
)
/** Whether what stands there would only follow from a default. */
export const isThreatened = (sentence: string, at: number): boolean =>
  isWithin(rangesOf(DEFAULTS, sentence), at)

/** What a change leaves behind: 变更第二项“丙承担补充责任”为. */
const CHANGED_FROM =
  /(?:变更|将)[^；“"]{0,160}?[“"][^”"；]{1,200}[”"](?:变更|改判)?为[：:]?|变更[^；]{0,160}?项(?:内容)?为[：:，]?|变更[^；]{0,160}?(?:为[：:]|元为)/g
/** A sentence without what a change leaves behind, as long as it is. */
export const unchanged = (sentence: string): string =>
  sentence.replace(CHANGED_FROM, (changed) => '　'.repeat(changed.length))
/** 撤销…第二项，即：“甲支付乙100元”, 维持…第一项，即甲支付乙100元: what falls or stands is quoted, and not ordered. */
const QUOTED =
  /(?:撤销[^；“"]{0,160}?即[：:，]?[“"]|(?:撤销|维持)[^，；“"]{0,120}(?:判决|裁定|项|书)[，（]即(?!可|时|日|行))(?:(?!撤销|变更|改判)[^；])*/g
const RESTATED = new RegExp(`${CHANGED_FROM.source}|${QUOTED.source}`, 'g')

/** The verbs by which a sentence orders a payment; 无需支付, 驳回…支付…的请求 and 冻结 are none, nor is 甲支付的 beside another. Linear. */
function paymentVerbs(passage: Passage): Payment['verb'][] {
  const { text: sentence } = passage
  const found = rangesOf(VERB, withoutNames(passage))
  if (found.length === 0) return []
  const held = heldRanges(passage)
  const denied = [...deniedRanges(sentence), ...held].sort((a, b) => a.from - b.from)
  const paying = found.filter(({ from }) => !isWithin(denied, from))
  const orders = paying.filter(({ to }) => !sentence.startsWith('的', to))
  const verbs = orders.length > 0 ? orders : paying
  return verbs.map(({ from, to }, place) => ({
    from,
    to,
    governsFrom: Math.max(0, ...held.filter((range) => range.to <= from).map((range) => range.to)),
    governsTo: verbs[place + 1]?.from ?? denied.find((range) => range.from > from)?.from ?? sentence.length,
  }))
}

/** Where words deny an order; not where a change quotes them. */
function deniedRanges(sentence: string): Range[] {
  const { length } = sentence
  if (CORRECTED.test(sentence)) return [{ from: 0, to: length }]
  const ranges = [
    ...rangesOf(DENIED, sentence).map(({ from }) => ({ from, to: length })),
    ...rangesOf(DENIED_CLAUSE, sentence).map(({ from }) => ({ from, to: nextOf(/，/, sentence, from) })),
    ...rangesOf(QUOTED, sentence),
  ]
  const change = rangesOf(CHANGED_FROM, sentence).slice(0, 1)
  return ranges.filter(({ from }) => !isWithin(change, from))
}

/** Passages that order nothing: an authority hands out what it holds (up to 其余损失20元，责令甲退赔), a change quotes the old text, or a default would cost more. */
function heldRanges({ text, mentions }: Passage): Range[] {
  const isByParty = ({ from, to }: Range): boolean =>
    mentions.some(({ start, end, isName }) => isName && start > from && end <= to)
  const hasHolder = ({ from }: Range): boolean =>
    mentions.some(({ end }) => end <= from && /^[^，。；]{0,40}将(?:其|所)*$/.test(text.slice(end, from)))
  const byAuthority = rangesOf(AUTHORITY, text).filter((range) => !isByParty(range))
  return [
    ...byAuthority.map(({ from }) => ({ from, to: nextOf(/(?:其余|剩余)的?损失/, text, from) })),
    ...rangesOf(HELD, text).filter((range) => !hasHolder(range)),
    ...[CHANGED_FROM, IN_CUSTODY, DEFAULTS].flatMap((shape) => rangesOf(shape, text)),
  ]
}

export type Payment = {
  /** Where it stands, and from where to where it governs. */
  readonly verb: Range & {
    /** Behind what is held already, changed or only threatened: it reaches back over none of these. */
    readonly governsFrom: number
    readonly governsTo: number
  }
  readonly payers: readonly Named[]
  readonly payees: readonly Named[]
  /** Where two rules name different payers, or payees; then there are none. */
  readonly reason?: 'payers differ' | 'payees differ' | undefined
  /** Where the clause begins whose 由 names who pays: the sums between are what that one pays. */
  readonly since?: number | undefined
}

/** Every order to pay in a sentence. `carried`: the last payer and payee, for a sentence without names. */
export function paymentsOf(sentence: Passage, carried?: Payment): Payment[] {
  const { text } = sentence
  const payments: Payment[] = []
  for (const verb of paymentVerbs(sentence)) {
    const last = payments.at(-1) ?? carried
    const from = payments.at(-1)?.verb.to ?? 0
    const agent = agentBefore(sentence, from, verb.from)
    const own = agent.length > 0 ? agent : namedBefore(sentence, verb.from, from)
    const isWith = WITH.test(text.slice(from, verb.from))
    const payers = isWith ? [...(last?.payers ?? []), ...own] : either(own, last?.payers)
    const named = payeesOf(sentence, verb, from, payers)
    const behind = text.slice(verb.to, verb.governsTo)
    const paid = named?.filter((one) => behind.includes(one.text)) ?? []
    const since = agent.length > 0 ? clauseOf(text, verb.from) : undefined
    const payees = named === null ? [] : others(either(named, last?.payees), payers)
    // 解除甲与乙的合同，返还甲100元: who is named behind the verb is none of those who pay.
    payments.push(
      named !== null && others(paid, payers).length < paid.length
        ? { verb, payers: [], payees: named, reason: 'payers differ' }
        : { verb, payers, payees, since, reason: named === null ? 'payees differ' : undefined },
    )
  }
  return payments
}

const clauseOf = (text: string, at: number): number => afterLast('，：', text, at)

/** 甲公司的货款100元由乙公司支付: who stands behind 由 in the clause of the verb pays. */
function agentBefore(sentence: Passage, from: number, to: number): Named[] {
  const { text, mentions } = sentence
  const clause = clauseOf(text, to)
  const agent = mentions.findLast(
    (one) => one.start >= clause && one.end <= to && wordsBefore(text, one).endsWith('由'),
  )
  return agent === undefined || clause < from || HELD_BY.test(text.slice(agent.end, to))
    ? []
    : namesFrom(sentence, agent)
}

/** 由甲公司保管的押金. */
const HELD_BY = /^[^，于在从以]{1,8}的/

/** 甲赔偿乙100元，与丙共同赔偿丁200元. */
const WITH = /，(?:并|另)?与[^，。；]{2,40}(?:共同|连带)$/

const either = (named: readonly Named[], carried: readonly Named[] = []): readonly Named[] =>
  named.length > 0 ? named : carried

export function others(payees: readonly Named[], payers: readonly Named[]): readonly Named[] {
  const paying = new Set(payers.flatMap(({ text, keys }) => [text, ...keys]))
  return payees.filter(({ text, keys }) => ![text, ...keys].some((one) => paying.has(one)))
}

/** Of the clauses before a verb (behind ， or ： or 变更…第二项为) the last that begins with a name; after another verb (`from`) only the last. */
export function namedBefore(sentence: Passage, to: number, from = 0): Named[] {
  const marks = rangesOf(/[，：:“"]|变更[^；]{0,200}项为|改判/g, sentence.text.slice(from, to))
  const starts = [from, ...marks.map((mark) => from + mark.to)].reverse()
  for (const start of from > 0 ? starts.slice(0, 1).filter((at) => at > from) : starts) {
    const named = headOf(sentence, start, to)
    if (named.length > 0) return named
  }
  return []
}

/** 女儿由原告抚养，被告支付抚养费: who brings up the child is paid its support. */
const RAISES = /^(?:直接|携带|负责|继续)?(?:抚养|(?:共同)?生活)/
const SUPPORT = /^[^，。；]{0,16}抚养费/
/** 原告甲的损失100元，由乙赔偿60元: whose loss it is is paid for it. 甲自愿减免20元，由乙支付80元: so is who gives up a part. */
const LOSS =
  /^(?:因[^，。；]{2,30}?|所?受|遭受)?的(?:上述|各项|合理|经济|财产){0,3}损失|^已(?:经)?(?:产生|发生|支出)的[^，。；]{0,12}费|^(?:同意|自愿)+(?:减免|免除|放弃|让利)/

/**
 * The first party named between the verb and a comma or a bracket of the sentence; brackets of its name are none. Else who stands
 * before the verb: 向乙公司支付, 欠乙公司货款…付清. Null where both are named and differ: 向乙公司支付丙公司的货款.
 */
function payeesOf(sentence: Passage, verb: Payment['verb'], from: number, payers: readonly Named[]) {
  const { text, mentions } = sentence
  const isNextUpTo = (one: Mention, at: number): boolean =>
    one.isName && one.end === at && ADDRESSED_LIST.test(text.slice(Math.max(0, one.start - 200), one.start))
  const listed = from === 0 ? undefined : mentions.find((one) => isNextUpTo(one, verb.from))
  if (listed !== undefined) return group(sentence, listed)
  const first = mentions.find(
    (one) => one.start >= verb.to && one.end <= verb.governsTo && !isNextUpTo(one, verb.governsTo),
  )
  const isBehind = first !== undefined && !/[，（(]|元、(?:并)?向/.test(wordsBetween(text, verb.to, first))
  const rest = text.slice(verb.to, verb.governsTo)
  const victim = text.startsWith('退赔', verb.from) ? victimIn(rest, 4) : null
  const behind = isBehind ? namesFrom(sentence, first) : (strangersAfter(rest.slice(0, 40)) ?? victim)
  // 支付100元给甲，赔偿200元给乙: what a verb before gives is not addressed by this one.
  const since = from === 0 ? 0 : Math.max(from, clauseOf(text, verb.from))
  const to = mentions.findLast(
    (one) => one.start >= since && one.end <= verb.from && /[向给欠]$/.test(wordsBefore(text, one)),
  )
  const isAddressed = to !== undefined && /[向给]$/.test(wordsBefore(text, to)) && others([to], payers)[0]
  if (behind !== null && behind.length > 0)
    return isBehind && isAddressed && isOther(to, first) ? null : behind
  const named = to?.keys.length === 0 ? text.slice(to.end, verb.from) : ''
  if (isWholeName(named)) return [{ text: named, keys: [] }]
  if (to !== undefined) return group(sentence, to)
  const raising = mentions.filter(({ end }) => end <= verb.from && RAISES.test(text.slice(end)))
  const losing = mentions.find(({ end }) => end <= verb.from && LOSS.test(text.slice(end)))
  if (losing !== undefined) return group(sentence, losing)
  if (raising.length > 0 && SUPPORT.test(rest)) return raising.map(asNamed)
  // Not within a name, as in 由向海支付.
  const start = mentions.findLast(({ end }) => end <= verb.from)?.end ?? from
  return strangersBefore(text.slice(Math.max(from, start, verb.from - 40), verb.from)) ?? []
}

/** 向原告甲支付100元、原告乙支付200元: with the position of the first who is addressed, the next one is addressed too. */
const ADDRESSED_LIST = /[向给](原告|申请人|被害人|第三人)[^，。；]{2,160}元、\1$/

const isOther = (one: Mention, other: Mention): boolean =>
  one.keys.length > 0 && other.keys.length > 0 && !one.keys.some((key) => other.keys.includes(key))

/** A fine is imposed, not paid by a verb: 并处罚金人民币一万元, 没收个人财产五万元, 处以罚款五千元. */
const IMPOSED =
  /(?:(?:判处|并处|单处|各处|处以?|科以|罚)\s?(?:罚[金款])|没收(?:其)?个人(?:部分)?财产|[对予][^，。；]{1,40}罚款|(?<!不)准[予许][^。；]{0,140}(?:罚款|没收其?违法所得))(?:人民币|各|共计|计|：)?\s?$/
const ACCUSED = /^(?:(?:各|[二两三四五六七八九])?(?:原审)?(?:上诉人)?被告(?:人|单位)|罪犯|被罚款人|被处罚人)$/

/** Who is fined by the sum at this place: the last accused named before it, else those of the fine before (犯盗窃罪…；犯诈骗罪，并处罚金…). Null where none is imposed. */
export function fineOf(sentence: Passage, at: number, carried: readonly Named[]) {
  const { text, mentions } = sentence
  if (!IMPOSED.test(text.slice(Math.max(0, at - 160), at)) || isWithin(rangesOf(RESTATED, text), at))
    return null
  const before = mentions.filter(({ end }) => end <= at)
  const first =
    before.findLast((one, index) => isAccused(text, one) && !isJoinedTo(before[index - 1], one, text)) ??
    before.findLast(({ isName, start }) => isName && !/执行$/.test(text.slice(0, start)))
  return { payers: first === undefined ? carried : group(sentence, first), payees: [] }
}

/** 被告人甲、被告人乙 are fined together; 对甲罚款五万元，对乙罚款一万元 each by itself. */
const isJoinedTo = (last: Mention | undefined, one: Mention, text: string): boolean =>
  last !== undefined && isAccused(text, last) && /^(?:[、和与及]|$)/.test(text.slice(last.end, one.start))

/** Whether a mention is of an accused, by its position, or by that before its name (对 of a fine). */
const isAccused = (text: string, mention: Mention): boolean =>
  mention.isName
    ? /(?:被告(?:人|单位)|上诉人|罪犯|被罚款人|被处罚人|对)$/.test(text.slice(0, mention.start).slice(-6))
    : ACCUSED.test(mention.text)

const DECIDED = /决定(?:合并)?执行[^。；]{0,80}(?:罚金|没收)/

/** The fines of single crimes, which the fine to be carried out restates (决定执行…并处罚金…). */
export function restatedFines<T extends Sum & Pick<Payment, 'payers'>>(
  sentences: readonly Sentence[],
  sums: readonly T[],
): ReadonlySet<T> {
  const fines = sums.filter(({ role, isOrdered }) => role === '罚款' && isOrdered)
  const keysOf = ({ payers }: T): string => payers.flatMap(({ keys }) => keys).join()
  const restated = sentences.flatMap(({ text, offset }) => {
    const at = offset + text.search(DECIDED)
    const whole = at < offset ? undefined : fines.find((one) => one.offset > at)
    return whole === undefined ? [] : fines.filter((one) => one.offset < at && keysOf(one) === keysOf(whole))
  })
  return new Set(restated)
}
