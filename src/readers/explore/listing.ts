import { literal } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { SqlValue } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { type FacetValue, facet, numberOf, rowsOf, type Scene } from './scene.ts'

/** Orders of the list, as SQL. */
export const orders = {
  risk: 'high DESC, medium DESC, at_stake DESC NULLS LAST, ordinal',
  stake: 'at_stake DESC NULLS LAST, ordinal',
  documents: 'documents DESC, ordinal',
  latest: 'latest_on DESC NULLS LAST, ordinal',
  name: 'name, ordinal',
  given: 'ordinal',
} as const

type Order = keyof typeof orders

export const orderOf = (given: string | null): Order =>
  given !== null && Object.hasOwn(orders, given) ? (given as Order) : 'risk'

/** How the list can be narrowed: by each facet, its condition on a row. */
const conditions: Readonly<Record<string, string>> = {
  flag: 'list_contains(list_transform(flags, f -> f.flag), $flag)',
  status: 'status = $status',
  province: 'province = $province',
  unpaid: "CASE $unpaid WHEN 'ended_unpaid' THEN ended_unpaid > 0 WHEN 'open' THEN open > 0 ELSE false END",
  changed: "changes > 0 AND $changed = 'yes'",
  q: `(contains(upper(coalesce(uscc, '')), upper($q)) OR contains(name_key, $key)
    OR len(list_filter(former_keys, k -> contains(k, $key))) > 0)`,
}

/** Enterprises that a run was matched to, each once, with what it found changed. */
export const listedOf = ({ tableOf }: Scene, runId: string): Promise<string> =>
  tableOf(`listed ${runId}`, listed(literal(runId)))

const listed = (run: string): string => `
  SELECT j.enterprise_id, j.ordinal, coalesce(s.name, j.name) AS name, coalesce(s.uscc, j.uscc) AS uscc, s.* EXCLUDE (enterprise_id, name, uscc),
    n.name_key, n.former_keys, coalesce(c.changes, 0) AS changes
  FROM (SELECT enterprise_id, min(ordinal) AS ordinal, any_value(name) AS name, any_value(uscc) AS uscc
    FROM job_enterprises WHERE run_id = ${run} AND enterprise_id IS NOT NULL GROUP BY enterprise_id) AS j
  LEFT JOIN explored.subjects AS s USING (enterprise_id)
  LEFT JOIN (SELECT enterprise_id, any_value(name_key) FILTER (kind = 'current') AS name_key, list(name_key) AS former_keys
    FROM enterprise_names GROUP BY enterprise_id) AS n USING (enterprise_id)
  LEFT JOIN (SELECT subject_id, count(*) AS changes FROM explored.changes WHERE run_id = ${run} GROUP BY subject_id) AS c ON c.subject_id = j.enterprise_id`

interface Narrowed {
  /** The rows that remain when all conditions hold but that of one facet. */
  readonly where: (but?: string) => string
  readonly values: () => Readonly<Record<string, SqlValue>>
}

export function narrowed(params: URLSearchParams): Narrowed {
  const asked = Object.keys(conditions).filter((name) => (params.get(name) ?? '') !== '')
  return {
    where: (but) =>
      ['true', ...asked.filter((name) => name !== but).map((name) => conditions[name])].join(' AND '),
    values: () =>
      Object.fromEntries(
        asked.flatMap((name) => {
          const value = (params.get(name) ?? '').trim()
          return name === 'q'
            ? [
                ['q', value],
                ['key', enterpriseNameKey(value)],
              ]
            : [[name, value]]
        }),
      ),
  }
}

/** The values of each facet, as SQL over a row; several for a list. */
const valuesOf = {
  flag: 'unnest(list_transform(flags, f -> f.flag))',
  unpaid:
    "unnest(list_filter([CASE WHEN ended_unpaid > 0 THEN 'ended_unpaid' END, CASE WHEN open > 0 THEN 'open' END], x -> x IS NOT NULL))",
  changed: "CASE WHEN changes > 0 THEN 'yes' END",
  status: 'status',
  province: 'province',
} as const

type FacetName = keyof typeof valuesOf

export async function facets(scene: Scene, listing: string): Promise<Html> {
  const { words, report, params, present } = scene
  const { where, values } = narrowed(params)
  const say = words.portfolio
  const names = Object.keys(valuesOf) as FacetName[]
  const counts = await rowsOf(
    scene,
    `SELECT facet, value, count(*) AS count FROM (${names
      .map(
        (name) =>
          `SELECT '${name}' AS facet, ${valuesOf[name]} AS value FROM ${listing} WHERE ${where(name)}`,
      )
      .join(' UNION ALL ')}) WHERE value IS NOT NULL GROUP BY facet, value
     QUALIFY row_number() OVER (PARTITION BY facet ORDER BY count DESC, value) <= 40 ORDER BY facet, count DESC, value`,
    values(),
  )
  const called: Readonly<Record<FacetName, (value: string) => string>> = {
    flag: (value) => wordFor(report.flag, value),
    unpaid: (value) => wordFor(say.unpaidOf, value),
    changed: (value) => wordFor(say.changedOf, value),
    status: (value) => present(wordFor(report.term, value), 'label'),
    province: (value) => present(wordFor(report.term, value), 'label'),
  }
  const of = (name: FacetName): FacetValue[] =>
    counts
      .filter((row) => row.facet === name)
      .map(({ value, count }) => ({
        value: String(value),
        label: called[name](String(value)),
        count: numberOf(count),
      }))
  return html`<div class="facets">${names.map((name) => facet(scene, '/', name, say[name], of(name)))}</div>`
}
