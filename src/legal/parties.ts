import { enterpriseNameKey } from './names.ts'
import type { Side } from './outcomes.ts'

/** Positions of parties in an instance by the side they stand on. Sources: docs/domain.md, Parties; 诉讼文书样式. */
const POSITIONS: Readonly<Record<Side, string>> = {
  plaintiff: `原告 反诉原告 本诉原告 上诉人 再审申请人 申请再审人 申诉人 申请执行人 申请人 异议人 复议申请人 申请复议人 赔偿请求人
    公诉机关 抗诉机关 起诉人 自诉人 附带民事诉讼原告人 附带民事诉讼原告 申请保全人 原告人 执行异议人 异议申请人`,
  defendant: `被告 反诉被告 本诉被告 被上诉人 被申请人 再审被申请人 被申请再审人 被申诉人 被执行人 被申请执行人 被告人 赔偿义务机关
    附带民事诉讼被告人 附带民事诉讼被告 被异议人 被申请保全人 被起诉人 罪犯`,
  third_party: '第三人 案外人 利害关系人 被害人 协助执行人 有独立请求权的第三人 无独立请求权的第三人',
}

const SIDES: ReadonlyMap<string, Side> = new Map(
  Object.entries(POSITIONS).flatMap(([side, names]) =>
    names.split(/\s+/).map((name): [string, Side] => [name, side as Side]),
  ),
)
const NAMES = [...SIDES.keys()].sort((a, b) => b.length - a.length).join('|')
const EARLIER = '(?:原审|一审|二审|再审|原一审|原二审|终审)'

/** For use in a regular expression: a position, with what it was before in front of it (原审被告) or without. */
export const POSITION = `${EARLIER}?(?:${NAMES})`

/**
 * The side of a position in this instance: 上诉人 is plaintiff. Undefined for a position of an earlier instance alone
 * (原审被告), save a third party's, who stays one, and for no position.
 */
function sideOf(position: string): Side | undefined {
  const own = SIDES.get(position)
  if (own !== undefined) return own
  const earlier = SIDES.get(position.replace(new RegExp(`^${EARLIER}`), ''))
  return earlier === 'third_party' ? earlier : undefined
}

const EARLIER_POSITION = new RegExp(`(${EARLIER})?(${NAMES})`, 'g')
/** What one was in a counterclaim, or in an appeal before a retrial, is not what one was when it began. */
const NOT_FIRST = /^(?:反诉|本诉|上诉人|被上诉人|再审|被申请|申请再审)/

/** The side in the first instance: of 原审被告, and of the first such position in 一审原告、反诉被告、二审上诉人. */
function originalSideOf(positions: string): Side | undefined {
  for (const [, , name = ''] of positions.matchAll(EARLIER_POSITION)) {
    if (!NOT_FIRST.test(name)) return SIDES.get(name)
  }
  return undefined
}

/** A party of a document as its text introduces it. */
export type Party = {
  readonly name: string
  /** Name with width, brackets and spaces folded. */
  readonly key: string
  /** Short names that the text defines for it. */
  readonly aliases: readonly string[]
  /** Position in this instance: 上诉人; null where only a title tells who sued whom. */
  readonly position: string | null
  /** Position before, as the brackets behind the position have it: 一审原告、反诉被告. */
  readonly originalPosition: string | null
  readonly side: Side | null
  readonly originalSide: Side | null
}

/** What a document says of its parties, and where. All may be absent. */
export type PartySources = {
  /** Parties section (docs/contract.md, Records: `dsr`). */
  readonly section: string | null
  readonly content: string | null
  readonly title: string | null
  /** Causes of action, as they end a title. */
  readonly causes: readonly string[]
}

