import { peopleRulesVersion } from '../../legal/people.ts'
import { caseId, library } from './cases.ts'
import { boolean, integer, label, party, person, table, text } from './table.ts'

export const casePeople = table({
  term: '案件人员',
  meaning:
    'who takes part in a case without being a party: representatives, lawyers, judges, clerks; one row a person and role',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position in the text, from 1'),
    role: label(
      '身份',
      'data[].content',
      `法定代表人, 负责人, 经营者, 委托诉讼代理人, 辩护人, 审判长, 审判员, 人民陪审员, 执行员, 书记员 … (rules ${peopleRulesVersion})`,
      '委托诉讼代理人',
    ),
    name: person('姓名', 'data[].content', 'name as the text has it, without blanks', '贺某'),
    firm: label(
      '执业机构',
      'data[].content',
      'law firm or legal service; NULL where the text names none',
      '某某律师事务所',
    ),
    is_lawyer: boolean('是否律师', 'whether the text calls the person 律师; 实习律师 and 律师助理 are none'),
    party_key: party(
      '代表当事人匹配键',
      'name key of the party acted for; NULL for the court, and for agents of several',
    ),
    text_offset: integer('位置', 'UTF-16 offset in content', '96'),
    evidence: text(
      '依据',
      'data[].content',
      'the sentence it stands in',
      '委托诉讼代理人：贺某，某某律师事务所律师',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
