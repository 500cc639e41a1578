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

/**
 * Characters that a reader does not see, or that change what is read around them: control and format characters
 * (bidirectional marks, zero-width ones), halves of surrogate pairs, and what Unicode leaves unassigned for good. Line
 * feeds and tabs are white space like any other. The bracket is among them because it writes the others.
 */
const unseen =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}⟦]/gu

const written = /⟦U\+([0-9A-F]{4,6})⟧/g

/** The text with each unseen character written out, as `⟦U+202E⟧`; `hideAgain` gives the text back. */
export const showUnseen = (text: string): string =>
  text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `⟦U+${code}⟧`
  })

/** The text that `showUnseen` was given. */
export const hideAgain = (shown: string): string =>
  shown.replace(written, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
