import { orderRulesVersion } from '../../legal/orders.ts'
import { codeWords } from '../words/code-words.ts'
import { caseNumberColumns, outcomeColumns } from './shared-columns.ts'
import {
  boolean,
  coded,
  date,
  identifier,
  integer,
  json,
  label,
  labels,
  membersAt,
  money,
  parties,
  party,
  table,
  text,
} from './table.ts'

/** A member of a page. */
const onPage = membersAt('data')
/** A member of a listed document. */
const at = membersAt('data.list[]')

export const listPages = table({
  term: '涉诉文书列表页',
  meaning: 'pages of the litigation list as they were answered, one row a page, sweep and run',
  columns: {
    scan_run_id: label('运行编号', 'run that asked for the page', '20260301T020000Z-3d8f'),
    subject: label(
      '查询主体',
      'rh_enterpriseWritList: id · tyshxydm',
      'enterprise as asked: id:… or uscc:…',
      'uscc:91110108MA0074PN30',
    ),
    sweep: integer('遍历次序', 'pass over the list within the run, from 1; see list_sweeps'),
    page_no: integer('页码', 'rh_enterpriseWritList: pageNo', 'page number as asked, from 1', '1'),
    is_found: boolean('是否查到企业', 'false when the service knows no such enterprise'),
    enterprise_id: identifier('企业ID', onPage('id'), 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    subject_uscc: label(
      '统一社会信用代码',
      'rh_enterpriseWritList: tyshxydm',
      'code the page was asked by, if any',
      '91110108MA0074PN30',
    ),
    enterprise_name: party('企业名称', onPage('name'), 'enterprise name'),
    declared_total: integer('声明总数', onPage('total'), 'documents, as the service declares'),
    page_size: integer('每页条数', onPage('pageSize'), 'documents a page, as reported', '30'),
    has_more: boolean(
      '是否有下一页',
      onPage('hasMore'),
      'whether the service says a next page exists',
      'false',
    ),
    document_ids: labels(
      '文书id',
      'data.list[].文书id',
      'ids on the page, in order',
      '["7b0c5d2e9f4a4c1db6e83a5f1c2d4e90"]',
    ),
    ids_digest: label(
      '文书id摘要',
      'data.list[].文书id',
      'MD5 of the ids on the page, in order, a line feed between them: pages that list the same have the same',
      'fcef0d8f9c9a4d8e9c6b5a4f3e2d1c0b',
    ),
    extra: json('其他字段', 'data', 'members without a column of their own', '{"更新时间":"2026-02-28"}'),
  },
  elsewhere: ['list'],
  key: ['scan_run_id', 'subject', 'sweep', 'page_no'],
  scope: ['scan_run_id', 'subject', 'sweep', 'page_no'],
})

export const enterpriseDocuments = table({
  term: '企业涉诉文书',
  meaning: 'litigation documents listed for an enterprise; a summary, not the full text',
  columns: {
    enterprise_id: label('企业ID', 'data.id', 'enterprise id', '5a1e0000c0de4d00a0000000000000e0'),
    document_id: identifier('文书id', at('文书id'), 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    title: text(
      '标题',
      at('标题'),
      'title',
      '示范建材有限公司与示例建设集团有限公司买卖合同纠纷一审民事判决书',
    ),
    ...caseNumberColumns(at('案号')),
    decided_on: date('时间', at('时间'), 'date of the document'),
    decided_text: label('时间原文', at('时间'), 'date as given', '2023-09-18'),
    cause: label('案由', at('案由'), 'cause of action', '买卖合同纠纷'),
    procedure: label('审判程序', at('审判程序'), 'trial procedure', '一审'),
    document_kind: label('文书种类', at('文书种类'), 'document kind', '判决书'),
    plaintiffs: parties('起诉方', at('起诉方'), 'plaintiffs', '["示范建材有限公司"]'),
    defendants: parties('应诉方', at('应诉方'), 'defendants'),
    third_parties: parties('第三方', at('第三方'), 'third parties', '["示例物流有限公司"]'),
    result: text(
      '裁判结果',
      at('裁判结果'),
      'judgment result',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
    role: coded(codeWords.role)(
      '诉讼身份',
      'plaintiff, defendant or third_party: the side that names the enterprise; NULL when none or several do',
      'defendant',
    ),
    ...outcomeColumns('the judgment result'),
    extra: json('其他字段', 'data.list[]', 'members without a column of their own', '{"审判长":"孙某"}'),
  },
  key: ['enterprise_id', 'document_id'],
  scope: ['enterprise_id', 'document_id'],
})

export const documentParties = table({
  term: '文书当事人',
  meaning: 'parties of a listed document, one row a name',
  columns: {
    document_id: label('文书id', 'data.list[].文书id', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    side: coded(codeWords.role)(
      '诉讼身份',
      'data.list[]',
      'plaintiff, defendant or third_party',
      'defendant',
    ),
    ordinal: integer('序号', 'position on its side, from 1'),
    name: party('名称', 'data.list[].起诉方 · 应诉方 · 第三方', 'party as given', '示例建设集团有限公司'),
    name_key: party('名称匹配键', 'name after width, bracket and space folding'),
    result: coded(codeWords.result)(
      '裁判对其结果',
      'what the result decides for this party alone: won, by a defendant of several that is not held liable; NULL where its side says it',
      'won',
    ),
  },
  key: ['document_id', 'side', 'ordinal'],
  scope: ['document_id'],
  parent: 'enterprise_documents',
})

export const documentAmounts = table({
  term: '列表金额',
  meaning:
    'sums of money in the result of a listed document, one row a sum; the full text, where held, has them in case_amounts',
  columns: {
    document_id: label('文书id', 'data.list[].文书id', 'document id', '7b0c5d2e9f4a4c1db6e83a5f1c2d4e90'),
    ordinal: integer('序号', 'position in the result, from 1'),
    item: integer('判项', 'number of the item, from 1; NULL for what follows the last'),
    role: label('金额性质', 'what the sum is, as in case_amounts', '款项'),
    amount: money('金额', 'in the currency of the row; NULL where the result gives no exact sum'),
    currency: label('币种', 'ISO 4217; CNY unless the result names another', 'CNY'),
    amount_text: label('金额原文', 'data.list[].裁判结果', 'as written', '120000元'),
    is_ordered: boolean(
      '是否判令给付',
      `whether the item orders payment of this sum (rules ${orderRulesVersion})`,
    ),
    payers: parties('给付人', 'who is ordered to pay, as named'),
    payer_keys: parties('给付人匹配键', 'name keys of these parties'),
    unknown_payers: parties('未对应给付人', 'named payers that the list has as no party', '["某公司"]'),
    payees: parties('受领人', 'who is to be paid, as named', '["示范建材有限公司"]'),
    payee_keys: parties('受领人匹配键', 'name keys of these parties', '["示范建材有限公司"]'),
    evidence: text(
      '依据',
      'data.list[].裁判结果',
      'the sentence it stands in',
      '一、示例建设集团有限公司于判决生效后十日内支付示范建材有限公司货款120000元',
    ),
  },
  key: ['document_id', 'ordinal'],
  scope: ['document_id'],
  parent: 'enterprise_documents',
})
