import {
  type AmountRole,
  amountRole,
  grossSums,
  IN_PARTS,
  instalments,
  isSumOfLast,
  roleSet,
  setOff,
} from './amount-roles.ts'
import { type Amount, endOf, findAmounts, tableStart, tableSums, whyNone } from './amounts.ts'
import { MOST_AMOUNTS } from './bounds.ts'
import { jointClauses, type Owed, withJointPayers, withoutLimited } from './liabilities.ts'
import { type Named, namesFrom, type Passage, readerOf, withoutNames, wordsBetween } from './mentions.ts'
import { isNaturalPerson } from './names.ts'
import type { OperativeItem, OperativePart } from './operative-part.ts'
import type { Parties, Party } from './parties.ts'
import { isWholeName } from './party-heads.ts'
import { fineOf, type Payment, paymentsOf, restatedFines, unchanged } from './payments.ts'
import { afterLast, nextOf, placeIn, type Sentence, sentencesOf } from './text.ts'

export type OrderAmount = Owed & {
  readonly payees: readonly Named[]
  /** Why the amount, the payers or the payees are left out, where two readings contradict each other. */
  readonly reason?: 'words and figures differ' | 'payers differ' | 'payees differ' | undefined
}

export type OrderAmounts = readonly OrderAmount[]

/** Roles of sums that no verb orders to be paid to another party. Source: docs/decisions.md, Orders and claims. */
const NEVER_ORDERED = roleSet('案件受理费', '保全费', '执行费', '基数', '限额', '单价', '已付', '标的')
/** 已扣除押金100元及维修费50元: the second is deducted like the first. */
const ALSO = /^(?:、|及|和|与|以及)[^，。；（()）支给返赔]{0,16}$/
/** 加处罚款100元，不准予强制执行; 押金100元不予退还. */
const REFUSED_AFTER =
  /^[^。；]{0,40}(?:不准予?|不予)(?:强制)?(?:执行|准许|支持)|^[^，。；]{0,8}不(?:予|再)?(?:退还|返还|退回|支付)/
/** 每月支付抚养费100元至其成年: a sum a period is ordered where no total follows. */
export const RUNNING = /(?:抚[养育]|赡养|扶养)费|抚恤金|伤残津贴/
const TOTAL = /^[^。；]{0,30}?(?:共计|合计|总计|计人?民?币?\d)/
const RESTATES =
  /(?<!放弃|免除|减免)其中|[元圆][（(](?:已?含|包括|包含)(?:(?![还尚][应需须])[^（()）]){0,200}$/
/** 不准予强制执行加处罚款100元. */
const REFUSED_BEFORE = /(?:不(?:准予?|予)(?:强制)?执行|驳回)[^，。；]*$/

/** A notice to the debtors lists what they owe: 履行下列义务：1.向申请执行人支付100元; 准予强制执行某局…罚款 is theirs. */
const ADDRESSED =
  /^(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]\s?)?(?:共同|连带|立即)?(?:向(?!被)[^，。；]{2,40}?)?(?:支付|给付|偿还|清偿|返还)|(?<!不)准予(?:强制)?执行[^。；]*罚款/

/** The sums of an operative part, who pays them and to whom. Linear. docs/decisions.md, Orders and claims. */
export function orderedAmounts(part: OperativePart, parties: Parties): OrderAmount[] {
  const read = readerOf(parties)
  let amounts: OrderAmount[] = []
  for (const item of part.items) {
    const sentences = read.sentences(item)
    const found = sentences.reduce(withoutLimited, itemAmounts(sentences))
    const own = without(found, instalments(item, found, amounts))
    const all = [...amounts, ...own]
    amounts = without(all, setOff(all, item))
    for (const sentence of sentences.flatMap(jointClauses)) amounts = withJointPayers(amounts, own, sentence)
  }
  const debtors = parties.filter(({ position }) => position === '被执行人')
  const addressed = debtors.map(({ name, key }) => ({ text: name, keys: [key] }))
  const applicants = keysOf(parties, ({ position }) => /^申请(?:执行)?人$/.test(position ?? ''))
  /** 对申请执行人某局作出的…罚款50元，准予强制执行: who applies is not fined, nor to pay what its decision orders. */
  const isByApplicant = ({ role, payers, evidence }: OrderAmount): boolean =>
    (role === '罚款' || /准予(?:强制)?执行[^。；]*责令/.test(evidence)) &&
    payers.some(({ keys }) => keys.some((key) => applicants.has(key)))
  const isAddressed = (one: OrderAmount): boolean =>
    one.isOrdered && ((one.payers.length === 0 && ADDRESSED.test(one.evidence)) || isByApplicant(one))
  const whole = amounts.map((one) => (isAddressed(one) ? { ...one, payers: addressed } : one))
  return [...whole, ...sentencesOf(part.closing).flatMap(closingAmounts)].slice(0, MOST_AMOUNTS)
}

