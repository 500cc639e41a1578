import { ruleVersions } from '../../legal/rule-versions.ts'
import { codeWords } from '../words/code-words.ts'
import {
  caseNumberColumns,
  dated,
  documentId,
  enforcedOn,
  extraOf,
  happenedOn,
  isLifted,
  nameKey,
  ofDocument,
  outcomeColumns,
  payersAndPayees,
  statedSum,
  termOfMeasure,
} from './shared-columns.ts'
import {
  boolean,
  coded,
  identifier,
  integer,
  label,
  labels,
  membersAt,
  parties,
  party,
  table,
  text,
} from './table.ts'

/** A member of a page, and one of a listed document. */
const onPage = membersAt('data')
const at = membersAt('data.list[]')
const id = { source: 'data.list[].文书id' }
const result = { source: 'data.list[].裁判结果' }
const asked = (name: string) => ({ source: `rh_enterpriseWritList: ${name}` })

export const litigationTables = {
  list_pages: table(
    '涉诉文书列表页',
    'pages of the litigation list as they were answered, one row a page, sweep and run',
    ['scan_run_id', 'subject', 'sweep', 'page_no'],
    { elsewhere: ['list'] },
  )({
    scan_run_id: label('运行编号', 'run that asked for the page'),
    subject: label('查询主体', asked('id · tyshxydm'), 'enterprise as asked: id:… or uscc:…'),
    sweep: integer('遍历次序', 'pass over the list within the run, from 1; see list_sweeps'),
    page_no: integer('页码', asked('pageNo'), 'page number as asked, from 1'),
    is_found: boolean('是否查到企业', 'false when the service knows no such enterprise'),
    enterprise_id: identifier('企业ID', onPage('id'), 'enterprise id'),
    subject_uscc: label('统一社会信用代码', asked('tyshxydm'), 'code the page was asked by, if any'),
    enterprise_name: party('企业名称', onPage('name'), 'enterprise name'),
    declared_total: integer('声明总数', onPage('total'), 'documents, as the service declares'),
    page_size: integer('每页条数', onPage('pageSize'), 'documents a page, as reported'),
    has_more: boolean('是否有下一页', onPage('hasMore'), 'whether the service says a next page exists'),
    document_ids: labels('文书id', id, 'ids on the page, in order'),
    ids_digest: label(
      '文书id摘要',
      id,
      'MD5 of the ids on the page, in order, a line feed between them: pages that list the same have the same',
    ),
    extra: extraOf('data'),
  }),
  enterprise_documents: table(
    '企业涉诉文书',
    'litigation documents listed for an enterprise; a summary, not the full text',
    ['enterprise_id', 'document_id'],
  )({
    enterprise_id: label('企业ID', 'data.id', 'enterprise id'),
    document_id: identifier('文书id', at, 'document id'),
    title: text('标题', at, 'title'),
    ...caseNumberColumns(at('案号')),
    ...dated('decided', '时间', at, 'date of the document'),
    cause: label('案由', at, 'cause of action'),
    procedure: label('审判程序', at, 'trial procedure'),
    document_kind: label('文书种类', at, 'document kind'),
    plaintiffs: parties('起诉方', at, 'plaintiffs'),
    defendants: parties('应诉方', at, 'defendants'),
    third_parties: parties('第三方', at, 'third parties'),
    result: text('裁判结果', at, 'judgment result'),
    role: coded(codeWords.role)(
      '诉讼身份',
      'plaintiff, defendant or third_party: the side that names the enterprise; NULL when none or several do',
    ),
    ...outcomeColumns('the judgment result'),
    extra: extraOf('data.list[]'),
  }),
  document_parties: table(
    '文书当事人',
    'parties of a listed document, one row a name',
    ['document_id', 'side', 'ordinal'],
    { scope: ['document_id'], parent: 'enterprise_documents' },
  )({
    document_id: documentId,
    side: coded(codeWords.role)('诉讼身份', 'data.list[]', 'plaintiff, defendant or third_party'),
    ordinal: integer('序号', 'position on its side, from 1'),
    name: party('名称', 'data.list[].起诉方 · 应诉方 · 第三方', 'party as given'),
    name_key: nameKey,
    result: coded(codeWords.result)(
      '裁判对其结果',
      'what the result decides for this party alone: of several defendants won by who is not held liable, neutral for who is not convicted; NULL where its side says it',
    ),
  }),
  document_amounts: ofDocument(
    '列表金额',
    'sums of money in the result of a listed document, one row a sum; the full text, where held, has them in case_amounts',
  )({
    ordinal: integer('序号', 'position in the result, from 1'),
    item: integer('判项', 'number of the item, from 1; NULL for what follows the last'),
    role: label('金额性质', 'what the sum is, as in case_amounts'),
    ...statedSum('result', result),
    is_ordered: boolean(
      '是否判令给付',
      `whether the item orders payment of this sum (rules ${ruleVersions.orders})`,
    ),
    ...payersAndPayees,
    evidence: text('依据', result, 'the sentence it stands in'),
  }),
  document_events: ofDocument(
    '列表事项',
    'what the result of a listed document says of an enforcement, a bankruptcy, a liability or another case, one row a fact; the full text, where held, has them in case_enforcement, case_bankruptcy and case_statements',
  )({
    kind: label(
      '事项',
      `as in case_enforcement (rules ${ruleVersions.enforcement}), case_bankruptcy (rules ${ruleVersions.bankruptcy}) and case_statements (rules ${ruleVersions.statements}); 连带, 补充, 一般保证, 按份, 限额内, 担保: who answers for a debt, as in case_liabilities`,
    ),
    number: label(
      '他案案号',
      result,
      'the other case that the fact is of, as written; NULL where it is of the case of the document',
    ),
    number_key: label('他案案号匹配键', 'that number without 之N; NULL when masked or malformed'),
    items: labels(
      '判项',
      'items of the other decision that the fact is about, of a liability its own; empty for all of it',
    ),
    is_decided: boolean('是否裁判', 'whether the result decides it; else it reports it'),
    is_lifted: isLifted,
    ...enforcedOn(result),
    ...termOfMeasure,
    happened_on: happenedOn('it'),
    evidence: text('依据', result, 'the sentence it stands in'),
  }),
}
