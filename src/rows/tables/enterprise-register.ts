import { codeWords } from '../words/code-words.ts'
import {
  coded,
  date,
  integer,
  json,
  label,
  membersAt,
  mixed,
  money,
  party,
  person,
  share,
  table,
} from './table.ts'

export const enterpriseId = label(
  '企业ID',
  'data[].企业ID',
  'enterprise id',
  '5a1e0000c0de4d00a0000000000000e0',
)
export const ordinal = integer('序号', 'position, from 1')
export const extraOf = (source: string, example: string) =>
  json('其他字段', source, 'members without a column of their own', example)

export const enterpriseMembers = table({
  term: '企业主要人员',
  meaning: 'who holds which position in an enterprise, one row a name and position',
  columns: {
    enterprise_id: enterpriseId,
    position: label('职务', 'data[]', 'position as given; 核心成员 for the list of core members', '监事'),
    ordinal: integer('序号', 'place in the position, from 1'),
    name: person('姓名', 'data[].核心成员 · data[].<职务>', 'name as given', '李某'),
  },
  key: ['enterprise_id', 'position', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
})

export const enterpriseNames = table({
  term: '企业名称沿用',
  meaning:
    'names an enterprise has or had, each once: its present name, former ones by its changes and by 曾用名, short ones',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    name: party(
      '名称',
      'data[].企业名称 · data[].变更[].变更前 · data[].变更[].变更后 · data[]',
      'name as given',
      '示例软件有限公司',
    ),
    name_key: party('名称匹配键', 'name after width, bracket and space folding', '示例软件有限公司'),
    kind: coded(codeWords.nameKind)('名称种类', 'current, former or short', 'former'),
    origin: label('来源字段', 'member of the record that holds the name', '变更.变更前'),
  },
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
})

/** A member of the details of a shareholder. */
const ofShareholder = membersAt('data[].股东详情[]')
/** A member of a change. */
const ofChange = membersAt('data[].变更[]')

export const enterpriseShareholders = table({
  term: '股东',
  meaning: 'shareholders of an enterprise: those with details, then those that are only named',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: label('来源', 'detail (股东详情) or list (named in 股东 only)', 'detail'),
    name: party(
      '名称',
      {
        source: 'data[].股东详情[].名称 · data[].股东',
        members: ['名称'],
      },
      'shareholder as given',
      '示例控股（北京）有限公司',
    ),
    name_key: party('名称匹配键', 'name after width, bracket and space folding', '示例控股(北京)有限公司'),
    kind: label('股东类型', ofShareholder('股东类型'), 'kind of shareholder', '企业法人'),
    subscribed_text: label(
      '认缴出资额',
      ofShareholder('认缴出资额'),
      'subscribed capital, as given',
      '3000万元人民币',
    ),
    subscribed_amount: money('认缴出资金额', 'subscribed capital, in subscribed_currency', '30000000.00'),
    subscribed_currency: label('认缴出资币种', 'ISO 4217; NULL when the text names none', 'CNY'),
    paid_in_text: label(
      '实缴出资额',
      ofShareholder('实缴出资额'),
      'paid-in capital, as given',
      '1500万元人民币',
    ),
    paid_in_amount: money('实缴出资金额', 'paid-in capital, in paid_in_currency', '15000000.00'),
    paid_in_currency: label('实缴出资币种', 'ISO 4217; NULL when the text names none', 'CNY'),
    share_percent: share('出资比例', ofShareholder('出资比例'), 'share of the capital, as given', '60'),
    joined_on: date('参股日期', ofShareholder('参股日期'), 'date of participation', '2015-03-02'),
    joined_text: label(
      '参股日期原文',
      ofShareholder('参股日期'),
      'date of participation as given',
      '2015年3月2日',
    ),
    extra: extraOf('data[].股东详情[]', '{"国别":"中国"}'),
  },
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
})

export const enterpriseChanges = table({
  term: '工商变更',
  meaning: 'changes of the registration of an enterprise, one row a change',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    item: label('变更项', ofChange('变更项'), 'what changed', '注册资本变更'),
    before: mixed('变更前', ofChange('变更前'), 'before the change', '3000万元人民币'),
    after: mixed('变更后', ofChange('变更后'), 'after the change', '5000万元人民币'),
    changed_on: date('变更时间', ofChange('变更时间'), 'date of the change', '2018-01-05'),
    changed_text: label('变更时间原文', ofChange('变更时间'), 'date of the change as given', '2018年1月5日'),
    extra: extraOf('data[].变更[]', '{"变更次数":1}'),
  },
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
})