export const keysOf = (parties: Parties, isMeant: (party: Party) => boolean): ReadonlySet<string> =>
  new Set(parties.filter(isMeant).map(({ key }) => key))

type Carried = {
  amounts: OrderAmount[]
  payment: Payment | undefined
  listed: Payment | undefined
  fined: readonly Named[]
}

function itemAmounts(sentences: readonly Passage<OperativeItem>[]): OrderAmount[] {
  const carried: Carried = { amounts: [], payment: undefined, listed: undefined, fined: [] }
  for (const sentence of sentences) {
    if (carried.amounts.length >= MOST_AMOUNTS) break
    const payments = paymentsOf(sentence, carried.payment)
    const table = tableStart(sentence.text)
    if (table !== undefined) carried.listed = payments.at(-1) ?? carried.payment
    if (carried.listed !== undefined) {
      carried.amounts.push(...listedAmounts(sentence, table ?? 0, carried.listed))
      if (table === undefined) continue
    }
    carried.payment = payments.at(-1) ?? (continues(sentence.text) ? carried.payment : undefined)
    const read = sentenceAmounts(sentence, payments, carried)
    carried.amounts.push(...without(read, grossSums(sentence, read)))
  }
  return without(carried.amounts, restatedFines(sentences, carried.amounts))
}

/** 赔偿下列原告：… 金额（元）: what one payer owes to those of a table. */
const listedAmounts = (sentence: Passage<OperativeItem>, from: number, { payers }: Payment): OrderAmount[] =>
  tableSums(sentence, from).map(({ amount, payee }) => ({
    ...amount,
    ...placeIn(sentence, amount.offset),
    item: sentence.of.item,
    role: null,
    isOrdered: true,
    payers,
    payees: [payee],
  }))

function sentenceAmounts(sentence: Passage<OperativeItem>, payments: readonly Payment[], carried: Carried) {
  const { text } = sentence
  const { item } = sentence.of
  const kept = unchanged(text)
  const found = findAmounts(withoutNames(sentence, /\d$/))
  const read: OrderAmount[] = []
  for (const [index, amount] of found.entries()) {
    const previousEnd = endOf(found[index - 1])
    const isDeductedToo = read.at(-1)?.role === '已付' && ALSO.test(text.slice(previousEnd, amount.offset))
    const role = isDeductedToo ? '已付' : amountRole(text, amount, previousEnd)
    const fine = role === '罚款' ? fineOf(sentence, amount.offset, carried.fined) : null
    carried.fined = fine?.payers ?? carried.fined
    const governor = payments.length > 0 ? governing(payments, amount.offset) : carried.payment
    const isReached = governor !== undefined && reaches(governor, sentence, amount)
    const payment = fine ?? (isReached ? withOwnPayee(governor, sentence, previousEnd, amount) : undefined)
    const isFinedBefore = carried.fined.length > 0 && /罚[金款]/.test(text.slice(previousEnd, amount.offset))
    const isAgain =
      (fine === null && (isFinedBefore || RESTATES.test(text.slice(endOf(found[0]) - 1, amount.offset)))) ||
      (role === '合计' && isSumOfLast(amount, [...carried.amounts, ...read]))
    const isRefused =
      REFUSED_AFTER.test(text.slice(endOf(amount))) || REFUSED_BEFORE.test(kept.slice(0, amount.offset))
    const isRunning =
      role === '单价' &&
      RUNNING.test(text.slice(previousEnd, endOf(amount) + 8)) &&
      !TOTAL.test(text.slice(endOf(amount)))
    const isOrdered =
      payment !== undefined && (isRunning || !NEVER_ORDERED.has(role)) && !isAgain && !isRefused
    const { payers, payees, reason }: Omit<Payment, 'verb'> = isOrdered
      ? payment
      : { payers: takenFrom(sentence, amount.offset, role), payees: [] }
    const place = placeIn(sentence, amount.offset)
    const why = whyNone([amount]) ?? reason
    read.push({ ...amount, ...place, item, role, isOrdered, payers, payees, reason: why })
  }
  return respectively(sentence, payments, read)
}

/** 甲、乙分别支付丙100元、200元: of as many sums as payers each has its own. 甲、乙各支付丙100元: each has one of that height. */
function respectively({ text, offset }: Passage, payments: readonly Payment[], read: OrderAmounts) {
  const only = payments.find(({ verb, payers }) => payers.length > 1 && EACH.test(text.slice(0, verb.from)))
  const sums = read.filter(({ isOrdered, payers }) => isOrdered && payers === only?.payers)
  if (only === undefined || sums.some((one) => one.offset < offset + only.verb.to)) return read
  const isEach = sums.length === 1 && text.startsWith('各', EACH.exec(text.slice(0, only.verb.from))?.index)
  if (!isEach && sums.length !== only.payers.length) return read
  return read.flatMap((one) => {
    const own = only.payers.filter((_, at) => isEach || at === sums.indexOf(one))
    return sums.includes(one) ? own.map((payer) => ({ ...one, payers: [payer] })) : one
  })
}
const EACH = /(?:分别|(?<!向[^，。；]{1,40})各自?)(?:向[^，。；]{1,40})?$/

