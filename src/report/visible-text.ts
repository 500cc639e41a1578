/**
 * Characters that a reader does not see, or that change what is read around them: control characters, bidirectional marks,
 * zero-width characters, halves of surrogate pairs, and what Unicode leaves unassigned for good. Line feeds and tabs are
 * white space like any other. The bracket is among them because it writes the others.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that are looked for.
const unseen =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u27e6\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|\p{Cs}|[\u{e0000}-\u{e0fff}]/gu

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
