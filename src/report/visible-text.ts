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
