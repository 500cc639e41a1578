import { ruleVersions } from '../../legal/rule-versions.ts'
import { codeWords, propertyConditions } from '../words/code-words.ts'
import {
  content,
  inContent,
  inPart,
  inWhole,
  part,
  placeIn,
  sentenceOf,
  unsure,
  whole,
} from './case-texts.ts'
import {
  currency,
  enforcedOn,
  happenedOn,
  isLifted,
  keysOf,
  ofCase,
  termOfMeasure,
  typeColumns,
} from './shared-columns.ts'
import {
  boolean,
  coded,
  codedList,
  date,
  double,
  integer,
  label,
  labels,
  money,
  parties,
  party,
  text,
} from './table.ts'

const item = integer('判项', 'number of the item, from 1; NULL for what follows the last')
const decidedNext = integer('序号', 'position, from 1: reported facts first, then decided ones')
const isOrdered = (what: string) =>
  boolean('是否裁定', `whether the operative part ${what}; else the text reports it`)

/** What else src/legal reads in the texts of a case. */
export const caseFactTables = {
  case_enforcement: ofCase(
    '执行情况',
    'what a text says about an enforcement, as decided or as found: sums, how it ends and why, marks on debtors, measures on property; one row a fact',
  )({
    ordinal: decidedNext,
    kind: label(
      '事项',
      `执行标的, 执行到位, 未执行到位: a sum; 立案: when it was filed; 终本, 终结执行, 恢复执行, 执行完毕, 和解: how it stands; 失信, 限高: a mark; 冻结, 轮候冻结, 查封, 轮候查封, 扣押, 划拨, 提取, 拍卖: a measure; 财产: property that was found and brings nothing (rules ${ruleVersions.enforcement})`,
    ),
    is_ordered: isOrdered('decides it'),
    is_lifted: isLifted,
    number_key: label(
      '他案案号匹配键',
      'key of the case that the fact is of, where its sentence names another number than the document has; else NULL',
    ),
    happened_on: happenedOn('the fact'),
    ...enforcedOn(whole),
    term_text: label('期限原文', whole, 'how long a measure lasts, as written'),
    ...termOfMeasure,
    conditions: codedList(codeWords.propertyCondition)(
      '财产状况',
      `of property: ${propertyConditions}; empty where the text says none of it`,
    ),
    mortgagee: party('抵押权人', whole, 'who has the mortgage, as named'),
    reasons: labels(
      '终结原因',
      '终本 and 终结执行: 无可供执行财产, 无其他可供执行财产, 财产暂不能处置, 被执行人下落不明, 未提供财产线索, 申请执行人同意, 双方和解, 撤回执行申请, 执行完毕, 执行依据被撤销, 移送破产, 异议成立 and 免除责任 (of a review that ends it); empty where the text gives none of these',
    ),
    ...inWhole,
    evidence: sentenceOf(whole),
  }),
  case_statements: ofCase(
    '对他案的陈述',
    'what a text says about another case number, as decided or as found; one row a statement',
  )({
    ordinal: integer('序号', 'position, from 1, in the order of the text'),
    kind: label(
      '事项',
      `生效, 维持, 撤销, 变更, 改判, 发回, 撤回上诉, 驳回再审, 提审: what became of that decision; 执行依据: this case carries it out; 失效: a payment order that lapsed; 不予执行, 终本, 执行完毕: how its enforcement stands; 恢复执行: this case resumes it; 立案: a case of the same dispute; 移送: the case that was transferred to this court; 履行: what it ordered was performed, in full or in part; 和解: the parties agreed on it anew (rules ${ruleVersions.statements})`,
    ),
    number: label('他案案号', whole, 'the other case number, as written'),
    number_key: label('他案案号匹配键', 'that number without 之N; NULL when masked or malformed'),
    items: labels('判项', 'items of that decision that the statement is about; empty for all of it'),
    is_decided: boolean(
      '是否裁判',
      'whether the operative part of this document decides it; else the text reports it',
    ),
    happened_on: happenedOn('it'),
    ...inWhole,
    evidence: sentenceOf(whole),
  }),
  case_interest: ofCase(
    '利息与违约金',
    'interest and penalties that the operative part orders, fixed or running, one row a sum or a period',
  )({
    item,
    kind: label(
      '种类',
      `利息, 罚息, 复利, 违约金, 资金占用费; 迟延履行利息: the text says that it doubles for delay (rules ${ruleVersions.interest})`,
    ),
    is_running: boolean(
      '是否待计算',
      'whether its sum has yet to be worked out: it is in no sum of case_amounts',
    ),
    amount: money('金额', 'the fixed sum; NULL where it runs'),
    base_amount: money(
      '计算基数',
      'the sum that it runs on: 以…为基数, or the only debt right before it (货款100元及利息)',
    ),
    base_text: text('基数原文', part, 'the base as written after 以'),
    from_on: date('起算日', 'first day, where the text gives one'),
    from_text: label('起算原文', part, 'that day or event as written'),
    until_on: date('截止日', 'last day; NULL where it runs until payment'),
    until_text: label('截止原文', part, 'that day or event as written'),
    rate_text: label('利率原文', part, 'the rate as written'),
    rate_percent: double('利率', 'rate in per cent of the base a rate_period; NULL beside a benchmark'),
    rate_period: label('利率周期', 'year, month or day'),
    benchmark: label('参照利率', 'LPR, 贷款基准利率, 存款利率 or 约定利率; NULL for a figure'),
    multiple: double(
      '倍数',
      'times the benchmark: 1 where the text adds nothing, 1.5 for 加计50%; NULL where not certain',
    ),
    currency: label('币种', 'ISO 4217 of the sum or base; NULL without either'),
    payers: parties('给付人', 'who pays by this item, where all its sums have the same payers'),
    payer_keys: keysOf('给付人'),
    ...inPart,
    evidence: sentenceOf(part),
    reason: unsure('the sum or the base'),
  }),
  case_fees: ofCase(
    '诉讼费用负担',
    'who bears which fee of the court, one row a fee and share',
  )({
    fee: label(
      '费用',
      `案件受理费, 保全费, 执行费, 鉴定费, 公告费 …; joined by 、 where one share covers several (rules ${ruleVersions.fees})`,
    ),
    amount: money('金额', 'what is borne; of a halved fee the half; NULL where shares have no sums'),
    currency,
    bearers: parties('负担人', 'who bears it, as named'),
    bearer_keys: keysOf('负担人'),
    is_shared: boolean('是否共同负担', 'whether several bear the sum together; else each bears it'),
    ...inPart,
    evidence: sentenceOf(part),
    reason: unsure('the amount'),
  }),
  case_bankruptcy: ofCase(
    '破产程序',
    'steps of a bankruptcy or liquidation that a document takes or reports, one row a step',
  )({
    ordinal: integer('序号', 'position, from 1: reported steps first, then decided ones'),
    kind: label(
      '事项',
      `受理, 不予受理, 指定管理人, 宣告破产, 批准重整计划, 终止重整, 认可和解协议, 认可分配方案, 确认债权, 终结程序 (rules ${ruleVersions.bankruptcy})`,
    ),
    is_ordered: isOrdered('takes the step'),
    happened_on: happenedOn('the step'),
    procedure: label('程序', '破产清算, 重整, 和解, 强制清算, 破产 …, as the sentence has it'),
    debtor: party('债务人', whole, 'debtor as named'),
    debtor_keys: parties('债务人匹配键', 'name keys of the party it is; empty where it is none of the head'),
    administrator: party('管理人', whole, '指定管理人: who is appointed, as written'),
    ...inWhole,
    evidence: sentenceOf(whole),
  }),
  case_mentions: ofCase(
    '文书提及原句',
    'sentences of a text that name 失信 or 限高, imposed or not; of enforcement courts that business at an address stopped, that property has no mortgage, that a party alleges one, that a debtor cannot be found, that a payment was not credited, and what they say of a bankruptcy that was not opened; of bankruptcy courts what a debtor lacks; what a preservation was asked for that was refused; one row a sentence and matter',
  )({
    matter: coded(codeWords.mentioned)(
      '事项',
      `dishonest, restricted, closed, unreached, insolvent, unable, unpaid_capital, bankruptcy, uncredited, unencumbered, mortgaged, missing, claim_of_other or preservation (rules ${ruleVersions.mentions})`,
    ),
    manner: coded(codeWords.mentionManner)(
      '提及方式',
      'asked for, warned of, quoted from a law, asserted by a party, refused, found, imposed on a debtor of several that is not named (some_debtor), or only named',
    ),
    against: parties('对象', content, 'debtors that the sentence names; empty where it names none'),
    against_keys: keysOf('对象'),
    amount: money('金额', 'uncredited and preservation: the first sum of the sentence; NULL for others'),
    currency: label('币种', 'ISO 4217 of the sum'),
    ...inContent,
    evidence: sentenceOf(content),
  }),
  case_references: ofCase(
    '关联案号',
    'other case numbers that a case names in its litigation record or text, one row a number',
  )({
    number: label('案号', 'data[].ssjl · content', 'case number as written'),
    number_key: label('案号匹配键', 'case number without 之N; NULL when masked'),
    number_status: coded(codeWords.numberStatus)('案号状态', 'parsed or masked'),
    ...typeColumns,
    ...placeIn('litigation_record or content'),
  }),
}
