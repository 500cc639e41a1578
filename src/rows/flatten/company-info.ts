import { isOrganisationCode, isRegistrationNumber, isUscc } from '../../contract/identifiers.ts'
import { identifierOf, isBlank, isObject, type JsonObject, textOf } from '../../contract/values.ts'
import { dayOf } from '../../legal/dates.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { foldWidth } from '../../legal/text.ts'
import { namedModules, objectModules } from '../tables/enterprises.ts'
import type { Rows, TableRow } from '../tables/index.ts'
import { capitalColumns, itemRows, mostRows, nameKeyOf, readers } from './columns.ts'
import {
  branchRows,
  type EnterpriseKey,
  intellectualPropertyRows,
  investmentRows,
  litigationRows,
  riskRows,
  shareholderRows,
  shareholdersOf,
} from './enterprise-modules.ts'
import { isNamed, itemsOf, namesIn, objectsOf, unreadOf } from './module-items.ts'
import { type FlattenInput, identityOf, joined, orNull, saysNothing } from './values.ts'

/** Enterprise detail records (docs/contract.md, Enterprise) with their modules, what they were in this run, and the lookup itself. */
export function flattenCompanyInfo({ params, records, callKey, runId }: FlattenInput): Rows {
  const ids = records.map((record, index) => identityOf(textOf(record.企业ID) ?? record.id, callKey, index))
  return joined([
    { company_lookups: [{ query: textOf(params.name) ?? '', hits: records.length, enterprise_ids: ids }] },
    ...records.map((record, index) => {
      const rows = rowsOfEnterprise(ids[index] ?? '', record, runId)
      // Of two records of one enterprise the first counts: rows of both would make one that neither states.
      return ids.indexOf(ids[index] ?? '') === index ? rows : { enterprises: rows.enterprises }
    }),
  ])
}

function rowsOfEnterprise(enterprise_id: string, record: JsonObject, runId: string) {
  const key = { enterprise_id }
  const positions = positionsOf(record)
  const row = enterpriseRow(key, record, positions)
  const shareholders = shareholderRows(key, record)
  return {
    enterprises: [row],
    enterprise_names: nameRows(key, record),
    enterprise_members: memberRows(key, record, positions),
    enterprise_shareholders: shareholders,
    enterprise_changes: changeRows(key, record),
    ...intellectualPropertyRows(key, record),
    enterprise_branches: branchRows(key, record),
    enterprise_investments: investmentRows(key, record),
    enterprise_litigation: litigationRows(key, record),
    enterprise_risks: riskRows(key, record),
    enterprise_history: [
      {
        ...key,
        seen_run_id: runId,
        registration: registrationOf(row),
        shareholders: shareholdersOf(shareholders),
      },
    ],
  }
}

/** Candidates of a search by name (docs/contract.md, Enterprise candidate), and the search itself. */
export function flattenEnterpriseSearch({ params, records, callKey }: FlattenInput): Rows {
  const query = textOf(params.name) ?? ''
  const found = records.map((item, index) => ({ item, enterprise_id: identityOf(item.id, callKey, index) }))
  return {
    enterprise_searches: [{ query, candidates: records.length }],
    enterprise_candidates: itemRows('enterprise_candidates', { query })(
      found,
      ({ name }, { enterprise_id }) => ({
        enterprise_id,
        name_key: nameKeyOf(name),
      }),
    ),
  }
}

/** The row of an enterprise. Its modules have tables of their own. */
function enterpriseRow(
  key: EnterpriseKey,
  record: JsonObject,
  positions: Positions,
): TableRow<'enterprises'> {
  const columns = readers.enterprises.read(record)
  const term = operatingTerm(columns.operating_term)
  return {
    ...columns,
    ...key,
    name_key: nameKeyOf(columns.name),
    uscc_valid: given(columns.uscc, isUscc),
    registration_number_check: given(columns.registration_number, isRegistrationNumber),
    organisation_code_valid: given(columns.organisation_code, isOrganisationCode),
    ...capitalColumns('registered', columns.registered_capital),
    operating_from: term.from,
    operating_until: term.until,
    extra: extraOf(record, columns.extra, positions),
  }
}

const given = <T>(text: string | null, read: (text: string) => T): T | null =>
  text === null ? null : read(text)

