import type { Dossier } from './dossier.ts'
import { type Html, html, trusted } from './html.ts'
import { appendices } from './sections/appendix.ts'
import { sections } from './sections/sections.ts'
import { styleOf } from './style.ts'
import type { Words } from './words/words.ts'

/** A whole page: no script, nothing from elsewhere, and a policy that would forbid both. */
export function page(words: Words, title: string, body: Html): string {
  const { css, hash } = styleOf(words.page)
  const policy = `default-src 'none'; style-src '${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
<html lang="${words.code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(css)}</style>
</head>
<body>
${body}
</body>
</html>
`.markup
}

/** The page of one enterprise: its sections in their order, then the rows behind the figures. */
export function dossierPage(dossier: Dossier): string {
  const { words, subject, plain } = dossier
  const written = sections.map(([name, write], index) => {
    const heading =
      index === 0
        ? html``
        : html`<h2><span class="no">${index + 1}</span>${words.sections[name]}<a class="up" href="#s1">${words.backToContents}</a></h2>`
    return html`<section id="s${index + 1}" data-section="${name}">${heading}
${write(dossier)}</section>
`
  })
  // The appendix comes last because the sections say what it has to list.
  const body = html`<main>${written}${appendices(dossier)}</main>`
  return page(words, words.title(plain(subject.name, 'party')), body)
}
