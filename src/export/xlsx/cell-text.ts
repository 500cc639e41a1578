/**
 * What XML 1.0 cannot hold: control characters but tab and line feed, lone surrogates, the two noncharacters. A carriage
 * return could stand there, but every reader makes a line feed of it.
 */
const unheld = '[\\0-\\x08\\x0b-\\x1f\\ufffe\\uffff]|\\p{Cs}'

/**
 * Also an underscore that a reader might take, with what follows, for an escape: LibreOffice does so after fewer digits
 * than four, and what follows may itself become one.
 */
const escaped = new RegExp(`${unheld}|_(?=x[0-9A-Fa-f])`, 'gu')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text between tags or in a quoted attribute. It must hold nothing that XML cannot. */
export const xmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/**
 * Text of a cell as XML, reversible: what XML cannot hold becomes `_xHHHH_` by its UTF-16 unit, and an underscore that
 * would be read as the beginning of such an escape `_x005F_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring).
 */
export const cellText = (text: string): string =>
  xmlText(
    text.replace(
      escaped,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    ),
  )
