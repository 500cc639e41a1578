import { type Sum, total } from './amount-roles.ts'
import { findAmounts } from './amounts.ts'
import { type Mention, type Named, type Passage, readerOf } from './mentions.ts'
import { cents, parseNumeral } from './numerals.ts'
import type { OperativeItem, OperativePart } from './operative-part.ts'
import type { Parties } from './parties.ts'
import { isThreatened, namedBefore, others, unchanged } from './payments.ts'
import { DECISION, itemsBehind, itemsMeant } from './statements-decided.ts'
import { afterLast, firstKind, matchesOf, nextOf, type Place, placeIn } from './text.ts'

export type Liability = Place & {
  /** How a person answers for a debt, or is paid before others; null where the clause says two that exclude each other. */
  readonly kind: Kind | null
  readonly reason: 'kinds differ' | null
  readonly item: number
  readonly who: Named
  /** As written: 50%, 三分之一; null where the text names no share. */
  readonly shareText: string | null
  /** In per cent; null too where the share is no finite decimal (三分之一). */
  readonly sharePercent: number | null
  /** Whether it ends at a limit (在…范围内) or at what the debtor cannot pay. */
  readonly isLimited: boolean
  /** The property that 优先受偿 is paid from; null for the other kinds. */
  readonly over: string | null
}

type Kind = keyof typeof KINDS
type Clause = Passage<OperativeItem>
const SHARE =
  '(?:\\d{1,3}(?:\\.\\d{1,4})?\\s?[%％]|百分之[一二三四五六七八九十百]{1,5}|[一二三四五六七八九十]{1,3}分之[一二三四五六七八九十]{1,3}|[一二三四五六七八九]成)'
const KINDS = {
  优先受偿: /(?:享有|有)[^，。；]{0,12}优先受偿(?:的)?权?|优先受偿/,
  一般保证:
    /一般(?:保证|担保)(?:的)?责任|(?<=不(?:能|足以)(?:清偿|偿还|履行|给付)[^。；]{0,40})承担(?:保证|担保)责任(?!以?后|[之的超所时范])/,
  补充: new RegExp(
    `补充(?:清偿|赔偿|给付|偿还|支付|还款|保证|连带)?(?:的)?责任|差额补足(?:的)?责任|不能(?:清偿|偿还|履行|给付)(?:的?(?:上述)?(?:债务|部分)|(?:的|上述|债务|部分){0,3}${SHARE}(?:的?范围(?:之)?内)?[^，。；]{0,30}?)(?:承担|负)(?:清偿|偿还|给付|赔偿)责任`,
  ),
  按份: new RegExp(
    `按份(?:清偿|赔偿|偿还)?责任|(?:承担|负)[^，。；]{0,6}${SHARE}[^，。；]{0,16}责任|的${SHARE}(?:部分)?[^，。；]{0,16}(?:承担|负)(?!连带)[^，。；]{0,16}责任`,
  ),
  连带: /连带(?:清偿|赔偿|保证|给付|偿还|偿付|支付|担保|返还|还款|付款)?(?:的)?(?:保证)?责任|连带(?:清偿|赔偿|偿还)/,
  限额内: /范围(?:之)?内(?:对[^，。；]{2,40})?承担(?:清偿|偿还|给付|支付|付款)?责任/,
  /** A surety or a mortgage whose kind the text does not name. */
  担保: /承担(?:保证|担保)(?:清偿)?责任(?!以?后|[之的超所时范])/,
} as const
/** What a default brings about by its nature: 如未按期履行，原告对抵押物优先受偿. Any other liability in such a clause is a threat. */
const OF_DEFAULT: ReadonlySet<Kind> = new Set(['优先受偿', '补充', '一般保证'])
const DENIED = /驳回|不(?:再|应|予|需)?(?:承担|负|享有)|无需|无须|免[除于予]|不予支持|[补更]正为/
/** Who answers with the debtor answers neither behind it nor for a share: 按份连带责任. 补充连带责任 is one kind. */
const NOT_JOINT = /按份|一般(?:保证|担保)|(?<!连带)补充(?![^，。；]{0,4}连带)/
const LIMITED = /范围(?:之)?内|限额|额度内|限度内|为限|[不未]能(?:清偿|偿还|履行|给付|支付)|不足/
const EACH_SHARE = new RegExp(SHARE)
const OVER = /(?:对|就|以)([^。；]{2,160}?)(?:的)?(?:折价|拍卖|变卖|处置|享有优先受偿|有优先受偿|优先受偿)/

