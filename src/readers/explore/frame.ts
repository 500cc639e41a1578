import { inBeijing } from '../dossiers/dossier.ts'
import { type Html, html, trusted } from '../dossiers/html.ts'
import { sizeOf } from './basket.ts'
import { emptyBox, link, type Page, type Scene } from './scene.ts'
import { style } from './style.ts'
import type { Words } from './words.ts'

/** The address of the script. */
export const scriptAt = '/explore.js'

/** A whole page: the view, with the ways to the others, and what the data is. It works without a script. */
export function framed(
  { words, basket, run, publishedAt }: Scene,
  path: string,
  { title, body }: Page,
): string {
  const { nav, search } = words
  const collected = sizeOf(basket)
  const places = {
    '/': nav.portfolio,
    '/search': nav.search,
    '/sql': nav.sql,
    '/basket': `${nav.basket}${collected > 0 ? ` (${collected})` : ''}`,
  }
  const ways = Object.entries(places).map(
    ([to, name]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${name}</a> &ensp; `,
  )
  const find =
    path !== '/search' &&
    html`<form class="find" action="/search" role="search"><input type="search" name="q" aria-label="${search.query}" placeholder="${search.query}"></form>`
  const at = inBeijing(publishedAt.toISOString().slice(0, 19).replace('T', ' '))
  return document(
    words,
    title,
    html`<a class="skip" href="#main">${words.skip}</a>
<header class="top"><strong>${words.name}</strong><nav>${ways}</nav>${find}</header>
<main id="main" data-view="${path.split('/')[1] ?? ''}">
${body}
</main>
<footer>${words.published(run, at)}</footer>`,
    path === '/sql' &&
      html`
<script src="${scriptAt}" defer></script>`,
  )
}

/** A page that shows nothing of the warehouse: for those who have no token. */
export function lockedPage(words: Words): string {
  const { title, hint } = words.locked
  return document(
    words,
    title,
    html`<main id="main">${emptyBox(html`<h1>${title}</h1><p>${hint}</p>`)}</main>`,
  )
}

const document = (words: Words, title: string, body: Html, script: Html | false = false): string =>
  html`<!doctype html>
<html lang="${words.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>${script}
<title>${title} · dossier</title>
</head>
<body>
${body}
</body>
</html>
`.markup

/** What a page says that failed or is not there. */
export function faultPage({ words }: Scene, kind: 'notFound' | 'failed'): Page {
  const title = words.fault[kind]
  const shown = html`<h1>${title}</h1><p>${words.fault[`${kind}Hint`]}</p>${link('/', words.nav.portfolio, 'button')}`
  return { title, status: kind === 'notFound' ? 404 : 500, body: emptyBox(shown) }
}
