import { claimResultRulesVersion } from '../../legal/claim-results.ts'
import { liabilityRulesVersion } from '../../legal/liabilities.ts'
import { orderRulesVersion } from '../../legal/orders.ts'
import { codeWords } from '../words/code-words.ts'
import { caseId, library } from './cases.ts'
import { boolean, coded, double, integer, label, money, parties, party, table, text } from './table.ts'

/* What src/legal reads in the texts of a case. */

export const caseParties = table({
  term: '案例当事人',
  meaning: 'parties of a case as its text names them, one row a party',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    name: party('名称', 'data[].dsr · content', 'party as named', '示例建设集团有限公司'),
    name_key: party('名称匹配键', 'name after width, bracket and space folding'),
    aliases: parties(
      '简称',
      'data[].dsr · content',
      'short names that the text defines for it',
      '["示例建设公司"]',
    ),
    position: label(
      '诉讼地位',
      'data[].dsr · content',
      'position in this instance, as 上诉人 or 被执行人',
      '上诉人',
    ),
    original_position: label(
      '原审诉讼地位',
      'data[].dsr · content',
      'position in the lower instance, as 原审被告',
      '原审被告',
    ),
    side: coded(codeWords.role)(
      '诉讼身份',
      'plaintiff, defendant or third_party in this instance',
      'plaintiff',
    ),
    original_side: coded(codeWords.role)(
      '原审诉讼身份',
      'plaintiff, defendant or third_party in the lower instance; NULL when the text does not say',
      'defendant',
    ),
    result: coded(codeWords.result)(
      '对当事人的结果',
      'what the document decides for this party; NULL where that does not follow, as for a third party',
      'lost',
    ),
    result_rule: label(
      '结果规则',
      'side (by outcome and side alone), not held liable, refused against it, side of the appellant',
      'side',
    ),
    result_evidence: text(
      '结果依据',
      'data[].pjjg · content',
      'the sentence that the result rests on',
      '二、驳回示范建材有限公司的其他诉讼请求',
    ),
    result_offset: integer(
      '结果位置',
      'UTF-16 offset of that sentence where the result is not by side alone, in judgment, else in content',
      '58',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseAmounts = table({
  term: '案例金额',
  meaning: 'sums of money in the operative part and in the claims of a case, one row a sum',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1: those ordered first, then those claimed'),
    part: label(
      '所在部分',
      'order (operative part), upheld (of the decision below, which stands) or claim (what was asked for)',
      'order',
    ),
    item: integer(
      '判项',
      'number of the item of its part, from 1; NULL for what follows the last, as court fees do',
    ),
    role: label('金额性质', 'what the sum is: 本金, 利息, 违约金, 案件受理费, 保全费, 基数, 标的 …', '款项'),
    amount: money('金额', 'in the currency of the row; NULL where the text gives no exact sum'),
    currency: label('币种', 'ISO 4217; CNY unless the text names another', 'CNY'),
    amount_text: label('金额原文', 'data[].pjjg · content', 'as written', '120000元'),
    source: label('来源字段', 'column of cases that the offset counts in: judgment or content', 'judgment'),
    text_offset: integer('位置', 'UTF-16 offset in that column', '33'),
    is_ordered: boolean(
      '是否判令给付',
      `whether the item orders a party to pay this sum; never a court fee, a base of interest, a limit, a rate, or a restated sum (rules ${orderRulesVersion})`,
    ),
    payers: parties(
      '给付人',
      'who is ordered to pay, or whose money is taken in enforcement, as the item names them',
    ),
    payer_keys: parties('给付人匹配键', 'name keys of the parties they are'),
    unknown_payers: parties(
      '未对应给付人',
      'of those who are ordered to pay, names that are no party as the head introduces it',
      '["某公司"]',
    ),
    payees: parties(
      '受领人',
      'who is to be paid, as the item names them; of a claim who asks for it',
      '["示范建材有限公司"]',
    ),
    payee_keys: parties('受领人匹配键', 'name keys of the parties they are', '["示范建材有限公司"]'),
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    claim_result: coded(codeWords.claimResult)(
      '请求结果',
      `what a first decision says about a claim: granted or refused; NULL where it does not say, and for orders (rules ${claimResultRulesVersion})`,
      'granted',
    ),
    claim_result_rule: label(
      '请求结果规则',
      'ordered in full (the same sum is ordered), refused by its sum, all refused (by the outcome)',
      'ordered in full',
    ),
    claim_result_evidence: text(
      '请求结果依据',
      'data[].pjjg · content',
      'the sentence that the result rests on',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    claim_result_offset: integer(
      '请求结果位置',
      'UTF-16 offset in judgment, else in content; NULL where the outcome alone decides',
      '33',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseLiabilities = table({
  term: '责任承担',
  meaning: 'who answers how for what the operative part of a case orders, one row a person',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    item: integer('判项', 'number of the item, from 1', '2'),
    kind: label(
      '责任方式',
      `连带, 补充, 一般保证, 按份; or 优先受偿: who is paid before others (rules ${liabilityRulesVersion})`,
      '连带',
    ),
    name: party(
      '责任人',
      'data[].pjjg · content',
      'who answers, or is paid first, as the item names them',
      '示例建设集团有限公司',
    ),
    name_keys: parties('责任人匹配键', 'name keys of the parties meant; empty where they are not known'),
    share_text: label(
      '份额原文',
      'data[].pjjg · content',
      'share as written; NULL where there is none',
      '50%',
    ),
    share_percent: double(
      '份额',
      'share in per cent; NULL too where it is no finite decimal (三分之一)',
      '50',
    ),
    is_limited: boolean(
      '是否有限',
      'whether it ends at a limit (在…范围内) or at what the debtor cannot pay',
      'false',
    ),
    over: text(
      '优先受偿标的',
      'data[].pjjg · content',
      'what the money comes out of; NULL for the other kinds',
      '示例建设集团有限公司名下房屋',
    ),
    source: label('来源字段', 'column of cases that the offset counts in: judgment or content', 'judgment'),
    text_offset: integer('位置', 'UTF-16 offset in that column', '120'),
    evidence: text(
      '依据',
      'data[].pjjg · content',
      'the sentence it stands in',
      '二、示例建设集团有限公司对上述债务承担连带清偿责任',
    ),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})

export const caseReferences = table({
  term: '关联案号',
  meaning: 'other case numbers that a case names in its litigation record or text, one row a number',
  columns: {
    case_id: caseId,
    library,
    ordinal: integer('序号', 'position, from 1'),
    number: label('案号', 'data[].ssjl · content', 'case number as written', '（2023）京0108民初1024号'),
    number_key: label('案号匹配键', 'case number without 之N; NULL when masked', '(2023)京0108民初1024号'),
    number_status: coded(codeWords.numberStatus)('案号状态', 'parsed or masked', 'parsed'),
    number_category: label('案号案件类别', 'case category that the type code stands for', '民事案件'),
    number_procedure: label('案号审判程序', 'trial procedure that the type code stands for', '一审'),
    source: label(
      '来源字段',
      'column of cases that the offset counts in: litigation_record or content',
      'litigation_record',
    ),
    text_offset: integer('位置', 'UTF-16 offset in that column', '48'),
  },
  key: ['library', 'case_id', 'ordinal'],
  scope: ['library', 'case_id'],
  parent: 'cases',
})
