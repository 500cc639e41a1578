import { integer, label, mixed, text } from '../column.ts'
import { table } from '../table.ts'

export const unlistedMembers = table({
  term: '合同外字段',
  meaning:
    'members of answers that the contract does not list, or whose type no column holds, one row an answer, path and type',
  columns: {
    seen_run_id: label('运行编号', 'derived', 'run that saw it', '20260301T020000Z-3d8f'),
    seen_by: label(
      '调用键',
      'derived',
      'key of the call whose answer held it',
      '0f3a9c5e7b214d68a1f0c2e4d6b89a32',
    ),
    operation: label('接口', 'derived', 'operation of the service', 'rh_company_info'),
    path: text(
      '字段路径',
      'derived',
      'where it stands in the answer; [] for the items of a list',
      'data[].曾用名',
    ),
    type: label(
      'JSON类型',
      'derived',
      'string, number or boolean; array or object when empty or too deep',
      'string',
    ),
    occurrences: integer('次数', 'derived', 'how often in the answer', '1'),
    example: mixed('示例', 'derived', 'the first value, at most 200 characters', '示例建筑公司'),
  },
  key: ['seen_run_id', 'seen_by', 'path', 'type'],
  scope: ['seen_run_id', 'seen_by'],
})
