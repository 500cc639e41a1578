import { mostSweeps } from '../../contract/operations/enterprises.ts'
import { boolean, coded, integer, label, party, provenance, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { listScansOfAll, listSweepsOf, pagesBeyond } from './list-life.ts'
import * as columns from './subject-columns.ts'

/** The sweeps over litigation lists and their ends (docs/findings.md, Lists and their coverage): see list-life.ts. */
export const listSweeps: View = {
  term: '涉诉文书列表遍历',
  meaning:
    'reading passes over a litigation list, one row a run, list and sweep; sweep n + 1 asks again for what sweep n read',
  columns: {
    run_id: provenance.run_id,
    list_id: label(
      '列表标识',
      'enterprise id, or the subject asked for while the service knows no such enterprise',
    ),
    sweep: integer('遍历次序', 'pass over the list within the run, from 1'),
    enterprise_id: columns.enterprise('data.id', 'enterprise id'),
    subject: label('查询主体', 'enterprise as first asked: id:… or uscc:…'),
    enterprise_name: party('企业名称', 'data.name', 'enterprise name'),
    is_found: boolean('是否查到企业', 'false when the service knows no such enterprise'),
    is_full: boolean(
      '是否完整遍历',
      'whether it reads the list, the first time or because it had changed, rather than confirming the sweep before',
    ),
    pages: integer('页数', 'pages seen'),
    last_page: integer('末页页码', 'highest page seen'),
    last_filled: integer('末个非空页', 'highest page with documents'),
    has_more: boolean('末页是否有下一页', 'data.hasMore', 'what the highest page says'),
    stated_end: integer('声明末页', 'data.hasMore', 'first page that says it is the last'),
    declared_total: integer('声明总数', 'data.total', 'documents, as the last page declared'),
    page_size: integer('每页条数', 'data.pageSize', 'documents a page, as page 1 reported'),
    pages_predicted: integer(
      '预计页数',
      'pages by the total and size that page 1 declares; NULL while page 1 is not read',
    ),
    pages_most: integer(
      '最多页数',
      `pages after which the list is not believed to go on: ${pagesBeyond} more than predicted`,
    ),
    first_page: label('首页摘要', 'data.list[].文书id', 'ids_digest of page 1'),
    listed: integer('列出条数', 'documents listed, repeated ones included'),
    distinct_documents: integer('去重文书数', 'distinct document ids'),
    is_total_stable: boolean('总数是否稳定', 'whether all pages declared the same total'),
    pages_again: integer('复核页数', 'pages that the next sweep has asked for again'),
    is_first_again: boolean('首页是否复核', 'whether page 1 is among them'),
    is_moved: boolean(
      '列表是否变动',
      'whether totals or page sizes differ, or a page that was asked for again',
    ),
    is_over: boolean('是否读完', 'whether no page of this sweep is left to ask for'),
    is_ended: boolean(
      '是否正常结束',
      'whether every page was read up to the one that alone says it is the last',
    ),
    stopped_by: coded(codeWords.listReason)(
      '中止原因',
      'how it ended otherwise, as list_scans.reason_code; NULL when it did not',
    ),
    stopped_page: integer('中止页码', 'page that stopped_by names'),
    stopped_other_page: integer('中止另一页码', 'second page that stopped_by names'),
  },
  sql: listSweepsOf('list_pages'),
}

/**
 * What each scan of a list saw and what the service declared (docs/findings.md, Lists and their coverage). A scan of
 * page 1 is `unchanged` when that page, its size and the total are those of the last complete scan.
 */
export const listScans: View = {
  term: '涉诉文书列表核对',
  meaning:
    'one row a run and enterprise: the declared total against the distinct documents that were seen. What several sweeps saw is all ' +
    'kept: a document that a later sweep does not list is not taken for deleted',
  columns: {
    run_id: provenance.run_id,
    enterprise_id: columns.enterprise(
      'data.id',
      'enterprise id; NULL when the service knows no such enterprise',
    ),
    ...columns.picked(listSweeps.columns, 'subject', 'enterprise_name', 'declared_total'),
    sweeps: integer(
      '遍历次数',
      `times that the list was read, at most ${mostSweeps}; pages, documents and verdict are those of the last`,
    ),
    ...columns.picked(listSweeps.columns, 'pages'),
    pages_again: integer(
      '复核页数',
      'pages that were asked for again after the last one was read: page 1, or all but the last; 0 for a list of one page',
    ),
    ...columns.picked(listSweeps.columns, 'listed', 'distinct_documents'),
    duplicates: integer('重复条数', 'listed documents that were seen before in the same sweep'),
    ...columns.picked(listSweeps.columns, 'is_total_stable'),
    verdict: coded(codeWords.verdict)(
      '核对结论',
      'complete: every page up to the one that alone says it is the last declared the same total, that many distinct documents ' +
        'were seen, and what was asked for again after the last page was the same; unchanged: page 1, its size and the total ' +
        'are those of the last complete scan; unstable: the list changed while it was read, each time; not_found: the service ' +
        'knows no such enterprise; incomplete: anything else',
    ),
    reason_code: coded(codeWords.listReason)(
      '原因代码',
      'why the verdict is incomplete or unstable, as a code',
    ),
    reason_number: integer('原因数值', 'first number of the reason: a page, a sweep, or how much was read'),
    reason_other_number: integer(
      '原因另一数值',
      'second number of the reason: another page, or how much there is',
    ),
    reason: label('原因', 'the same as a sentence in English'),
    based_on_run: columns.basedOnRun('run of the complete scan that an unchanged one rests on'),
  },
  sql: listScansOfAll,
}
