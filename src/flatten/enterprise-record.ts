import { isObject, type JsonObject } from '../contract/answer.ts'
import { parseCapital } from '../legal/capital.ts'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { isOrganisationCode, isRegistrationNumber, isUscc } from '../legal/identifiers.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { positionsOf } from './enterprise-members.ts'
import { members } from './members.ts'
import { detailsOf, isNamed, unreadOf } from './module-items.ts'
import { operatingTerm } from './operating-term.ts'
import { dateOf, moneyOf } from './values.ts'

/** Modules whose items are objects with members that the contract shows (2.9), and 涉诉, whose are not shown. */
const objectModules = [
  '股东详情',
  '变更',
  '商标',
  '软件著作权',
  '专利',
  '知识产权',
  '涉诉',
  ...detailsOf('涉诉'),
]
/** Modules whose items may be mere names. */
const namedModules = ['分支机构', '对外投资', '作品著作权'].flatMap((module) => [
  module,
  ...detailsOf(module),
])

/** Members of the registration by column (contract 2.9: Identity, Registration, Core members, Shareholders). */
const registration = members(
  {
    name: '企业名称',
    uscc: '统一社会信用代码',
    legal_representative: '法定代表人',
    registration_number: '工商注册号',
    organisation_code: '组织机构代码',
    taxpayer_number: '纳税人识别号',
    registered_capital: '注册资本',
    enterprise_type: '企业类型',
    industry: '行业',
    established_text: '成立日期',
    operating_term: '营业期限',
    approved_text: '核准日期',
    registration_authority: '登记机关',
    address: '注册地址',
    status: '经营状态',
    business_scope: '经营范围',
    core_members: '核心成员',
    shareholders: '股东',
  },
  ['企业ID', ...objectModules, ...namedModules, '风险', ...detailsOf('风险')],
)

/** The row of an enterprise. Its modules have tables of their own. */
export function enterpriseRow(record: JsonObject): Omit<TableRow<'enterprises'>, 'enterprise_id'> {
  const texts = registration.read(record)
  const capital = parseCapital(texts.registered_capital ?? '')
  const term = operatingTerm(texts.operating_term)
  return {
    ...texts,
    name_key: given(texts.name, enterpriseNameKey),
    uscc_valid: given(texts.uscc, isUscc),
    registration_number_check: given(texts.registration_number, isRegistrationNumber),
    organisation_code_valid: given(texts.organisation_code, isOrganisationCode),
    registered_amount: moneyOf(capital.amount),
    registered_currency: capital.currency,
    established_on: dateOf(texts.established_text),
    operating_from: term.from,
    operating_until: term.until,
    approved_on: dateOf(texts.approved_text),
    extra: extraOf(record),
  }
}

const given = <T>(text: string | null, read: (text: string) => T): T | null =>
  text === null ? null : read(text)

/** The registration as given, for enterprise_history: a change of any of it shows. */
export function registrationOf(record: JsonObject): JsonObject {
  const { core_members: _, shareholders: __, ...texts } = registration.read(record)
  return texts
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
