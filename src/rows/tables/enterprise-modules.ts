import likely from './likely-members.json' with { type: 'json' }
import { capital, caseNumberColumns, dated, extraOf, folded, ofEnterprise } from './shared-columns.ts'
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

const ownOrMixed = (module: string) => label('来源', `own (${module}) or mixed (listed in 知识产权 only)`)
const detailOrList = (module: string) => label('来源', `detail (${module}详情) or list (in ${module} only)`)
const asItCame = 'the item as it came'
const recordOf = (source: string) =>
  json('原始记录', source, `${asItCame}; NULL for a mere text, which has a column`)

/** What the modules of an enterprise say. */
export const enterpriseModuleTables = {
  enterprise_trademarks: ofEnterprise(
    '商标',
    'trademarks of an enterprise, one row a trademark',
  )({
    origin: ownOrMixed('商标'),
    name: label('名称', ofTrademark, 'name'),
    status: label('状态', ofTrademark, 'status'),
    ...dated('applied', '申请日期', ofTrademark, 'application date'),
    ...dated('starts', '开始日期', ofTrademark, 'first day of protection'),
    ...dated('ends', '结束日期', ofTrademark, 'last day of protection'),
    extra: extraOf('data[].商标[]'),
  }),
  enterprise_software_copyrights: ofEnterprise(
    '软件著作权',
    'software copyrights of an enterprise, one row a registration',
  )({
    origin: ownOrMixed('软件著作权'),
    full_name: label('全称', ofSoftware, 'full name'),
    short_name: label('简称', ofSoftware, 'short name'),
    version: label('版本号', ofSoftware, 'version'),
    registration_number: label('登记号', ofSoftware, 'registration number'),
    classification: label('分类号', ofSoftware, 'classification'),
    ...dated('approved', '批准日期', ofSoftware, 'approval date'),
    extra: extraOf('data[].软件著作权[]'),
  }),
  enterprise_patents: ofEnterprise(
    '专利',
    'patents of an enterprise, one row a patent',
  )({
    origin: ownOrMixed('专利'),
    name: label('专利名称', ofPatent, 'patent name'),
    application_number: label('申请号', ofPatent, 'application number'),
    publication_number: label('申请公布号', ofPatent, 'publication number'),
    ...dated('published', '申请公布日', ofPatent, 'publication date'),
    extra: extraOf('data[].专利[]'),
  }),
  enterprise_work_copyrights: ofEnterprise(
    '作品著作权',
    'copyrights in works of an enterprise, whose members the service does not show',
  )({
    origin: ownOrMixed('作品著作权'),
    name: label('作品名称', ofWork, 'name of the work'),
    kind: label('作品类别', ofWork, 'kind of work'),
    registration_number: label('登记号', ofWork, 'registration number'),
    ...dated('registered', '登记日期', ofWork, 'registration date'),
    ...dated('completed', '创作完成日期', ofWork, 'date of completion'),
    ...dated('published', '首次发表日期', ofWork, 'date of first publication'),
    record: json('原始记录', 'data[].作品著作权', `${asItCame}; NULL for a mere name`),
    extra: extraOf('data[].作品著作权[]'),
  }),
  enterprise_other_ip: ofEnterprise(
    '其他知识产权',
    'items of 知识产权 that look like none of its kinds, kept as they came',
  )({
    name: label('名称', ofOther, 'name, where the item has a member that looks like one'),
    record: json('原始记录', 'data[].知识产权[]', asItCame),
    extra: extraOf('data[].知识产权[]'),
  }),
  enterprise_branches: ofEnterprise(
    '分支机构',
    'branches of an enterprise, one row a branch',
  )({
    origin: detailOrList('分支机构'),
    name: label('名称', ofBranch, 'branch as given'),
    name_key: label('名称匹配键', folded),
    branch_id: identifier('分支机构企业ID', ofBranch('企业ID'), 'enterprise id of the branch'),
    uscc: identifier('统一社会信用代码', ofBranch, 'unified social credit code of the branch'),
    head: person('负责人', ofBranch, 'person in charge'),
    address: text('地址', ofBranch, 'address'),
    status: label('经营状态', ofBranch, 'operating status'),
    registration_authority: label('登记机关', ofBranch, 'registration authority'),
    ...dated('established', '成立日期', ofBranch, 'date of establishment'),
    record: recordOf('data[].分支机构'),
    extra: extraOf('data[].分支机构[]'),
  }),
  enterprise_investments: ofEnterprise(
    '对外投资',
    'enterprises that an enterprise holds shares of, one row an enterprise',
  )({
    origin: detailOrList('对外投资'),
    name: label('被投资企业', ofInvestment('名称'), 'enterprise invested in, as given'),
    name_key: label('名称匹配键', folded),
    invested_id: identifier('被投资企业ID', ofInvestment('企业ID'), 'its enterprise id'),
    uscc: identifier('统一社会信用代码', ofInvestment, 'its unified social credit code'),
    legal_representative: person('法定代表人', ofInvestment, 'its legal representative'),
    registered_capital: label('注册资本', ofInvestment, 'its registered capital, as given'),
    subscribed_text: label('认缴出资额', ofInvestment, 'capital subscribed to, as given'),
    ...capital('subscribed', '认缴出资', 'capital subscribed to'),
    share_percent: share('出资比例', ofInvestment, 'share of its capital, as given'),
    status: label('经营状态', ofInvestment, 'its operating status'),
    ...dated('invested', '投资日期', ofInvestment, 'date of the investment'),
    ...dated('established', '成立日期', ofInvestment, 'its date of establishment'),
    record: recordOf('data[].对外投资'),
    extra: extraOf('data[].对外投资[]'),
  }),
  enterprise_litigation: ofEnterprise(
    '企业涉诉',
    'litigation in the detail record of an enterprise; its whole list: enterprise_documents',
  )({
    ...caseNumberColumns(ofSuit('案号')),
    document_id: identifier('文书id', ofSuit, 'document id'),
    title: text('标题', ofSuit, 'title'),
    cause: label('案由', ofSuit, 'cause of action'),
    position: label('诉讼地位', ofSuit, 'litigation position of the enterprise, as given'),
    court: label('法院', ofSuit, 'court'),
    procedure: label('审判程序', ofSuit, 'trial procedure'),
    document_kind: label('文书种类', ofSuit, 'document kind'),
    ...dated('dated', '日期', ofSuit, 'date'),
    result: text('裁判结果', ofSuit, 'judgment result'),
    record: recordOf('data[].涉诉[]'),
    extra: extraOf('data[].涉诉[]'),
  }),
  enterprise_risks: ofEnterprise(
    '企业风险',
    'risks in the detail record of an enterprise, one row an entry',
  )({
    kind: label(
      '风险类型',
      ofRisk,
      'kind of risk: a member of the entry, the name it stands under, or what its members are of',
    ),
    ...caseNumberColumns(ofRisk('案号')),
    court: label('执行法院', ofRisk, 'court or authority'),
    ...dated('filed', '立案时间', ofRisk, 'date of filing'),
    ...dated('published', '发布日期', ofRisk, 'date of publication'),
    published_on: date('发布日期', ofRisk, 'date of publication: of 失信, the day from which it stands'),
    amount: money('执行标的金额', 'sum at stake; a bare number is yuan'),
    currency: label('执行标的币种', 'ISO 4217'),
    amount_text: label('执行标的', ofRisk, 'sum at stake, as given'),
    collected: money('执行到位金额', 'sum collected; a bare number is yuan'),
    collected_text: label('执行到位', ofRisk, 'sum collected, as given'),
    unpaid: money('未履行金额', 'sum still owed; a bare number is yuan'),
    unpaid_text: label('未履行金额原文', ofRisk('未履行金额'), 'sum still owed, as given'),
    ...dated('ended', '终本日期', ofRisk, 'date on which the enforcement ended'),
    status: label('状态', ofRisk, 'status, and that it was removed where it gives a day of that'),
    description: text(
      '内容',
      ofRisk,
      'what the entry says, with the members that no column holds, or the entry when it is a mere text',
    ),
    record: recordOf('data[].风险'),
    extra: extraOf('data[].风险[]'),
  }),
}
