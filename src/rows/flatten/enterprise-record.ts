import { identifierOf, isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { isOrganisationCode, isRegistrationNumber, isUscc } from '../../legal/identifiers.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { foldWidth } from '../../legal/text.ts'
import { namedModules, objectModules } from '../tables/enterprises.ts'
import { dataTables, type TableRow } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import { capitalColumns, dayOf, nameKeyOf } from './columns.ts'
import { isNamed, namesIn, objectsOf, unreadOf } from './module-items.ts'
import { saysNothing } from './values.ts'

const registration = readerOf(dataTables.enterprises)

/** The row of an enterprise. Its modules have tables of their own. */
export function enterpriseRow(record: JsonObject): Omit<TableRow<'enterprises'>, 'enterprise_id'> {
  const columns = registration.read(record)
  const term = operatingTerm(columns.operating_term)
  return {
    ...columns,
    name_key: nameKeyOf(columns.name),
    uscc_valid: given(columns.uscc, isUscc),
    registration_number_check: given(columns.registration_number, isRegistrationNumber),
    organisation_code_valid: given(columns.organisation_code, isOrganisationCode),
    ...capitalColumns('registered', columns.registered_capital),
    operating_from: term.from,
    operating_until: term.until,
    extra: extraOf(record),
  }
}

const given = <T>(text: string | null, read: (text: string) => T): T | null =>
  text === null ? null : read(text)

/** Columns that have a history, or tables, of their own. */
const ofOthers: ReadonlySet<string> = new Set(['enterprise_id', 'core_members', 'shareholders'])

/** The registration as given, for enterprise_history: a change of any of it shows. */
export function registrationOf(record: JsonObject): JsonObject {
  const row: JsonObject = registration.read(record)
  return Object.fromEntries(
    registration.given.flatMap((column) => (ofOthers.has(column) ? [] : [[column, row[column]]])),
  )
}

/** Positions of a record by member: those that the contract does not list by name. */
export const dynamicPositions = (record: JsonObject): ReadonlyMap<string, readonly string[]> =>
  positionsOf(record, registration.names)

/** Members that are no position, and the items that no table of a module holds. */
function extraOf(record: JsonObject): JsonObject | null {
  const positions = dynamicPositions(record)
  const unlisted = Object.entries(registration.extra(record) ?? {}).filter(([name]) => !positions.has(name))
  const unread = [
    ...objectModules.map((module) => [module, unreadOf(record[module], isObject)]),
    ...namedModules.map((module) => [module, unreadOf(record[module], isNamed)]),
  ].filter(([, items]) => items !== undefined)
  const extra = [...unlisted, ...unread]
  return extra.length === 0 ? null : Object.fromEntries(extra)
}

const WORDS = /^(?:自|从)?(.*?)(?:起)?\s*(?:至|到|[~～]|[—–]+)\s*(.*?)(?:止)?$/u
const HYPHEN = /^(\d{4}年\d{1,2}月\d{1,2}日|\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{8})\s*-+\s*(.+)$/u

/** Two days in the longest form; what is longer names other things, and costs its length squared. */
const LONGEST = 120

/** First and last day of a term of operation (营业期限); null where it names no day, as in 无固定期限 or 长期. */
export function operatingTerm(text: string | null): { from: string | null; until: string | null } {
  if (text !== null && text.length > LONGEST) return { from: null, until: null }
  const plain = (text ?? '').normalize('NFKC').trim()
  const hyphen = HYPHEN.exec(plain)
  const [from, until] = hyphen ? [hyphen[1], hyphen[3]] : (WORDS.exec(plain)?.slice(1) ?? [])
  return { from: dayOf(from ?? ''), until: dayOf(until ?? '') }
}

const change = readerOf(dataTables.enterprise_changes)

/** Changes of the registration (变更). */
export const changeRows = (record: JsonObject): Omit<TableRow<'enterprise_changes'>, 'enterprise_id'>[] =>
  objectsOf(record.变更).map((item, index) => ({
    ...change.read(item),
    ordinal: index + 1,
  }))

type Kind = 'current' | 'former' | 'short'

interface Found {
  readonly kind: Kind
  readonly name: string
  readonly origin: string
}

/** Members outside the contract that hold other names. They stay unlisted: what they hold is a guess by their name. */
const otherNames = {
  former: ['曾用名'],
  short: ['股票简称', '证券简称', '简称'],
} as const

/** A change of another one's name: 股东名称变更, 分支机构名称. */
const ofAnother = /股东|发起人|投资人|出资|合伙人|分支机构|分公司|隶属|主管|登记机关|产品|商标/

/**
 * The names of an enterprise: the present one, those before it by its changes (变更) and by 曾用名, then its short
 * names. A name that another row has in another width is not there again.
 */
export function nameRows(record: JsonObject): Omit<TableRow<'enterprise_names'>, 'enterprise_id'>[] {
  const rows = new Map<string, Found & { readonly name_key: string }>()
  for (const found of [...currentName(record), ...changedNames(record), ...unlistedNames(record)]) {
    const name_key = enterpriseNameKey(found.name)
    if (name_key !== '' && !saysNothing(found.name) && !rows.has(name_key))
      rows.set(name_key, { ...found, name_key })
  }
  return [...rows.values()].map((row, index) => ({ ordinal: index + 1, ...row }))
}

function currentName({ 企业名称 }: JsonObject): Found[] {
  const name = textOf(企业名称)
  return name === null ? [] : [{ kind: 'current', name, origin: '企业名称' }]
}

const changedNames = ({ 变更 }: JsonObject): Found[] =>
  objectsOf(变更)
    .filter(({ 变更项 }) => isOwnName(foldWidth(textOf(变更项) ?? '')))
    .flatMap((change) =>
      ['变更前', '变更后'].flatMap((member) => {
        const name = typeof change[member] === 'string' ? identifierOf(change[member]) : null
        return name === null ? [] : [{ kind: 'former' as const, name, origin: `变更.${member}` }]
      }),
    )

const isOwnName = (item: string): boolean => item.includes('名称') && !ofAnother.test(item)

const unlistedNames = (record: JsonObject): Found[] =>
  (['former', 'short'] as const).flatMap((kind) =>
    otherNames[kind].flatMap((origin) =>
      textsIn(record[origin])
        .flatMap(namesIn)
        .map((name) => ({ kind, name, origin })),
    ),
  )

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]).filter(
    (item) => typeof item === 'string',
  )

