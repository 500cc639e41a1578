import { bigint, label, mixed, text, timestamp } from '../column.ts'
import type { View } from '../table.ts'

/** Where the answers differ from the contract, over all runs. */
export const drift: View = {
  term: '合同偏差',
  meaning: 'members of answers that the contract does not list or types otherwise, one row a path and type',
  columns: {
    operation: label('接口', 'derived', 'operation of the service', 'rh_company_info'),
    path: text(
      '字段路径',
      'derived',
      'where it stands in the answer; [] for the items of a list',
      'data[].曾用名',
    ),
    type: label('JSON类型', 'derived', 'JSON type of its values', 'string'),
    first_seen: timestamp(
      '首次出现',
      'derived',
      'UTC; when the first answer that held it was fetched',
      '2026-03-01 02:00:05',
    ),
    count: bigint('次数', 'derived', 'how often it was seen, in all answers', '1'),
    example: mixed('示例', 'derived', 'a value, at most 200 characters', '示例建筑公司'),
  },
  sql: `
    WITH fetched AS (
      SELECT call_key, run_id, min(fetched_at) AS fetched_at FROM calls
      WHERE outcome IN ('hit', 'empty') GROUP BY ALL)
    SELECT u.operation, u.path, u.type, min(f.fetched_at) AS first_seen, sum(u.occurrences)::BIGINT AS count,
      min(u.example) AS example
    FROM unlisted_members AS u
    LEFT JOIN fetched AS f ON f.call_key = u.seen_by AND f.run_id = u.seen_run_id
    GROUP BY u.operation, u.path, u.type`,
}
