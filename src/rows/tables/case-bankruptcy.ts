import { bankruptcyRulesVersion } from '../../legal/bankruptcy.ts'
import { issueRulesVersion } from '../../legal/issues.ts'
import { caseId, library } from './cases.ts'
import { boolean, integer, label, parties, party, table, text } from './table.ts'

export const caseBankruptcy = table({
  term: '破产程序',
  meaning: 'steps of a bankruptcy or liquidation that a document takes or reports, one row a step',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1: reported steps first, then decided ones'),
    kind: label(
      '事项',
      `受理, 不予受理, 指定管理人, 宣告破产, 批准重整计划, 终止重整, 认可和解协议, 认可分配方案, 确认债权, 终结程序 (rules ${bankruptcyRulesVersion})`,
      '受理',
    ),
    is_ordered: boolean('是否裁定', 'whether the operative part takes the step; else the text reports it'),
    procedure: label('程序', '破产清算, 重整, 和解, 强制清算, 破产 …, as the sentence has it', '破产清算'),
    debtor: party('债务人', 'data[].content · pjjg', 'debtor as named', '示例建设集团有限公司'),
    debtor_keys: parties('债务人匹配键', 'name keys of the party it is; empty where it is none of the head'),
    applicants: parties(
      '申请人',
      'data[].content · pjjg',
      '受理: who applied, as the sentence names them',
      '["示范建材有限公司"]',
    ),
    applicant_keys: parties('申请人匹配键', 'name keys of the parties they are', '["示范建材有限公司"]'),
    administrator: party(
      '管理人',
      'data[].content · pjjg',
      '指定管理人: who is appointed, as written',
      '某某律师事务所',
    ),
    source: label(
      '来源字段',
      'column of cases that the offset counts in: content, or judgment where there is no full text',
      'content',
    ),
    text_offset: integer('位置', 'UTF-16 offset in that column', '260'),
    evidence: text(
      '依据',
      'data[].content · pjjg',
      'the sentence it stands in',
      '受理示范建材有限公司对示例建设集团有限公司的破产清算申请',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseIssues = table({
  term: '争议焦点',
  meaning: 'questions that the court says a case turns on, one row a question',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    issue: text(
      '争议焦点',
      'data[].content',
      `question as the court words it, without its number (rules ${issueRulesVersion})`,
      '违约金是否过高',
    ),
    text_offset: integer('位置', 'UTF-16 offset in content', '1480'),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
