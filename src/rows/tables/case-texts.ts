import { literals } from '../../contract/sql.ts'
import type { AmountRole } from '../../legal/amount-roles.ts'
import { ruleVersions } from '../../legal/rule-versions.ts'
import { codeWords } from '../words/code-words.ts'
import { nameKey, ofCase, payersAndPayees, statedSum } from './shared-columns.ts'
import { boolean, coded, double, integer, label, parties, party, person, type Source, text } from './table.ts'

/** Which texts of a case say something: its head, its operative part, all of it. */
export const head = { source: 'data[].dsr · content' }
export const part = { source: 'data[].pjjg · content' }
export const whole = { source: 'data[].content · pjjg' }
export const content = { source: 'data[].content' }

/** Where in these texts it stands. */
export const placeIn = (columns: string) => ({
  source: label('来源字段', `column of cases that the offset counts in: ${columns}`),
  text_offset: integer('位置', 'UTF-16 offset in that column'),
})
export const inPart = placeIn('judgment or content')
export const inWhole = placeIn('content, or judgment where there is no full text')
export const inContent = { text_offset: integer('位置', 'UTF-16 offset in content') }
export const sentenceOf = (from: Source) => text('依据', from, 'the sentence it stands in')

export const unsure = (what: string, reasons = 'words and figures differ') =>
  label(
    '未确定原因',
    `why ${what} are NULL or empty though the text has them, where readings contradict each other: ${reasons}; else NULL`,
  )

/** Sums that are no payment between the parties, or that restate others. */
const noPayment: readonly AmountRole[] = [
  '案件受理费',
  '保全费',
  '执行费',
  '罚款',
  '基数',
  '限额',
  '单价',
  '已付',
  '合计',
]
export const isPayment = (role: string): string => `coalesce(${role} NOT IN (${literals(noPayment)}), true)`

const sides = 'plaintiff, defendant or third_party in'

/** What src/legal reads in the texts of a case. */
export const caseTextTables = {
  case_parties: ofCase(
    '案例当事人',
    'parties of a case as its text names them, one row a party',
  )({
    name: party('名称', head, 'party as named'),
    name_key: nameKey,
    aliases: parties('简称', head, 'short names that the text defines for it'),
    position: label(
      '诉讼地位',
      head,
      `position in this instance, as 上诉人 or 被执行人 (rules ${ruleVersions.parties})`,
    ),
    original_position: label('原审诉讼地位', head, 'position in the lower instance, as 原审被告'),
    side: coded(codeWords.role)('诉讼身份', `${sides} this instance`),
    original_side: coded(codeWords.role)(
      '原审诉讼身份',
      `${sides} the lower instance; NULL when the text does not say`,
    ),
    result: coded(codeWords.result)(
      '对当事人的结果',
      'what the document decides for this party; NULL where that does not follow, as for a third party',
    ),
    result_rule: label(
      '结果规则',
      'side (by outcome and side alone), rest refused, not held liable, refused against it, side of the appellant, nothing for it, still sued (a suit withdrawn against others), acquitted, convicted (on appeal)',
    ),
    result_evidence: text('结果依据', part, 'the sentence that the result rests on'),
    result_offset: integer(
      '结果位置',
      'UTF-16 offset of that sentence where the result is not by side alone, in judgment, else in content',
    ),
    reason: unsure('position and side', 'positions differ'),
  }),
  case_amounts: ofCase(
    '案例金额',
    'sums of money in the operative part and in the claims of a case, one row a sum',
  )({
    ordinal: integer('序号', 'position, from 1: those ordered first, then those claimed'),
    part: label(
      '所在部分',
      `order (operative part), upheld (of the decision below, which stands), claim (what was asked for) counterclaim (what who was sued asked for) or recited (what was asked for in the first instance, as an appeal or retrial tells it; rules ${ruleVersions.claims})`,
    ),
    item: integer(
      '判项',
      'number of the item of its part, from 1; NULL for what follows the last, as court fees do',
    ),
    role: label('金额性质', 'what the sum is: 本金, 利息, 违约金, 案件受理费, 保全费, 基数, 标的 …'),
    ...statedSum('text', part),
    ...inPart,
    is_ordered: boolean(
      '是否判令给付',
      `whether the item orders a party to pay this sum; never a court fee, a base of interest, a limit, a rate, or a restated sum (rules ${ruleVersions.orders})`,
    ),
    ...payersAndPayees,
    evidence: sentenceOf(part),
    reason: unsure(
      'the amount, the payers or the payees',
      'words and figures differ, payers differ, payees differ',
    ),
  }),
  case_liabilities: ofCase(
    '责任承担',
    'who answers how for what the operative part of a case orders, one row a person',
  )({
    item: integer('判项', 'number of the item, from 1'),
    kind: label(
      '责任方式',
      `连带, 补充, 一般保证, 按份, 限额内, 担保 (its kind is not named); or 优先受偿: who is paid before others (rules ${ruleVersions.liabilities})`,
    ),
    name: party('责任人', part, 'who answers, or is paid first, as the item names them'),
    name_keys: parties('责任人匹配键', 'name keys of the parties meant; empty where they are not known'),
    share_text: label('份额原文', part, 'share as written; NULL where there is none'),
    share_percent: double('份额', 'share in per cent; NULL too where it is no finite decimal (三分之一)'),
    is_limited: boolean(
      '是否有限',
      'whether it ends at a limit (在…范围内) or at what the debtor cannot pay',
    ),
    over: text('优先受偿标的', part, 'what the money comes out of; NULL for the other kinds'),
    ...inPart,
    evidence: sentenceOf(part),
    reason: unsure('the kind', 'kinds differ'),
  }),
  case_people: ofCase(
    '案件人员',
    'who takes part in a case without being a party: representatives, lawyers, judges, clerks; one row a person and role',
  )({
    ordinal: integer('序号', 'position in the text, from 1'),
    role: label(
      '身份',
      content,
      `法定代表人, 负责人, 经营者, 委托诉讼代理人, 辩护人, 审判长, 审判员, 人民陪审员, 执行员, 书记员 … (rules ${ruleVersions.people})`,
    ),
    name: person('姓名', content, 'name as the text has it, without blanks'),
    firm: label('执业机构', content, 'law firm or legal service; NULL where the text names none'),
    party_key: party(
      '代表当事人匹配键',
      'name key of the party acted for; NULL for the court, and for agents of several',
    ),
    ...inContent,
    evidence: sentenceOf(content),
  }),
}
