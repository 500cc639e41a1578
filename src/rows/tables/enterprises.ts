import { codeWords } from '../words/code-words.ts'
import { capital, dated, enterpriseId, extraOf, nameKey, ofEnterprise } from './shared-columns.ts'
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
  mixed,
  party,
  person,
  roll,
  share,
  table,
  text,
} from './table.ts'

/** A member of a record of an enterprise, of the details of a shareholder, and of a change. */
const at = membersAt('data[]')
const ofShareholder = membersAt('data[].股东详情[]')
const ofChange = membersAt('data[].变更[]')

/** Where the details of a module may stand; the contract says "its detail list" and no name. */
export const detailsOf = (module: string): string[] =>
  ['详情', '明细', '列表', '信息'].map((suffix) => `${module}${suffix}`)

const withDetails = (module: string): string[] => [module, ...detailsOf(module)]

/** Modules with objects as items, whose members the contract shows. It does not show those of 涉诉. */
const shownModules = ['股东详情', '变更', '商标', '软件著作权', '专利', '知识产权']
export const objectModules = [...shownModules, ...withDetails('涉诉')]
/** Modules whose items may be mere names. */
export const namedModules = ['分支机构', '对外投资', '作品著作权'].flatMap(withDetails)

const searched = roll('检索词', { source: 'rh_enterpriseSearch: name' }, 'name that was searched for')
const uscc = label('统一社会信用代码', at, 'unified social credit code')

