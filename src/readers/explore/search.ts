import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html, quoted } from '../dossiers/html.ts'
import { namesOfCases } from '../dossiers/judgment/case-rows.ts'
import { showing, textsOf } from '../dossiers/shown.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import { changed } from './listing.ts'
import { caseAt, countOf, emptyBox, link, type Page, type Scene, turn } from './scene.ts'

const mostWords = 8
/** Characters around a hit, and hits of a document, that are shown. */
const [around, mostHits] = [60, 3]
/** Texts that hold the words, of a page. */
const pageSize = 50

/** The words of a query, of two characters and more; each must stand in a text. */
const wordsOf = (query: string): string[] =>
  [...new Set(query.split(/[\s\u3000]+/).filter((word) => word.length >= 2))].slice(0, mostWords)

/** Full texts that hold all words, the latest first, with the words where they stand. */
export async function search(scene: Scene): Promise<Page> {
  const { words, params } = scene
  const query = params.get('q') ?? ''
  const sought = wordsOf(query)
  const hint = query === '' ? words.search.hint : words.search.least
  const body = html`<h1>${words.nav.search}</h1>
<form action="/search" method="get" role="search" class="actions"><label>${words.search.query} <input type="search" name="q" value="${query}"></label><button>${words.nav.search}</button></form>
${sought.length > 0 ? await found(scene, sought) : emptyBox(html`<p>${hint}</p>`)}`
  return { title: query === '' ? words.nav.search : `${query} · ${words.nav.search}`, body }
}

async function found(scene: Scene, sought: readonly string[]): Promise<Html> {
  const { words, params } = scene
  const from = countOf(params, 'from', 0)
  const { hits, next } = await hitsFrom(scene, sought, from)
  const isWhole = from === 0 && next === undefined
  if (hits.length === 0 && isWhole) return emptyBox(html`<h2>${words.none}</h2><p>${words.search.hint}</p>`)
  const to = (place: number): string =>
    changed('/search', params, { from: place === 0 ? null : String(place) })
  return html`<p class="note">${isWhole ? filled(words.found, hits.length) : words.search.latestFirst}</p>
<ol class="results">${hits.map((hit) => result(scene, hit, sought))}</ol>
<nav class="pager">${from > 0 && link(to(0), words.search.first, 'button')}${next !== undefined && turn(scene, 'next', to(next))}</nav>`
}

interface Hit {
  readonly row: SqlRow
  /** The text as it is shown: what is hidden in it cannot be found by its words. */
  readonly shown: string
}

const latestFirst = 'ORDER BY decided_on DESC NULLS LAST, case_id, library'

/** A page of the cases whose texts hold the words, with the names that belong to each, and where the next page begins. */
async function hitsFrom({ rows, present }: Scene, sought: readonly string[], from: number) {
  const holds = sought.map((_, at) => `contains(content, $word${at})`).join(' AND ')
  const found = await rows(
    `WITH hits AS MATERIALIZED (
       SELECT rowid AS place, library, case_id FROM cases WHERE ${holds} ${latestFirst} LIMIT ${pageSize + 1} OFFSET ${from})
     SELECT library, case_id, title, case_number, court, decided_on, outcome, content, persons
     FROM cases SEMI JOIN hits ON hits.place = cases.rowid
     LEFT JOIN (SELECT library, case_id, list(DISTINCT name) AS persons
       FROM (${namesOfCases('(library, case_id) IN (SELECT (library, case_id) FROM hits)')}) GROUP BY ALL) USING (library, case_id)
     ${latestFirst}`,
    Object.fromEntries(sought.map((word, at) => [`word${at}`, word])),
  )
  const hits = found.slice(0, pageSize).flatMap((row): Hit[] => {
    const shown = present(String(row.content), 'prose', textsOf(row.persons))
    return sought.every((word) => shown.includes(word)) ? [{ row, shown }] : []
  })
  return { hits, next: found.length > pageSize ? from + pageSize : undefined }
}

function result(scene: Scene, { row, shown: text }: Hit, sought: readonly string[]): Html {
  const { report, showNameIf } = scene
  const { show, showIf } = showing(scene, textsOf(row.persons))
  return html`<li>${link(caseAt(row), show(row.title ?? row.case_number, 'prose'), 'name')}
<p class="minor">${showIf(row.case_number, 'label')} · ${showNameIf('court', row.court)} · ${showIf(row.decided_on, 'label')}${row.outcome !== null && html` · ${wordFor(report.outcome, String(row.outcome))}`}</p>
${hitsIn(text, sought).map((hit) => html`<p>${hit}</p>`)}</li>`
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
