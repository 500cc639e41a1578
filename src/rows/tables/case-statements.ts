import { statementRulesVersion } from '../../legal/statements.ts'
import { caseId, library } from './cases.ts'
import { boolean, date, integer, label, labels, table, text } from './table.ts'

/** What a statement about another case can say, as the declarations list it. */
export const statementKinds =
  '生效, 维持, 撤销, 变更, 改判, 发回, 撤回上诉, 驳回再审, 提审: what became of that decision; 执行依据: this case carries it out; 失效: a payment order that lapsed; 不予执行, 终本, 执行完毕: how its enforcement stands; 恢复执行: this case resumes it; 立案: a case of the same dispute; 移送: the case that was transferred to this court'

export const caseStatements = table({
  term: '对他案的陈述',
  meaning: 'what a text says about another case number, as decided or as found; one row a statement',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1, in the order of the text'),
    kind: label('事项', `${statementKinds} (rules ${statementRulesVersion})`, '维持'),
    number: label(
      '他案案号',
      'data[].content · pjjg',
      'the other case number, as written',
      '（2022）京0108民初1024号',
    ),
    number_key: label(
      '他案案号匹配键',
      'that number without 之N; NULL when masked or malformed',
      '(2022)京0108民初1024号',
    ),
    items: labels('判项', 'items of that decision that the statement is about; empty for all of it', '["2"]'),
    is_decided: boolean(
      '是否裁判',
      'whether the operative part of this document decides it; else the text reports it',
    ),
    happened_on: date(
      '发生日',
      'the day that the sentence gives for it; NULL where it gives none',
      '2023-05-06',
    ),
    source: label(
      '来源字段',
      'column of cases that the offset counts in: content, or judgment where there is no full text',
      'content',
    ),
    text_offset: integer('位置', 'UTF-16 offset in that column', '420'),
    evidence: text(
      '依据',
      'data[].content · pjjg',
      'the sentence it stands in',
      '维持（2022）京0108民初1024号民事判决第二项',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