const INTRODUCED = new RegExp(
  `^\\s{0,8}(${POSITION})(?:[（(]([^（()）\\n]{1,60})[)）])?\\s?([：:])?\\s?(.*)$`,
)
/** Who acts for a party, or what is said of it: 原告委托诉讼代理人, 被告法定代表人, 原告诉称. */
const NOT_A_NAME =
  /^(?:[之的与因在对，,。：:；;]|及其|(?:一|双)?方(?:[诉辩认委主在于，]|$)|委托|法定|诉讼|负责人|代理人|代表人|辩护|经营者|诉称|辩称|称|认为|提出|不服|于(?=[\d本上下])|向(?=[本人法])|请求|主张|$)/
const ACTS = /一案|纠纷案|诉称|辩称|向本院|本院(?:于|受理|立案|审理|依法|认为)|提起|提出/
/** In a full text, where prose may begin with 被告 too: a colon, or what is said of a party after its name. */
const STRICT = new RegExp(
  `^\\s{0,8}${POSITION}(?:[（(][^（()）\\n]{1,60}[)）])?(?:\\s?[：:]|[^，。；\\n]{2,60}，(?:[男女住]|\\d{4}年|统一社会|身份证|公民身份|汉族|法定代表))`,
)
/** The head of a full text: the parties stand before the record of the proceedings. */
const HEAD = 6000
const MOST_PARTIES = 500
const LONGEST_NAME = 100

/**
 * The parties of a document in the order of the text: from its parties section, else from the head of the full text, else
 * from a title 甲诉乙…案, which tells only who sued whom at first. Lawyers, agents, representatives and addresses are none.
 * Source: docs/domain.md, Parties; member `dsr`.
 */
export function findParties(sources: PartySources): Party[] {
  const { section, content } = sources
  const introduced =
    section === null ? introducedIn(content?.slice(0, HEAD) ?? '', STRICT) : introducedIn(section)
  const found = introduced.length > 0 ? introduced : fromTitle(sources)
  const names = found.map(({ name }) => name)
  const aliases = definedAliases(
    [sources.section, sources.content].filter((text) => text !== null).join('\n'),
    names,
  )
  return found.map((party) => ({ ...party, aliases: aliases.get(party.name) ?? [] }))
}

function introducedIn(text: string, shape?: RegExp): Party[] {
  const parties: Party[] = []
  const seen = new Set<string>()
  for (const line of text.split(/\n|(?<=[。；;])/)) {
    if (parties.length > 0 && ACTS.test(line)) break
    for (const party of shape?.test(line) === false ? [] : partiesOfLine(line)) {
      const id = `${party.position}\0${party.key}`
      if (!seen.has(id) && parties.length < MOST_PARTIES) parties.push(party)
      seen.add(id)
    }
  }
  return parties
}

function partiesOfLine(line: string): Party[] {
  const found = INTRODUCED.exec(line.slice(0, 4 * LONGEST_NAME))
  if (found === null) return []
  const [, position = '', original, colon, rest = ''] = found
  if (colon === undefined && (NOT_A_NAME.test(rest) || ACTS.test(line))) return []
  return namesAt(rest).map((name) => ({
    name,
    key: enterpriseNameKey(name),
    aliases: [],
    position,
    originalPosition: original ?? null,
    side: sideOf(position) ?? null,
    originalSide: originalSideOf(original ?? '') ?? originalOfPosition(position),
  }))
}

/** 原审被告 stands for itself where it did not appeal. */
const originalOfPosition = (position: string): Side | null =>
  /^(?:原审|一审|原一审)/.test(position) ? (originalSideOf(position) ?? null) : null

/** The names up to the first comma or full stop outside brackets; several are joined by 、. */
function namesAt(text: string): string[] {
  const bare = withoutRemarks(text.slice(0, nameEnd(text)))
  return bare
    .split('、')
    .map((name) => withoutCount(name.trim()))
    .filter((name) => name !== '' && name.length <= LONGEST_NAME && !/^(?:男|女|汉族)$/.test(name))
}

/** 丙公司等3人 names 丙公司 alone. */
const COUNTED = /(?<=..)等(?:人|[\d〇一二两三四五六七八九十百]{1,4}(?:人|[名家位][^，。；]{0,8}))$/
const withoutCount = (name: string): string => name.replace(COUNTED, '').trim()

