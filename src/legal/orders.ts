import {
  type AmountRole,
  amountRole,
  cents,
  grossSums,
  IN_PARTS,
  instalments,
  instalmentsOfEarlier,
  isSumOfLast,
  roleSet,
  total,
} from './amount-roles.ts'
import { type Amount, endOf, findAmounts, whyNone } from './amounts.ts'
import { MOST_AMOUNTS } from './bounds.ts'
import { jointLiability } from './liabilities.ts'
import { type Named, namesFrom, type Passage, readerOf, withoutNames, wordsBetween } from './mentions.ts'
import { isNaturalPerson } from './names.ts'
import type { OperativeItem, OperativePart } from './operative-part.ts'
import type { Parties } from './parties.ts'
import { isWholeName } from './party-heads.ts'
import { fineOf, type Payment, paymentsOf, restatedFines, tableStart, tableSums } from './payments.ts'
import { DECISION, itemsBehind } from './statements-decided.ts'
import { afterLast, nextOf, type Place, placeIn, type Sentence, sentencesOf } from './text.ts'

export type OrderAmount = Amount &
  Place & {
    /** Number of the item, from 1; null for what stands after the last, as court fees do. */
    readonly item: number | null
    readonly role: AmountRole | null
    /** Whether the item orders a person to pay this sum. A restated sum (其中…, 合计…) is ordered once. */
    readonly isOrdered: boolean
    readonly payers: readonly Named[]
    readonly payees: readonly Named[]
    /** Why the amount, the payers or the payees are left out, where two readings contradict each other. */
    readonly reason?: 'words and figures differ' | 'payers differ' | 'payees differ'
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
const REFUSED_BEFORE = /不(?:准予?|予)(?:强制)?执行[^，。；]*$/

/** A notice to the debtors lists what they owe: 履行下列义务：1.向申请执行人支付100元; 准予强制执行某局…罚款 is theirs. */
const ADDRESSED =
  /^(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]\s?)?(?:共同|连带|立即)?(?:向(?!被)[^，。；]{2,40}?)?(?:支付|给付|偿还|清偿|返还)|(?<!不)准予(?:强制)?执行[^。；]*罚款/

/** The sums of an operative part, who pays them and to whom. Linear. docs/decisions.md, Orders and claims. */
export function orderedAmounts(part: OperativePart, parties: Parties): OrderAmount[] {
  const read = readerOf(parties)
  let amounts: OrderAmount[] = []
  for (const item of part.items) {
    const sentences = read.sentences(item)
    const found = itemAmounts(sentences)
    const single = without(found, instalments(item, found))
    const own = without(single, instalmentsOfEarlier(item, single, amounts))
    amounts = withoutSetOff([...amounts, ...own], item)
    for (const sentence of sentences) amounts = withJointPayers(amounts, own, sentence)
  }
  const addressed = parties
    .filter(({ position }) => position === '被执行人')
    .map(({ name, key }) => ({ text: name, keys: [key] }))
  const applicants = new Set(
    parties.filter(({ position }) => /^申请(?:执行)?人$/.test(position ?? '')).map(({ key }) => key),
  )
  /** 对申请执行人某局作出的…罚款50元，准予强制执行: who applies is not fined. */
  const isByApplicant = ({ role, payers }: OrderAmount): boolean =>
    role === '罚款' && payers.some(({ keys }) => keys.some((key) => applicants.has(key)))
  const whole = amounts.map((one) =>
    one.isOrdered && ((one.payers.length === 0 && ADDRESSED.test(one.evidence)) || isByApplicant(one))
      ? { ...one, payers: addressed }
      : one,
  )
  return [...whole, ...sentencesOf(part.closing).flatMap(closingAmounts)].slice(0, MOST_AMOUNTS)
}

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
    if (table !== null) carried.listed = payments.at(-1) ?? carried.payment
    if (carried.listed !== undefined) {
      carried.amounts.push(...listedAmounts(sentence, table ?? 0, carried.listed))
      if (table === null) continue
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
      (fine === null && (isFinedBefore || isRestated(text, amount, found[0]))) ||
      (role === '合计' && isSumOfLast(amount, [...carried.amounts, ...read]))
    const isRefused =
      REFUSED_AFTER.test(text.slice(endOf(amount))) || REFUSED_BEFORE.test(text.slice(0, amount.offset))
    const isRunning =
      role === '单价' &&
      RUNNING.test(text.slice(previousEnd, endOf(amount) + 8)) &&
      !TOTAL.test(text.slice(endOf(amount)))
    const isMeant = isRunning || !NEVER_ORDERED.has(role)
    const isOrdered = payment !== undefined && isMeant && !isAgain && !isRefused
    const persons: Omit<Payment, 'verb'> = isOrdered
      ? payment
      : { payers: takenFrom(sentence, amount.offset, role), payees: [] }
    const { payers, payees } = persons
    const isNone = (persons.reason === 'payees differ' ? payees : payers).length === 0
    const reason = whyNone([amount]) ?? (isOrdered && isNone ? persons.reason : undefined)
    const sum = { ...amount, ...placeIn(sentence, amount.offset), item, role, isOrdered, payers, payees }
    read.push(reason === undefined ? sum : { ...sum, reason })
  }
  return respectively(sentence, payments, read)
}