/** What titles of positions end with, but for a remark in brackets; 董事会 and 负责人电话 are none. */
const title =
  /(董事长?|监事长?|理事长?|经理|财务|总裁|总监|负责人|秘书|合伙人|会计师?|出纳|主席|主任|厂长|所长|行长|院长|校长|社长|站长|店长|会长|书记|委员|成员|代表|管理人|清算人|受托人|法人|CEO|CFO|COO|CTO|首席\p{L}+官)(\(.*\))?$/iu

/**
 * Positions by member (their keys are titles, which the contract does not list): a member whose name is a
 * title, or all of whose names are core members. `listed` are the members that the contract lists.
 */
function positionsOf(
  record: JsonObject,
  listed: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const core = new Set(peopleIn(record.核心成员))
  const positions = Object.entries(record).flatMap(([member, value]): [string, string[]][] => {
    if (listed.has(member)) return []
    const people = peopleIn(value)
    if (people === undefined) return []
    const isPosition = title.test(foldWidth(member))
    return isPosition || (people.length > 0 && people.every((name) => core.has(name)))
      ? [[member, people]]
      : []
  })
  return new Map(positions)
}

/** The names of a text or of a list of texts; undefined for anything else, which holds no name. */
function peopleIn(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : [value]
  if (!items.every((item) => typeof item === 'string' || isBlank(item))) return undefined
  return items.flatMap((item) => namesIn(textOf(item)))
}

type MemberRow = Omit<TableRow<'enterprise_members'>, 'enterprise_id'>

/** Core members, then who holds which position. */
export function memberRows(
  record: JsonObject,
  positions: ReadonlyMap<string, readonly string[]>,
): MemberRow[] {
  const core = namesIn(textOf(record.核心成员))
  return [['核心成员', core] as const, ...positions].flatMap(([position, names]) =>
    names.map((name, index) => ({ position, ordinal: index + 1, name })),
  )
}
