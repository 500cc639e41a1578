import { sentenceRulesVersion } from '../../legal/sentences.ts'
import { caseId, library } from './cases.ts'
import { boolean, integer, label, money, parties, table, text } from './table.ts'

export const caseSentences = table({
  term: '刑事裁判',
  meaning:
    'what a criminal judgment decides, one row a crime, a sentence for several crimes, or an order about money',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    item: integer('判项', 'number of the item, from 1'),
    kind: label(
      '事项',
      `罪名: one crime; 决定执行: what is carried out for several; 无罪; 退赔, 追缴, 没收, 发还: money and things (rules ${sentenceRulesVersion})`,
      '罪名',
    ),
    accused: parties(
      '被告人',
      'data[].pjjg · content',
      'whom it is about, as named; empty where the text names none',
      '["钱某"]',
    ),
    accused_keys: parties('被告人匹配键', 'name keys of the parties they are', '["钱某"]'),
    is_unit: boolean('是否单位', 'whether the accused is a unit (被告单位)', 'false'),
    crime: label('罪名', 'data[].pjjg · content', 'crime as written; NULL for other kinds', '合同诈骗罪'),
    penalty: label(
      '主刑',
      '有期徒刑, 拘役, 管制, 无期徒刑, 死刑, 死刑缓期执行, 免予刑事处罚; NULL where only a fine is imposed',
      '有期徒刑',
    ),
    months: integer('刑期月数', 'length of the penalty in months', '42'),
    probation_months: integer('缓刑月数', 'length of the probation in months', '48'),
    fine: money('罚金', 'fine, in the currency of the row', '50000.00'),
    deprivation: label('剥夺政治权利', 'data[].pjjg · content', 'its length as written', '二年'),
    amount: money('涉案金额', 'sum to refund, recover, confiscate or return', '860000.00'),
    currency: label('币种', 'ISO 4217 of the fine or the sum; NULL without either', 'CNY'),
    source: label('来源字段', 'column of cases that the offset counts in: judgment or content', 'judgment'),
    text_offset: integer('位置', 'UTF-16 offset in that column', '6'),
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '被告人钱某犯合同诈骗罪，判处有期徒刑三年六个月，并处罚金五万元',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