/** 甲、乙分别支付丙100元、200元: of as many sums as payers each has its own. */
function respectively({ text, offset }: Passage, payments: readonly Payment[], read: OrderAmounts) {
  const [only] = payments.filter(
    ({ verb, payers }) => payers.length > 1 && EACH.test(text.slice(0, verb.start)),
  )
  const sums = read.filter(({ isOrdered, payers }) => isOrdered && payers === only?.payers)
  const isPaired =
    sums.length === only?.payers.length && sums.every((one) => one.offset > offset + only.verb.end)
  return read.map((one) => {
    const payer = isPaired ? only.payers[sums.indexOf(one)] : undefined
    return payer === undefined ? one : { ...one, payers: [payer] }
  })
}
const EACH = /分别(?:向[^，。；]{1,40})?$/

/** 偿还甲100元、乙200元, 支付下列原告：甲100元: behind the sum before it, or a colon, a sum of a list names whom it goes to. */
function withOwnPayee(payment: Payment, sentence: Passage, previousEnd: number, { offset }: Amount) {
  const { payers, payees, verb, reason } = payment
  const isFirst = payees.length === 0 || verb.start >= previousEnd
  const from = isFirst ? sentence.text.lastIndexOf('：', offset) : previousEnd
  const own = from < verb.end ? [] : payeesListed(sentence, from, offset)
  const isOther = !isFirst && /被害|受害|[某×*]/.test(sentence.text.slice(previousEnd, offset))
  return { payers, payees: own.length > 0 || isOther ? own : payees, reason }
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
  const behind = payments.find(({ verb, since = at + 1 }) => since <= at && verb.start > at)
  if (behind !== undefined) return behind
  const before = payments.findLast(({ verb }) => verb.start < at)
  if (before !== undefined) return at < before.verb.governsTo ? before : undefined
  return payments.find(({ verb }) => verb.start > at && verb.governsFrom <= at)
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
const BY_PARTS = new RegExp(`(?:${IN_PARTS}|[每按][月期季年][^，。；]{0,12})$`)
/** 乙自行承担30元，其余由甲赔偿; 乙收到押金50元后，返还设备. */
const NOT_OWED = /[承负]担|收到/
const DEBT = /欠|借|应[付还]|尚有|剩余|[款金费息失得](?:人民币|共计|合计|为)?$/

/** Never a sum of a deed; back over a comma only a debt (欠货款100元，于某日前付清). */
function reaches({ verb, payees, since }: Payment, passage: Passage, amount: Amount): boolean {
  const { text: sentence } = passage
  const start = afterLast('，', sentence, amount.offset)
  const clause = sentence.slice(start, nextOf(/，/, sentence, Math.max(endOf(amount), verb.end)))
  const isOwed = payees.some(({ text, keys }) => keys.length > 0 && clause.includes(text))
  if (!isOwed && (TAKEN_OVER.test(clause) || isOwedToOther(clause, passage))) return false
  if (verb.start < start && BORNE_BY.test(clause)) return false
  const own = sentence.slice(start, amount.offset)
  if (verb.start < amount.offset) {
    const kept = KEPT.exec(sentence.slice(endOf(amount)))?.[0]
    const isKept = kept !== undefined && !payees.some(({ text }) => kept.includes(text))
    return !isKept && (verb.start >= start || !DEED_WITH.test(own))
  }
  const isWhole = BY_PARTS.test(sentence.slice(0, verb.start))
  if (since !== undefined && !isWhole && OWN_SUM.test(sentence.slice(verb.end))) return false
  if (NOT_OWED.test(own)) return false
  const between = sentence.slice(endOf(amount), verb.start)
  if (DEED.test(own) || (DEED_AFTER.test(between) && !MONEY_BEFORE.test(own))) return false
  return !between.includes('，') || DEBT.test(own)
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
const continues = (sentence: string): boolean =>
  /[:：]$|^\s{0,4}(?:[（(]?[\d一二三四五六七八九十]{1,2}[)）.、．]|其中|[^，。；]{0,12}(?:费|款|金|损失|利息|本金))/.test(
    sentence,
  ) && !/驳回|负担|受理费|冻结|查封/.test(sentence)

/** Parts of a sum that was ordered as a whole (其中本金…). */
const isRestated = (sentence: string, amount: Amount, first: Amount | undefined): boolean =>
  first !== undefined && RESTATES.test(sentence.slice(endOf(first) - 1, amount.offset))

export const NOT_ORDERED = { isOrdered: false, payers: [], payees: [] } as const
const notOrdered = (amount: OrderAmount): OrderAmount => ({ ...amount, ...NOT_ORDERED })

const without = (amounts: OrderAmounts, restated: ReadonlySet<OrderAmount>): OrderAmount[] =>
  amounts.map((one) => (restated.has(one) ? notOrdered(one) : one))

const SET_OFF =
  '(?:相抵|互抵|品迭|(?:相互|互相)?(?:抵[销消扣]|折抵|冲抵))(?:(?:之)?后|(?=，[^，。；]{2,40}[应需须]))'
const MUTUAL = new RegExp(
  `(?:第?([一二三四五六七八九十\\d](?:[一二三四五六七八九十、，,和及与第至项\\d]{0,24}))项[^。；]{0,20})?${SET_OFF}`,
)
/** What is set off stands in the items before, not in the sentence alone. */
const OF_BOTH = /相|互|品迭|上述|以上|前述|前款|两项|[二三四]项|双方/
/** 甲赔偿乙10元，与垫付的50元相抵后，乙返还40元 sets off what its own item says. */
const OF_ITEMS = /上述|以上|前述|前款|两项|[二三四]项/

/** What two owe each other and set off (一、二项相抵后，甲还应返还…) is not ordered besides what is left. */
function withoutSetOff(amounts: OrderAmounts, { text, offset, item }: OperativeItem): OrderAmount[] {
  const found = MUTUAL.exec(text)
  if (found === null) return [...amounts]
  const end = found.index + found[0].length
  const words = text.slice(Math.max(0, found.index - 24), end)
  const isOfOwn =
    !OF_ITEMS.test(words) && amounts.some((one) => one.item === item && one.offset < offset + found.index)
  const isOfBoth = found[1] !== undefined || (OF_BOTH.test(words) && !isOfOwn)
  const isMeant = isOfBoth
    ? itemsMeant(itemsBehind(`第${found[1] ?? ''}项`), item)
    : (one: number | null) => one === item
  return amounts.map((one) => (isMeant(one.item) && one.offset < offset + end ? notOrdered(one) : one))
}

const itemsMeant =
  (named: readonly string[], own: number) =>
  (item: number | null): boolean =>
    item !== null && (named.length === 0 ? item <= own : named.includes(String(item)))

const OF_NOUN = /(?:上述|前述|以上|项(?:中的?|的))([^，。；、]{2,10}?)(?:承担|负)/
function withJointPayers(amounts: OrderAmount[], own: OrderAmounts, sentence: Passage<OperativeItem>) {
  const joint = jointLiability(sentence)
  if (joint === null) return amounts
  const isOwn = joint.items.length === 0 && !joint.refersBack && own.some(({ isOrdered }) => isOrdered)
  const isMeant = isOwn
    ? (one: number | null) => one === sentence.of.item
    : itemsMeant(joint.items, sentence.of.item)
  let meant = amounts.filter(
    ({ isOrdered, item, amount }) =>
      isOrdered && isMeant(item) && (joint.sums.length === 0 || joint.sums.includes(amount)),
  )
  /** 对上述工资差额承担连带责任 is for that sum alone. */
  const noun = OF_NOUN.exec(sentence.text)?.[1]
  const named = meant.filter(({ evidence, text }) => noun && evidence.split(text)[0]?.endsWith(noun))
  if (named.length > 0) meant = named
  if (joint.limit !== null && total(meant) > (cents(joint.limit) ?? 0n)) return amounts
  return amounts.map((one) => {
    if (!meant.includes(one)) return one
    const known = new Set(one.payers.map(({ text }) => text))
    return { ...one, payers: [...one.payers, ...joint.payers.filter(({ text }) => !known.has(text))] }
  })
}

/** Sums that an appeal orders in the place of an item below (变更…判决第二项为…), with who answers jointly for that item by another that stands. */
export function withStandingPayers(
  orders: OrderAmounts,
  part: OperativePart,
  standing: OperativePart | null,
  parties: Parties,
): OrderAmounts {
  const placeOf = new Map(
    part.items.flatMap(({ item, text }) => {
      const [below, ...more] = itemsBehind(text.slice(text.search(DECISION) + 2))
      const isInPlace = below !== undefined && more.length === 0 && /变更|改判/.test(text)
      return isInPlace ? [[item, Number(below)] as const] : []
    }),
  )
  const inPlace = orders.filter(({ item }) => item !== null && placeOf.has(item))
  if (standing === null || inPlace.length === 0) return orders
  let answered = inPlace.map((one) => ({ ...one, item: placeOf.get(one.item ?? 0) ?? null }))
  for (const sentence of standing.items.flatMap(readerOf(parties).sentences))
    answered = withJointPayers(answered, [], sentence)
  const payersOf = new Map(inPlace.map((one, at) => [one, answered[at]?.payers ?? one.payers]))
  return orders.map((one) => ({ ...one, payers: payersOf.get(one) ?? one.payers }))
}

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
