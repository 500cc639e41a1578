import { parseNumeral } from './numerals.ts'
import { namedKeys, type Parties } from './parties.ts'
import { isWholeName } from './party-heads.ts'
import { POSITION } from './positions.ts'
import { foldBrackets, grouped, matchesOf, type Sentence, sentencesOf } from './text.ts'

/** A person as named, with the keys of the parties meant; empty when they are not certain. */
export type Named = { readonly text: string; readonly keys: readonly string[] }

/** Where a sentence names parties: by name, by a short name it defined, or by their position. A position in front of a name is left out. */
export type Mention = Named & {
  readonly start: number
  readonly end: number
  readonly isName: boolean
}

export const asNamed = ({ text, keys }: Mention): Named => ({ text, keys })

/** A piece of a text (`of`) with the parties that it names, looked for when first asked for. An object with a getter takes twenty times as long to make. */
export class Passage<Whole extends Sentence = Sentence> {
  readonly text: string
  readonly offset: number
  readonly of: Whole
  readonly #find: (text: string) => readonly Mention[]
  #mentions: readonly Mention[] | undefined

  constructor({ text, offset }: Sentence, of: Whole, find: (text: string) => readonly Mention[]) {
    this.text = text
    this.offset = offset
    this.of = of
    this.#find = find
  }

