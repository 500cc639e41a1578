import { termRulesVersion } from '../../legal/terms.ts'
import { caseId, library } from './cases.ts'
import { date, integer, label, parties, table, text } from './table.ts'

export const caseTerms = table({
  term: '期限与效力',
  meaning:
    'what a document says about time and force: performance periods, appeal, finality, absence; one row a statement',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    kind: label(
      '事项',
      `履行期, 上诉期, 复议期, 终审, 立即生效; 缺席: parties that did not appear (rules ${termRulesVersion})`,
      '履行期',
    ),
    item: integer('判项', 'number of the item that it is for, from 1; NULL where it is for the document'),
    days: integer('天数', 'period in days', '10'),
    months: integer('月数', 'period in months, where it is in months', '3'),
    due_on: date('届满日', 'last day, where the text gives one', '2022-06-30'),
    parties: parties(
      '缺席当事人',
      'data[].content',
      'who did not appear, as named; empty for other kinds, and where the text names none',
      '["示例建设集团有限公司"]',
    ),
    party_keys: parties('缺席当事人匹配键', 'name keys of the parties they are'),
    court: label(
      '上诉法院',
      'data[].pjjg · content',
      'court that an appeal goes to',
      '北京市第一中级人民法院',
    ),
    source: label('来源字段', 'column of cases that the offset counts in: judgment or content', 'judgment'),
    text_offset: integer('位置', 'UTF-16 offset in that column', '33'),
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '一、示例建设集团有限公司于本判决生效之日起十日内支付货款120000元',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