const registered = readers.enterprises.given.filter(
  (column) => !['enterprise_id', 'core_members', 'shareholders'].includes(column),
) as readonly (keyof TableRow<'enterprises'>)[]

/** The registration as given, for enterprise_history: a change of any of it shows. */
const registrationOf = (row: TableRow<'enterprises'>): JsonObject =>
  Object.fromEntries(registered.map((column) => [column, row[column]]))

/** Members that are no position, and the items that no table of a module holds. */
function extraOf(record: JsonObject, unknown: JsonObject | null, positions: Positions): JsonObject | null {
  const unlisted = Object.entries(unknown ?? {}).filter(([name]) => !positions.has(name))
  const unread = [
    ...objectModules.map((module) => [module, unreadOf(record[module], isObject)]),
    ...namedModules.map((module) => [module, unreadOf(record[module], isNamed)]),
  ].filter(([, items]) => items !== undefined)
  return orNull(Object.fromEntries([...unlisted, ...unread]))
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
  return { from: dayOf(from), until: dayOf(until) }
}

const changeRows = (key: EnterpriseKey, record: JsonObject) =>
  itemRows('enterprise_changes', key)(
    objectsOf(record.变更).map((item) => ({ item })),
    () => ({}),
  )

type Kind = 'current' | 'former' | 'short'

interface Found {
  readonly kind: Kind
  readonly name: string
  readonly origin: string
}

/** Members outside the contract that hold other names. They stay unlisted: what they hold is a guess by their name. */
const otherNames = [
  ['former', '曾用名'],
  ['short', '股票简称'],
  ['short', '证券简称'],
  ['short', '简称'],
] as const

/** A change of another one's name: 股东名称变更, 分支机构名称. */
const ofAnother = /股东|发起人|投资人|出资|合伙人|分支机构|分公司|隶属|主管|登记机关|产品|商标/

/**
 * The names of an enterprise: the present one, those before it by its changes (变更) and by 曾用名, then its short
 * names. A name that another row has in another width is not there again.
 */
function nameRows(key: EnterpriseKey, record: JsonObject): TableRow<'enterprise_names'>[] {
  const rows = new Map<string, Found & { readonly name_key: string }>()
  for (const found of [...currentName(record), ...changedNames(record), ...unlistedNames(record)]) {
    const name_key = enterpriseNameKey(found.name)
    if (name_key !== '' && !saysNothing(found.name) && !rows.has(name_key))
      rows.set(name_key, { ...found, name_key })
  }
  return [...rows.values()]
    .slice(0, mostRows('enterprise_names'))
    .map((row, index) => ({ ...key, ordinal: index + 1, ...row }))
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
  otherNames.flatMap(([kind, origin]) => {
    const texts = itemsOf(record[origin]).filter((item) => typeof item === 'string')
    return texts.flatMap(namesIn).map((name) => ({ kind, name, origin }))
  })

/** What titles of positions end with, but for a remark in brackets; 董事会 and 负责人电话 are none. */
const title =
  /(董事长?|监事长?|理事长?|经理|财务|总裁|总监|负责人|秘书|合伙人|会计师?|出纳|主席|主任|厂长|所长|行长|院长|校长|社长|站长|店长|会长|书记|委员|成员|代表|管理人|清算人|受托人|法人|CEO|CFO|COO|CTO|首席\p{L}+官)(\(.*\))?$/iu

/** Who holds a position, by the member that is its title. */
type Positions = ReadonlyMap<string, readonly string[]>

/**
 * The positions of a record. Their keys are titles that the contract does not list: a member counts if its name is a title,
 * or if all names in it are those of core members.
 */
export function positionsOf(record: JsonObject): Positions {
  const core = new Set(peopleIn(record.核心成员))
  const positions = Object.entries(record).flatMap(([member, value]): [string, string[]][] => {
    if (readers.enterprises.names.has(member)) return []
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

function memberRows(
  key: EnterpriseKey,
  record: JsonObject,
  positions: Positions,
): TableRow<'enterprise_members'>[] {
  const core = namesIn(textOf(record.核心成员))
  return [['核心成员', core] as const, ...positions]
    .flatMap(([position, names]) =>
      names.map((name, index) => ({ ...key, position, ordinal: index + 1, name })),
    )
    .slice(0, mostRows('enterprise_members'))
}
