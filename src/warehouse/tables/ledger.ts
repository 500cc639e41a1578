import { failureClasses } from '../../contract/failure.ts'
import { codeWords } from '../../words/code-words.ts'
import { bigint, boolean, coded, double, integer, json, label, text, timestamp } from '../column.ts'
import { table } from '../table.ts'

export const calls = table({
  term: '调用台账',
  meaning: 'every call that was made, one row a call: the ledger',
  columns: {
    segment: label(
      '段文件',
      'derived',
      'landed segment that holds the raw answer',
      '20260301T020000Z-3d8f-000001',
    ),
    line: integer('行', 'derived', 'line in the segment, from 1', '1'),
    operation: coded(codeWords.operation)('接口', 'derived', 'operation of the service', 'rh_company_info'),
    step: label('步骤', 'derived', 'step of the pipeline that asked', 'profile'),
    params: json('参数', 'derived', 'parameters as sent', '{"name":"示例建设集团有限公司"}'),
    sweep: integer(
      '遍历次序',
      'derived',
      'which time the run wanted this answer: 1, or more for a list',
      '1',
    ),
    outcome: coded(codeWords.callOutcome)(
      '结果类别',
      'derived',
      'hit, empty, rejected, failed, unauthorised or forgotten',
      'hit',
    ),
    failure: label(
      '失败类别',
      'derived',
      `${Object.keys(failureClasses).join(', ')}; NULL unless failed. A timeout may have been charged`,
      'rate',
    ),
    http_status: integer('HTTP状态', 'response', 'NULL when no answer came', '200'),
    code: integer('业务码', 'code', 'business code of the envelope', '200'),
    message: text('消息', 'message · msg', 'message of the envelope', '请求成功'),
    records: integer('记录数', 'data · extra.wenshu', 'records in the answer', '1'),
    attempts: integer('尝试次数', 'derived', 'attempts made, each possibly billed', '1'),
    cost: double('费用', 'job: costs', 'points, by the weight of the operation times attempts', '10'),
    fetched_at: timestamp('获取时间', 'derived', 'UTC', '2026-03-01 02:00:05'),
    latency_ms: integer('耗时', 'derived', 'milliseconds of the last attempt', '240'),
    bytes: bigint(
      '字节数',
      'derived',
      'size of the body as landed; beyond 16777216 it is kept and not read',
      '5123',
    ),
    sha256: label(
      'SHA-256',
      'derived',
      'hash of the body as landed, hexadecimal',
      '19990bde3ba48a46d1389716d5ba2e46867508667733de1a4bfc74c84479d0e1',
    ),
    masked: integer(
      '遮盖处数',
      'derived',
      'names that were masked in it because they were forgotten; else NULL',
      '2',
    ),
  },
  key: ['segment', 'line'],
  scope: ['segment', 'line'],
  isAppendOnly: true,
})

/** Segments that are in the tables: the mark that makes loading exactly-once. Written by the loader itself. */
export const segments = table({
  term: '已载入段',
  meaning: 'landed segments that are loaded, one row a segment',
  columns: {
    segment: label('段文件', 'derived', 'name of the segment', '20260301T020000Z-3d8f-000001'),
    calls: integer('调用数', 'derived', 'answers in the segment', '25'),
    bytes: bigint('字节数', 'derived', 'size of the segment', '449585'),
    loaded_at: timestamp('载入时间', 'derived', 'UTC', '2026-03-01 02:00:09'),
  },
  key: ['segment'],
  scope: ['segment'],
  isAppendOnly: true,
})

export const runs = table({
  term: '运行',
  meaning: 'runs of jobs',
  columns: {
    run_id: label('运行编号', 'derived', 'run id; sorts by start', '20260301T020000Z-3d8f'),
    job: label('任务', 'job', 'name of the job file, without its ending', 'suppliers'),
    title: text('标题', 'job: title', 'title of the job', '供应商涉诉排查'),
    pipeline: label('流水线', 'job: pipeline', 'pipeline', 'enterprise-due-diligence'),
    job_digest: label(
      '任务摘要',
      'derived',
      'hash of the job and its inputs; the same job resumes its run',
      '99a689ae660d05e4',
    ),
    status: label(
      '状态',
      'derived',
      'running, complete, gaps, stopped, blocked, failed, unauthorised or abandoned',
      'gaps',
    ),
    reason: text(
      '原因',
      'derived',
      'why the run did not end complete',
      'ambiguous enterprises: 1; give their uscc or id (job_enterprises.candidates)',
    ),
    started_at: timestamp('开始时间', 'derived', 'UTC', '2026-03-01 02:00:00'),
    budget_from: timestamp(
      '预算起点',
      'derived',
      'spending counts from here: the start, or the last orderly stop',
      '2026-03-01 02:00:00',
    ),
    finished_at: timestamp(
      '结束时间',
      'derived',
      'UTC; NULL while running or after a crash',
      '2026-03-01 02:03:20',
    ),
    estimated_calls: integer(
      '预计调用数',
      'derived',
      'calls that the run was expected to need before it made its first; NULL when it was not begun',
      '65',
    ),
    estimated_cost: double('预计费用', 'derived', 'points for those', '650'),
    is_estimate_whole: boolean(
      '预计是否完整',
      'derived',
      'false when it leaves out what nobody could know: the run needs at least that',
      'true',
    ),
    version: label('版本', 'derived', 'version of dossier', '0.1.0'),
  },
  key: ['run_id'],
  scope: ['run_id'],
})