  part(from: number, to: number): Passage<Whole> {
    return new Passage({ text: this.text.slice(from, to), offset: this.offset + from }, this.of, this.#find)
  }

  get mentions(): readonly Mention[] {
    this.#mentions ??= this.#find(this.text)
    return this.#mentions
  }
}

const finders = new WeakMap<Parties, ReturnType<typeof mentionFinder>>()

/** Reads pieces of a document's texts, whole or by sentences. Of the rules that read a piece the first looks for its parties. */
export function readerOf(parties: Parties) {
  const find = finders.get(parties) ?? mentionFinder(parties)
  finders.set(parties, find)
  return {
    passage: <T extends Sentence>(whole: T) => new Passage(whole, whole, find),
    sentences: <T extends Sentence>(whole: T) =>
      sentencesOf(whole).map((one) => new Passage(one, whole, find)),
  }
}

const [LONGEST_BRACKET, LONGEST_BEFORE] = [24, 40]
const NUMERAL = '[一二三四五六七八九十]'
/** 二被告 are both, 第二被告 and 被告二 one of them; 被告二人, 被告一次性支付 name all. */
const ROLE = new RegExp(
  `(?:第(${NUMERAL})|([两二三四五六七八九十])|各|上述|本案|全体)?(${POSITION})(?:(${NUMERAL})(?=[、，。；：（和与及向应在于对按需须承连支给偿返赔]))?`,
  'g',
)
const BEFORE_NAME = new RegExp(`^${NUMERAL}?(?:（[^）]{0,${LONGEST_BRACKET}})?）?`)

function mentionFinder(parties: Parties): (sentence: string) => readonly Mention[] {
  let names: ReturnType<typeof namesOf> | undefined
  const read = new Map<string, readonly Mention[]>()
  return (sentence) => {
    names ??= namesOf(parties)
    const found = read.get(sentence) ?? mentionsOf(sentence, parties, names)
    read.set(sentence, found)
    return found
  }
}

function mentionsOf(sentence: string, parties: Parties, names: ReturnType<typeof namesOf>): Mention[] {
  const folded = foldBrackets(sentence)
  const named = names.flatMap(([name, key]) => occurrences(folded, name, key))
  const roles = matchesOf(sentence, ROLE).map((match) => roleMention(match, parties))
  const found = withoutOverlaps([...named, ...roles])
  const nameStarts = new Set(found.flatMap(({ isName, start }) => (isName ? [start] : [])))
  /** 被告甲, 被告一甲, 被告（反诉原告）甲 mean who is named. */
  const isBeforeName = (end: number): boolean =>
    nameStarts.has(end) || nameStarts.has(end + (BEFORE_NAME.exec(folded.slice(end))?.[0].length ?? 0))
  return found.flatMap((one, index) => {
    if (!one.isName) return isBeforeName(one.end) ? [] : [one]
    return isSwapped(found[index - 1], one, parties) ? [{ ...one, keys: [] }] : [one]
  })
}

/** 原告甲 where the head calls 甲 a 被告: one of both is a slip, so who is meant is not certain. */
function isSwapped(before: Mention | undefined, { keys, start }: Mention, parties: Parties): boolean {
  const opposite = before?.end === start ? SWAPPED[before.text] : undefined
  const held = parties.filter(({ key }) => keys.includes(key))
  return opposite !== undefined && held.every(({ position }) => position === opposite)
}
const SWAPPED: Readonly<Record<string, string>> = { 原告: '被告', 被告: '原告' }

/** Longest first, so that 甲公司北京分公司 is never taken for 甲公司. A short name of two parties is neither's. */
function namesOf(parties: Parties): (readonly [name: string, key: string])[] {
  const names = [...grouped(namedKeys(parties))]
  const only = names.flatMap(([name, [key = '', ...others]]) =>
    others.every((one) => one === key) ? [[name, key] as const] : [],
  )
  return only.sort(([a], [b]) => b.length - a.length)
}

function occurrences(sentence: string, name: string, key: string): Mention[] {
  const found: Mention[] = []
  for (let start = sentence.indexOf(name); start >= 0; start = sentence.indexOf(name, start + name.length)) {
    found.push({ start, end: start + name.length, text: name, keys: [key], isName: true })
  }
  return found
}

/** 二被告 is ambiguous where there are three. */
function roleMention(match: RegExpExecArray, parties: Parties): Mention {
  const [text, before, count, role = '', behind] = match
  const now = parties.filter(({ position }) => position === role)
  const earlier = parties.filter(
    ({ originalPosition }) => originalPosition?.split(/[、，,]/).includes(role) === true,
  )
  const all = [...new Set((now.length > 0 ? now : earlier).map(({ key }) => key))]
  const place = parseNumeral(before ?? behind ?? '')
  const keys = place === undefined ? all : all.slice(place - 1, place)
  const isCounted = count === undefined || keys.length === parseNumeral(count)
  const [start, end] = [match.index, match.index + text.length]
  return { start, end, text, keys: isCounted ? keys : [], isName: false }
}

function withoutOverlaps(found: Mention[]): Mention[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Mention[] = []
  for (const mention of found) if (mention.start >= (kept.at(-1)?.end ?? 0)) kept.push(mention)
  return kept
}

/** A sentence with 某 for names, as long as it is: no digit of one is read as a sum's (支付张某1100元), nor its words (赔偿金某甲). */
export const withoutNames = ({ text, mentions }: Passage, which = /./): string =>
  mentions
    .filter(({ isName, text: name }) => isName && which.test(name))
    .reduce(
      (plain, { start, end }) => plain.slice(0, start) + '某'.repeat(end - start) + plain.slice(end),
      text,
    )

/** For use in a regular expression: words for paying. 赔偿金 and 补偿款 are none. */
export const PAY = `(?:支付|给付|付清|付还|偿还|返还|归还|退还|退回|退赔|清偿|偿付|赔付|付给|补缴|补交|缴纳|交纳|上缴|补足|发还|结清|履行[^，。；]{0,4}付款义务|[承负]担(?=[^，。；]{0,12}(?:抚[养育]|赡养|扶养)费[^，。；]{0,6}\\d)|(?:赔偿|补偿)(?![款费责安协标义决]|金(?!某)|请求|委员))(?!责任)`

const HEAD_END = new RegExp(
  `^在|于(?=[本判上收接签前每裁调该协\\d一二三四五六七八九十])|应(?=[当于在自向按将立继支给偿返赔退])|在(?=[本判上收各裁其欠未继交商保机对\\d一二三四五六七八九十])|自(?=[本判收\\d一二三四五六七八九十])|[，,]|向|按(?=[照期月年本判约])|限(?=[于期\\d本判])|将(?=[其上所第本涉\\d])|对(?=[上本前第原被该此其不])|[需须](?=[支向于在按])|立即|共同|连带|继续|同时|分别|承担|${PAY}`,
)
const TO = /(?:向|给|对|就|从|将|与|由于|欠付?|拖欠|代|在)$/
const JOINT = /^(?:[、，,和及与]|以及|（[^）]{0,40}）|\([^)]{0,40}\)){1,2}$/
const LEADING =
  /^(?:(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、．.]|[（(][^（()）]{1,3}[)）]|[：:“"]|由|限|责令|判令|改判|限令|若|则|并|且|另|其中|另外)+/
const NOT_A_NAME =
  /^[在于自按互]|(?<![某×*]\d?)[\d０-９]|[元：:；“”"《》]|限额|范围|判决|裁定|本院|上述|驳回|合同|协议|的$|^但|^将(?!军)|通过|^(?:如[果不未逾期有]|若|倘|逾期|未[按能在]|不[能予足]|无法|否则|拒不)|^分(?:[一二两三四五六七八九十\d]{1,3}|期)|判处|徒刑|^(?:还|应|当|另|并|且|同时|共同|再行?|仍|尚|则|须|需|后|外|一并|一次性|继续|分别|各自|实际)+$|^[双两二三四五]?(?:方|人)$|^每/

const POSITION_AT_END = new RegExp(
  `(?:第${NUMERAL})?(?:${POSITION})${NUMERAL}?(?:[（(][^（()）]{1,${LONGEST_BRACKET}}[)）])?$`,
)

/** The words from a place to a party, its position left out. */
export const wordsBetween = (sentence: string, from: number, { start }: Mention): string =>
  sentence.slice(from, start).replace(POSITION_AT_END, '')

/** The words before a party, likewise: 向 before 原告甲公司. */
export const wordsBefore = (sentence: string, mention: Mention): string =>
  wordsBetween(sentence, Math.max(0, mention.start - LONGEST_BEFORE), mention)

/** The names that a clause begins with: parties it mentions and, beside them or alone, names of no party. */
export function headOf(sentence: Passage, start: number, to: number): Named[] {
  const { text, mentions } = sentence
  const from = start + (LEADING.exec(text.slice(start, to))?.[0].length ?? 0)
  const stop = headStop(sentence, from, to)
  const inHead = mentions.filter((one) => one.start >= start && one.end <= stop)
  if (inHead.length > 0) return namesBetween(text, inHead, from, stop)
  const first = mentions.find((one) => one.start >= start && one.end <= to)
  const isNear = first !== undefined && first.start - from <= 40 && !TO.test(wordsBefore(text, first))
  return isNear ? group(sentence, first) : strangers(text.slice(from, stop))
}

function headStop({ text, mentions }: Passage, start: number, to: number): number {
  for (let from = start; ; ) {
    const found = HEAD_END.exec(text.slice(from, to))
    if (found === null) return to
    const at = from + found.index
    const inside = mentions.find((one) => one.start <= at && at < one.end)
    if (inside === undefined) return at
    from = inside.end
  }
}

/** A name joined to a party is kept, though it is none. 被告某公司 means that name, not everybody in the position. */
function namesBetween(text: string, mentions: readonly Mention[], start: number, end: number): Named[] {
  const before = text.slice(start, mentions[0]?.start ?? start)
  const named = /[、和与及]$/.test(before) ? strangers(before) : []
  for (const [index, mention] of mentions.entries()) {
    const gap = text.slice(mention.end, mentions[index + 1]?.start ?? end)
    const isJoined = JOINED_AFTER.test(gap)
    const others = isJoined || !mention.isName ? strangers(gap) : []
    if (mention.isName || isJoined || others.length === 0) named.push(asNamed(mention))
    named.push(...others)
    if (!isJoined) break
  }
  return named
}

const JOINED_AFTER = /^(?:（[^）]{0,40}）)?(?:[、和与及]|以及)/
const POSITION_BEFORE = new RegExp(`^(?:${POSITION})`)

const JOINTS = /^[和及与由]|[和及与]$/g
const REMARK = /（[^）]{0,40}）$/

/** Names that are no party's: kept as they stand, when they can be names at all. */
const strangers = (text: string): Named[] =>
  text.split(/[、，,]|以及|(?<=公司|[厂店行部院局校某会])[与和及](?!其)/).flatMap((given) => {
    const name = given.trim().replace(JOINTS, '').replace(POSITION_BEFORE, '').replace(REMARK, '')
    const isName = name.length >= 2 && name.length <= 40 && !NOT_A_NAME.test(name)
    return isName ? [{ text: name, keys: [] }] : []
  })

/** 支付给甲，乙在…范围内承担责任: behind a comma another clause begins with a name. */
const BEGINS = /^(?:在|对|就|应|于|以|承担|需|须)/
/** The parties joined to the first by 、 or 和. */
export function group({ text, mentions }: Passage, first: Mention): Named[] {
  const named: Mention[] = [first]
  for (const mention of mentions.slice(mentions.indexOf(first) + 1)) {
    const between = wordsBetween(text, named.at(-1)?.end ?? 0, mention)
    if (!JOINT.test(between) || (/[，,]/.test(between) && BEGINS.test(text.slice(mention.end)))) break
    named.push(mention)
  }
  return named.map(asNamed)
}

/** The same; a position before a name of no party means that name. */
export function namesFrom(sentence: Passage, first: Mention): Named[] {
  if (first.isName) return group(sentence, first)
  const after = sentence.text.slice(first.end, first.end + 80)
  const strangers =
    strangersListed(after) ??
    (/害/.test(first.text) ? victimIn(after) : null) ??
    strangersAfter(after.slice(0, 40))
  return strangers ?? group(sentence, first)
}

const strangersBy =
  (shape: RegExp) =>
  (text: string): Named[] | null => {
    const name = shape.exec(text)?.[1]
    return name === undefined ? null : strangers(name)
  }

/** What can only be a name, right behind a verb of paying (支付某公司…): of an organisation, or a hidden one; null where none stands there. */
export const strangersAfter = strangersBy(
  /^([^，。；（(\d、的]{1,28}?(?:公司|工厂|商店|[银分支]行|中心|医院|学校|委员会|合作社|参与人|事务所|超市|酒店|商行|经营部|门市部|[一-龥]{3}[庄店厂铺坊馆](?=人民币)|(?<=[某×*][一-龥]{1,14})[站场部厂店馆院所校园社局队村组](?=(?:的?(?:各项)?(?:经济)?损失|[一-龥]{1,4}款)?(?:共计|合计|人民币|计)?\d)|(?<=^(?:[被受]害人)?[一-龥]{0,2})[某×*](?:[某×*]|[一-龥](?=人民币|\d))?(?:\d{1,2}(?=[^\d.,，．万亿元]))?(?![一-龥]{0,12}(?:公司|工厂|商店|银行|中心)))(?![一-龥]{0,8}(?:分公司|[分支]行)))/,
)

/** 被害人甲、乙各1200元: of names that only a position introduces, all that stand up to the sum. */
const strangersListed = strangersBy(
  /^([一-龥×*]{2,20}(?:、[一-龥×*]{2,20}?)+)(?:各(?:自|人)?)?(?:的?(?:各项)?(?:经济|财产)?损失)?(?:共计|合计|计)?(?:人民币)?(?=\d)/,
)

const VICTIM =
  /^(?!经济|财产)([一-龥·×*]{2,15}?(?:\d{1,2}(?!\d))?)(?=人民币|\d{2}|(?:的)?(?:各项|其余|剩余)?(?:经济|财产)?损失|共计|合计|(?:手机|现金|货|存|赃)款|[，。；]|$)/
/** 被害人李某芬人民币100元, 退赔樊振河20元: what stands behind that position, or the verb, up to the sum, where it is a name. */
export function victimIn(after: string, longest = 15): Named[] | null {
  const [, name = ''] = VICTIM.exec(after) ?? []
  return name.length <= longest && isWholeName(name) ? [{ text: name, keys: [] }] : null
}

/** The same right before a verb of paying: 向某公司支付. */
export const strangersBefore = strangersBy(/向([^，。；（(\d、]{2,30})$/)
