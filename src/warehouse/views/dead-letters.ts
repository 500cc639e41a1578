import { failureClasses } from '../../contract/failure.ts'
import { codeWords } from '../../words/code-words.ts'
import { bigint, coded, integer, json, label, text, timestamp } from '../column.ts'
import { provenance, type View } from '../table.ts'

/** A refusal of our parameters has no kind of failure: it concerns the one call. */
const classes = Object.entries(failureClasses)
  .map(([failure, what]) => `WHEN '${failure}' THEN '${what}'`)
  .join(' ')

/** A search for articles of one law by their numbers, without another condition: how they are grouped differs from call to call. */
const isLookup = `
  operation = 'rh_ft_search' AND (params->>'fgmc') IS NOT NULL
  AND list_has_all(['fgmc', 'keyword', 'search_mode', 'top_k'], json_keys(params))
  AND ((params->>'search_mode') = 'OR' OR NOT contains((params->>'keyword'), ' '))`

/**
 * What was asked, not answered, and not answered since: by the same call or, for a lookup of articles, by later lookups that
 * asked for each of them. The raw bytes stand in the archive at (segment, line), as JSON
 * or, where they are none, as base64. Each run has its own row: a run that was refused a call stays incomplete when another
 * run is refused it as well.
 */
export const deadLetters: View = {
  term: '死信',
  meaning:
    'calls that failed or were refused and have no later answer, one row a call and run, as it failed last in that run; a lookup of articles counts as answered once later lookups asked for each of them',
  columns: {
    ...provenance,
    operation: coded(codeWords.operation)('接口', 'calls', 'operation of the service', 'rh_case_details'),
    step: label('步骤', 'calls', 'step of the pipeline that asked', 'full-texts'),
    params: json('参数', 'calls', 'parameters as sent', '{"id":"d0001","type":"ptal"}'),
    class: coded(codeWords.failureClass)(
      '类别',
      'derived',
      'transient, rate, run (a person has to do something), mismatch (an answer to another question), poison (this call: refused, or its bytes cannot be read) or unknown (a status or code never seen)',
      'poison',
    ),
    outcome: coded(codeWords.callOutcome)('结果类别', 'calls', 'failed or rejected', 'failed'),
    failure: label('失败类别', 'calls', 'why it failed, see calls; NULL when it was refused', 'shape'),
    http_status: integer('HTTP状态', 'calls', 'NULL when no answer came', '200'),
    code: integer('业务码', 'calls', 'business code of the envelope', '500'),
    message: text('消息', 'calls', 'message of the envelope, or why there was no answer', '程序处理异常'),
    attempts: integer('尝试次数', 'calls', 'attempts made the last time, each possibly billed', '2'),
    times: bigint('次数', 'derived', 'how often the call failed or was refused, in all runs', '1'),
    sha256: label(
      'SHA-256',
      'calls',
      'hash of the body as landed, hexadecimal',
      '19990bde3ba48a46d1389716d5ba2e46867508667733de1a4bfc74c84479d0e1',
    ),
    bytes: bigint('字节数', 'calls', 'size of the body as landed; 0 when nothing came', '5123'),
    segment: label(
      '段文件',
      'calls',
      'landed segment that holds the raw bytes',
      '20260301T020000Z-3d8f-000001',
    ),
    line: integer('行', 'calls', 'line in the segment, from 1', '1'),
    fetched_at: timestamp('获取时间', 'calls', 'when the run asked last, UTC', '2026-03-01 02:00:05'),
  },
  sql: `
    WITH bad AS (
      SELECT *, count(*) OVER (PARTITION BY call_key) AS times, coalesce(${isLookup}, false) AS is_lookup
      FROM calls WHERE outcome IN ('failed', 'rejected')),
    answered AS (
      SELECT call_key, max(fetched_at) AS fetched_at FROM calls WHERE outcome IN ('hit', 'empty') GROUP BY call_key),
    looked_up AS (
      SELECT l.law, l.label, c.fetched_at
      FROM article_lookups AS l JOIN calls AS c ON c.call_key = l.call_key AND c.run_id = l.run_id),
    open_lookups AS (
      SELECT a.call_key, a.run_id
      FROM (
        SELECT call_key, run_id, fetched_at, params->>'fgmc' AS law, unnest(string_split(params->>'keyword', ' ')) AS label
        FROM bad WHERE is_lookup) AS a
      ANTI JOIN looked_up AS l ON l.law = a.law AND l.label = a.label AND l.fetched_at >= a.fetched_at)
    SELECT b.call_key, b.run_id, b.operation, b.step, b.params,
      CASE b.failure ${classes} ELSE 'poison' END AS class,
      b.outcome, b.failure, b.http_status, b.code, b.message, b.attempts, b.times, b.sha256, b.bytes, b.segment, b.line,
      b.fetched_at
    FROM bad AS b LEFT JOIN answered AS a ON a.call_key = b.call_key
    WHERE (a.fetched_at IS NULL OR a.fetched_at < b.fetched_at)
      AND (NOT b.is_lookup OR (b.call_key, b.run_id) IN (SELECT (call_key, run_id) FROM open_lookups))
    QUALIFY row_number() OVER (PARTITION BY b.call_key, b.run_id ORDER BY b.fetched_at DESC, b.segment DESC, b.line DESC) = 1`,
}
