import { MOST_PARTIES, noteBound } from './bounds.ts'
import { enterpriseNameKey, isGloss } from './names.ts'
import type { Side } from './outcomes.ts'
import { ACTS, type Introduced, introducedIn } from './party-heads.ts'
import { originalSideOf, sideOf } from './positions.ts'
import { foldBrackets, grouped, matchesOf } from './text.ts'

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

type PartySources = {
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
  const head = content?.slice(0, HEAD) ?? ''
  const inSection = partiesOf(introducedIn(section ?? '', 'section', causes))
  const inHead = partiesOf(introducedIn(head, 'content', causes))
  const introduced = inSection.length > 0 ? inSection : inHead
  if (introduced === inHead && inHead.length > 0 && head.length === HEAD && !ACTS.test(head))
    noteBound('case_parties')
  const found = introduced.length > 0 ? introduced : fromTitle(sources)
  const aliases = definedAliases(`${section ?? ''}\n${content ?? ''}`, found)
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
  const owners = namedKeys(parties).sort(([a], [b]) => b.length - a.length)
  const sides = grouped(
    matchesOf(text, AS_SUED).flatMap(({ index, 0: whole, 1: position }) => {
      const [, key] = owners.find(([name]) => text.startsWith(name, index + whole.length)) ?? []
      return key === undefined ? [] : [[key, position === '原告' ? 'plaintiff' : 'defendant'] as const]
    }),
  )
  return parties.map((party) => {
    const [side = null, ...more] = sides.get(party.key) ?? []
    return more.some((one) => one !== side) ? party : { ...party, originalSide: side }
  })
}

/** Each name and short name, with the key of its party. */
export const namedKeys = (parties: Parties): (readonly [name: string, key: string])[] =>
  parties.flatMap(({ key, name, aliases }) =>
    [name, ...aliases].map((one) => [foldBrackets(one), key] as const),
  )

const UNSURE = { position: null, side: null, reason: 'positions differ' } as const

/** Whether the other text has this party, and never on its side. */
const isElsewhere = ({ key, side }: Party, others: Parties): boolean => {
  const sides = others.flatMap((one) => (one.key === key ? [one.side] : []))
  return side !== null && sides.length > 0 && sides.every((other) => other !== null && other !== side)
}

function partiesOf(introduced: readonly Introduced[]): Party[] {
  const parties = new Map<string, Party>()
  for (const { position, original, names } of introduced) {
    const originalSide = originalSideOf(position, original)
    const of = { position, originalPosition: original, side: sideOf(position) ?? null, originalSide }
    for (const name of names) {
      const key = enterpriseNameKey(name)
      const id = `${position}\0${key}`
      if (!parties.has(id) && parties.size < MOST_PARTIES) parties.set(id, { name, key, aliases: [], ...of })
    }
  }
  return [...parties.values()]
}

const SUED = /^([^诉]{1,60})诉(.{1,80}?)(?:一)?案(?:件)?$/
/** Words of what is asked for, where the cause of action is worded otherwise in the title. */
const NOT_IN_NAMES = /^(?:原告|上诉|反|申)|要求|请求|不履行|变更|解除|撤销|确认|公诉/

function fromTitle({ title, causes }: PartySources): Party[] {
  const [, one = '', rest = ''] = SUED.exec(title?.trim() ?? '') ?? []
  const cause = causes.find((name) => /(?:纠纷|争议)$/.test(name) && rest.endsWith(name))
  if (cause === undefined || NOT_IN_NAMES.test(one)) return []
  const parties = [...titled(one, 'plaintiff'), ...titled(rest.slice(0, -cause.length), 'defendant')]
  return parties.every(({ name }) => name.length > 1 && !NOT_IN_NAMES.test(name)) ? parties : []
}

const untold = { aliases: [], position: null, originalPosition: null, side: null } as const
const titled = (names: string, originalSide: Side): Party[] =>
  names
    .replace(/等人?$/, '')
    .split('、')
    .map((given) => ({ ...untold, name: given.trim(), key: enterpriseNameKey(given), originalSide }))

const DEFINED =
  /[（(](?:以下|下)?(?:均|统|合)?(?:简|通)?称(?:为)?\s?[：:]?\s?(?:[“"‘「]|&[lr][sd]quo;)?([^）)”"’」“‘；。&\n]{1,24})(?:[”"’」]|&[lr][sd]quo;)?[）)]/g
/** The name in the other script, right behind it: Norvelt GmbH（诺维特有限公司）. */
const GLOSSED =
  /[（(](?:(?<=[A-Za-z.]\s?[（(])|(?=(?:[^\s：:（()）]{2,4}[：:])?\s?[A-Za-z]))(?:(?:中文|英文|外文)名?称?|译名)?[：:]?\s?((?:[^（()），,；;。\n]|[（(][^（()）\n]{0,30}[)）]){2,100})[）)，,；;]/g
const SHORTEST = 2

/** Short names that a text defines for one party alone, by its name, then names in the other script. Linear. */
function definedAliases(text: string, parties: Parties): ReadonlyMap<string, readonly string[]> {
  const names = new Map(parties.map(({ name }) => [foldBrackets(name), name]))
  const lengths = [...new Set(parties.map(({ name }) => name.length))].sort((a, b) => b - a)
  const owned = [DEFINED, GLOSSED].flatMap((shape) =>
    matchesOf(text, shape).flatMap(({ index, 1: given = '' }) => {
      const before = foldBrackets(text.slice(Math.max(0, index - (lengths[0] ?? 0)), index))
      const owner = lengths.map((one) => names.get(before.slice(-one))).find((name) => name !== undefined)
      const alias = given.trim()
      const isMeant = owner !== undefined && (shape === DEFINED || isGloss(owner, alias))
      return isMeant && alias.length >= SHORTEST && alias !== owner ? [[alias, owner] as const] : []
    }),
  )
  const isOnly = ([owner, ...others]: readonly string[]): boolean => others.every((one) => one === owner)
  const only = [...grouped(owned)].filter(([, owners]) => isOnly(owners))
  return grouped(only.map(([alias, [owner = '']]) => [owner, alias] as const))
}

/** The key of the only company that has these words in its name, for texts that define no short names: 海岭公司 of 上海海岭商贸有限公司. */
export function keysOfShortName(name: string, parties: Parties): string[] {
  const words = /^(.{2,})公司$/.exec(name)?.[1]
  const meant = parties.filter((one) => one.name.endsWith('公司') && words && one.name.includes(words))
  const keys = [...new Set(meant.map(({ key }) => key))]
  return keys.length === 1 ? keys : []
}
