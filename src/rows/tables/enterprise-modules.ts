import likely from './likely-members.json' with { type: 'json' }
import { capital, caseNumberColumns, dated, extraOf, folded, ofEnterprise, shown } from './shared-columns.ts'
import { date, identifier, json, label, likelyAt, membersAt, money, person, share, text } from './table.ts'

/** A member of an item of a module. */
const ofTrademark = membersAt('data[].商标[]')
const ofSoftware = membersAt('data[].软件著作权[]')
const ofPatent = membersAt('data[].专利[]')
/** The same where the contract does not show the members: by the names that registries use. */
const ofWork = likelyAt('data[].作品著作权', likely.作品著作权)
const ofOther = likelyAt('data[].知识产权[]', likely.知识产权)
const ofBranch = likelyAt('data[].分支机构', likely.分支机构)
const ofInvestment = likelyAt('data[].对外投资', likely.对外投资)
const ofSuit = likelyAt('data[].涉诉[]', likely.涉诉)
const ofRisk = likelyAt('data[].风险', likely.风险)

const ownOrMixed = (module: string) =>
  label('来源', `own (${module}) or mixed (listed in 知识产权 only)`, 'own')
const detailOrList = (module: string) =>
  label('来源', `detail (${module}详情) or list (in ${module} only)`, 'list')
const asItCame = 'the item as it came'
const recordOf = (source: string, example: string) =>
  json('原始记录', source, `${asItCame}; NULL for a mere text, which has a column`, example)

