import { type Html, html, quoted } from '../report/html.ts'
import { wordFor } from '../report/words/words.ts'
import type { SqlRow } from '../warehouse/database.ts'
import {
  caseAt,
  link,
  numberOf,
  pageOf,
  pager,
  rowsOf,
  type Scene,
  show,
  showIf,
  textOf,
  textsOf,
  type View,
} from './scene.ts'

/** Most words of one search. */
const mostWords = 8
/** Characters around a hit, and hits of a document, that are shown. */
const [around, mostHits] = [60, 3]

/** The words of a query, of two characters and more; each must stand in a text. */
export const wordsOf = (query: string): string[] =>
  [...new Set(query.split(/[\s\u3000]+/).filter((word) => word.length >= 2))].slice(0, mostWords)

/** Full texts that hold all words, the latest first, with the words where they stand. */
export async function search(scene: Scene): Promise<View> {
  const { words, params, href } = scene
  const query = params.get('q') ?? ''
  const sought = wordsOf(query)
  const action = href('/search') ?? ''
  const body = html`<h1>${words.nav.search}</h1>
<form action="${action}" method="get" role="search" class="actions"><label>${words.search.query} <input type="search" name="q" value="${query}"></label><button>${words.nav.search}</button></form>
${sought.length > 0 ? await found(scene, sought) : html`<div class="empty"><p>${query === '' ? words.search.hint : words.search.least}</p></div>`}`
  return { title: query === '' ? words.nav.search : `${query} · ${words.nav.search}`, body }
}

async function found(scene: Scene, sought: readonly string[]): Promise<Html> {
  const { words, params } = scene
  const where = sought.map((_, at) => `contains(content, $w${at})`).join(' AND ')
  const values = Object.fromEntries(sought.map((word, at) => [`w${at}`, word]))
  const rows = await rowsOf(
    scene,
    `WITH m AS (SELECT library, case_id, decided_on, rowid AS place FROM cases WHERE ${where}),
     p AS (SELECT *, count(*) OVER () AS total FROM m ORDER BY decided_on DESC NULLS LAST, case_id LIMIT ${scene.pageSize} OFFSET ${(pageOf(params) - 1) * scene.pageSize})
     SELECT c.*, p.total, (SELECT list(DISTINCT n.name) FROM case_parties AS n WHERE n.library = p.library AND n.case_id = p.case_id) AS persons
     FROM p JOIN cases AS c ON c.rowid = p.place ORDER BY p.decided_on DESC NULLS LAST, p.case_id`,
    values,
  )
  if (rows.length === 0)
    return html`<div class="empty"><h2>${words.none}</h2><p>${words.search.hint}</p></div>`
  const all = numberOf(rows[0]?.total)
  return html`<p class="note">${words.search.found(all)}</p><ol class="results">${rows.map((row) => result(scene, row, sought))}</ol>${pager(scene, '/search', rows.length, all)}`
}

function result(scene: Scene, row: SqlRow, sought: readonly string[]): Html {
  const { report, present } = scene
  const persons = textsOf(row.persons)
  // The text as it is shown: what is hidden in it cannot be found by its words.
  const shown = present(textOf(row.content) ?? '', 'prose', persons)
  return html`<li>${link(scene, caseAt(String(row.library), String(row.case_id)), show(scene, row.title ?? row.case_number, 'prose', persons), 'name')}
<p class="minor">${showIf(scene, row.case_number, 'label')} · ${showIf(scene, row.court, 'label')} · ${showIf(scene, row.decided_on, 'label')}${row.outcome !== null && html` · ${wordFor(report.outcome, String(row.outcome))}`}</p>
${hitsIn(shown, sought).map((hit) => html`<p>${hit}</p>`)}</li>`
}

function hitsIn(text: string, sought: readonly string[]): Html[] {
  const hits: Html[] = []
  let from = 0
  while (hits.length < mostHits) {
    const next = nearest(text, sought, from)
    if (next === undefined) break
    const end = Math.min(text.length, next + around * 2)
    hits.push(html`…${highlighted(text.slice(Math.max(from, next - around), end), sought)}…`)
    from = end
  }
  return hits
}

function nearest(text: string, sought: readonly string[], from: number): number | undefined {
  const places = sought.map((word) => text.indexOf(word, from)).filter((place) => place >= 0)
  return places.length === 0 ? undefined : Math.min(...places)
}

function highlighted(text: string, sought: readonly string[]): Html {
  const place = nearest(text, sought, 0)
  if (place === undefined) return quoted(text)
  const [word = ''] = sought.filter((one) => text.startsWith(one, place)).sort((a, b) => b.length - a.length)
  return html`${quoted(text.slice(0, place))}<mark class="hit">${word}</mark>${highlighted(text.slice(place + word.length), sought)}`
}
