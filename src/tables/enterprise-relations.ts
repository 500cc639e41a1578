import { enterpriseId, extraOf, ordinal } from './enterprise-register.ts'
import { caseNumberColumns } from './shared-columns.ts'
import { date, double, json, label, money, person, table, text } from './table.ts'

/*
 * Modules whose members the contract does not show (2.9): columns for the members that registries usually have, and
 * the item as it came.
 */

const recordOf = (source: string, example: string) =>
  json('原始记录', source, 'the item as it came; NULL for a mere text, which has a column', example)
const originOf = (module: string) =>
  label('来源', 'derived', `detail (${module}详情) or list (in ${module} only)`, 'list')
const ofEnterprise = {
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
} as const

export const enterpriseBranches = table({
  term: '分支机构',
  meaning: 'branches of an enterprise (contract 2.9), one row a branch',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('分支机构'),
    name: label('名称', 'data[].分支机构', 'branch as given', '示例建设集团有限公司（上海）分公司'),
    name_key: label(
      '名称匹配键',
      'derived',
      'name after width, bracket and space folding',
      '示例建设集团有限公司(上海)分公司',
    ),
    branch_id: label(
      '分支机构企业ID',
      'data[].分支机构',
      'enterprise id of the branch',
      '5a1e0000c0de4d00a0000000000000f1',
    ),
    uscc: label(
      '统一社会信用代码',
      'data[].分支机构',
      'unified social credit code of the branch',
      '91310115MA0000007H',
    ),
    head: person('负责人', 'data[].分支机构', 'person in charge', '李某'),
    address: text('地址', 'data[].分支机构', 'address', '上海市浦东新区示例路2号'),
    status: label('经营状态', 'data[].分支机构', 'operating status', '存续'),
    registration_authority: label(
      '登记机关',
      'data[].分支机构',
      'registration authority',
      '上海市浦东新区市场监督管理局',
    ),
    established_on: date('成立日期', 'data[].分支机构', 'date of establishment', '2018-05-08'),
    established_text: label(
      '成立日期原文',
      'data[].分支机构',
      'date of establishment as given',
      '2018年5月8日',
    ),
    record: recordOf(
      'data[].分支机构',
      '{"名称":"示例建设集团有限公司（上海）分公司","联系电话":"021-00000000"}',
    ),
    extra: extraOf('data[].分支机构[]', '{"联系电话":"021-00000000"}'),
  },
  ...ofEnterprise,
})

export const enterpriseInvestments = table({
  term: '对外投资',
  meaning: 'enterprises that an enterprise holds shares of (contract 2.9), one row an enterprise',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('对外投资'),
    name: label(
      '被投资企业',
      'data[].对外投资',
      'enterprise invested in, as given',
      '示例商贸（上海）有限公司',
    ),
    name_key: label(
      '名称匹配键',
      'derived',
      'name after width, bracket and space folding',
      '示例商贸(上海)有限公司',
    ),
    invested_id: label(
      '被投资企业ID',
      'data[].对外投资',
      'its enterprise id',
      '5a1e0000c0de4d00a0000000000000e2',
    ),
    uscc: label(
      '统一社会信用代码',
      'data[].对外投资',
      'its unified social credit code',
      '91310115MA2RQJBX9W',
    ),
    legal_representative: person('法定代表人', 'data[].对外投资', 'its legal representative', '赵某'),
    registered_capital: label(
      '注册资本',
      'data[].对外投资',
      'its registered capital, as given',
      '1000万元人民币',
    ),
    subscribed_text: label(
      '认缴出资额',
      'data[].对外投资',
      'capital subscribed to, as given',
      '500万元人民币',
    ),
    subscribed_amount: money(
      '认缴出资金额',
      'derived',
      'capital subscribed to, in subscribed_currency',
      '5000000.00',
    ),
    subscribed_currency: label('认缴出资币种', 'derived', 'ISO 4217; NULL when the text names none', 'CNY'),
    share_percent: double('出资比例', 'data[].对外投资', 'share of its capital, as given', '50'),
    status: label('经营状态', 'data[].对外投资', 'its operating status', '存续'),
    invested_on: date('投资日期', 'data[].对外投资', 'date of the investment', '2019-06-03'),
    invested_text: label(
      '投资日期原文',
      'data[].对外投资',
      'date of the investment as given',
      '2019年6月3日',
    ),
    established_on: date('成立日期', 'data[].对外投资', 'its date of establishment', '2016-08-09'),
    established_text: label(
      '成立日期原文',
      'data[].对外投资',
      'its date of establishment as given',
      '2016年8月9日',
    ),
    record: recordOf('data[].对外投资', '{"名称":"示例商贸（上海）有限公司","出资比例":50,"行业":"批发业"}'),
    extra: extraOf('data[].对外投资[]', '{"行业":"批发业"}'),
  },
  ...ofEnterprise,
})

export const enterpriseLitigation = table({
  term: '企业涉诉',
  meaning:
    'litigation in the detail record of an enterprise (contract 2.9); its whole list: enterprise_documents',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    ...caseNumberColumns('data[].涉诉[]'),
    document_id: label('文书id', 'data[].涉诉[]', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    title: text(
      '标题',
      'data[].涉诉[]',
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    cause: label('案由', 'data[].涉诉[]', 'cause of action', '买卖合同纠纷'),
    position: label('诉讼地位', 'data[].涉诉[]', 'litigation position of the enterprise, as given', '应诉方'),
    court: label('法院', 'data[].涉诉[]', 'court', '北京市海淀区人民法院'),
    procedure: label('审判程序', 'data[].涉诉[]', 'trial procedure', '一审'),
    document_kind: label('文书种类', 'data[].涉诉[]', 'document kind', '判决书'),
    dated_on: date('日期', 'data[].涉诉[]', 'date', '2023-09-18'),
    dated_text: label('日期原文', 'data[].涉诉[]', 'date as given', '2023年9月18日'),
    result: text(
      '裁判结果',
      'data[].涉诉[]',
      'judgment result',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    record: recordOf('data[].涉诉[]', '{"案号":"（2023）京0108民初1024号","审判长":"孙某"}'),
    extra: extraOf('data[].涉诉[]', '{"审判长":"孙某"}'),
  },
  ...ofEnterprise,
})

export const enterpriseRisks = table({
  term: '企业风险',
  meaning: 'risks in the detail record of an enterprise (contract 2.9), one row an entry',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    kind: label(
      '风险类型',
      'data[].风险',
      'kind of risk: a member of the entry, or the name it stands under',
      '财产保全',
    ),
    ...caseNumberColumns('data[].风险'),
    court: label('执行法院', 'data[].风险', 'court or authority', '北京市海淀区人民法院'),
    filed_on: date('立案时间', 'data[].风险', 'date of filing', '2023-02-06'),
    filed_text: label('立案时间原文', 'data[].风险', 'date of filing as given', '2023年2月6日'),
    amount: money('执行标的金额', 'derived', 'sum at stake; a bare number is yuan', '120000.00'),
    currency: label('执行标的币种', 'derived', 'ISO 4217', 'CNY'),
    amount_text: label('执行标的', 'data[].风险', 'sum at stake, as given', '120000元'),
    status: label('状态', 'data[].风险', 'status', '保全中'),
    description: text(
      '内容',
      'data[].风险',
      'what the entry says, or the entry when it is a mere text',
      '冻结银行存款120000元',
    ),
    record: recordOf('data[].风险', '{"风险类型":"财产保全","申请人":"示范建材有限公司"}'),
    extra: extraOf('data[].风险[]', '{"申请人":"示范建材有限公司"}'),
  },
  ...ofEnterprise,
})
