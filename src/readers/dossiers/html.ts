interface Numbered {
  readonly of: object
  readonly show: (number: number) => Html
}

type Piece = string | Numbered

/** Markup. Only `html`, `trusted` and `numbered` make it, so that everything else is text and gets escaped. */
export class Html {
  readonly pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  get markup(): string {
    return withNumbers(this).markup
  }
}

/** Markup that says the number of a thing: things have their numbers from 1 in the order in which a page shows them. */
export const numbered = (of: object, show: (number: number) => Html): Html => new Html([{ of, show }])

/** The text of markup, and the things that it numbers, in their order. */
export function withNumbers({ pieces }: Html): {
  readonly markup: string
  readonly things: readonly object[]
} {
  const numbers = new Map<object, number>()
  const textOf = (piece: Piece): string => {
    if (typeof piece === 'string') return piece
    const number = numbers.get(piece.of) ?? numbers.size + 1
    numbers.set(piece.of, number)
    return piece.show(number).pieces.map(textOf).join('')
  }
  return { markup: pieces.map(textOf).join(''), things: [...numbers.keys()] }
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

/** Characters that stand as they are, by far the most frequent ones: a text of nothing else needs no second look. */
const asTheyAre = /^[\t\n !#-%(-;=?-~·×—‘-”…\u3000-\u3029\u4e00-\u9fff！-～]*$/

/** A text as it may stand between tags and in quoted attributes; unseen characters are written out. */
export const escapeHtml = (text: string): string =>
  asTheyAre.test(text) ? text : escapeShown(showUnseen(text))

/** The same of a text whose unseen characters are written out already. */
export const escapeShown = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Adds a piece to others, of which the last is a text. */
function addPiece(pieces: Piece[], piece: Piece): void {
  if (typeof piece === 'string') pieces.push((pieces.pop() ?? '') + piece)
  else pieces.push(piece, '')
}

function addPart(pieces: Piece[], part: Part): void {
  if (part === null || part === undefined || part === false) return
  if (part instanceof Html) for (const piece of part.pieces) addPiece(pieces, piece)
  else if (typeof part === 'object') for (const one of part) addPart(pieces, one)
  else addPiece(pieces, escapeHtml(String(part)))
}

/** Markup with parts in it. Attributes must stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const pieces: Piece[] = ['']
  strings.forEach((string, index) => {
    addPiece(pieces, string)
    addPart(pieces, parts[index])
  })
  return new Html(pieces)
}

/** Markup that was made elsewhere and holds nothing that was not escaped there: charts, and the style sheet. */
export const trusted = (markup: string): Html => new Html([markup])

/** A text with the word for that many in place of `{0|entry|entries}`. */
export const inNumber = (text: string, values: readonly Part[]): string =>
  text.replace(/\{(\d)\|(\w+)\|(\w+)\}/g, (_, at: number, one: string, several: string) =>
    values[at] === 1 ? one : several,
  )

/** A text with parts at its places, of which `{0}` is the first: the words of a sentence, and its figures. */
export const between = (text: string, parts: readonly Part[]): Html =>
  html`${inNumber(text, parts)
    .split(/\{(\d)\}/)
    .map((piece, at) => (at % 2 === 0 ? piece : parts[Number(piece)]))}`

export const joined = (parts: readonly Part[], separator: Part): Html =>
  html`${parts.map((part, at) => [at > 0 && separator, part])}`

export const note = (text: string): Html => html`<p class="note">${text}</p>`

/** A text of a source: its direction of writing changes nothing around it. */
export const quoted = (text: string): Html => html`<bdi>${text}</bdi>`

/**
 * Characters that are invisible or change how their neighbours are read: control and format characters (bidirectional
 * marks, zero-width ones), lone surrogates, and noncharacters. Line feeds and tabs are ordinary white space. The bracket
 * is included because it marks the others where they are written out.
 */
const unseen =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}⟦]/gu

/** The text with each unseen character written out, as `⟦U+202E⟧`, so that the text can be had back. */
export const showUnseen = (text: string): string =>
  text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `⟦U+${code}⟧`
  })
