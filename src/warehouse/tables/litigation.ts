import { boolean, date, integer, json, text, texts } from '../column.ts'
import { table } from '../table.ts'

export const listPages = table({
  term: '涉诉文书列表页',
  meaning: 'pages of the litigation list as they were answered (contract 2.8), one row a page and run',
  columns: {
    scan_run_id: text('运行编号', 'derived', 'run that asked for the page'),
    subject: text('查询主体', 'rh_enterpriseWritList: id · tyshxydm', 'enterprise as asked: id:… or uscc:…'),
    page_no: integer('页码', 'rh_enterpriseWritList: pageNo', 'page number as asked, from 1'),
    is_found: boolean('是否查到企业', 'derived', 'false when the service knows no such enterprise'),
    enterprise_id: text('企业ID', 'data.id', 'enterprise id'),
    subject_uscc: text(
      '统一社会信用代码',
      'rh_enterpriseWritList: tyshxydm',
      'code the page was asked by, if any',
    ),
    enterprise_name: text('企业名称', 'data.name', 'enterprise name'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the service declares'),
    page_size: integer('每页条数', 'data.pageSize', 'documents a page, as reported'),
    has_more: boolean('是否有下一页', 'data.hasMore', 'whether the service says a next page exists'),
    document_ids: texts('文书id', 'data.list[].文书id', 'ids on the page, in order'),
    extra: json('其他字段', 'data', 'members without a column of their own'),
  },
  key: ['scan_run_id', 'subject', 'page_no'],
  scope: ['scan_run_id', 'subject', 'page_no'],
})

export const enterpriseDocuments = table({
  term: '企业涉诉文书',
  meaning: 'litigation documents listed for an enterprise (contract 2.8); a summary, not the full text',
  columns: {
    enterprise_id: text('企业ID', 'data.id', 'enterprise id'),
    document_id: text('文书id', 'data.list[].文书id', 'document id'),
    title: text('标题', 'data.list[].标题', 'title'),
    case_number: text('案号', 'data.list[].案号', 'case number as given'),
    case_number_canonical: text('规范案号', 'derived', 'case number in one spelling'),
    case_number_key: text('案号匹配键', 'derived', 'case number without 之N; NULL when masked or malformed'),
    case_number_status: text('案号状态', 'derived', 'parsed, masked or malformed'),
    decided_on: date('时间', 'data.list[].时间', 'date of the document'),
    decided_text: text('时间原文', 'data.list[].时间', 'date as given'),
    cause: text('案由', 'data.list[].案由', 'cause of action'),
    procedure: text('审判程序', 'data.list[].审判程序', 'trial procedure'),
    document_kind: text('文书种类', 'data.list[].文书种类', 'document kind'),
    plaintiffs: texts('起诉方', 'data.list[].起诉方', 'plaintiffs'),
    defendants: texts('应诉方', 'data.list[].应诉方', 'defendants'),
    third_parties: texts('第三方', 'data.list[].第三方', 'third parties'),
    result: text('裁判结果', 'data.list[].裁判结果', 'judgment result'),
    extra: json('其他字段', 'data.list[]', 'members without a column of their own'),
  },
  key: ['enterprise_id', 'document_id'],
  scope: ['enterprise_id', 'document_id'],
})

export const documentParties = table({
  term: '文书当事人',
  meaning: 'parties of a listed document, one row a name',
  columns: {
    document_id: text('文书id', 'data.list[].文书id', 'document id'),
    side: text('诉讼身份', 'data.list[]', 'plaintiff, defendant or third_party'),
    ordinal: integer('序号', 'derived', 'position on its side, from 1'),
    name: text('名称', 'data.list[].起诉方 · 应诉方 · 第三方', 'party as given'),
    name_key: text('名称匹配键', 'derived', 'name after width, bracket and space folding'),
  },
  key: ['document_id', 'side', 'ordinal'],
  scope: ['document_id'],
  parent: 'enterprise_documents',
})