/** Who answers how for what is ordered, and who is paid first. Linear. docs/decisions.md, Orders and claims. */
export function findLiabilities(part: OperativePart, parties: Parties): Liability[] {
  const sentences = part.items.flatMap(readerOf(parties).sentences)
  return sentences.filter(({ text }) => !DENIED.test(text)).flatMap(liabilitiesIn)
}

function liabilitiesIn(sentence: Clause): Liability[] {
  const text = unchanged(sentence.text)
  const { item } = sentence.of
  const first = firstKind(KINDS, text)
  if (first === null) return []
  const { kind, found } = first
  const at = found.index
  if (!OF_DEFAULT.has(kind) && isThreatened(text, at)) return []
  const isPreferred = kind === '优先受偿'
  const clause = text.slice(afterLast('，；', text, at), nextOf(/[，；]/, text, at))
  const isUnsure = !isPreferred && clause.includes('连带') && NOT_JOINT.test(clause)
  const shareText = isPreferred ? null : (EACH_SHARE.exec(text)?.[0] ?? null)
  const liability = {
    kind: isUnsure ? null : kind,
    reason: isUnsure ? ('kinds differ' as const) : null,
    item,
    shareText,
    sharePercent: shareText === null ? null : percentOf(shareText),
    isLimited: LIMITED.test(text),
    over: isPreferred ? (OVER.exec(text)?.[1]?.trim() ?? null) : null,
    ...placeIn(sentence, at),
  }
  return namedBefore(sentence, at).map((who) => ({ ...liability, who }))
}

/** 50% is 50, 三成 is 30, 二分之一 is 50; null where no decimal of four digits says it. */
function percentOf(share: string): number | null {
  const digits = /^[\d.]+/.exec(share)?.[0]
  if (digits !== undefined) return Number(digits)
  if (share.endsWith('成')) return (parseNumeral(share.slice(0, -1)) ?? Number.NaN) * 10
  const [below, above] = share.split('分之').map((one) => (one === '百' ? 100 : parseNumeral(one)))
  if (below === undefined || above === undefined || below === 0) return null
  const percent = (above * 100) / below
  return Number.isInteger(percent * 10_000) ? percent : null
}

const LIABLE =
  /(?:承担|负)[^，。；]{0,12}(?:连带|共同|先行)[^，。；]{0,10}责任|承担[^，。；]{0,10}连带(?:清偿|赔偿|给付|偿还)|共同(?:承担|负)[^，。；]{0,12}责任/g
/** A share, a part, and what the debtor cannot pay, are no joint debt of the whole sum. */
const OF_PART = new RegExp(
  `${LIMITED.source}|${SHARE}|其中|部分|不超过|补充|按份|第[一二三四五六七八九十\\d]{1,3}期`,
)
const REFERS_BACK =
  /上述|以上|前述|前款|前列|前[一二三四五六七八九十两]项|各项(?![^，。；]{0,4}(?:损失|费用))|全部/
const FROM_ITEM = /第[（(]?[一二三四五六七八九十\d]{1,3}[)）]?[项、，和及与至到]/
const UP_TO = /在[^，。；]{0,40}(?:范围|限额|限度|额度|\d元)(?:之)?内/

export type Owed = Sum &
  Place & {
    /** Number of the item, from 1; null for what stands after the last, as court fees do. */
    readonly item: number | null
    readonly payers: readonly Named[]
    readonly payees?: readonly Named[]
  }

const OF_NOUN = /(?:上述|前述|以上|项(?:中的?|的))([^，。；、]{2,10}?)(?:承担|负)/

/** 甲对第二项承担连带责任，乙在20元限额内承担连带责任: a sentence by those who answer. */
export function jointClauses(sentence: Clause): Clause[] {
  const { text, mentions } = sentence
  const first = text.search(LIABLE)
  const isNext = ({ start }: Mention): boolean =>
    first >= 0 && start > first && /，(?:被告|第三人)?$/.test(text.slice(0, start))
  const starts = [0, ...mentions.filter(isNext).map(({ start }) => start)]
  return starts.map((from, at) => sentence.part(from, starts[at + 1] ?? text.length))
}

/**
 * The sums, with those who answer jointly as a sentence says: for the items that it names, else for its own if that has sums (`own`) and the
 * sentence does not refer back (上述), else for its own and all before. Sums that the clause names are meant alone; a total over its limit is none.
 */
