/** What a cell holds, as privacy sees it: a name of a person, a name that may be one, running text, or neither. */
export type Holds = 'person' | 'party' | 'prose' | 'code'

/** A list in the registration of an enterprise (domain rule, section 2: 企业登记、股东、变更、知识产权). */
interface Register {
  readonly table: string
  /** Cells: a column or an expression over the table, and what it holds. */
  readonly cells: readonly (readonly [sql: string, holds: Holds])[]
  readonly order: string
}

const date = (name: string): string => `coalesce(${name}_on::VARCHAR, ${name}_text)`

/** Lists of a registration in the order of their readers; headers and titles are in words/. */
export const registers = {
  names: {
    table: 'enterprise_names',
    cells: [
      ['name', 'party'],
      ['kind', 'code'],
      ['origin', 'code'],
    ],
    order: 'ordinal',
  },
  shareholders: {
    table: 'enterprise_shareholders',
    cells: [
      ['name', 'party'],
      ['kind', 'code'],
      ['subscribed_text', 'code'],
      ['paid_in_text', 'code'],
      ["share_percent::VARCHAR || '%'", 'code'],
      [date('joined'), 'code'],
    ],
    order: 'ordinal',
  },
  members: {
    table: 'enterprise_members',
    cells: [
      ['name', 'person'],
      ['position', 'code'],
    ],
    order: 'position, ordinal',
  },
  changes: {
    table: 'enterprise_changes',
    cells: [
      [date('changed'), 'code'],
      ['item', 'code'],
      ['before', 'prose'],
      ['after', 'prose'],
    ],
    order: 'changed_on DESC NULLS LAST, ordinal',
  },
  investments: {
    table: 'enterprise_investments',
    cells: [
      ['name', 'party'],
      ['uscc', 'code'],
      ['subscribed_text', 'code'],
      ["share_percent::VARCHAR || '%'", 'code'],
      ['status', 'code'],
    ],
    order: 'ordinal',
  },
  branches: {
    table: 'enterprise_branches',
    cells: [
      ['name', 'party'],
      ['uscc', 'code'],
      ['head', 'person'],
      ['status', 'code'],
    ],
    order: 'ordinal',
  },
  trademarks: {
    table: 'enterprise_trademarks',
    cells: [
      ['name', 'code'],
      ['status', 'code'],
      [date('applied'), 'code'],
      [date('ends'), 'code'],
    ],
    order: 'ordinal',
  },
  patents: {
    table: 'enterprise_patents',
    cells: [
      ['name', 'code'],
      ['application_number', 'code'],
      ['publication_number', 'code'],
      [date('published'), 'code'],
    ],
    order: 'ordinal',
  },
  software: {
    table: 'enterprise_software_copyrights',
    cells: [
      ['full_name', 'code'],
      ['version', 'code'],
      ['registration_number', 'code'],
      [date('approved'), 'code'],
    ],
    order: 'ordinal',
  },
  works: {
    table: 'enterprise_work_copyrights',
    cells: [
      ['name', 'code'],
      ['kind', 'code'],
      ['registration_number', 'code'],
      [date('registered'), 'code'],
    ],
    order: 'ordinal',
  },
  otherIp: {
    table: 'enterprise_other_ip',
    cells: [
      ['name', 'code'],
      ['record::VARCHAR', 'prose'],
    ],
    order: 'ordinal',
  },
  risks: {
    table: 'enterprise_risks',
    cells: [
      ['kind', 'code'],
      ['case_number', 'code'],
      ['court', 'code'],
      [date('filed'), 'code'],
      ['amount_text', 'code'],
      ["concat_ws('；', status, description)", 'prose'],
    ],
    order: 'filed_on DESC NULLS LAST, ordinal',
  },
} as const satisfies Readonly<Record<string, Register>>

export type RegisterName = keyof typeof registers
export const registerNames = Object.keys(registers) as readonly RegisterName[]

/** SELECT of a list's rows of these enterprises; `among` is a condition on enterprise_id. */
export function registerSql(name: RegisterName, among: string): string {
  const { table, cells, order }: Register = registers[name]
  const list = cells.map(([sql]) => `(${sql})::VARCHAR`).join(', ')
  return `SELECT enterprise_id, call_key, [${list}] AS cells FROM ${table} WHERE ${among} ORDER BY enterprise_id, ${order}`
}
