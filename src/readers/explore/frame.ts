import { inBeijing } from '../dossiers/dossier.ts'
import { type Html, html, trusted } from '../dossiers/html.ts'
import { link, type Scene, type View } from './scene.ts'
import { style, styleSource } from './style.ts'

/** The address of the script. */
export const scriptAt = '/explore.js'

/** What a page says of where its data comes from. */
export interface Origin {
  /** The last run that the warehouse knows. */
  readonly run: string
  readonly publishedAt: Date
  /** How many enterprises are in the basket; undefined where there is none. */
  readonly collected?: number | undefined
}

const places = ['/', '/search', '/sql', '/basket'] as const

/** A whole page: the view, with the ways to the others, and what the data is. It works without a script. */
export function framed(scene: Scene, path: string, { title, body }: View, origin: Origin): string {
  const { words, href } = scene
  const called = {
    '/': words.nav.portfolio,
    '/search': words.nav.search,
    '/sql': words.nav.sql,
    '/basket': `${words.nav.basket}${origin.collected ? ` (${origin.collected})` : ''}`,
  }
  const ways = places
    .filter((place) => href(place) !== undefined)
    .map(
      (place) =>
        html`<a href="${href(place) ?? ''}"${place === path && html` aria-current="page"`}>${called[place]}</a>`,
    )
  const search = href('/search')
  const find =
    search !== undefined &&
    path !== '/search' &&
    html`<form class="find" action="${search}" role="search"><input type="search" name="q" aria-label="${words.search.query}" placeholder="${words.search.query}"></form>`
  return document(
    scene,
    title,
    html`<a class="skip" href="#main">${words.skip}</a>
<header class="top"><strong>${words.name}</strong><nav>${ways.map((way) => html`${way} &ensp; `)}</nav>${find}</header>
<main id="main" data-view="${path.split('/')[1] ?? ''}">
${body}
</main>
<footer>${words.published(origin.run, inBeijing(origin.publishedAt.toISOString().slice(0, 19).replace('T', ' ')))}</footer>`,
    path === '/sql' ? href(scriptAt) : undefined,
  )
}

/** A page that shows nothing of the warehouse: for those who have no token. */
export const bare = (scene: Pick<Scene, 'words' | 'href'>, title: string, hint: string): string =>
  document(
    scene,
    title,
    html`<main id="main"><div class="empty"><h1>${title}</h1><p>${hint}</p></div></main>`,
  )

function document(
  { words, href }: Pick<Scene, 'words' | 'href'>,
  title: string,
  body: Html,
  script?: string,
): string {
  return html`<!doctype html>
<html lang="${words.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${href(scriptAt) === undefined && alone}<style>${trusted(style)}</style>${
    script !== undefined &&
    html`
<script src="${script}" defer></script>`
  }
<title>${title} · dossier</title>
</head>
<body>
${body}
</body>
</html>
`.markup
}

/** The policy of a page that comes from a disk: it allows the sheet and nothing else. */
const alone = html`<meta http-equiv="Content-Security-Policy" content="${trusted(`default-src 'none'; style-src ${styleSource}; img-src data:; base-uri 'none'; form-action 'none'`)}">
`

/** What a page says that failed or is not there. */
export const faultView = (scene: Scene, title: string, hint: string, status: number): View => ({
  title,
  status,
  body: html`<div class="empty"><h1>${title}</h1><p>${hint}</p>${link(scene, '/', scene.words.nav.portfolio, 'button')}</div>`,
})
