import { enterpriseId, extraOf, ordinal } from './enterprise-register.ts'
import { caseNumberColumns } from './shared-columns.ts'
import { date, firstAt, identifier, json, label, money, person, share, table, text } from './table.ts'

/*
 * Modules whose members the contract does not show: columns for the members that registries usually have, and
 * the item as it came. Origins name the members that registries use, the likeliest first.
 */

const recordOf = (source: string, example: string) =>
  json('原始记录', source, 'the item as it came; NULL for a mere text, which has a column', example)
const originOf = (module: string) =>
  label('来源', `detail (${module}详情) or list (in ${module} only)`, 'list')
const ofEnterprise = {
  key: ['enterprise_id', 'ordinal'],
  scope: ['enterprise_id'],
  parent: 'enterprises',
} as const

/** A member of a branch, by the names that registries use. */
const ofBranch = firstAt('data[].分支机构')
const branchEstablished = ofBranch('成立日期', '成立时间')

export const enterpriseBranches = table({
  term: '分支机构',
  meaning: 'branches of an enterprise, one row a branch',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('分支机构'),
    name: label(
      '名称',
      ofBranch('名称', '企业名称', '分支机构名称', '机构名称', '公司名称'),
      'branch as given',
      '示例建设集团有限公司（上海）分公司',
    ),
    name_key: label(
      '名称匹配键',
      'name after width, bracket and space folding',
      '示例建设集团有限公司(上海)分公司',
    ),
    branch_id: identifier(
      '分支机构企业ID',
      ofBranch('企业ID', '企业id', 'id', 'ID'),
      'enterprise id of the branch',
      '5a1e0000c0de4d00a0000000000000f1',
    ),
    uscc: identifier(
      '统一社会信用代码',
      ofBranch('统一社会信用代码', '信用代码'),
      'unified social credit code of the branch',
      '91310115MA0000007H',
    ),
    head: person('负责人', ofBranch('负责人', '法定代表人', '负责人姓名'), 'person in charge', '李某'),
    address: text(
      '地址',
      ofBranch('地址', '注册地址', '经营场所', '住所'),
      'address',
      '上海市浦东新区示例路2号',
    ),
    status: label('经营状态', ofBranch('经营状态', '登记状态', '状态'), 'operating status', '存续'),
    registration_authority: label(
      '登记机关',
      ofBranch('登记机关'),
      'registration authority',
      '上海市浦东新区市场监督管理局',
    ),
    established_on: date('成立日期', branchEstablished, 'date of establishment', '2018-05-08'),
    established_text: label(
      '成立日期原文',
      branchEstablished,
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

/** A member of an investment. */
const ofInvestment = firstAt('data[].对外投资')
const invested = ofInvestment('投资日期', '出资日期', '参股日期', '投资时间')
const investedEstablished = ofInvestment('成立日期', '成立时间')

export const enterpriseInvestments = table({
  term: '对外投资',
  meaning: 'enterprises that an enterprise holds shares of, one row an enterprise',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    origin: originOf('对外投资'),
    name: label(
      '被投资企业',
      ofInvestment('名称', '企业名称', '被投资企业名称', '被投资企业', '公司名称'),
      'enterprise invested in, as given',
      '示例商贸（上海）有限公司',
    ),
    name_key: label('名称匹配键', 'name after width, bracket and space folding', '示例商贸(上海)有限公司'),
    invested_id: identifier(
      '被投资企业ID',
      ofInvestment('企业ID', '企业id', 'id', 'ID'),
      'its enterprise id',
      '5a1e0000c0de4d00a0000000000000e2',
    ),
    uscc: identifier(
      '统一社会信用代码',
      ofInvestment('统一社会信用代码', '信用代码'),
      'its unified social credit code',
      '91310115MA2RQJBX9W',
    ),
    legal_representative: person(
      '法定代表人',
      ofInvestment('法定代表人', '负责人'),
      'its legal representative',
      '赵某',
    ),
    registered_capital: label(
      '注册资本',
      ofInvestment('注册资本'),
      'its registered capital, as given',
      '1000万元人民币',
    ),
    subscribed_text: label(
      '认缴出资额',
      ofInvestment('认缴出资额', '认缴金额', '出资额', '投资金额', '投资额'),
      'capital subscribed to, as given',
      '500万元人民币',
    ),
    subscribed_amount: money('认缴出资金额', 'capital subscribed to, in subscribed_currency', '5000000.00'),
    subscribed_currency: label('认缴出资币种', 'ISO 4217; NULL when the text names none', 'CNY'),
    share_percent: share(
      '出资比例',
      ofInvestment('出资比例', '投资比例', '持股比例'),
      'share of its capital, as given',
      '50',
    ),
    status: label('经营状态', ofInvestment('经营状态', '登记状态', '状态'), 'its operating status', '存续'),
    invested_on: date('投资日期', invested, 'date of the investment', '2019-06-03'),
    invested_text: label('投资日期原文', invested, 'date of the investment as given', '2019年6月3日'),
    established_on: date('成立日期', investedEstablished, 'its date of establishment', '2016-08-09'),
    established_text: label(
      '成立日期原文',
      investedEstablished,
      'its date of establishment as given',
      '2016年8月9日',
    ),
    record: recordOf('data[].对外投资', '{"名称":"示例商贸（上海）有限公司","出资比例":50,"行业":"批发业"}'),
    extra: extraOf('data[].对外投资[]', '{"行业":"批发业"}'),
  },
  ...ofEnterprise,
})

/** A member of a suit: the names of the document list and of case records first, then other likely ones. */
const ofSuit = firstAt('data[].涉诉[]')
const suitDated = ofSuit(
  '时间',
  '日期',
  '裁判日期',
  '裁判时间',
  '立案日期',
  '立案时间',
  '发布日期',
  'cprq',
  'date',
)

export const enterpriseLitigation = table({
  term: '企业涉诉',
  meaning: 'litigation in the detail record of an enterprise; its whole list: enterprise_documents',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    ...caseNumberColumns(ofSuit('案号', 'ah', 'caseNo', '案件编号')),
    document_id: identifier(
      '文书id',
      ofSuit('文书id', '文书ID', '文书编号', 'docId', 'id'),
      'document id',
      '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90',
    ),
    title: text(
      '标题',
      ofSuit('标题', '文书标题', '案件名称', 'title'),
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    cause: label('案由', ofSuit('案由', '案由名称', 'ay', 'cause'), 'cause of action', '买卖合同纠纷'),
    position: label(
      '诉讼地位',
      ofSuit('诉讼地位', '诉讼身份', '身份', '角色', '当事人地位', 'role'),
      'litigation position of the enterprise, as given',
      '应诉方',
    ),
    court: label(
      '法院',
      ofSuit('法院', '审理法院', '受理法院', 'jbdw', 'court'),
      'court',
      '北京市海淀区人民法院',
    ),
    procedure: label('审判程序', ofSuit('审判程序', '审理程序', 'spcx'), 'trial procedure', '一审'),
    document_kind: label('文书种类', ofSuit('文书种类', '文书类型', 'wszl'), 'document kind', '判决书'),
    dated_on: date('日期', suitDated, 'date'),
    dated_text: label('日期原文', suitDated, 'date as given', '2023年9月18日'),
    result: text(
      '裁判结果',
      ofSuit('裁判结果', '判决结果', '结果', 'pjjg'),
      'judgment result',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    record: recordOf('data[].涉诉[]', '{"案号":"（2023）京0108民初1024号","审判长":"孙某"}'),
    extra: extraOf('data[].涉诉[]', '{"审判长":"孙某"}'),
  },
  ...ofEnterprise,
})

/** A member of a risk. */
const ofRisk = firstAt('data[].风险')
const filed = ofRisk('立案时间', '立案日期', '日期', '时间', '列入日期')
const published = ofRisk('发布日期', '发布时间', '公布日期')
const ended = ofRisk('终本日期', '终结日期', '结案日期')

export const enterpriseRisks = table({
  term: '企业风险',
  meaning: 'risks in the detail record of an enterprise, one row an entry',
  columns: {
    enterprise_id: enterpriseId,
    ordinal,
    kind: label(
      '风险类型',
      ofRisk('风险类型', '类型', '风险类别', '类别'),
      'kind of risk: a member of the entry, or the name it stands under',
      '财产保全',
    ),
    ...caseNumberColumns(ofRisk('案号', 'ah', 'caseNo', '执行案号')),
    court: label(
      '执行法院',
      ofRisk('执行法院', '法院', '决定机关', '列入机关'),
      'court or authority',
      '北京市海淀区人民法院',
    ),
    filed_on: date('立案时间', filed, 'date of filing', '2023-02-06'),
    filed_text: label('立案时间原文', filed, 'date of filing as given', '2023年2月6日'),
    published_on: date(
      '发布日期',
      published,
      'date of publication: of 失信, the day from which it stands',
      '2023-08-20',
    ),
    published_text: label('发布日期原文', published, 'date of publication as given', '2023年8月20日'),
    amount: money('执行标的金额', 'sum at stake; a bare number is yuan'),
    currency: label('执行标的币种', 'ISO 4217', 'CNY'),
    amount_text: label(
      '执行标的',
      ofRisk('执行标的', '执行标的(元)', '标的', '执行金额', '涉案金额', '金额'),
      'sum at stake, as given',
      '120000元',
    ),
    collected: money('执行到位金额', 'sum collected; a bare number is yuan', '20000.00'),
    collected_text: label(
      '执行到位',
      ofRisk('执行到位金额', '执行到位', '已执行金额', '已履行金额'),
      'sum collected, as given',
      '20000元',
    ),
    unpaid: money('未履行金额', 'sum still owed; a bare number is yuan', '100000.00'),
    unpaid_text: label(
      '未履行金额原文',
      ofRisk('未履行金额', '未执行金额', '未到位金额', '未执行到位金额'),
      'sum still owed, as given',
      '100000元',
    ),
    ended_on: date('终本日期', ended, 'date on which the enforcement ended', '2024-03-01'),
    ended_text: label('终本日期原文', ended, 'date of the end as given', '2024年3月1日'),
    status: label('状态', ofRisk('状态', '案件状态', '执行状态'), 'status', '保全中'),
    description: text(
      '内容',
      ofRisk('内容', '风险内容', '描述', '说明', '原因', '列入原因', '具体情形'),
      'what the entry says, or the entry when it is a mere text',
      '冻结银行存款120000元',
    ),
    record: recordOf('data[].风险', '{"风险类型":"财产保全","申请人":"示范建材有限公司"}'),
    extra: extraOf('data[].风险[]', '{"申请人":"示范建材有限公司"}'),
  },
  ...ofEnterprise,
})