export const enterpriseTables = {
  enterprise_searches: table(
    '企业检索',
    'searches by name that were answered, also those that found nothing',
    ['query'],
  )({
    query: searched,
    candidates: integer('候选数', 'data', 'candidates in the answer'),
  }),
  enterprise_candidates: table(
    '企业候选',
    'candidates that a search by name answered',
    ['query', 'ordinal'],
    { scope: ['query'], parent: 'enterprise_searches' },
  )({
    query: searched,
    ordinal: integer('序号', 'position in the answer, from 1'),
    enterprise_id: identifier('企业ID', at('id'), 'enterprise id'),
    name: party('企业名称', at, 'enterprise name'),
    name_key: nameKey,
    uscc,
    extra: extraOf('data[]'),
  }),
  company_lookups: table(
    '企业详情查询',
    'enterprise details that were asked for by name, also those that were not found',
    ['query'],
  )({
    query: roll(
      '查询名称',
      { source: 'rh_company_info: name' },
      'name, former name or short name that was asked for',
    ),
    hits: integer('命中数', 'data', 'records in the answer'),
    enterprise_ids: labels('企业ID', 'data[].企业ID', 'ids of the enterprises in the answer, in order'),
  }),
  enterprises: table('企业', 'registration details of an enterprise', ['enterprise_id'], {
    // Each module has a table of its own.
    elsewhere: [...objectModules, ...namedModules, ...withDetails('风险')],
  })({
    enterprise_id: identifier('企业ID', at, 'enterprise id'),
    name: party('企业名称', at, 'enterprise name'),
    name_key: nameKey,
    uscc,
    uscc_valid: boolean('统一社会信用代码校验', 'whether its check character is right (GB 32100-2015)'),
    legal_representative: person('法定代表人', at, 'legal representative'),
    registration_number: label('工商注册号', at, 'registration number'),
    registration_number_check: coded(codeWords.check)(
      '工商注册号校验',
      'valid, legacy (13 digits without a check digit) or invalid',
    ),
    organisation_code: label('组织机构代码', at, 'organisation code'),
    organisation_code_valid: boolean('组织机构代码校验', 'whether its check character is right (GB 11714)'),
    taxpayer_number: text('纳税人识别号', at, 'taxpayer identification number'),
    registered_capital: label('注册资本', at, 'registered capital, as given'),
    ...capital('registered', '注册资本', 'registered capital'),
    enterprise_type: label('企业类型', at, 'enterprise type'),
    industry: label('行业', at, 'industry'),
    ...dated('established', '成立日期', at, 'date of establishment'),
    operating_term: label('营业期限', at, 'term of operation, as given'),
    operating_from: date('营业期限起', 'first day of the term; NULL when the text names none'),
    operating_until: date('营业期限止', 'last day of the term; NULL when it has no fixed end'),
    ...dated('approved', '核准日期', at, 'date of approval'),
    registration_authority: label('登记机关', at, 'registration authority'),
    address: text('注册地址', at, 'registered address'),
    status: label('经营状态', at, 'operating status'),
    business_scope: text('经营范围', at, 'scope of business'),
    core_members: roll('核心成员', at, 'core members, comma-separated'),
    shareholders: roll('股东', at, 'shareholders, comma-separated'),
    extra: json('其他字段', 'data[]', 'members without a column or a table of their own'),
  }),
  enterprise_names: ofEnterprise(
    '企业名称沿用',
    'names an enterprise has or had, each once: its present name, former ones by its changes and by 曾用名, short ones',
  )({
    name: party(
      '名称',
      'data[].企业名称 · data[].变更[].变更前 · data[].变更[].变更后 · data[]',
      'name as given',
    ),
    name_key: nameKey,
    kind: coded(codeWords.nameKind)('名称种类', 'current, former or short'),
    origin: label('来源字段', 'member of the record that holds the name'),
  }),
  enterprise_members: table(
    '企业主要人员',
    'who holds which position in an enterprise, one row a name and position',
    ['enterprise_id', 'position', 'ordinal'],
    { scope: ['enterprise_id'], parent: 'enterprises' },
  )({
    enterprise_id: enterpriseId,
    position: label('职务', 'data[]', 'position as given; 核心成员 for the list of core members'),
    ordinal: integer('序号', 'place in the position, from 1'),
    name: person('姓名', 'data[].核心成员 · data[].<职务>', 'name as given'),
  }),
  enterprise_shareholders: ofEnterprise(
    '股东',
    'shareholders of an enterprise: those with details, then those that are only named',
  )({
    origin: label('来源', 'detail (股东详情) or list (named in 股东 only)'),
    name: party(
      '名称',
      { source: 'data[].股东详情[].名称 · data[].股东', members: ['名称'] },
      'shareholder as given',
    ),
    name_key: nameKey,
    kind: label('股东类型', ofShareholder, 'kind of shareholder'),
    subscribed_text: label('认缴出资额', ofShareholder, 'subscribed capital, as given'),
    ...capital('subscribed', '认缴出资', 'subscribed capital'),
    paid_in_text: label('实缴出资额', ofShareholder, 'paid-in capital, as given'),
    ...capital('paid_in', '实缴出资', 'paid-in capital'),
    share_percent: share('出资比例', ofShareholder, 'share of the capital, as given'),
    ...dated('joined', '参股日期', ofShareholder, 'date of participation'),
    extra: extraOf('data[].股东详情[]'),
  }),
  enterprise_changes: ofEnterprise(
    '工商变更',
    'changes of the registration of an enterprise, one row a change',
  )({
    item: label('变更项', ofChange, 'what changed'),
    before: mixed('变更前', ofChange, 'before the change'),
    after: mixed('变更后', ofChange, 'after the change'),
    ...dated('changed', '变更时间', ofChange, 'date of the change'),
    extra: extraOf('data[].变更[]'),
  }),
}

export const enterprise_history = table(
  '企业登记沿革',
  'what each run saw of an enterprise, so that a change shows; one row an enterprise and run',
  ['enterprise_id', 'seen_run_id'],
)({
  enterprise_id: enterpriseId,
  seen_run_id: label('运行编号', 'run that saw it so'),
  registration: json('登记信息', 'data[]', 'the registration columns of enterprises, as given, by column'),
  shareholders: json(
    '股东',
    'data[].股东详情 · 股东',
    'shareholders by name, with kind, capital and share as given',
  ),
})
