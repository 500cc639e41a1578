import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import type { Rows } from '../warehouse/tables/index.ts'
import type { FlattenInput } from './answer.ts'
import { dateOf, extraOf, identityOf, textOf } from './values.ts'

/** Registration members by column (contract 2.9). */
const registration = {
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
} as const

const mapped = new Set<string>(['企业ID', '企业名称', ...Object.values(registration)])

/** Enterprise detail records (contract 2.9). */
export function flattenCompanyInfo({ records, callKey }: FlattenInput): Rows {
  return {
    enterprises: records.map((record, index) => {
      const name = textOf(record.企业名称)
      const texts = Object.fromEntries(
        Object.entries(registration).map(([column, member]) => [column, textOf(record[member])]),
      ) as Record<keyof typeof registration, string | null>
      return {
        enterprise_id: identityOf(textOf(record.企业ID) ?? record.id, callKey, index),
        name,
        name_key: name === null ? null : enterpriseNameKey(name),
        ...texts,
        established_on: dateOf(record.成立日期),
        approved_on: dateOf(record.核准日期),
        extra: extraOf(record, mapped),
      }
    }),
  }
}
