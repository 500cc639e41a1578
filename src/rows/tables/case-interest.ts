import { feeRulesVersion } from '../../legal/fee-bearers.ts'
import { interestRulesVersion } from '../../legal/interest.ts'
import { caseId, library } from './cases.ts'
import { boolean, date, double, integer, label, money, parties, table, text } from './table.ts'

const source = label('来源字段', 'column of cases that the offset counts in: judgment or content', 'judgment')
const offset = integer('位置', 'UTF-16 offset in that column', '33')

export const caseInterest = table({
  term: '利息与违约金',
  meaning:
    'interest and penalties that the operative part orders, fixed or running, one row a sum or a period',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    item: integer('判项', 'number of the item, from 1; NULL for what follows the last'),
    kind: label(
      '种类',
      `利息, 罚息, 复利, 违约金, 资金占用费; 迟延履行利息: the text says that it doubles for delay (rules ${interestRulesVersion})`,
      '利息',
    ),
    is_running: boolean(
      '是否待计算',
      'whether its sum has yet to be worked out: it is in no sum of case_amounts',
    ),
    amount: money('金额', 'the fixed sum; NULL where it runs', '8600.00'),
    base_amount: money(
      '计算基数',
      'the sum that it runs on: 以…为基数, or the only debt right before it (货款100元及利息)',
      '500000.00',
    ),
    base_text: text('基数原文', 'data[].pjjg · content', 'the base as written after 以', '500000元'),
    from_on: date('起算日', 'first day, where the text gives one', '2021-03-01'),
    from_text: label('起算原文', 'data[].pjjg · content', 'that day or event as written', '2021年3月1日'),
    until_on: date('截止日', 'last day; NULL where it runs until payment', '2022-03-01'),
    until_text: label('截止原文', 'data[].pjjg · content', 'that day or event as written', '实际付清之日'),
    rate_text: label('利率原文', 'data[].pjjg · content', 'the rate as written', '年利率6%'),
    rate_percent: double('利率', 'rate in per cent of the base a rate_period; NULL beside a benchmark', '6'),
    rate_period: label('利率周期', 'year, month or day', 'year'),
    benchmark: label('参照利率', 'LPR, 贷款基准利率, 存款利率 or 约定利率; NULL for a figure', 'LPR'),
    multiple: double(
      '倍数',
      'times the benchmark: 1 where the text adds nothing, 1.5 for 加计50%; NULL where not certain',
      '4',
    ),
    currency: label('币种', 'ISO 4217 of the sum or base; NULL without either', 'CNY'),
    payers: parties('给付人', 'who pays by this item, where all its sums have the same payers'),
    payer_keys: parties('给付人匹配键', 'name keys of the parties they are'),
    source,
    text_offset: offset,
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '以500000元为基数，自2021年3月1日起至实际付清之日止，按一年期贷款市场报价利率的四倍计算',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseFees = table({
  term: '诉讼费用负担',
  meaning: 'who bears which fee of the court, one row a fee and share',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    fee: label(
      '费用',
      `案件受理费, 保全费, 执行费, 鉴定费, 公告费 …; joined by 、 where one share covers several (rules ${feeRulesVersion})`,
      '案件受理费',
    ),
    amount: money(
      '金额',
      'what is borne; of a halved fee the half; NULL where shares have no sums',
      '250.00',
    ),
    currency: label('币种', 'ISO 4217; NULL without a sum', 'CNY'),
    bearers: parties('负担人', 'who bears it, as named'),
    bearer_keys: parties('负担人匹配键', 'name keys of the parties they are'),
    is_shared: boolean('是否共同负担', 'whether several bear the sum together; else each bears it', 'false'),
    source,
    text_offset: offset,
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '案件受理费500元，减半收取250元，由示例建设集团有限公司负担',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
