import { enforcementRulesVersion } from '../../legal/enforcement.ts'
import { caseId, library } from './cases.ts'
import { boolean, date, integer, label, labels, money, parties, table, text } from './table.ts'

export const caseEnforcement = table({
  term: '执行情况',
  meaning:
    'what a text says about an enforcement, as decided or as found: sums, how it ends and why, marks on debtors, measures on property; one row a fact',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1: reported facts first, then decided ones'),
    kind: label(
      '事项',
      `执行标的, 执行到位, 未执行到位: a sum; 终本, 终结执行, 恢复执行, 执行完毕, 和解: how it stands; 失信, 限高: a mark; 冻结, 轮候冻结, 查封, 轮候查封, 扣押, 划拨, 提取, 拍卖: a measure (rules ${enforcementRulesVersion})`,
      '终本',
    ),
    is_ordered: boolean('是否裁定', 'whether the operative part decides it; else the text reports it'),
    is_lifted: boolean('是否解除', 'whether the text lifts the mark or measure', 'false'),
    number_key: label(
      '他案案号匹配键',
      'key of the case that the fact is of, where its sentence names another number than the document has; else NULL',
      '(2022)京0108执1024号',
    ),
    happened_on: date(
      '发生日',
      'the day that the sentence gives for the fact; NULL where it gives none',
      '2023-05-06',
    ),
    against: parties(
      '对象',
      'data[].content · pjjg',
      'whose property, or who is marked, as named; empty where the sentence names none',
      '["示例建设集团有限公司"]',
    ),
    against_keys: parties('对象匹配键', 'name keys of the parties they are'),
    amount: money(
      '金额',
      'the sum, in the currency of the row; NULL where the sentence gives none, or several for one measure',
      '930000.00',
    ),
    currency: label('币种', 'ISO 4217; NULL without a sum', 'CNY'),
    property: text('财产', 'data[].content · pjjg', 'what a measure is on, as written', '银行存款'),
    term_text: label(
      '期限原文',
      'data[].content · pjjg',
      'how long a measure lasts, as written',
      '期限为一年',
    ),
    term_months: integer('期限月数', 'that term in months; NULL where it has none', '12'),
    term_until: date('期限届满日', 'last day of the term, where the text gives it', '2024-02-29'),
    reasons: labels(
      '终结原因',
      '终本 and 终结执行: 无可供执行财产, 无其他可供执行财产, 财产暂不能处置, 被执行人下落不明, 未提供财产线索, 申请执行人同意, 双方和解, 撤回执行申请, 执行完毕, 移送破产; empty where the text gives none of these',
      '["无可供执行财产"]',
    ),
    source: label(
      '来源字段',
      'column of cases that the offset counts in: content, or judgment where there is no full text',
      'content',
    ),
    text_offset: integer('位置', 'UTF-16 offset in that column', '420'),
    evidence: text('依据', 'data[].content · pjjg', 'the sentence it stands in', '终结本次执行程序'),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
