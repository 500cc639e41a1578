import { MOST_PARTIES, noteBound } from './bounds.ts'
import { enterpriseNameKey, isGloss } from './names.ts'
import type { Side } from './outcomes.ts'
import { ACTS, type Introduced, introducedIn } from './party-heads.ts'
import { originalOfPosition, originalSideOf, sideOf } from './positions.ts'
import { grouped } from './text.ts'

export type Party = {
  readonly name: string
  readonly key: string
  readonly aliases: readonly string[]
  /** Position in this instance: 上诉人; null where only a title names the parties, and with a reason. */
  readonly position: string | null
  /** Position before, as the brackets behind the position have it: 一审原告、反诉被告. */
  readonly originalPosition: string | null
  readonly side: Side | null
  readonly originalSide: Side | null
  /** Why position and side are left out: the section and the head of the full text put the party on different sides. */
  readonly reason?: 'positions differ' | undefined
}

export type Parties = readonly Party[]

export type PartySources = {
  /** Parties section (docs/contract.md, Records: `dsr`). */
  readonly section: string | null
  readonly content: string | null
  readonly title: string | null
  /** Causes of action, as they end a title. */
  readonly causes: readonly string[]
}

/** The head of a full text: the parties stand before the record of the proceedings. */
const HEAD = 6000

/** Of the first source that has any; a title gives only first-instance sides. Source: docs/domain.md, Parties. */
export function findParties(sources: PartySources): Party[] {
  const { section, content, causes } = sources
  const inSection = section === null ? [] : partiesOf(introducedIn(section, 'section', causes))
  const head = content?.slice(0, HEAD) ?? ''
  const introduced = inSection.length > 0 ? inSection : partiesOf(introducedIn(head, 'content', causes))
  const isCut = inSection.length === 0 && head.length === HEAD && !ACTS.test(head)
  if (isCut && introduced.length > 0) noteBound('case_parties')
  const found = introduced.length > 0 ? introduced : fromTitle(sources)
  const names = found.map(({ name }) => name)
  const aliases = definedAliases(
    [sources.section, sources.content].filter((text) => text !== null).join('\n'),
    names,
  )
  const inHead = inSection.length === 0 ? [] : partiesOf(introducedIn(head, 'content', causes))
  const parties = found.map((party) => ({
    ...party,
    ...(isElsewhere(party, inHead) ? UNSURE : {}),
    aliases: aliases.get(party.name) ?? [],
  }))
  return withSidesBelow(parties, content ?? '')
}

/** The judgment below, as an appeal quotes it. */
const QUOTED = /(?:一审|原审)[^。；\n]{0,16}判决(?:如下)?[：:]([^\n]{1,3000}?)(?=\n|本院|上诉|$)/
const AS_SUED = /(?<![反本]诉)(原告|被告)(?:（[^（）]{1,16}）)?/g

/** Who sued, where heads have only 上诉人 and 被上诉人: 一审法院判决：被告甲支付原告乙. Who stands on both sides there has none. */
function withSidesBelow(parties: Party[], content: string): Party[] {
  const isUntold = parties.every(({ position, originalSide }) => originalSide === null && position !== null)
  if (!isUntold || !parties.some(({ position }) => position === '被上诉人')) return parties
  const [, quoted = ''] = QUOTED.exec(content) ?? []
  const text = foldBrackets(quoted)
  const owners = parties
    .flatMap(({ key, name, aliases }) => [name, ...aliases].map((one) => [foldBrackets(one), key] as const))
    .sort(([a], [b]) => b.length - a.length)
  const sides = grouped(
    [...text.matchAll(AS_SUED)].flatMap(({ index, 0: whole, 1: position }) => {
      const [, key] = owners.find(([name]) => text.startsWith(name, index + whole.length)) ?? []
      return key === undefined ? [] : [[key, position === '原告' ? 'plaintiff' : 'defendant'] as const]
    }),
  )
  return parties.map((party) => {
    const [side = null, ...more] = sides.get(party.key) ?? []
    return more.some((one) => one !== side) ? party : { ...party, originalSide: side }
  })
}

