import { foldBrackets, type Party } from './parties.ts'
import { POSITION } from './positions.ts'

/** Where a sentence names parties: by name, by a short name it defined, or by their position. */
export type Mention = {
  readonly start: number
  readonly end: number
  /** As named; a position in front of a name is left out. */
  readonly text: string
  /** Name keys of the parties meant; empty where no party has the position. */
  readonly keys: readonly string[]
  /** Whether it is a name, not a position. */
  readonly isName: boolean
}

const LONGEST_BRACKET = 24
const ROLE = new RegExp(`(?:([两二三四五六七八九十])|各|上述|本案|全体)?(${POSITION})`, 'g')

/** Finds mentions of these parties in sentences. Made once a document. */
export function mentionFinder(parties: readonly Party[]): (sentence: string) => Mention[] {
  const names = namesOf(parties)
  return (sentence) => {
    const folded = foldBrackets(sentence)
    const named = names.flatMap(({ name, key }) => occurrences(folded, name, key))
    const roles = [...sentence.matchAll(ROLE)].map((match) => roleMention(match, parties))
    const found = withoutOverlaps([...named, ...roles])
    const nameStarts = new Set(found.flatMap(({ isName, start }) => (isName ? [start] : [])))
    return found.filter(({ isName, end }) => isName || !nameStarts.has(positionEnd(folded, end)))
  }
}

/** Where a position ends that stands before a name: behind its brackets, as in 被告（反诉原告）甲公司. */
function positionEnd(folded: string, end: number): number {
  if (folded[end] === '）') return end + 1
  if (folded[end] !== '（') return end
  const close = folded.indexOf('）', end)
  return close < 0 || close - end > LONGEST_BRACKET ? end : close + 1
}

/** Longest first, so that 甲公司北京分公司 is never taken for 甲公司. A short name of two parties is neither's. */
function namesOf(parties: readonly Party[]): { name: string; key: string }[] {
  const keys = new Map<string, Set<string>>()
  for (const { name, key, aliases } of parties) {
    for (const one of [name, ...aliases]) {
      const folded = foldBrackets(one)
      keys.set(folded, (keys.get(folded) ?? new Set()).add(key))
    }
  }
  return [...keys]
    .flatMap(([name, [key, other]]) => (key === undefined || other !== undefined ? [] : [{ name, key }]))
    .sort((a, b) => b.name.length - a.name.length)
}

function occurrences(sentence: string, name: string, key: string): Mention[] {
  const found: Mention[] = []
  for (let start = sentence.indexOf(name); start >= 0; start = sentence.indexOf(name, start + name.length)) {
    found.push({ start, end: start + name.length, text: name, keys: [key], isName: true })
  }
  return found
}

/** 二被告 is ambiguous where there are three. */
function roleMention(match: RegExpExecArray, parties: readonly Party[]): Mention {
  const [text, count, position = ''] = match
  const now = parties.filter((party) => party.position === position)
  const meant =
    now.length > 0 ? now : parties.filter(({ originalPosition }) => isAmong(position, originalPosition))
  const keys = [...new Set(meant.map(({ key }) => key))]
  const isCounted =
    count === undefined || keys.length === ' 一二三四五六七八九十'.indexOf(count.replace('两', '二'))
  return {
    start: match.index,
    end: match.index + text.length,
    text,
    keys: isCounted ? keys : [],
    isName: false,
  }
}

const isAmong = (position: string, positions: string | null): boolean =>
  positions?.split(/[、，,]/).includes(position) ?? false

function withoutOverlaps(found: Mention[]): Mention[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Mention[] = []
  for (const mention of found) if (mention.start >= (kept.at(-1)?.end ?? 0)) kept.push(mention)
  return kept
}

/** For use in a regular expression: words for paying. 赔偿金 and 补偿款 are none. */
const PAY = `(?:支付|给付|付清|付还|偿还|返还|归还|退还|退回|退赔|清偿|偿付|赔付|付给|补缴|补交|缴纳|交纳|上缴|补足|发还|结清|履行[^，。；]{0,4}付款义务|(?:赔偿|补偿)(?![金款费责安协标]))(?!责任)`
const NOT_DONE =
  '(?<!无需|无须|毋需|毋须|不需|不需要|无需要|不再|不予|停止|免予|免除|拒绝|尚未|不能|未能|无法|不足以?|[不未已欠免])'