/** 偿还甲100元、乙200元, 支付下列原告：甲100元: behind the sum before it, or a colon, a sum of a list names whom it goes to. */
function withOwnPayee(payment: Payment, sentence: Passage, previousEnd: number, { offset }: Amount) {
  const { payers, payees, verb, reason } = payment
  const isFirst = payees.length === 0 || verb.from >= previousEnd
  const isBack = verb.from > offset && previousEnd > 0
  const from = isFirst && !isBack ? sentence.text.lastIndexOf('：', offset) : previousEnd
  const own = from < verb.to && !isBack ? [] : payeesListed(sentence, from, offset)
  const isOther = !isFirst && /被害|受害|[某×*]/.test(sentence.text.slice(previousEnd, offset))
  const isNamed = own.length > 0 && reason === 'payees differ'
  return { payers, payees: own.length > 0 || isOther ? own : payees, reason: isNamed ? undefined : reason }
}

function payeesListed(sentence: Passage, from: number, to: number): Named[] {
  const { text, mentions } = sentence
  const first = mentions.find(({ start, end, isName }) => isName && start > from && end <= to)
  if (first !== undefined) {
    const isListed = LISTED.test(wordsBetween(text, from, first)) && !DUTY.test(text.slice(first.end, to))
    return isListed ? namesFrom(sentence, first) : []
  }
  const names = STRANGER_LISTED.exec(text.slice(from, to))?.[1]?.split(/[、和及]/) ?? []
  const isSure = names.every((name) => isWholeName(name) && !MONEY_BEFORE.test(name))
  return isSure ? names.map((name) => ({ text: name, keys: [] })) : []
}

const LISTED = /^(?:[、，,：和及与]|以及)$/

