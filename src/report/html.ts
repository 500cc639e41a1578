import { showUnseen } from './visible-text.ts'

/** A piece of markup. Only `html` and `trusted` make one, so that everything else is text and gets escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may stand in a template: markup as it is, texts and numbers escaped, nothing for null, undefined and false. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand between tags and in quoted attributes; unseen characters are written out. */
export const escapeHtml = (text: string): string =>
  showUnseen(text).replace(/[&<>"']/g, (character) => escapes[character] ?? character)

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(markupOf).join('')
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part))
}

/** Markup with parts in it. Attributes must stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    strings.map((string, index) => (index === 0 ? string : markupOf(parts[index - 1]) + string)).join(''),
  )

/** Markup that was made elsewhere and holds nothing that was not escaped there: charts, and the style sheet. */
export const trusted = (markup: string): Html => new Html(markup)

/** Texts with parts between them: the words of a sentence, and its figures. */
export const between = (texts: readonly string[], parts: readonly Part[]): Html =>
  html`${texts.map((text, at) => [text, parts[at]])}`

/** What a section says of its own figures. */
export const note = (text: string): Html => html`<p class="note">${text}</p>`

/** A text of somebody else's: its direction of writing changes nothing around it. */
export const quoted = (text: string): Html => html`<bdi>${text}</bdi>`
