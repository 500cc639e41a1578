import type { Reader, SqlRow, SqlValue } from '../../warehouse/database.ts'
import type { Presenter } from '../dossiers/dossier.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { textOf } from '../dossiers/shown.ts'
import type { Words as ReportWords } from '../dossiers/words/words.ts'
import type { Words } from './words.ts'

export {
  money,
  moneyIn,
  numberOf,
  plain,
  show,
  showIf,
  showName,
  showNameIf,
  termIf,
  textOf,
  textsOf,
} from '../dossiers/shown.ts'

/** A table or view, as the data dictionary has it. */
export interface Relation {
  readonly name: string
  readonly term: string
  readonly columns: readonly { readonly column: string; readonly type: string; readonly term: string }[]
}

/** What a view is made from. */
export interface Scene {
  /** The published warehouse, with the tables of publication.ts beside it. */
  readonly reader: Reader
  /** Makes a table of a SELECT, once a publication, and gives its name for FROM. */
  readonly tableOf: (name: string, select: string) => Promise<string>
  readonly words: Words
  /** The words of dossiers: codes and columns are called the same in both. */
  readonly report: ReportWords
  readonly present: Presenter
  /** Where a view can be found; undefined where it has no page, as in a folder of static ones. */
  readonly href: (address: string) => string | undefined
  /** Rows of a list that stand on a page. */
  readonly pageSize: number
  /** All tables and views, with what their columns are called. */
  readonly relations: readonly Relation[]
  /** What the address asks for. */
  readonly params: URLSearchParams
}

/** A page, without what stands on every page. */
export interface View {
  readonly title: string
  readonly body: Html
  /** Of HTTP; 200 when it is left out. */
  readonly status?: number
  /** The address that a posted form leads to. */
  readonly movedTo?: string
}

/** A link to another view; its text alone where that has no page. */
export function link({ href }: Pick<Scene, 'href'>, address: string, part: Part, kind = ''): Html {
  const to = href(address)
  return to === undefined
    ? html`${part}`
    : html`<a href="${to}"${kind !== '' && html` class="${kind}"`}>${part}</a>`
}

export const address = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`

export const enterpriseAt = (id: string, ...tab: readonly string[]): string =>
  address('enterprise', id, ...tab)
export const documentAt = (id: string): string => address('document', id)
export const caseAt = (library: string, id: string): string => address('case', library, id)
export const evidenceAt = (callKey: string, runId: string): string => address('evidence', callKey, runId)

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
  const query = next.toString()
  return query === '' ? path : `${path}?${query}`
}

export const rowsOf = (
  { reader }: Pick<Scene, 'reader'>,
  sql: string,
  values?: Readonly<Record<string, SqlValue>>,
): Promise<SqlRow[]> => reader.rows(sql, values)

/** Rows of a list on a page that is served. */
export const pageSize = 50

/** The page of a list that the address asks for, from 1. */
export const pageOf = (params: URLSearchParams): number => {
  const page = Number(params.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1
}

/** Where a list is, and the ways to its other pages. */
export function pager(scene: Scene, path: string, count: number, all: number): Html {
  const { words, params, pageSize } = scene
  const page = pageOf(params)
  if (all <= pageSize && page === 1) return html``
  const first = (page - 1) * pageSize + 1
  const to = (number: number): string => {
    const next = new URLSearchParams(params)
    next.set('page', String(number))
    return `${path}?${next}`
  }
  return html`<nav class="pager">${page > 1 && link(scene, to(page - 1), words.back, 'button')}
<span>${words.shown(first, first + count - 1, all)}</span>${first + count - 1 < all && link(scene, to(page + 1), words.more, 'button')}</nav>`
}

/** A value by which a list can be narrowed, and how many of its rows have it. */
export interface FacetValue {
  readonly value: string
  readonly label: Part
  readonly count: number
}

/** Values most met first; a chosen one can be taken away again. Every number filters. */
export function facet(
  scene: Scene,
  path: string,
  name: string,
  title: string,
  values: readonly FacetValue[],
): Html {
  const { params, words } = scene
  const chosen = params.get(name)
  if (values.length === 0 && chosen === null) return html``
  const entry = ({ value, label, count }: FacetValue): Html => {
    const isChosen = value === chosen
    const to = changed(path, params, { [name]: isChosen ? null : value })
    return html`<li>${link(scene, to, html`<span class="value">${label}</span> <span class="count">${count}</span>${isChosen && html`<span class="off" title="${words.remove}">×</span>`}`, isChosen ? 'chosen' : '')}</li>`
  }
  const known = values.some(({ value }) => value === chosen) || chosen === null
  const all = known ? values : [{ value: chosen, label: chosen, count: 0 }, ...values]
  return html`<details class="facet" open><summary>${title}</summary><ul>${all.map(entry)}</ul></details>`
}

/** What the tabs of an enterprise are made of, and who is named in its rows. */
export interface Subject {
  readonly id: string
  /** As the warehouse has it. */
  readonly name: string
  readonly row: SqlRow
  readonly persons: readonly string[]
}

/** The way to the answer that a row was read from. */
export const evidenceLink = (scene: Scene, { call_key, run_id }: SqlRow): Html =>
  textOf(call_key) === null
    ? html``
    : link(scene, evidenceAt(String(call_key), String(run_id)), scene.words.judgment.evidence, 'minor')
