import { type Html, html, quoted } from '../dossiers/html.ts'
import { showing, textsOf } from '../dossiers/shown.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import type { FoundCase } from './full-texts.ts'
import { changed } from './listing.ts'
import { caseAt, countOf, emptyBox, link, type Page, type Scene, turn } from './scene.ts'

const mostWords = 8
/** Characters around a hit, and hits of a document, that are shown. */
const [around, mostHits] = [60, 3]
/** Results of a page; texts that are read for it at most: where fewer of them hold the words, the next page goes on. */
const [pageSize, mostRead] = [50, 400]

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
  const { words, params, texts } = scene
  const { places, searched, all } = await texts.candidates(sought)
  const from = countOf(params, 'from', 0)
  const { hits, next } = await hitsFrom(scene, sought, places, from)
  const isWhole = from === 0 && next === undefined
  const unfinished =
    searched < all &&
    html`<p class="warning" role="status">${words.say('buildingIndex', searched, all)} ${link(`/search?${params}`, words.search.again, 'button')}</p>`
  if (hits.length === 0 && isWhole)
    return html`${unfinished}${emptyBox(html`<h2>${words.none}</h2><p>${words.search.hint}</p>`)}`
  const to = (place: number): string =>
    changed('/search', params, { from: place === 0 ? null : String(place) })
  return html`${unfinished}<p class="note">${isWhole ? filled(words.found, hits.length) : words.say('foundAtMost', places.length)}</p>
<ol class="results">${hits.map((hit) => result(scene, hit, sought))}</ol>
<nav class="pager">${from > 0 && link(to(0), words.search.first, 'button')}${next !== undefined && turn(scene, 'next', to(next))}</nav>`
}

interface Hit extends Pick<FoundCase, 'row'> {
  /** The text as it is shown: what is hidden in it cannot be found by its words. */
  readonly shown: string
}

/** The candidates that hold the words, as many as a page has, and where the next page begins. */
async function hitsFrom(
  { texts, present }: Scene,
  sought: readonly string[],
  places: Uint32Array,
  from: number,
) {
  const hits: Hit[] = []
  const end = Math.min(places.length, from + mostRead)
  const isHit = (text: string): boolean => sought.every((word) => text.includes(word))
  let at = from
  while (at < end && hits.length < pageSize) {
    const some = places.subarray(at, Math.min(end, at + pageSize - hits.length))
    at += some.length
    for (const { row, text } of await Promise.all(Array.from(some, (place) => texts.caseAt(place)))) {
      if (!isHit(text)) continue
      const shown = present(text, 'prose', textsOf(row.persons))
      if (isHit(shown)) hits.push({ row, shown })
    }
  }
  return { hits, next: at < places.length ? at : undefined }
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
