import { failureClasses } from '../../contract/failure.ts'
import { codeWords } from '../words/code-words.ts'
import { nameKey } from './shared-columns.ts'
import {
  bigint,
  boolean,
  coded,
  codedList,
  double,
  integer,
  json,
  label,
  mixed,
  provenance,
  roll,
  table,
  text,
  timestamp,
} from './table.ts'

const ofJob = { source: 'job' }

export const calls = table(
  '调用台账',
  'every call that was made, one row a call: the ledger',
  ['segment', 'line'],
  { isAppendOnly: true },
)({
  segment: label('段文件', 'landed segment that holds the raw answer'),
  line: integer('行', 'line in the segment, from 1'),
  operation: coded(codeWords.operation)('接口', 'operation of the service'),
  step: label('步骤', 'step of the pipeline that asked'),
  params: json('参数', 'parameters as sent'),
  sweep: integer('遍历次序', 'which time the run wanted this answer: 1, or more for a list'),
  outcome: coded(codeWords.callOutcome)(
    '结果类别',
    'hit, empty, rejected, failed, unauthorised or forgotten',
  ),
  failure: label(
    '失败类别',
    `${Object.keys(failureClasses).join(', ')}; NULL unless failed. A timeout may have been charged`,
  ),
  http_status: integer('HTTP状态', 'response', 'NULL when no answer came'),
  code: integer('业务码', 'code', 'business code of the envelope'),
  message: text('消息', 'message · msg', 'message of the envelope'),
  records: integer('记录数', { source: 'data · extra.wenshu' }, 'records in the answer'),
  attempts: integer('尝试次数', 'attempts made, each possibly billed'),
  cost: double('费用', 'job: costs', 'points, by the weight of the operation times attempts'),
  fetched_at: timestamp('获取时间', 'UTC'),
  latency_ms: integer('耗时', 'milliseconds of the last attempt'),
  bytes: bigint('字节数', 'size of the body as landed; beyond 16777216 it is kept and not read'),
  sha256: label('SHA-256', 'hash of the body as landed, hexadecimal'),
  masked: integer('遮盖处数', 'names that were masked in it because they were forgotten; else NULL'),
})

export const unlisted_members = table(
  '合同外字段',
  'members of answers that the contract does not list, or whose type no column holds, one row an answer, path and type; and tables that took as many rows of an answer as they may (type bound)',
  ['seen_run_id', 'seen_by', 'path', 'type'],
  { scope: ['seen_run_id', 'seen_by'] },
)({
  seen_run_id: label('运行编号', 'run that saw it'),
  seen_by: label('调用键', 'key of the call whose answer held it'),
  operation: label('接口', 'operation of the service'),
  path: text('字段路径', 'where it stands in the answer; [] for the items of a list; of a bound the table'),
  type: label('JSON类型', 'string, number or boolean; array or object when empty or too deep; bound'),
  occurrences: integer('次数', 'how often in the answer'),
  example: mixed('示例', 'the first value, at most 200 characters'),
})

/** Tables that a run and the loader fill about themselves. */
export const ownTables = {
  /** What a job lists: the input of a run, as given. */
  job_inputs: table(
    '批量导入名单',
    'what a job lists: enterprises, searches or citations, one row an entry and run',
    ['run_id', 'ordinal'],
    { scope: ['run_id'] },
  )({
    run_id: provenance.run_id,
    ordinal: integer('序号', ofJob, 'position in the job, from 1'),
    kind: label(
      '种类',
      ofJob,
      'enterprise, case_search, statute_search, citation, or what a pipeline of your own calls it',
    ),
    given_name: roll('原文件导入名称', { source: 'job: name' }, 'name as given'),
    given_uscc: label('导入统一社会信用代码', 'job: uscc', 'unified social credit code as given'),
    given_id: label('导入企业ID', 'job: id', 'enterprise id as given'),
    name_key: nameKey,
    uscc_key: label('代码匹配键', 'code after width folding, upper case'),
    params: json('参数', ofJob, 'what an entry that is no enterprise asks for, by name'),
    source: label('来源', ofJob, 'the job file, or the file and line the entry came from'),
    is_forgotten: boolean(
      '是否已删除',
      'true when the entry names what was forgotten: what it named is gone, and it is not asked for; else NULL',
    ),
  }),
  runs: table('运行', 'runs of jobs', ['run_id'])({
    run_id: label('运行编号', 'run id; sorts by start'),
    job: label('任务', ofJob, 'name of the job file, without its ending'),
    title: text('标题', 'job: title', 'title of the job'),
    pipeline: label('流水线', 'job: pipeline', 'pipeline'),
    job_digest: label('任务摘要', 'hash of the job and its inputs; the same job resumes its run'),
    status: label('状态', 'running, complete, gaps, stopped, blocked, failed, unauthorised or abandoned'),
    reason: text('原因', 'why the run did not end complete'),
    reason_code: label('原因代码', 'budget when a limit of the budget ended it, else NULL'),
    started_at: timestamp('开始时间', 'UTC'),
    budget_from: timestamp('预算起点', 'spending counts from here: the start, or the last orderly stop'),
    finished_at: timestamp('结束时间', 'UTC; NULL while running or after a crash'),
    estimated_calls: integer(
      '预计调用数',
      'calls that the run was expected to need before it made its first; NULL when it was not begun',
    ),
    estimated_cost: double('预计费用', 'points for those'),
    is_estimate_whole: boolean(
      '预计是否完整',
      'false when it leaves out what cannot be known beforehand: the run needs at least that',
    ),
    red_flags: json(
      '红旗阈值',
      'job: red_flags',
      'thresholds of red flags that the job sets; the others are as usual',
    ),
    version: label('版本', 'version of dossier'),
  }),
  /** What `changes` compares: no table of answers says which flags an enterprise had at an earlier run. */
  flag_history: table(
    '历次红旗',
    'the red flags of each enterprise at the end of each run of a job that lists it',
    ['run_id', 'enterprise_id'],
    { scope: ['run_id'] },
  )({
    run_id: provenance.run_id,
    enterprise_id: label('企业ID', 'enterprise id'),
    flags: codedList(codeWords.flag)(
      '红旗',
      'red_flags',
      'rules that fired, in their order; empty when none did',
    ),
  }),
  /** The mark that makes loading exactly-once. Written by the loader itself. */
  segments: table('已载入段', 'landed segments that are loaded, one row a segment', ['segment'], {
    isAppendOnly: true,
  })({
    segment: label('段文件', 'name of the segment'),
    calls: integer('调用数', 'answers in the segment'),
    bytes: bigint('字节数', 'size of the segment'),
    loaded_at: timestamp('载入时间', 'UTC'),
  }),
}
