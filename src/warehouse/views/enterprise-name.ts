import { type Columns, party, type View } from '../../rows/tables/table.ts'

/** Relations that have the name of their `enterprise_id` in a column of their own. */
const namedOtherwise: readonly string[] = [
  'job_enterprises',
  'enterprises',
  'enterprise_candidates',
  'current_names',
]

const enterpriseName = party(
  '企业名称',
  'current_names',
  'name of that enterprise, as registered, else as its list has it',
  '示例建设集团有限公司',
)

/** Whether rows say which enterprise they are of by its id alone. */
export const lacksName = (relation: string, columns: Columns): boolean =>
  'enterprise_id' in columns && !('enterprise_name' in columns) && !namedOtherwise.includes(relation)

/** Columns with the enterprise's name behind its id. */
export const withNameColumn = (columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      name === 'enterprise_id'
        ? [
            [name, column],
            ['enterprise_name', enterpriseName],
          ]
        : [[name, column]],
    ),
  )

/** The views, those that lack it with the enterprise's name. */
export function withNames<const Views extends Readonly<Record<string, View>>>(
  given: Views,
): { readonly [Name in keyof Views]: View } {
  const named = Object.entries(given).map(([name, view]) => [
    name,
    lacksName(name, view.columns) ? withName(view) : view,
  ])
  return Object.fromEntries(named)
}

function withName(view: View): View {
  const columns = withNameColumn(view.columns)
  const selected = Object.keys(columns).map((name) =>
    name === 'enterprise_name' ? `n.name AS ${name}` : `v.${name}`,
  )
  return {
    ...view,
    columns,
    sql: `
    SELECT ${selected.join(', ')} FROM (${view.sql}) AS v LEFT JOIN current_names AS n ON n.enterprise_id = v.enterprise_id`,
  }
}

/** A table with the enterprise's name. A subquery keeps the order of the rows, a join may not; `rowid` is the table's. */
export const tableWithName = (table: string): string =>
  `(SELECT t.*, t.rowid AS rowid, (SELECT n.name FROM current_names AS n WHERE n.enterprise_id = t.enterprise_id) AS enterprise_name
    FROM ${table} AS t)`
