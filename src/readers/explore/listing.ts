import type { SqlRow, SqlValue } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { numberOf } from '../dossiers/shown.ts'
import { type Column, listing } from '../dossiers/tables.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import { countOf, link, oneOf, type Scene, turn, UnknownValueError } from './scene.ts'

/** A list by its columns; those that are false are left out. */
export const listOf = <Row>(
  all: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  idOf?: (row: Row) => string | undefined,
): Html =>
  listing(
    all.filter((column) => column !== false),
    rows,
    { isStacked: true, idOf },
  )

/** What a list can be narrowed by, value by value. */
export interface Facet {
  readonly title: string
  /** SQL of the value of a row, or of the list of its values. */
  readonly of: string
  readonly isList?: boolean
  readonly label: (value: string) => Part
  /** All values that there are, where these are codes. */
  readonly known?: readonly string[]
}

export const wordIn =
  (called: Readonly<Record<string, string>>) =>
  (value: string): string =>
    wordFor(called, value)

/** A facet of codes. */
export const coded = (called: Readonly<Record<string, string>>) => ({
  label: wordIn(called),
  known: [...Object.keys(called), 'unknown'],
})

/** A list that its address narrows, by parameters of the names of its facets and conditions. */
interface Listing {
  readonly path: string
  /** SQL of all its rows, behind FROM, with its values. */
  readonly from: string
  readonly values?: Readonly<Record<string, SqlValue>>
  readonly facets: Readonly<Record<string, Facet>>
  /** Conditions on a row of which no list of values is shown. */
  readonly conditions: Readonly<Record<string, string>>
}

const pageSize = 50

const mostValues = 60

/** The rows of a list that the address asks for. */
export function narrowed(scene: Scene, { path, from, facets, conditions, values: fixed }: Listing) {
  const { params, rows } = scene
  const given = (name: string): string => (params.get(name) ?? '').trim()
  const facetEntries = Object.entries(facets)
  for (const [name, { known }] of facetEntries) if (known !== undefined) oneOf(params, name, known)
  const conditionOf = ([name, { of, isList }]: [string, Facet]): [string, string] => [
    name,
    isList ? `list_contains(${of}, $${name})` : `${of} = $${name}`,
  ]
  const asked = [...Object.entries(conditions), ...facetEntries.map(conditionOf)].filter(
    ([name]) => given(name) !== '',
  )
  const values = { ...fixed, ...Object.fromEntries(asked.map(([name]) => [name, given(name)])) }
  const where = (but?: string): string =>
    ['true', ...asked.flatMap(([name, condition]) => (name === but ? [] : [condition]))].join(' AND ')
  const matching = `FROM ${from} WHERE ${where()}`
  return {
    /** The rows, behind SELECT, with the values of its conditions. */
    matching,
    values,
    page: (order: string): Promise<SqlRow[]> =>
      rows(`SELECT * ${matching} ORDER BY ${order} ${pageSql(params)}`, values),
    facets: async (): Promise<Html> => {
      const sql = facetCounts(facets, from, where)
      const counts = await rows(sql, values)
      const of = ([name, facet]: [string, Facet]): Html =>
        facetBox(
          scene,
          path,
          name,
          facet,
          counts.filter((row) => row.facet === name),
        )
      return html`<div class="facets">${facetEntries.map(of)}</div>`
    },
  }
}

/** How many rows have each value of each facet when all conditions hold but its own, in one pass over the rows. */
function facetCounts(facets: Listing['facets'], from: string, where: (but: string) => string): string {
  const all = Object.entries(facets)
  const isNested = all.some(([, { isList }]) => isList)
  const sqlOf = ([, { of, isList }]: [string, Facet]): string => (isNested && !isList ? `[${of}]` : of)
  const names = all.map(([name]) => `CASE WHEN ${where(name)} THEN '${name}' END`)
  return `SELECT facet, value, count(*) AS count FROM (
      SELECT facet, ${isNested ? 'unnest(value) AS value' : 'value'} FROM (
        SELECT unnest([${names.join(', ')}]) AS facet, unnest([${all.map(sqlOf).join(', ')}]) AS value FROM ${from})
      WHERE facet IS NOT NULL)
    WHERE value IS NOT NULL GROUP BY facet, value
    QUALIFY row_number() OVER (PARTITION BY facet ORDER BY count DESC, value) <= ${mostValues}
    ORDER BY facet, CASE WHEN facet = 'year' THEN value END DESC, count DESC, value`
}

/** Values most met first; a chosen one can be taken away again. Every number filters. */
function facetBox(
  { params, words }: Scene,
  path: string,
  name: string,
  { title, label }: Facet,
  counts: readonly SqlRow[],
): Html {
  const chosen = params.get(name)
  if (counts.length === 0 && chosen === null) return html``
  const entry = (value: string, called: Part, count: number): Html => {
    const isChosen = value === chosen
    const to = changed(path, params, { [name]: isChosen ? null : value })
    const off = isChosen && html`<span class="off" title="${words.remove}">×</span>`
    return html`<li>${link(to, html`<span class="value">${called}</span> <span class="count">${count}</span>${off}`, isChosen ? 'chosen' : '')}</li>`
  }
  const isKnown = chosen === null || counts.some(({ value }) => value === chosen)
  return html`<details class="facet" open><summary>${title}</summary><ul>${!isKnown && entry(chosen, label(chosen), 0)}${counts.map(
    ({ value, count }) => entry(String(value), label(String(value)), numberOf(count)),
  )}</ul></details>`
}

/** A form that narrows further by its own fields: what the address asks for beside them stays. */
export function narrowingForm(
  { params, words }: Scene,
  path: string,
  own: readonly string[],
  fields: Part,
): Html {
  const kept = [...params].filter(([name]) => name !== 'page' && !own.includes(name))
  return html`<form action="${path}" method="get" role="search">${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}<button>${words.apply}</button></form>`
}

/** An address with other parameters: null takes one away. The page goes too, for it counts in another list. */
export function changed(
  path: string,
  params: URLSearchParams,
  to: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, value] of Object.entries(to))
    if (value === null) next.delete(name)
    else next.set(name, value)
  return next.size === 0 ? path : `${path}?${next}`
}

const pageOf = (params: URLSearchParams): number => countOf(params, 'page', 1)

export const pageSql = (params: URLSearchParams): string =>
  `LIMIT ${pageSize} OFFSET ${(pageOf(params) - 1) * pageSize}`

/** Where a list is, and the ways to its other pages. */
export function pager(scene: Scene, path: string, count: number, all: number): Html {
  const { words, params } = scene
  const page = pageOf(params)
  if (count === 0 && page > 1)
    throw new UnknownValueError('page', String(page), [`1–${Math.max(1, Math.ceil(all / pageSize))}`])
  if (all <= pageSize && page === 1) return html``
  const first = (page - 1) * pageSize + 1
  const last = first + count - 1
  const to = (number: number): string => changed(path, params, { page: String(number) })
  return html`<nav class="pager">${page > 1 && turn(scene, 'prev', to(page - 1))}
<span>${filled(words.shown, first, last, all)}</span>${last < all && turn(scene, 'next', to(page + 1))}</nav>`
}