const VERB = new RegExp(`${NOT_DONE}${PAY}(?:给)?`, 'g')
/** Words under which nothing is ordered: to the end of the sentence, or to the next comma. */
const DENIED = /驳回|不予支持|准许|优先受偿|追偿/g
const DENIED_CLAUSE =
  /无需|无须|毋需|毋须|不需要?|免除|不承担|冻结|查封|扣押|扣划|划拨|拍卖|变卖|维持|撤销|确认|享有/g
const CHANGED_FROM = /变更[^；]{0,160}?项(?:内容)?为[：:，]?|变更[^；]{0,160}?为[：:]/g

/** A verb of paying, and up to where it governs. */
export type PaymentVerb = { readonly start: number; readonly end: number; readonly governsTo: number }

/** The verbs by which a sentence orders a payment; 无需支付, 驳回…支付…的请求 and 冻结 are none. Linear. */
export function paymentVerbs(sentence: string): PaymentVerb[] {
  const denied = deniedRanges(sentence)
  const isDenied = (at: number): boolean => denied.some(([from, to]) => at >= from && at < to)
  const verbs = [...sentence.matchAll(VERB)].filter(({ index }) => !isDenied(index))
  return verbs.map(({ index, 0: verb }, place) => ({
    start: index,
    end: index + verb.length,
    governsTo: verbs[place + 1]?.index ?? denied.find(([start]) => start > index)?.[0] ?? sentence.length,
  }))
}

