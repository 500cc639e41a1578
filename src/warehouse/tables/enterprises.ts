import { date, integer, json, text } from '../column.ts'
import { provenance, table } from '../table.ts'

/** What a job lists: the input of a run, as given. */
export const jobInputs = table({
  term: '批量导入名单',
  meaning: 'enterprises as the job lists them, one row an entry and run',
  columns: {
    run_id: provenance.run_id,
    ordinal: integer('序号', 'job', 'position in the job, from 1'),
    given_name: text('原文件导入名称', 'job: name', 'name as given'),
    given_uscc: text('导入统一社会信用代码', 'job: uscc', 'unified social credit code as given'),
    given_id: text('导入企业ID', 'job: id', 'enterprise id as given'),
    name_key: text('名称匹配键', 'derived', 'name after width, bracket and space folding'),
    uscc_key: text('代码匹配键', 'derived', 'code after width folding, upper case'),
    source: text('来源', 'job', 'the job file, or the file and line the entry came from'),
  },
  key: ['run_id', 'ordinal'],
  scope: ['run_id'],
})

export const enterpriseSearches = table({
  term: '企业检索',
  meaning: 'searches by name that were answered, also those that found nothing',
  columns: {
    query: text('检索词', 'rh_enterpriseSearch: name', 'name that was searched for'),
    candidates: integer('候选数', 'data', 'candidates in the answer'),
  },
  key: ['query'],
  scope: ['query'],
})

export const enterpriseCandidates = table({
  term: '企业候选',
  meaning: 'candidates that a search by name answered (contract 2.7)',
  columns: {
    query: text('检索词', 'rh_enterpriseSearch: name', 'name that was searched for'),
    ordinal: integer('序号', 'derived', 'position in the answer, from 1'),
    enterprise_id: text('企业ID', 'data[].id', 'enterprise id'),
    name: text('企业名称', 'data[].企业名称', 'enterprise name'),
    name_key: text('名称匹配键', 'derived', 'name after width, bracket and space folding'),
    uscc: text('统一社会信用代码', 'data[].统一社会信用代码', 'unified social credit code'),
    extra: json('其他字段', 'data[]', 'members without a column of their own'),
  },
  key: ['query', 'ordinal'],
  scope: ['query'],
  parent: 'enterprise_searches',
})

export const enterprises = table({
  term: '企业',
  meaning: 'registration details of an enterprise (contract 2.9)',
  columns: {
    enterprise_id: text('企业ID', 'data[].企业ID', 'enterprise id'),
    name: text('企业名称', 'data[].企业名称', 'enterprise name'),
    name_key: text('名称匹配键', 'derived', 'name after width, bracket and space folding'),
    uscc: text('统一社会信用代码', 'data[].统一社会信用代码', 'unified social credit code'),
    legal_representative: text('法定代表人', 'data[].法定代表人', 'legal representative'),
    registration_number: text('工商注册号', 'data[].工商注册号', 'registration number'),
    organisation_code: text('组织机构代码', 'data[].组织机构代码', 'organisation code'),
    taxpayer_number: text('纳税人识别号', 'data[].纳税人识别号', 'taxpayer identification number'),
    registered_capital: text('注册资本', 'data[].注册资本', 'registered capital, as given'),
    enterprise_type: text('企业类型', 'data[].企业类型', 'enterprise type'),
    industry: text('行业', 'data[].行业', 'industry'),
    established_on: date('成立日期', 'data[].成立日期', 'date of establishment'),
    established_text: text('成立日期原文', 'data[].成立日期', 'date of establishment as given'),
    operating_term: text('营业期限', 'data[].营业期限', 'term of operation, as given'),
    approved_on: date('核准日期', 'data[].核准日期', 'date of approval'),
    approved_text: text('核准日期原文', 'data[].核准日期', 'date of approval as given'),
    registration_authority: text('登记机关', 'data[].登记机关', 'registration authority'),
    address: text('注册地址', 'data[].注册地址', 'registered address'),
    status: text('经营状态', 'data[].经营状态', 'operating status'),
    business_scope: text('经营范围', 'data[].经营范围', 'scope of business'),
    core_members: text('核心成员', 'data[].核心成员', 'core members, comma-separated'),
    shareholders: text('股东', 'data[].股东', 'shareholders, comma-separated'),
    extra: json('其他字段', 'data[]', 'modules and members without a column of their own'),
  },
  key: ['enterprise_id'],
  scope: ['enterprise_id'],
})
