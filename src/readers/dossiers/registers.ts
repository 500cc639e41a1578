import { dataTables } from '../../rows/tables/index.ts'
import type { Column, Holds } from '../../rows/tables/table.ts'

/** A list in the registration of an enterprise (docs/domain.md: 企业登记、股东、变更、知识产权). */
interface Register {
  readonly table: keyof typeof dataTables
  /** The rows of the list, where they are not those of the table. */
  readonly from?: string
  /** Names of columns, the row's own first. `holds` is given where a column may hold persons and its table does not say so. */
  readonly columns: readonly (string | readonly [name: string, holds: Holds])[]
  readonly order?: string
}

/** Who holds which positions, each name once; 核心成员 only where no position is named. */
const positions = `(
  SELECT enterprise_id, min(call_key) AS call_key, name, min(ordinal) FILTER (position = '核心成员') AS place,
    coalesce(string_agg(DISTINCT position, '、' ORDER BY position) FILTER (position <> '核心成员'), '核心成员') AS position
  FROM enterprise_members GROUP BY enterprise_id, name)`

/** Lists of a registration in the order of their readers; headers and titles are in words/. */
export const registers = {
  names: { table: 'enterprise_names', columns: ['name', 'kind', 'origin'] },
  shareholders: {
    table: 'enterprise_shareholders',
    columns: ['name', 'kind', 'subscribed_text', 'paid_in_text', 'share_percent', 'joined_on'],
  },
  members: {
    table: 'enterprise_members',
    from: positions,
    columns: ['name', 'position'],
    order: 'place, name',
  },
  changes: {
    table: 'enterprise_changes',
    columns: ['changed_on', 'item', 'before', 'after'],
    order: 'changed_on DESC NULLS LAST, ordinal',
  },
  investments: {
    table: 'enterprise_investments',
    columns: [['name', 'party'], 'uscc', 'subscribed_text', 'share_percent', 'status'],
  },
  branches: { table: 'enterprise_branches', columns: [['name', 'party'], 'uscc', 'head', 'status'] },
  trademarks: { table: 'enterprise_trademarks', columns: ['name', 'status', 'applied_on', 'ends_on'] },
  patents: {
    table: 'enterprise_patents',
    columns: ['name', 'application_number', 'publication_number', 'published_on'],
  },
  software: {
    table: 'enterprise_software_copyrights',
    columns: ['full_name', 'version', 'registration_number', 'approved_on'],
  },
  works: {
    table: 'enterprise_work_copyrights',
    columns: ['name', 'kind', 'registration_number', 'registered_on'],
  },
  otherIp: { table: 'enterprise_other_ip', columns: ['name', 'record'] },
  risks: {
    table: 'enterprise_risks',
    columns: ['kind', 'case_number', 'court', 'filed_on', 'amount_text', 'description'],
    order: 'filed_on DESC NULLS LAST, ordinal',
  },
} as const satisfies Readonly<Record<string, Register>>

/** Columns of words, sums and periods of the register, which have a usual English. */
export const hasWords =
  /^(?:kind|status|position|item|description|origin|operating_term|registered_capital|(?:subscribed|paid_in|amount|collected)_text)$/

export type RegisterName = keyof typeof registers
export const registerNames = Object.keys(registers) as readonly RegisterName[]

export function heldIn(register: RegisterName): readonly (readonly [name: string, holds: Holds])[] {
  const { table, columns }: Register = registers[register]
  const known: Readonly<Record<string, Column>> = dataTables[table].columns
  return columns.map((column) =>
    typeof column === 'string' ? [column, known[column]?.holds ?? 'label'] : column,
  )
}

/** A day that cannot be read stands as its text; the state of a risk stands before its description. */
const sqlOf = (name: string): string => {
  if (name === 'share_percent') return "share_percent::VARCHAR || '%'"
  if (name === 'description') return "concat_ws('；', status, description)"
  return name.endsWith('_on') ? `coalesce(${name}::VARCHAR, ${name.replace(/_on$/, '_text')})` : name
}

/** SELECT of a list's rows of these enterprises; `among` is a condition on enterprise_id. */
export function registerSql(name: RegisterName, among: string): string {
  const { table, from = table, order = 'ordinal' }: Register = registers[name]
  const list = heldIn(name).map(([column]) => `(${sqlOf(column)})::VARCHAR`)
  return `SELECT enterprise_id, call_key, [${list.join(', ')}] AS cells FROM ${from} WHERE ${among} ORDER BY enterprise_id, ${order}`
}
