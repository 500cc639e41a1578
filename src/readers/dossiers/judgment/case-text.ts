import type { SqlRow } from '../../../warehouse/database.ts'
import { type Html, html } from '../html.ts'
import { type Shower, showing, textOf } from '../shown.ts'
import type { Words } from '../words/words.ts'
import type { Case, CaseRows } from './case-rows.ts'
import { type Heading, type Move, markedText, movedInto } from './marked-text.ts'
import { type Kind, type Reading, readings } from './readings.ts'

/** The text of a case with what was read at its places, and the list of what was read; a withheld text has only its reason. */
export function caseText(
  shower: Shower,
  one: Case,
  rows: CaseRows,
): { readonly text: Html; readonly list: Html } {
  const { row, persons } = one
  const how = showing(shower, persons)
  const text = how.present(one.text, 'prose', persons)
  const shown = { text, move: movedInto(one.text, text) }
  const found = row.is_withheld === true ? [] : placedIn(readings(how, one, rows), one.text, shown)
  return { text: textPart(shower, one, shown, found), list: readList(shower, found) }
}

interface Shown {
  readonly text: string
  readonly move: Move | undefined
}

/** Names and sentences may be altered where they stand; any other words are marked only where they are shown as they are. */
const mayBeAltered: readonly Kind[] = ['outcome', 'result', 'party', 'person', 'liability', 'interest', 'fee']

/** Readings with their places in the text as it is shown; without one where that is not certain. */
const placedIn = (found: readonly Reading[], text: string, shown: Shown): Reading[] =>
  found.map((reading) => {
    const { place, kind } = reading
    const moved = place === null ? undefined : shown.move?.(place.start, place.end)
    if (place === null || moved === undefined) return { ...reading, place: null }
    const isAsItIs = text.slice(place.start, place.end) === shown.text.slice(moved.start, moved.end)
    return { ...reading, place: isAsItIs || mayBeAltered.includes(kind) ? moved : null }
  })

function textPart({ report }: Shower, { row, text }: Case, shown: Shown, found: readonly Reading[]): Html {
  const say = report.judgment
  if (text === '') return html`<div class="empty"><h2>${say.noText}</h2></div>`
  const placed = found.flatMap(({ place, ...reading }) => (place === null ? [] : [{ ...reading, ...place }]))
  const headings = sectionsOf(say.sectionOf, row, text).flatMap((heading) =>
    shown.move === undefined ? [] : [{ ...heading, start: shown.move(heading.start, heading.start).start }],
  )
  const sentences = placed.filter(({ isSentence }) => isSentence === true)
  const marks = placed.filter(({ isSentence }) => isSentence !== true)
  return html`<p class="note">${say.readHint}${shown.text !== text && html` ${say.masked}`}</p>
<nav class="actions minor" aria-label="${say.sections}">${headings.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}</nav>
${markedText(shown.text, { marks, sentences, headings })}`
}

function sectionsOf(titles: Words['judgment']['sectionOf'], row: SqlRow, text: string): Heading[] {
  const starts = Object.entries(titles).flatMap(([name, title]) => {
    const start = text.indexOf(textOf(row[name]) ?? '\u0000')
    return start < 0 ? [] : [{ id: `section-${name}`, start, title }]
  })
  return starts.filter(({ start }, at) => starts.findIndex((other) => other.start === start) === at)
}

/** What was read, by kind: each leads to its place in the text, or is said to have none. */
function readList({ report }: Shower, found: readonly Reading[]): Html {
  const say = report.judgment
  const entry = ({ id, place, label }: Reading): Html =>
    html`<li id="read-${id}">${place === null ? html`${label} <span class="minor">${say.unplaced}</span>` : html`<a href="#${id}">${label}</a>`}</li>`
  const parts = Object.entries(say.kinds).flatMap(([kind, title]) => {
    const own = found.filter((reading) => reading.kind === kind)
    return own.length === 0
      ? []
      : [
          html`<h3><span class="swatch ${kind}"></span>${title} <span class="count">${own.length}</span></h3><ul>${own.map(entry)}</ul>`,
        ]
  })
  return html`<h2>${say.read}</h2>${parts}`
}
