import { boolean, integer, json, label, party, roll } from '../column.ts'
import { provenance, table } from '../table.ts'

/** What a job lists: the input of a run, as given. */
export const jobInputs = table({
  term: '批量导入名单',
  meaning: 'what a job lists: enterprises, searches or citations, one row an entry and run',
  columns: {
    run_id: provenance.run_id,
    ordinal: integer('序号', 'job', 'position in the job, from 1', '1'),
    kind: label(
      '种类',
      'job',
      'enterprise, case_search, statute_search, citation, or what a pipeline of your own calls it',
      'enterprise',
    ),
    given_name: roll('原文件导入名称', 'job: name', 'name as given', '示例建设集团有限公司'),
    given_uscc: label(
      '导入统一社会信用代码',
      'job: uscc',
      'unified social credit code as given',
      '91110108MA0074PN30',
    ),
    given_id: label('导入企业ID', 'job: id', 'enterprise id as given', '5a1e0000c0de4d00a0000000000000e0'),
    name_key: party(
      '名称匹配键',
      'derived',
      'name after width, bracket and space folding',
      '示例建设集团有限公司',
    ),
    uscc_key: label('代码匹配键', 'derived', 'code after width folding, upper case', '91110108MA0074PN30'),
    params: json(
      '参数',
      'job',
      'what an entry that is no enterprise asks for, by name',
      '{"query":"买受人逾期付款的违约金如何调整"}',
    ),
    source: label('来源', 'job', 'the job file, or the file and line the entry came from', 'suppliers.csv:2'),
    is_forgotten: boolean(
      '是否已删除',
      'derived',
      'true when the entry names what was forgotten: what it named is gone, and it is not asked for; else NULL',
      'true',
    ),
  },
  key: ['run_id', 'ordinal'],
  scope: ['run_id'],
})
