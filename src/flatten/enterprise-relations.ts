import type { JsonObject } from '../contract/answer.ts'
import { parseCapital } from '../legal/capital.ts'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import { asIdentifier, asShare, asText, members } from './members.ts'
import { namedItems } from './module-items.ts'
import { dateOf, moneyOf } from './values.ts'

/*
 * 分支机构 and 对外投资 (contract 2.9). Their members are not shown: these are the names that registries use, the
 * likeliest first. Whatever else an item holds is in `record`.
 */

const branchNames = ['名称', '企业名称', '分支机构名称', '机构名称', '公司名称'] as const
const branch = members({
  name: asText(...branchNames),
  branch_id: asIdentifier('企业ID', '企业id', 'id', 'ID'),
  uscc: asIdentifier('统一社会信用代码', '信用代码'),
  head: asText('负责人', '法定代表人', '负责人姓名'),
  address: asText('地址', '注册地址', '经营场所', '住所'),
  status: asText('经营状态', '登记状态', '状态'),
  registration_authority: '登记机关',
  established_text: asText('成立日期', '成立时间'),
})

const investmentNames = ['名称', '企业名称', '被投资企业名称', '被投资企业', '公司名称'] as const
const investment = members({
  name: asText(...investmentNames),
  invested_id: asIdentifier('企业ID', '企业id', 'id', 'ID'),
  uscc: asIdentifier('统一社会信用代码', '信用代码'),
  legal_representative: asText('法定代表人', '负责人'),
  registered_capital: '注册资本',
  subscribed_text: asText('认缴出资额', '认缴金额', '出资额', '投资金额', '投资额'),
  share_percent: asShare('出资比例', '投资比例', '持股比例'),
  status: asText('经营状态', '登记状态', '状态'),
  invested_text: asText('投资日期', '出资日期', '参股日期', '投资时间'),
  established_text: asText('成立日期', '成立时间'),
})

const keyOf = (name: string | null): string | null => (name === null ? null : enterpriseNameKey(name))

export const branchRows = (record: JsonObject): Omit<TableRow<'enterprise_branches'>, 'enterprise_id'>[] =>
  namedItems(record, '分支机构', branchNames).map(({ item, origin, record: came }, index) => {
    const columns = branch.read(item)
    return {
      ordinal: index + 1,
      origin,
      ...columns,
      name_key: keyOf(columns.name),
      established_on: dateOf(columns.established_text),
      record: came,
      extra: branch.extra(item),
    }
  })

export const investmentRows = (
  record: JsonObject,
): Omit<TableRow<'enterprise_investments'>, 'enterprise_id'>[] =>
  namedItems(record, '对外投资', investmentNames).map(({ item, origin, record: came }, index) => {
    const columns = investment.read(item)
    const subscribed = parseCapital(columns.subscribed_text ?? '')
    return {
      ordinal: index + 1,
      origin,
      ...columns,
      name_key: keyOf(columns.name),
      subscribed_amount: moneyOf(subscribed.amount),
      subscribed_currency: subscribed.currency,
      invested_on: dateOf(columns.invested_text),
      established_on: dateOf(columns.established_text),
      record: came,
      extra: investment.extra(item),
    }
  })