function nameEnd(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '（' || character === '(') depth++
    else if (character === '）' || character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && '，,。；;：:'.includes(character)) return at
  }
  return text.length
}

const REMARK =
  /[（(](?:以下|下称|简称|曾用名|原名|原名称|又名|别名|统一社会|身份证|公民身份|组织机构|注册号|系|反诉|本诉|原审|一审|二审|个体|经营者|注)[^（()）]{0,200}(?:[（(][^（()）]{0,60}[)）][^（()）]{0,60})?[)）]/g

/** 甲（集团）公司 keeps its brackets; （以下简称甲公司） and （身份证号…） are no part of a name. */
const withoutRemarks = (name: string): string => name.replace(REMARK, '').trim()

const SUED = /^([^诉]{1,60})诉(.{1,80}?)(?:一)?案(?:件)?$/
/** Words of what is asked for, where the cause of action is worded otherwise in the title. */
const NOT_IN_NAMES = /^(?:原告|上诉|反|申)|要求|请求|不履行|变更|解除|撤销|确认|公诉/

function fromTitle({ title, causes }: PartySources): Party[] {
  const [, one = '', rest = ''] = SUED.exec(title?.trim() ?? '') ?? []
  const cause = causes.find((name) => /(?:纠纷|争议)$/.test(name) && rest.endsWith(name))
  if (cause === undefined || NOT_IN_NAMES.test(one)) return []
  const [plaintiffs, defendants] = [namesOf(one), namesOf(rest.slice(0, -cause.length))]
  const isWhole = [plaintiffs, defendants].every(
    (names) => names.length > 0 && names.every((name) => name.length > 1 && !NOT_IN_NAMES.test(name)),
  )
  return isWhole ? [...titleParties(plaintiffs, 'plaintiff'), ...titleParties(defendants, 'defendant')] : []
}

const namesOf = (names: string): string[] =>
  names
    .replace(/等人?$/, '')
    .split('、')
    .map((name) => name.trim())

const titleParties = (names: readonly string[], side: Side): Party[] =>
  names.map((name) => ({
    name,
    key: enterpriseNameKey(name),
    aliases: [],
    position: null,
    originalPosition: null,
    side: null,
    originalSide: side,
  }))

const DEFINED =
  /[（(](?:以下|下)?(?:均|统|合)?(?:简|通)?称(?:为)?\s?[：:]?\s?[“"‘「]?([^）)”"’」“‘；。\n]{1,24})[”"’」]?[）)]/g
const SHORTEST = 2

/** 集团 in brackets of either width is one name. */
export const foldBrackets = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）')

/**
 * The short names that a text defines for each of these names: 甲贸易有限公司（以下简称甲公司）. In the order of the text,
 * without repeats. A short name defined for two of them is left out: it tells neither. Linear.
 */
function definedAliases(text: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  const owners = new Map<string, string>()
  const folded = names.map((name) => [name, foldBrackets(name)] as const)
  const longest = Math.max(0, ...names.map((name) => name.length))
  for (const match of text.matchAll(DEFINED)) {
    const before = foldBrackets(text.slice(Math.max(0, match.index - longest), match.index))
    const [owner] = folded.find(([, name]) => before.endsWith(name)) ?? []
    const alias = match[1]?.trim() ?? ''
    if (owner === undefined || alias.length < SHORTEST || alias === owner) continue
    const other = owners.get(alias)
    if (other === undefined) aliases.set(owner, [...(aliases.get(owner) ?? []), alias])
    else if (other !== owner) drop(aliases, other, alias)
    owners.set(alias, owner)
  }
  return aliases
}

function drop(aliases: Map<string, string[]>, owner: string, alias: string): void {
  const kept = (aliases.get(owner) ?? []).filter((one) => one !== alias)
  aliases.set(owner, kept)
}
