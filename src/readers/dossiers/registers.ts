import type { Holds } from '../../rows/tables/table.ts'
import type { NameKind } from './shown.ts'

/** A column or an expression over the table, what it holds, and which kind of name it is that may have an English one. */
export type RegisterCell = readonly [sql: string, holds: Holds, name?: NameKind]

/** A list in the registration of an enterprise (docs/domain.md: 企业登记、股东、变更、知识产权). */
interface Register {
  readonly table: string
  /** The rows of the list, where they are not those of the table. */
  readonly from?: string
  readonly cells: readonly RegisterCell[]
  readonly order: string
}

const date = (name: string): string => `coalesce(${name}_on::VARCHAR, ${name}_text)`

/** Who holds which positions, each name once; 核心成员 only where no position is named. */
const positions = `(
  SELECT enterprise_id, min(call_key) AS call_key, name, min(ordinal) FILTER (position = '核心成员') AS place,
    coalesce(string_agg(DISTINCT position, '、' ORDER BY position) FILTER (position <> '核心成员'), '核心成员') AS position
  FROM enterprise_members GROUP BY enterprise_id, name)`

/** Lists of a registration in the order of their readers; headers and titles are in words/. */
export const registers = {
  names: {
    table: 'enterprise_names',
    cells: [
      ['name', 'party'],
      ['kind', 'label'],
      ['origin', 'label'],
    ],
    order: 'ordinal',
  },
  shareholders: {
    table: 'enterprise_shareholders',
    cells: [
      ['name', 'party'],
      ['kind', 'label'],
      ['subscribed_text', 'label'],
      ['paid_in_text', 'label'],
      ["share_percent::VARCHAR || '%'", 'label'],
      [date('joined'), 'label'],
    ],
    order: 'ordinal',
  },
  members: {
    table: 'enterprise_members',
    from: positions,
    cells: [
      ['name', 'person'],
      ['position', 'label'],
    ],
    order: 'place, name',
  },
  changes: {
    table: 'enterprise_changes',
    cells: [
      [date('changed'), 'label'],
      ['item', 'label'],
      ['before', 'mixed'],
      ['after', 'mixed'],
    ],
    order: 'changed_on DESC NULLS LAST, ordinal',
  },
  investments: {
    table: 'enterprise_investments',
    cells: [
      ['name', 'party'],
      ['uscc', 'label'],
      ['subscribed_text', 'label'],
      ["share_percent::VARCHAR || '%'", 'label'],
      ['status', 'label'],
    ],
    order: 'ordinal',
  },
  branches: {
    table: 'enterprise_branches',
    cells: [
      ['name', 'party'],
      ['uscc', 'label'],
      ['head', 'person'],
      ['status', 'label'],
    ],
    order: 'ordinal',
  },
  trademarks: {
    table: 'enterprise_trademarks',
    cells: [
      ['name', 'label'],
      ['status', 'label'],
      [date('applied'), 'label'],
      [date('ends'), 'label'],
    ],
    order: 'ordinal',
  },
  patents: {
    table: 'enterprise_patents',
    cells: [
      ['name', 'label'],
      ['application_number', 'label'],
      ['publication_number', 'label'],
      [date('published'), 'label'],
    ],
    order: 'ordinal',
  },
  software: {
    table: 'enterprise_software_copyrights',
    cells: [
      ['full_name', 'label'],
      ['version', 'label'],
      ['registration_number', 'label'],
      [date('approved'), 'label'],
    ],
    order: 'ordinal',
  },
  works: {
    table: 'enterprise_work_copyrights',
    cells: [
      ['name', 'label'],
      ['kind', 'label'],
      ['registration_number', 'label'],
      [date('registered'), 'label'],
    ],
    order: 'ordinal',
  },
  otherIp: {
    table: 'enterprise_other_ip',
    cells: [
      ['name', 'label'],
      ['record::VARCHAR', 'json'],
    ],
    order: 'ordinal',
  },
  risks: {
    table: 'enterprise_risks',
    cells: [
      ['kind', 'label'],
      ['case_number', 'label'],
      ['court', 'label', 'court'],
      [date('filed'), 'label'],
      ['amount_text', 'label'],
      ["concat_ws('；', status, description)", 'prose'],
    ],
    order: 'filed_on DESC NULLS LAST, ordinal',
  },
} as const satisfies Readonly<Record<string, Register>>

export type RegisterName = keyof typeof registers
export const registerNames = Object.keys(registers) as readonly RegisterName[]

/** SELECT of a list's rows of these enterprises; `among` is a condition on enterprise_id. */
export function registerSql(name: RegisterName, among: string): string {
  const { table, from = table, cells, order }: Register = registers[name]
  const list = cells.map(([sql]) => `(${sql})::VARCHAR`).join(', ')
  return `SELECT enterprise_id, call_key, [${list}] AS cells FROM ${from} WHERE ${among} ORDER BY enterprise_id, ${order}`
}