/** Where the sentence orders nothing. */
function deniedRanges(sentence: string): (readonly [number, number])[] {
  const toEnd = [...sentence.matchAll(DENIED)].map(({ index }) => [index, sentence.length] as const)
  const toComma = [...sentence.matchAll(DENIED_CLAUSE)].map(({ index }) => {
    const comma = sentence.slice(index).search(/[，,]/)
    return [index, comma < 0 ? sentence.length : index + comma] as const
  })
  const changed = [...sentence.matchAll(CHANGED_FROM)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  const change = changed[0]
  const others = [...toEnd, ...toComma]
  return change === undefined
    ? others
    : [change, ...others.filter(([start]) => start < change[0] || start >= change[1])].sort(
        (a, b) => a[0] - b[0],
      )
}

/** A person as named, with the keys of the parties meant; empty when they are not certain. */
export type Named = { readonly text: string; readonly keys: readonly string[] }

/** After whom an operative part names a time, a way or a duty. */
const HEAD_END = new RegExp(
  `于(?=[本判上收接签前每裁调该协\\d一二三四五六七八九十])|应(?=[当于在自向按将立继支给偿返赔退])|在(?=[本判上收各裁其欠未继\\d一二三四五六七八九十])|自(?=[本判收\\d一二三四五六七八九十])|[，,]|向|按(?=[照期月年本判约])|限(?=[于期\\d本判])|将(?=[其上所第本涉\\d])|对(?=[上本前第原被该此])|[需须](?=[支向于在按])|立即|共同|连带|继续|同时|分别|承担|${PAY}`,
)
const TO = /(?:向|给|对|就|从|将|与|由于|欠付?|拖欠|代)$/
const JOINT = /^(?:[、，,和及与]|以及|（[^）]{0,40}）|\([^)]{0,40}\)){1,2}$/
const LEADING =
  /^(?:(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、．.]|[（(][^（()）]{1,3}[)）]|[：:“"]|由|限|责令|判令|改判|限令|若|并|且|另|其中|另外)+/
const NOT_A_NAME =
  /^[在于自按]|[\d０-９元：:；“”"《》]|限额|范围|判决|裁定|本院|上述|驳回|合同|协议|的$|^但|通过|^(?:如[果不未逾期有]|若|倘|逾期|未[按能在])|^(?:还|应|当|另|并|且|同时|共同|再|仍|尚|则|须|需|后|外|一并|一次性|继续|分别|各自|实际)+$/

const POSITION_AT_END = new RegExp(`(?:${POSITION})(?:[（(][^（()）]{1,${LONGEST_BRACKET}}[)）])?$`)

/** The words from a place to a party, its position left out. */
export const wordsBetween = (sentence: string, from: number, { start }: Mention): string =>
  sentence.slice(from, start).replace(POSITION_AT_END, '')

/** The words before a party, likewise: 向 before 原告甲公司. */
export const wordsBefore = (sentence: string, mention: Mention): string =>
  wordsBetween(sentence, Math.max(0, mention.start - LONGEST_BEFORE), mention)

const LONGEST_BEFORE = 40

/** The names that a clause begins with: parties it mentions and, beside them or alone, names of no party. */
export function headOf(sentence: string, mentions: readonly Mention[], start: number, to: number): Named[] {
  const lead = LEADING.exec(sentence.slice(start, to))?.[0].length ?? 0
  const first = mentions.find((mention) => mention.start >= start && mention.end <= to)
  const text = sentence.slice(start + lead, to)
  const stop = headStop(text, start + lead, mentions)
  const inHead = mentions.filter((one) => one.start >= start && one.end <= start + lead + stop)
  if (inHead.length > 0) return namesBetween(sentence, inHead, start + lead, start + lead + stop)
  if (first !== undefined && first.start - start - lead <= 40 && !TO.test(wordsBefore(sentence, first))) {
    return group(sentence, mentions, first)
  }
  return strangers(text.slice(0, stop))
}

/** The first word that ends a head, outside the names of parties. */
function headStop(text: string, offset: number, mentions: readonly Mention[]): number {
  let from = 0
  for (;;) {
    const found = HEAD_END.exec(text.slice(from))
    if (found === null) return text.length
    const at = from + found.index
    const inside = mentions.find((one) => one.start <= offset + at && offset + at < one.end)
    if (inside === undefined) return at
    from = inside.end - offset
  }
}

/**
 * A name joined to a party by 、 or 和 is kept, though it is no party. A position right before such a name
 * (被告某公司) means that name, not everybody in the position.
 */
function namesBetween(sentence: string, mentions: readonly Mention[], start: number, end: number): Named[] {
  const named: Named[] = []
  const before = sentence.slice(start, mentions[0]?.start ?? start)
  if (JOINED_BEFORE.test(before)) named.push(...strangers(before))
  for (const [index, mention] of mentions.entries()) {
    const gap = sentence.slice(mention.end, mentions[index + 1]?.start ?? end)
    const isJoined = JOINED_AFTER.test(gap)
    const others = isJoined || !mention.isName ? strangers(gap) : []
    if (mention.isName || isJoined || others.length === 0)
      named.push({ text: mention.text, keys: mention.keys })
    named.push(...others)
    if (!isJoined) break
  }
  return named
}

const JOINED_BEFORE = /[、和与及]$/
const JOINED_AFTER = /^(?:（[^）]{0,40}）)?(?:[、和与及]|以及)/
const POSITION_BEFORE = new RegExp(`^(?:${POSITION})`)

/** Names that are no party's: kept as they stand, when they can be names at all. */
const strangers = (text: string): Named[] =>
  text
    .split(/[、，,]|以及|(?<=公司|[厂店行部院局校某会])[与和及](?!其)/)
    .map((name) =>
      name
        .trim()
        .replace(/^[和及与由]|[和及与]$/g, '')
        .replace(POSITION_BEFORE, '')
        .replace(/（[^）]{0,40}）$/, ''),
    )
    .filter((name) => name.length >= 2 && name.length <= 40 && !NOT_A_NAME.test(name))
    .map((name) => ({ text: name, keys: [] }))

/** The parties joined to the first by 、 or 和. */
export function group(sentence: string, mentions: readonly Mention[], first: Mention): Named[] {
  const named: Mention[] = [first]
  for (const mention of mentions.slice(mentions.indexOf(first) + 1)) {
    const last = named.at(-1) ?? first
    if (!JOINT.test(sentence.slice(last.end, mention.start))) break
    named.push(mention)
  }
  return named.map(({ text, keys }) => ({ text, keys }))
}

/** A position before a name of no party means that name. */
export function namesFrom(sentence: string, mentions: readonly Mention[], first: Mention): Named[] {
  const behind = first.isName ? null : STRANGER_AFTER.exec(sentence.slice(first.end, first.end + 40))
  return behind === null ? group(sentence, mentions, first) : stranger(behind)
}

/** What can only be a name: of an organisation, or a hidden one. */
const STRANGER_AFTER =
  /^([^，。；（(\d、的]{1,28}?(?:公司|工厂|商店|银行|中心|医院|学校|委员会|合作社|事务所|某某?(?![一-龥]{0,4}(?:公司|工厂|商店|银行|中心))))/
const STRANGER_BEFORE = /向([^，。；（(\d、]{2,30})$/

const stranger = (found: RegExpExecArray | null): Named[] => strangers(found?.[1] ?? '')

/** A name that is no party's, right behind a verb of paying: 支付某公司…. */
export const strangerAfter = (text: string): Named[] => stranger(STRANGER_AFTER.exec(text))

/** A name that is no party's, right before a verb of paying: 向某公司支付. */
export const strangerBefore = (text: string): Named[] => stranger(STRANGER_BEFORE.exec(text))