const UNSURE = { position: null, side: null, reason: 'positions differ' } as const

/** Whether the other text has this party, and never on its side. */
const isElsewhere = ({ key, side }: Party, others: Parties): boolean => {
  const sides = others.flatMap((one) => (one.key === key ? [one.side] : []))
  return side !== null && sides.length > 0 && sides.every((other) => other !== null && other !== side)
}

function partiesOf(introduced: readonly Introduced[]): Party[] {
  const parties: Party[] = []
  const seen = new Set<string>()
  for (const { position, original, names } of introduced) {
    for (const name of names) {
      const key = enterpriseNameKey(name)
      const id = `${position}\0${key}`
      if (seen.has(id) || parties.length >= MOST_PARTIES) continue
      seen.add(id)
      const originalSide = originalOfPosition(position) ?? originalSideOf(original ?? '') ?? null
      const side = sideOf(position) ?? null
      parties.push({ name, key, aliases: [], position, originalPosition: original, side, originalSide })
    }
  }
  return parties
}

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

const untold = { aliases: [], position: null, originalPosition: null, side: null } as const
const titleParties = (names: readonly string[], side: Side): Party[] =>
  names.map((name) => ({ ...untold, name, key: enterpriseNameKey(name), originalSide: side }))

const DEFINED =
  /[（(](?:以下|下)?(?:均|统|合)?(?:简|通)?称(?:为)?\s?[：:]?\s?(?:[“"‘「]|&[lr][sd]quo;)?([^）)”"’」“‘；。&\n]{1,24})(?:[”"’」]|&[lr][sd]quo;)?[）)]/g
/** The name in the other script, right behind it: Norvelt GmbH（诺维特有限公司）. */
const GLOSSED =
  /[（(](?:(?<=[A-Za-z.]\s?[（(])|(?=(?:[^\s：:（()）]{2,4}[：:])?\s?[A-Za-z]))(?:(?:中文|英文|外文)名?称?|译名)?[：:]?\s?((?:[^（()），,；;。\n]|[（(][^（()）\n]{0,30}[)）]){2,100})[）)，,；;]/g
const SHORTEST = 2

/** 集团 in brackets of either width is one name. */
export const foldBrackets = (text: string): string => text.replaceAll('(', '（').replaceAll(')', '）')

/** Short names that a text defines for one of the names alone, then names in the other script. Linear. */
function definedAliases(text: string, names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, Set<string>>()
  const folded = new Map(names.map((name) => [foldBrackets(name), name]))
  const lengths = [...new Set(names.map((name) => name.length))].sort((a, b) => b - a)
  const longest = lengths[0] ?? 0
  const forms = [
    [DEFINED, () => true],
    [GLOSSED, isGloss],
  ] as const
  for (const [shape, isMeant] of forms) {
    for (const match of text.matchAll(shape)) {
      const before = foldBrackets(text.slice(Math.max(0, match.index - longest), match.index))
      const length = lengths.find((one) => folded.has(before.slice(-one)))
      const owner = length === undefined ? undefined : folded.get(before.slice(-length))
      const alias = match[1]?.trim() ?? ''
      if (owner === undefined || alias.length < SHORTEST || alias === owner || !isMeant(owner, alias))
        continue
      owners.set(alias, (owners.get(alias) ?? new Set()).add(owner))
    }
  }
  return grouped(
    [...owners].flatMap(([alias, [owner = '', other]]) =>
      other === undefined ? [[owner, alias] as const] : [],
    ),
  )
}

/** The key of the only company that has these words in its name, for texts that define no short names: 海岭公司 of 上海海岭商贸有限公司. */
export function keysOfShortName(name: string, parties: Parties): string[] {
  const words = /^(.{2,})公司$/.exec(name)?.[1]
  const meant = parties.filter((one) => one.name.endsWith('公司') && words && one.name.includes(words))
  const keys = [...new Set(meant.map(({ key }) => key))]
  return keys.length === 1 ? keys : []
}
