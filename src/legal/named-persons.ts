import type { Mention } from './mentions.ts'
import { PAY } from './payment-verbs.ts'
import { POSITION } from './positions.ts'

/** A person as named, with the keys of the parties meant; none when it could not be told which. */
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

const POSITION_AT_END = new RegExp(`(?:${POSITION})$`)

/** The words before a party, its position left out: 向 before 原告甲公司. */
export const wordsBefore = (sentence: string, { start }: Mention): string =>
  sentence.slice(Math.max(0, start - 16), start).replace(POSITION_AT_END, '')

/** The names that a clause begins with: parties it mentions and, beside them or alone, names that are nobody's. */
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
 * What stands joined to a party by 、 or 和 is a name too, though nobody's. A position right before such a name
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

/** A position before a name that is nobody's means that name. */
export function namesFrom(sentence: string, mentions: readonly Mention[], first: Mention): Named[] {
  const behind = first.isName ? null : STRANGER_AFTER.exec(sentence.slice(first.end, first.end + 40))
  return behind === null ? group(sentence, mentions, first) : stranger(behind)
}

/** What can only be a name: of an organisation, or of somebody whose name is hidden. */
const STRANGER_AFTER =
  /^([^，。；（(\d、的]{1,28}?(?:公司|工厂|商店|银行|中心|医院|学校|委员会|合作社|事务所|某某?(?![一-龥]{0,4}(?:公司|工厂|商店|银行|中心))))/
const STRANGER_BEFORE = /向([^，。；（(\d、]{2,30})$/

const stranger = (found: RegExpExecArray | null): Named[] => strangers(found?.[1] ?? '')

/** A name that is no party's, right behind a verb of paying: 支付某公司…. */
export const strangerAfter = (text: string): Named[] => stranger(STRANGER_AFTER.exec(text))

/** A name that is no party's, right before a verb of paying: 向某公司支付. */
export const strangerBefore = (text: string): Named[] => stranger(STRANGER_BEFORE.exec(text))
