import { outcomeRules } from '../../legal/outcome-rules.ts'
import { codeWords } from '../words/code-words.ts'
import { coded, identifier, integer, label, type Origin, text } from './table.ts'

/** Columns that several tables have, for they come from the same parser. */

/** A case number: as given, in one spelling, its join key, its status, and what its codes say by themselves. */
export const caseNumberColumns = (origin: Origin) => ({
  case_number: identifier('案号', origin, 'case number as given', '（2023）京0108民初1024号'),
  case_number_canonical: label('规范案号', 'case number in one spelling', '(2023)京0108民初1024号'),
  case_number_key: label(
    '案号匹配键',
    'case number without 之N; NULL when masked or malformed',
    '(2023)京0108民初1024号',
  ),
  case_number_status: coded(codeWords.numberStatus)('案号状态', 'parsed, masked or malformed', 'parsed'),
  case_year: integer('收案年度', 'year of the case number', '2023'),
  court_code: label('法院代字', 'court code of the case number', '京0108'),
  type_code: label('类型代字', 'type code of the case number', '民初'),
  number_category: label('案号案件类别', 'case category that the type code stands for', '民事案件'),
  number_procedure: label('案号审判程序', 'trial procedure that the type code stands for', '一审'),
  number_court_level: label('案号法院层级', 'court level that the court code stands for', '基层'),
  number_province: label('案号省级地域', 'province that the court code stands for', '北京'),
})

/** How a document disposes of its case, by legal/outcome-rules.ts. Its version stands here, so that another one rebuilds the tables. */
export const outcomeColumns = (source: string) => ({
  outcome: coded(codeWords.outcome)(
    '结案方式',
    `what the document decides; NULL when no rule recognises ${source}`,
    'partly_granted',
  ),
  outcome_rule: label(
    '结案方式规则',
    `rule set (now ${outcomeRules.version}) and rule that fired, as 1:withdrawn`,
    `${outcomeRules.version}:partly_granted`,
  ),
  outcome_evidence: text(
    '结案方式依据',
    'the sentence that the rule rests on',
    '二、驳回示范建材有限公司的其他诉讼请求',
  ),
})
