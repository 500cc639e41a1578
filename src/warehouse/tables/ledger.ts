import { bigint, double, integer, json, text, timestamp } from '../column.ts'
import { table } from '../table.ts'

export const calls = table({
  term: '调用台账',
  meaning: 'every call that was made, one row a call: the ledger',
  columns: {
    segment: text('段文件', 'derived', 'landed segment that holds the raw answer'),
    line: integer('行', 'derived', 'line in the segment, from 1'),
    operation: text('接口', 'derived', 'operation of the service'),
    step: text('步骤', 'derived', 'step of the pipeline that asked'),
    params: json('参数', 'derived', 'parameters as sent'),
    outcome: text('结果类别', 'derived', 'hit, empty, rejected, failed or unauthorised'),
    failure: text('失败类别', 'derived', 'kind of failure, when failed'),
    http_status: integer('HTTP状态', 'response', 'NULL when no answer came'),
    code: integer('业务码', 'code', 'business code of the envelope'),
    message: text('消息', 'message · msg', 'message of the envelope'),
    records: integer('记录数', 'data', 'records in the answer'),
    attempts: integer('尝试次数', 'derived', 'attempts made, each possibly billed'),
    cost: double('费用', 'job: costs', 'points, by the weight of the operation times attempts'),
    fetched_at: timestamp('获取时间', 'derived', 'UTC'),
    latency_ms: integer('耗时', 'derived', 'milliseconds of the last attempt'),
    bytes: bigint('字节数', 'derived', 'size of the body as landed'),
    sha256: text('SHA-256', 'derived', 'hash of the body as landed, hexadecimal'),
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
    segment: text('段文件', 'derived', 'name of the segment'),
    calls: integer('调用数', 'derived', 'answers in the segment'),
    bytes: bigint('字节数', 'derived', 'size of the segment'),
    loaded_at: timestamp('载入时间', 'derived', 'UTC'),
  },
  key: ['segment'],
  scope: ['segment'],
  isAppendOnly: true,
})

export const runs = table({
  term: '运行',
  meaning: 'runs of jobs',
  columns: {
    run_id: text('运行编号', 'derived', 'run id; sorts by start'),
    job: text('任务', 'job', 'name of the job file'),
    title: text('标题', 'job: title', 'title of the job'),
    pipeline: text('流水线', 'job: pipeline', 'pipeline'),
    job_digest: text('任务摘要', 'derived', 'hash of the job and its inputs; the same job resumes its run'),
    status: text('状态', 'derived', 'running, complete, gaps, stopped, failed, unauthorised or abandoned'),
    reason: text('原因', 'derived', 'why the run did not end complete'),
    started_at: timestamp('开始时间', 'derived', 'UTC'),
    budget_from: timestamp(
      '预算起点',
      'derived',
      'spending counts from here: the start, or the last orderly stop',
    ),
    finished_at: timestamp('结束时间', 'derived', 'UTC; NULL while running or after a crash'),
    version: text('版本', 'derived', 'version of dossier'),
  },
  key: ['run_id'],
  scope: ['run_id'],
})