/** What the modules of an enterprise say. */
export const enterpriseModuleTables = {
  enterprise_trademarks: ofEnterprise(
    '商标',
    'trademarks of an enterprise, one row a trademark',
  )({
    origin: ownOrMixed('商标'),
    name: label('名称', ofTrademark, 'name', '示例建设'),
    status: label('状态', ofTrademark, 'status', '已注册'),
    ...dated('applied', '申请日期', ofTrademark, 'application date', '2016年1月2日'),
    ...dated('starts', '开始日期', ofTrademark, 'first day of protection', '2017年1月3日'),
    ...dated('ends', '结束日期', ofTrademark, 'last day of protection', '2027年1月2日'),
    extra: extraOf('data[].商标[]', '{"国际分类":"37"}'),
  }),
  enterprise_software_copyrights: ofEnterprise(
    '软件著作权',
    'software copyrights of an enterprise, one row a registration',
  )({
    origin: ownOrMixed('软件著作权'),
    full_name: label('全称', ofSoftware, 'full name', '示例工程项目管理软件'),
    short_name: label('简称', ofSoftware, 'short name', '示例工程'),
    version: label('版本号', ofSoftware, 'version', 'V1.0'),
    registration_number: label('登记号', ofSoftware, 'registration number', '2019SR0000001'),
    classification: label('分类号', ofSoftware, 'classification', '30200-0000'),
    ...dated('approved', '批准日期', ofSoftware, 'approval date', '2019年2月3日'),
    extra: extraOf('data[].软件著作权[]', '{"取得方式":"原始取得"}'),
  }),
  enterprise_patents: ofEnterprise(
    '专利',
    'patents of an enterprise, one row a patent',
  )({
    origin: ownOrMixed('专利'),
    name: label('专利名称', ofPatent, 'patent name', '一种装配式墙板连接结构'),
    application_number: label('申请号', ofPatent, 'application number', 'CN201910000001.5'),
    publication_number: label('申请公布号', ofPatent, 'publication number', 'CN110000001A'),
    ...dated('published', '申请公布日', ofPatent, 'publication date', '2019年5月6日'),
    extra: extraOf('data[].专利[]', '{"专利类型":"发明专利"}'),
  }),
  enterprise_work_copyrights: ofEnterprise(
    '作品著作权',
    'copyrights in works of an enterprise, whose members the service does not show',
  )({
    origin: ownOrMixed('作品著作权'),
    name: label('作品名称', ofWork, 'name of the work', '示例建设标识'),
    kind: label('作品类别', ofWork, 'kind of work', '美术作品'),
    registration_number: label('登记号', ofWork, 'registration number', '国作登字-2018-F-00000001'),
    ...dated('registered', '登记日期', ofWork, 'registration date', '2018年11月6日'),
    ...dated('completed', '创作完成日期', ofWork, 'date of completion', '2018年6月1日'),
    ...dated('published', '首次发表日期', ofWork, 'date of first publication', '2018年6月18日'),
    record: json(
      '原始记录',
      'data[].作品著作权',
      `${asItCame}; NULL for a mere name`,
      '{"作品名称":"示例建设标识","作者":"李某"}',
    ),
    extra: extraOf('data[].作品著作权[]', '{"作者":"李某"}'),
  }),
  enterprise_other_ip: ofEnterprise(
    '其他知识产权',
    'items of 知识产权 that look like none of its kinds, kept as they came',
  )({
    name: label('名称', ofOther, 'name, where the item has a member that looks like one', 'example.com'),
    record: json(
      '原始记录',
      'data[].知识产权[]',
      asItCame,
      '{"域名":"example.com","备案号":"京ICP备00000001号"}',
    ),
    extra: extraOf('data[].知识产权[]', '{"备案号":"京ICP备00000001号"}'),
  }),
  enterprise_branches: ofEnterprise(
    '分支机构',
    'branches of an enterprise, one row a branch',
  )({
    origin: detailOrList('分支机构'),
    name: label('名称', ofBranch, 'branch as given', '示例建设集团有限公司（上海）分公司'),
    name_key: label('名称匹配键', folded, '示例建设集团有限公司(上海)分公司'),
    branch_id: identifier(
      '分支机构企业ID',
      ofBranch('企业ID'),
      'enterprise id of the branch',
      shown.enterprise,
    ),
    uscc: identifier(
      '统一社会信用代码',
      ofBranch,
      'unified social credit code of the branch',
      '91310115MA0000007H',
    ),
    head: person('负责人', ofBranch, 'person in charge', '李某'),
    address: text('地址', ofBranch, 'address', '上海市浦东新区示例路2号'),
    status: label('经营状态', ofBranch, 'operating status', '存续'),
    registration_authority: label('登记机关', ofBranch, 'registration authority', '浦东新区市场监督管理局'),
    ...dated('established', '成立日期', ofBranch, 'date of establishment', '2018年5月8日'),
    record: recordOf(
      'data[].分支机构',
      '{"名称":"示例建设集团有限公司（上海）分公司","联系电话":"021-00000000"}',
    ),
    extra: extraOf('data[].分支机构[]', '{"联系电话":"021-00000000"}'),
  }),
  enterprise_investments: ofEnterprise(
    '对外投资',
    'enterprises that an enterprise holds shares of, one row an enterprise',
  )({
    origin: detailOrList('对外投资'),
    name: label(
      '被投资企业',
      ofInvestment('名称'),
      'enterprise invested in, as given',
      '示例商贸（上海）有限公司',
    ),
    name_key: label('名称匹配键', folded, '示例商贸(上海)有限公司'),
    invested_id: identifier('被投资企业ID', ofInvestment('企业ID'), 'its enterprise id', shown.enterprise),
    uscc: identifier(
      '统一社会信用代码',
      ofInvestment,
      'its unified social credit code',
      '91310115MA2RQJBX9W',
    ),
    legal_representative: person('法定代表人', ofInvestment, 'its legal representative', '赵某'),
    registered_capital: label('注册资本', ofInvestment, 'its registered capital, as given', '1000万元人民币'),
    subscribed_text: label('认缴出资额', ofInvestment, 'capital subscribed to, as given', '500万元人民币'),
    ...capital('subscribed', '认缴出资', 'capital subscribed to', '5000000.00'),
    share_percent: share('出资比例', ofInvestment, 'share of its capital, as given', '50'),
    status: label('经营状态', ofInvestment, 'its operating status', '存续'),
    ...dated('invested', '投资日期', ofInvestment, 'date of the investment', '2019年6月3日'),
    ...dated('established', '成立日期', ofInvestment, 'its date of establishment', '2016年8月9日'),
    record: recordOf('data[].对外投资', '{"名称":"示例商贸（上海）有限公司","出资比例":50,"行业":"批发业"}'),
    extra: extraOf('data[].对外投资[]', '{"行业":"批发业"}'),
  }),
  enterprise_litigation: ofEnterprise(
    '企业涉诉',
    'litigation in the detail record of an enterprise; its whole list: enterprise_documents',
  )({
    ...caseNumberColumns(ofSuit('案号')),
    document_id: identifier('文书id', ofSuit, 'document id', shown.case),
    title: text('标题', ofSuit, 'title', shown.title),
    cause: label('案由', ofSuit, 'cause of action', '买卖合同纠纷'),
    position: label('诉讼地位', ofSuit, 'litigation position of the enterprise, as given', '应诉方'),
    court: label('法院', ofSuit, 'court', '北京市海淀区人民法院'),
    procedure: label('审判程序', ofSuit, 'trial procedure', '一审'),
    document_kind: label('文书种类', ofSuit, 'document kind', '判决书'),
    ...dated('dated', '日期', ofSuit, 'date', '2023年9月18日'),
    result: text('裁判结果', ofSuit, 'judgment result', shown.order),
    record: recordOf('data[].涉诉[]', '{"案号":"（2023）京0108民初1024号","审判长":"孙某"}'),
    extra: extraOf('data[].涉诉[]', '{"审判长":"孙某"}'),
  }),
  enterprise_risks: ofEnterprise(
    '企业风险',
    'risks in the detail record of an enterprise, one row an entry',
  )({
    kind: label(
      '风险类型',
      ofRisk,
      'kind of risk: a member of the entry, or the name it stands under',
      '财产保全',
    ),
    ...caseNumberColumns(ofRisk('案号')),
    court: label('执行法院', ofRisk, 'court or authority', '北京市海淀区人民法院'),
    ...dated('filed', '立案时间', ofRisk, 'date of filing', '2023年2月6日'),
    ...dated('published', '发布日期', ofRisk, 'date of publication', '2023年8月20日'),
    published_on: date(
      '发布日期',
      ofRisk,
      'date of publication: of 失信, the day from which it stands',
      '2023-08-20',
    ),
    amount: money('执行标的金额', 'sum at stake; a bare number is yuan'),
    currency: label('执行标的币种', 'ISO 4217', 'CNY'),
    amount_text: label('执行标的', ofRisk, 'sum at stake, as given', '120000元'),
    collected: money('执行到位金额', 'sum collected; a bare number is yuan', '20000.00'),
    collected_text: label('执行到位', ofRisk, 'sum collected, as given', '20000元'),
    unpaid: money('未履行金额', 'sum still owed; a bare number is yuan', '100000.00'),
    unpaid_text: label('未履行金额原文', ofRisk('未履行金额'), 'sum still owed, as given', '100000元'),
    ...dated('ended', '终本日期', ofRisk, 'date on which the enforcement ended', '2024年3月1日'),
    status: label('状态', ofRisk, 'status', '保全中'),
    description: text(
      '内容',
      ofRisk,
      'what the entry says, or the entry when it is a mere text',
      '冻结银行存款120000元',
    ),
    record: recordOf('data[].风险', '{"风险类型":"财产保全","申请人":"示范建材有限公司"}'),
    extra: extraOf('data[].风险[]', '{"申请人":"示范建材有限公司"}'),
  }),
}