/** 、乙公司负担200元 is what that one owes. */
const DUTY = /承担|负担|应|须/
/** 退赔被害人甲100元、乙经济损失200元: who is no party. */
const STRANGER_LISTED =
  /^(?:[、和及]|以及|，(?=被害|受害))(?:(?:被害|受害)(?:人|单位))?((?:[^，。；（(的\d]|(?<=[某×*])\d{1,2}(?!\d)){2,60}?)各?(?:的?(?:各项经济|各项|经济)损失|的损失|货款|存款)?(?:共计|合计|人民币|计)?$/

/** The order that a sum belongs to: that of 由 behind it, the last before it that reaches it, else the first after it. */
function governing(payments: readonly Payment[], at: number): Payment | undefined {
  const behind = payments.find(({ verb, since = at + 1 }) => since <= at && verb.from > at)
  const before = payments.findLast(({ verb }) => verb.from < at)
  const next = payments.find(({ verb }) => verb.from > at && verb.governsFrom <= at)
  return behind ?? (before === undefined ? next : at < before.verb.governsTo ? before : undefined)
}

/** What is done beside paying. A sum behind it is none to be paid, but 逾期交付违约金 and 办理登记的费用 are. */
const DEEDS = '过户|交付|登记|协助|办理|变更|移交|交还|开具|出具'
const MONEY = '金款费息失偿租价资'
const DEED = new RegExp(`(?:${DEEDS})[^${MONEY}]*$`)
const DEED_WITH = new RegExp(`(?:${DEEDS}|将)[^${MONEY}]*$`)
const DEED_AFTER = new RegExp(DEEDS)
const MONEY_BEFORE = new RegExp(`[${MONEY}](?:人民币|共计|合计|为)?$`)
/** 剩余按揭贷款100元由甲负责偿还: one party takes over what is owed to who is no party. */
const TAKEN_OVER =
  /(?:由|负责|自行|继续|各自)[^，。；]*(?:按揭|[房车]贷|贷款|债务)|(?:按揭|[房车]贷|共同债务)[^。；]*由|(?:贷款|债务)[^，。；]*由|(?:双方|夫妻|共同)[^，。；]*所[借欠][^。；]*由|(?:贷款|债务|借款)[^。；]*(?:负责|自行|继续|各自)/
/** 欠丁某的借款100元由甲偿还: the same, by the name of who is owed. */
const OWED_TO = /(?:欠|向)([^，。；\d]{2,4}?)(?:所借)?的?(?:借款|欠款|货款|债务|(?<=的)(?=\d))[^，。；]*由/
const isOwedToOther = (clause: string, { mentions }: Passage): boolean => {
  const name = OWED_TO.exec(clause)?.[1]
  return name !== undefined && isNaturalPerson(name) && !mentions.some(({ text }) => text === name)
}
/** 支付乙100元，余款20元归甲所有: the second sum stays with who pays. */
const KEPT = /^[^，。；后]{0,2}归[^，。；]{1,30}(?:所有|享有)/
/** 甲支付乙100元，鉴定费20元由丙承担: the first verb does not reach what another bears. */
const BORNE_BY = /由[^，。；]{2,40}[承负]担/
/** 损失100元，由甲赔偿60元: the verb of 由 has a sum of its own; but 由甲分两期给付：于5月前给付60元 and 由甲每月给付10元 have not. */
const OWN_SUM = /^[^，。；]*\d元/
const BY_PARTS = new RegExp(`(?:${IN_PARTS}|按[以下列如]{2}[^，。；]{0,6}|[每按][月期季年][^，。；]{0,12})$`)
/** 乙自行承担30元，其余由甲赔偿; 乙收到押金50元后，返还设备. */
const NOT_OWED = /[承负]担|收到/
const DEBT = /欠|借|应[付还]|尚有|剩余|[款金费息失得](?:人民币|共计|合计|为)?$/

/** Never a sum of a deed; back over a comma only a debt (欠货款100元，于某日前付清). */
function reaches({ verb, payees, since }: Payment, passage: Passage, amount: Amount): boolean {
  const { text: sentence } = passage
  const start = afterLast('，', sentence, amount.offset)
  const clause = sentence.slice(start, nextOf(/，/, sentence, Math.max(endOf(amount), verb.to)))
  const isOwed = payees.some(({ text, keys }) => keys.length > 0 && clause.includes(text))
  if (!isOwed && (TAKEN_OVER.test(clause) || isOwedToOther(clause, passage))) return false
  if (verb.from < start && BORNE_BY.test(clause)) return false
  const own = sentence.slice(start, amount.offset)
  if (verb.from < amount.offset) {
    const kept = KEPT.exec(sentence.slice(endOf(amount)))?.[0]
    const isKept = kept !== undefined && !payees.some(({ text }) => kept.includes(text))
    return !isKept && (verb.from >= start || !DEED_WITH.test(own))
  }
  const between = sentence.slice(endOf(amount), verb.from)
  const isApart =
    since !== undefined &&
    !BY_PARTS.test(sentence.slice(0, verb.from)) &&
    OWN_SUM.test(sentence.slice(verb.to))
  const isOfDeed = DEED.test(own) || (DEED_AFTER.test(between) && !MONEY_BEFORE.test(own))
  return !isApart && !NOT_OWED.test(own) && !isOfDeed && (!between.includes('，') || DEBT.test(own))
}

/** An enforcement court takes money and orders no payment. Preservation (被申请人) takes nothing. */
const TAKEN = /冻结|扣划|划拨|提取|扣留|扣缴/
const TAKEN_ROLES = roleSet('标的', '限额', '款项', '本金', '利息', '劳动报酬', null)

/** 划拨被执行人甲公司的银行存款100元: whose money it is. */
function takenFrom(sentence: Passage, at: number, role: AmountRole | null): readonly Named[] {
  const { text, mentions } = sentence
  const taken = TAKEN.exec(text)?.index ?? at
  if (taken >= at || !TAKEN_ROLES.has(role) || /解除|终结|撤销|驳回/.test(text)) return []
  const debtor = mentions.findLast(
    (one) => one.end <= at && (one.isName ? text.slice(0, one.start) : one.text).endsWith('被执行人'),
  )
  return debtor === undefined ? [] : namesFrom(sentence, debtor)
}

/** A sentence without a verb that goes on listing what the one before orders: 医疗费100元；误工费200元. */
const CONTINUES =
  /[:：]$|^\s{0,4}(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]|其中|[^，。；]{0,12}(?:费|款|金|损失|利息|本金))/
const continues = (sentence: string): boolean =>
  CONTINUES.test(sentence) && !/驳回|负担|受理费|冻结|查封/.test(sentence)

export const NOT_ORDERED = { isOrdered: false, payers: [], payees: [] } as const
const without = (amounts: OrderAmounts, restated: ReadonlySet<OrderAmount>): OrderAmount[] =>
  amounts.map((one) => (restated.has(one) ? { ...one, ...NOT_ORDERED } : one))

function closingAmounts(sentence: Sentence): OrderAmount[] {
  const found = findAmounts(sentence.text)
  return found.map((amount, index) => ({
    ...amount,
    ...placeIn(sentence, amount.offset),
    item: null,
    role: amountRole(sentence.text, amount, endOf(found[index - 1])),
    ...NOT_ORDERED,
  }))
}