export function withJointPayers<T extends Owed>(amounts: T[], own: T[], sentence: Clause): T[] {
  const { text } = sentence
  const [found] = matchesOf(text, LIABLE)
  const upTo = UP_TO.exec(text)?.[0] ?? ''
  const [limit = null, another] = findAmounts(upTo).map(({ amount }) => amount)
  const isOfPart = OF_PART.test(limit === null || another !== undefined ? text : text.replace(upTo, ''))
  if (found === undefined || isOfPart || isThreatened(text, found.index)) return amounts
  const clause = text.slice(text.lastIndexOf('，', found.index) + 1, found.index)
  const payers = namedBefore(sentence, found.index)
  if (clause.endsWith('不') || payers.length === 0) return amounts
  const sums = findAmounts(clause.replace(upTo, '')).map(({ amount }) => amount)
  const isOwn = /对该(?:款|笔|项)/.test(clause)
  const at = isOwn ? -1 : unchanged(text).search(FROM_ITEM)
  const isAlone = (isOwn || !REFERS_BACK.test(text)) && own.some(({ isOrdered }) => isOrdered)
  const isMeant = itemsMeant(at < 0 ? [] : itemsBehind(text.slice(at)), sentence.of.item, isAlone)
  const ordered = amounts.filter(({ isOrdered, item }) => isOrdered && isMeant(item))
  // 对上述款项120元, which is what 100元 and 20元 come to.
  const isAll = sums.length === 0 || (sums.length === 1 && cents(sums[0] ?? null) === total(ordered))
  const all = ordered.filter(({ amount }) => isAll || sums.includes(amount))
  /** 对上述工资差额承担连带责任 is for that sum alone, 对应给付原告甲的款项承担连带责任 for what 甲 is paid. */
  const noun = OF_NOUN.exec(text)?.[1]
  const named = all.filter((one) => noun && one.evidence.split(one.text)[0]?.endsWith(noun))
  const paid = sentence.mentions.filter(({ end }) => end < found.index && /^的[款债]/.test(text.slice(end)))
  const toThem = all.filter(({ payees = [] }) => others(payees, paid).length < payees.length)
  const meant = named.length > 0 ? named : toThem.length > 0 ? toThem : all
  if (limit !== null && total(meant) > (cents(limit) ?? 0n)) return amounts
  return amounts.map((one) => {
    if (!meant.includes(one)) return one
    const known = new Set(one.payers.map((payer) => payer.text))
    return { ...one, payers: [...one.payers, ...payers.filter((payer) => !known.has(payer.text))] }
  })
}

/** 甲、丙共同退赔17400元，其中丙的退赔责任以6000元为限; 丙在6000元范围内承担. */
const OWN_LIMIT =
  /(?:的[^，。；]{0,8}(?:责任|义务|部分))?(?:应|仅|只)?(?:以[^，。；]{0,24}为限|在[^，。；]{0,24}(?:范围|限额|限度|额度)(?:之)?内(?:承担|负|退赔|赔偿|支付|返还|清偿))/

/** The sums of an item without those payers who answer for less than the sum. */
export function withoutLimited<T extends Owed>(own: readonly T[], sentence: Clause): T[] {
  const found = OWN_LIMIT.exec(sentence.text)
  const limit = cents(findAmounts(found?.[0] ?? '')[0]?.amount ?? null)
  if (found === null || limit === null) return [...own]
  const limited = new Set(namedBefore(sentence, found.index).flatMap(({ keys }) => keys))
  return own.map((one) => {
    const rest = one.payers.filter(({ keys }) => !keys.some((key) => limited.has(key)))
    const at = one.offset - sentence.offset
    const isMore = at >= 0 && at < found.index && (cents(one.amount) ?? 0n) > limit
    return isMore && rest.length > 0 ? { ...one, payers: rest } : one
  })
}

/** Sums that an appeal orders in the place of an item below (变更…判决第二项为…), with who answers jointly for that item by another that stands. */
export function withStandingPayers<T extends Owed>(
  orders: readonly T[],
  part: OperativePart,
  standing: OperativePart | null,
  parties: Parties,
): readonly T[] {
  const placeOf = new Map<number | null, number>()
  for (const { item, text } of part.items) {
    const [below, ...more] = itemsBehind(text.slice(text.search(DECISION) + 2))
    if (below !== undefined && more.length === 0 && /变更|改判/.test(text)) placeOf.set(item, Number(below))
  }
  if (standing === null || placeOf.size === 0) return orders
  let answered = orders.map((one) => ({ ...one, item: placeOf.get(one.item) ?? null }))
  for (const sentence of standing.items.flatMap(readerOf(parties).sentences).flatMap(jointClauses))
    answered = withJointPayers(answered, [], sentence)
  return orders.map((one, at) => ({ ...one, payers: answered[at]?.payers ?? one.payers }))
}
