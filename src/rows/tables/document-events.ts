import { bankruptcyRulesVersion } from '../../legal/bankruptcy.ts'
import { enforcementRulesVersion } from '../../legal/enforcement.ts'
import { statementRulesVersion } from '../../legal/statements.ts'
import { boolean, date, integer, label, labels, money, parties, table, text } from './table.ts'

export const documentEvents = table({
  term: '列表事项',
  meaning:
    'what the result of a listed document says of an enforcement, a bankruptcy, a liability or another case, one row a fact; the full text, where held, has them in case_enforcement, case_bankruptcy and case_statements',
  columns: {
    document_id: label('文书id', 'data.list[].文书id', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    ordinal: integer('序号', 'position, from 1'),
    kind: label(
      '事项',
      `as in case_enforcement (rules ${enforcementRulesVersion}), case_bankruptcy (rules ${bankruptcyRulesVersion}) and case_statements (rules ${statementRulesVersion}); 连带, 补充, 一般保证, 按份: who answers for a debt, as in case_liabilities`,
      '终本',
    ),
    number: label(
      '他案案号',
      'data.list[].裁判结果',
      'the other case that the fact is of, as written; NULL where it is of the case of the document',
      '（2022）京0108民初1024号',
    ),
    number_key: label(
      '他案案号匹配键',
      'that number without 之N; NULL when masked or malformed',
      '(2022)京0108民初1024号',
    ),
    items: labels(
      '判项',
      'items of the other decision that the fact is about, of a liability its own; empty for all of it',
      '["2"]',
    ),
    is_decided: boolean('是否裁判', 'whether the result decides it; else it reports it'),
    is_lifted: boolean('是否解除', 'whether the result lifts the mark or measure', 'false'),
    against: parties(
      '对象',
      'data.list[].裁判结果',
      'who is marked, whose property, or the debtor of a bankruptcy, as named; empty where the sentence names none',
      '["示例建设集团有限公司"]',
    ),
    against_keys: parties('对象匹配键', 'name keys of the parties they are'),
    amount: money(
      '金额',
      'the sum, in the currency of the row; NULL where the sentence gives none',
      '930000.00',
    ),
    currency: label('币种', 'ISO 4217; NULL without a sum', 'CNY'),
    property: text('财产', 'data.list[].裁判结果', 'what a measure is on, as written', '银行存款'),
    term_months: integer('期限月数', 'how long a measure lasts, in months', '12'),
    term_until: date('期限届满日', 'last day of that term, where given', '2024-02-29'),
    happened_on: date(
      '发生日',
      'the day that the sentence gives for it; NULL where it gives none',
      '2023-05-06',
    ),
    evidence: text('依据', 'data.list[].裁判结果', 'the sentence it stands in', '终结本次执行程序'),
  },
  key: ['document_id', 'ordinal'],
  scope: ['document_id'],
  parent: 'enterprise_documents',
})
