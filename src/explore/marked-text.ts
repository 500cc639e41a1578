import { escapeHtml, type Html, html, trusted } from '../report/html.ts'

/** Words of a text that something was read from. Places are UTF-16 offsets. */
export interface Mark {
  readonly id: string
  readonly kind: string
  readonly start: number
  readonly end: number
  /** What was read from it. */
  readonly card: Html
}

/** A sentence that something rests on: it is underlined, and what was read stands behind it. */
export interface Sentence extends Mark {
  readonly label: Html
}

/** Where a part of the text begins. */
export interface Heading {
  readonly id: string
  readonly start: number
  readonly title: string
}

interface Marked {
  readonly marks: readonly Mark[]
  readonly sentences: readonly Sentence[]
  readonly headings: readonly Heading[]
}

/** Words that overlap are one place to focus, which shows what was read from any of them. */
interface Group {
  readonly start: number
  readonly end: number
  readonly marks: readonly Mark[]
}

/** A text with its marks, each of which can be focused and then shows its card; nothing of the text is left out or moved. */
export function markedText(text: string, { marks, sentences, headings }: Marked): Html {
  const groups = groupsOf(marks.filter(({ start, end }) => start >= 0 && end <= text.length && start < end))
  const inner = [
    ...sentences.flatMap(({ start, end }) => [start, end]),
    ...headings.map(({ start }) => start),
  ]
  const parts: Html[] = []
  let at = 0
  let [headed, said] = [0, 0]
  const titles = [...headings].sort((a, b) => a.start - b.start)
  const ending = [...sentences].sort((a, b) => a.end - b.end)
  const add = (end: number, part: (kinds: string) => Html): void => {
    for (let title = titles[headed]; title !== undefined && title.start <= at; title = titles[headed]) {
      parts.push(html`<h2 id="${title.id}">${title.title}</h2>`)
      headed += 1
    }
    const around = sentences.filter((one) => one.start <= at && at < one.end)
    parts.push(part(around.map(({ kind }) => `in-${kind}`).join(' ')))
    for (let one = ending[said]; one !== undefined && one.end <= end; one = ending[said]) {
      parts.push(chip(one))
      said += 1
    }
    at = end
  }
  const addPlain = (until: number): void => {
    const cuts = [...new Set(inner)].filter((cut) => cut > at && cut < until).sort((a, b) => a - b)
    for (const cut of [...cuts, until])
      if (cut > at) {
        const piece = verbatim(text.slice(at, cut))
        add(cut, (kinds) => (kinds === '' ? piece : html`<span class="${kinds}">${piece}</span>`))
      }
  }
  for (const group of groups) {
    addPlain(group.start)
    add(group.end, (kinds) => groupPart(group, verbatim(text.slice(group.start, group.end)), kinds))
  }
  addPlain(text.length)
  return html`<div class="fulltext" tabindex="-1">${parts}</div>`
}

/** A text of somebody else's as it is: with unseen characters written out. */
const verbatim = (text: string): Html => trusted(escapeHtml(text))

function groupsOf(marks: readonly Mark[]): Group[] {
  const groups: { start: number; end: number; marks: Mark[] }[] = []
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = groups.at(-1)
    if (last === undefined || last.end <= mark.start)
      groups.push({ start: mark.start, end: mark.end, marks: [mark] })
    else {
      last.end = Math.max(last.end, mark.end)
      last.marks.push(mark)
    }
  }
  return groups
}

function groupPart({ marks }: Group, piece: Html, kinds: string): Html {
  const [first, ...more] = marks
  return html`${more.map(({ id }) => html`<span id="${id}"></span>`)}<span class="m ${kinds}"><a class="mark ${first?.kind ?? ''}" id="${first?.id ?? ''}" href="#read-${first?.id ?? ''}" aria-describedby="card-${first?.id ?? ''}">${piece}</a><span class="card" role="note" id="card-${first?.id ?? ''}">${marks.map(({ card }) => card)}</span></span>`
}

const chip = ({ id, kind, card, label }: Sentence): Html =>
  html`<span class="m"><a class="mark chip ${kind}" id="${id}" href="#read-${id}" aria-describedby="card-${id}">${label}</a><span class="card" role="note" id="card-${id}">${card}</span></span>`

/** How many characters must agree before two texts are taken to go on alike. */
const agreeing = 12
/** What stands for a name or a number is not longer, nor is what it stands for. */
const longestChange = 240

interface Change {
  readonly start: number
  readonly end: number
  readonly shownStart: number
  readonly shownEnd: number
}

/**
 * Moves places of a text into the same text as it is shown, where names and identifiers are replaced. A place within what was
 * replaced becomes its begin or its end. Undefined where the two cannot be told to be one text.
 */
export function movedInto(
  text: string,
  shown: string,
): ((start: number, end: number) => { readonly start: number; readonly end: number }) | undefined {
  if (text === shown) return (start, end) => ({ start, end })
  const changes = changesBetween(text, shown)
  if (changes === undefined) return undefined
  const move = (place: number, side: 'shownStart' | 'shownEnd'): number => {
    let moved = place
    for (const change of changes) {
      if (place <= change.start) break
      if (place < change.end) return change[side]
      moved = place + change.shownEnd - change.end
    }
    return moved
  }
  return (start, end) => ({ start: move(start, 'shownStart'), end: move(end, 'shownEnd') })
}

function changesBetween(text: string, shown: string): Change[] | undefined {
  const changes: Change[] = []
  let [at, shownAt] = [0, 0]
  while (at < text.length || shownAt < shown.length) {
    if (at < text.length && text[at] === shown[shownAt]) {
      at += 1
      shownAt += 1
      continue
    }
    const next = meeting(text, at, shown, shownAt)
    if (next === undefined) return undefined
    changes.push({ start: at, end: next.at, shownStart: shownAt, shownEnd: next.shownAt })
    at = next.at
    shownAt = next.shownAt
  }
  return changes
}

/** The nearest places from which both texts go on alike. */
function meeting(text: string, at: number, shown: string, shownAt: number) {
  for (let far = 1; far <= longestChange * 2; far += 1)
    for (let ahead = Math.max(0, far - longestChange); ahead <= Math.min(far, longestChange); ahead += 1) {
      const [one, other] = [at + ahead, shownAt + far - ahead]
      const isEnd = one === text.length && other === shown.length
      const next = text.slice(one, one + agreeing)
      if (
        isEnd ||
        (next !== '' &&
          (next.length === agreeing || one + next.length === text.length) &&
          shown.startsWith(next, other))
      )
        return { at: one, shownAt: other }
    }
  return undefined
}
