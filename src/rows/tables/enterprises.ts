import { codeWords } from '../words/code-words.ts'
import {
  boolean,
  coded,
  date,
  identifier,
  integer,
  json,
  label,
  labels,
  membersAt,
  money,
  party,
  person,
  roll,
  table,
  text,
} from './table.ts'

/** A member of a record of an enterprise. */
const at = membersAt('data[]')

/** Where the details of a module may stand; the contract says "its detail list" and no name. */
export const detailsOf = (module: string): string[] =>
  ['详情', '明细', '列表', '信息'].map((suffix) => `${module}${suffix}`)

/** Modules whose items are objects, with members that the contract shows, and 涉诉, whose members it does not. */
export const objectModules = [
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
export const namedModules = ['分支机构', '对外投资', '作品著作权'].flatMap((module) => [
  module,
  ...detailsOf(module),
])

export const enterpriseSearches = table({
  term: '企业检索',
  meaning: 'searches by name that were answered, also those that found nothing',
  columns: {
    query: roll('检索词', 'rh_enterpriseSearch: name', 'name that was searched for', '示例建设集团有限公司'),
    candidates: integer('候选数', 'data', 'candidates in the answer', '1'),
  },
  key: ['query'],
  scope: ['query'],
})

export const enterpriseCandidates = table({
  term: '企业候选',
  meaning: 'candidates that a search by name answered',
  columns: {
    query: roll('检索词', 'rh_enterpriseSearch: name', 'name that was searched for', '示例建设集团有限公司'),
    ordinal: integer('序号', 'position in the answer, from 1'),
    enterprise_id: identifier('企业ID', at('id'), 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    name: party('企业名称', at('企业名称'), 'enterprise name'),
    name_key: party('名称匹配键', 'name after width, bracket and space folding'),
    uscc: label(
      '统一社会信用代码',
      at('统一社会信用代码'),
      'unified social credit code',
      '91110108MA0074PN30',
    ),
    extra: json('其他字段', 'data[]', 'members without a column of their own', '{"曾用名":"示例建筑公司"}'),
  },
  key: ['query', 'ordinal'],
  scope: ['query'],
  parent: 'enterprise_searches',
})

export const enterprises = table({
  term: '企业',
  meaning: 'registration details of an enterprise',
  columns: {
    enterprise_id: identifier('企业ID', at('企业ID'), 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    name: party('企业名称', at('企业名称'), 'enterprise name'),
    name_key: party('名称匹配键', 'name after width, bracket and space folding'),
    uscc: label(
      '统一社会信用代码',
      at('统一社会信用代码'),
      'unified social credit code',
      '91110108MA0074PN30',
    ),
    uscc_valid: boolean('统一社会信用代码校验', 'whether its check character is right (GB 32100-2015)'),
    legal_representative: person('法定代表人', at('法定代表人'), 'legal representative', '王某'),
    registration_number: label('工商注册号', at('工商注册号'), 'registration number', '110108999999994'),
    registration_number_check: coded(codeWords.check)(
      '工商注册号校验',
      'valid, legacy (13 digits without a check digit) or invalid',
      'valid',
    ),
    organisation_code: label('组织机构代码', at('组织机构代码'), 'organisation code', 'MA0074PN-3'),
    organisation_code_valid: boolean('组织机构代码校验', 'whether its check character is right (GB 11714)'),
    taxpayer_number: text(
      '纳税人识别号',
      at('纳税人识别号'),
      'taxpayer identification number',
      '91110108MA0074PN30',
    ),
    registered_capital: label('注册资本', at('注册资本'), 'registered capital, as given', '5000万元人民币'),
    registered_amount: money('注册资本金额', 'registered capital, in registered_currency', '50000000.00'),
    registered_currency: label('注册资本币种', 'ISO 4217; NULL when the text names none', 'CNY'),
    enterprise_type: label('企业类型', at('企业类型'), 'enterprise type', '有限责任公司（自然人投资或控股）'),
    industry: label('行业', at('行业'), 'industry', '土木工程建筑业'),
    established_on: date('成立日期', at('成立日期'), 'date of establishment', '2015-03-02'),
    established_text: label('成立日期原文', at('成立日期'), 'date of establishment as given', '2015年3月2日'),
    operating_term: label(
      '营业期限',
      at('营业期限'),
      'term of operation, as given',
      '2015年3月2日至2045年3月1日',
    ),
    operating_from: date('营业期限起', 'first day of the term; NULL when the text names none', '2015-03-02'),
    operating_until: date('营业期限止', 'last day of the term; NULL when it has no fixed end', '2045-03-01'),
    approved_on: date('核准日期', at('核准日期'), 'date of approval', '2022-12-19'),
    approved_text: label('核准日期原文', at('核准日期'), 'date of approval as given', '2022年12月19日'),
    registration_authority: label(
      '登记机关',
      at('登记机关'),
      'registration authority',
      '北京市海淀区市场监督管理局',
    ),
    address: text('注册地址', at('注册地址'), 'registered address', '北京市海淀区示例路1号'),
    status: label('经营状态', at('经营状态'), 'operating status', '存续'),
    business_scope: text('经营范围', at('经营范围'), 'scope of business', '建设工程施工；建筑劳务分包'),
    core_members: roll('核心成员', at('核心成员'), 'core members, comma-separated', '王某,李某'),
    shareholders: roll('股东', at('股东'), 'shareholders, comma-separated', '示例控股（北京）有限公司,王某'),
    extra: json(
      '其他字段',
      'data[]',
      'members without a column or a table of their own',
      '{"曾用名":"示例建筑公司"}',
    ),
  },
  // Each module has a table of its own.
  elsewhere: [...objectModules, ...namedModules, '风险', ...detailsOf('风险')],
  key: ['enterprise_id'],
  scope: ['enterprise_id'],
})

export const companyLookups = table({
  term: '企业详情查询',
  meaning: 'enterprise details that were asked for by name, also those that were not found',
  columns: {
    query: roll(
      '查询名称',
      'rh_company_info: name',
      'name, former name or short name that was asked for',
      '示例建设集团有限公司',
    ),
    hits: integer('命中数', 'data', 'records in the answer', '1'),
    enterprise_ids: labels(
      '企业ID',
      'data[].企业ID',
      'ids of the enterprises in the answer, in order',
      '["5a1e0000c0de4d00a0000000000000e0"]',
    ),
  },
  key: ['query'],
  scope: ['query'],
})

export const enterpriseHistory = table({
  term: '企业登记沿革',
  meaning: 'what each run saw of an enterprise, so that a change shows; one row an enterprise and run',
  columns: {
    enterprise_id: label('企业ID', 'data[].企业ID', 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    seen_run_id: label('运行编号', 'run that saw it so', '20260301T020000Z-3d8f'),
    registration: json(
      '登记信息',
      'data[]',
      'the registration columns of enterprises, as given, by column',
      '{"name":"示例建设集团有限公司","status":"存续"}',
    ),
    shareholders: json(
      '股东',
      'data[].股东详情 · 股东',
      'shareholders by name, with kind, capital and share as given',
      '[{"name":"示例控股（北京）有限公司","kind":"企业法人","subscribed":"3000万元人民币","paid_in":"1500万元人民币","share":60}]',
    ),
  },
  key: ['enterprise_id', 'seen_run_id'],
  scope: ['enterprise_id', 'seen_run_id'],
})
