import { escapeHtml, type Html, html, trusted } from '../html.ts'

/**
 * Rules of a style sheet for marked texts and the list beside them. They use its colours --ink, --soft, --line, --card, --brick,
 * --target, and --sum, --cite, --who, --num, --why for the kinds of marks.
 */
export const markedRules = `.fulltext{font-family:"Songti SC","Noto Serif CJK SC","Source Han Serif SC",SimSun,serif;font-size:1.06rem;line-height:1.95;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:1.2rem 1.6rem;white-space:pre-wrap;overflow-wrap:anywhere}
.fulltext h2{font-family:"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;font-size:.86rem;color:var(--soft);letter-spacing:.1em;border-bottom:1px solid var(--line);margin:1.4rem 0 .4rem;white-space:normal}
.fulltext h2:first-child{margin-top:.7rem}
span:target+.m>.mark{background:var(--target)}
.mark{color:var(--ink);border-radius:3px;padding:0 .1em;text-decoration:underline dotted var(--soft);text-underline-offset:.28em;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.mark:hover{outline:1px solid var(--soft)}
.amount,.claim,.interest,.fee{background:var(--sum)}.citation{background:var(--cite)}.party,.person{background:var(--who)}.reference,.date{background:var(--num)}.outcome,.result,.liability{background:var(--why)}
.chip{text-decoration:none;font:600 .72rem/1.4 'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif;padding:.05rem .4rem;margin:0 .25rem;border:1px solid var(--brick);user-select:none;vertical-align:.15em;white-space:nowrap}
.in-outcome{border-bottom:3px solid var(--brick)}
.in-result{border-bottom:3px double var(--brick)}
.m>.mark:target,:target>.mark,tr:target,li:target{background:var(--target)}
.card{display:none;position:fixed;right:1.5rem;bottom:1.5rem;z-index:6;width:24rem;max-width:calc(100vw - 3rem);max-height:60vh;overflow:auto;background:var(--card);border:1px solid var(--soft);border-radius:6px;box-shadow:0 4px 18px #0004;padding:.7rem 1rem;font:.9rem/1.55 "PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif;white-space:normal;user-select:none}
.m:hover>.card,.m:focus-within>.card{display:block}
.m:focus-within>.card{z-index:7}
.card dl{margin:.3rem 0 0}.card dt{color:var(--soft);font-size:.82rem}.card dd{margin:0 0 .3rem;overflow-wrap:anywhere}
.read{position:sticky;top:4.2rem;max-height:calc(100vh - 5rem);overflow-y:auto;padding-right:.3rem}
.read ul{list-style:none;margin:.2rem 0;padding:0}
.read li{padding:.2rem .3rem;border-bottom:1px solid var(--line);font-size:.9rem}
.read h3 .swatch{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-right:.4rem;vertical-align:-.05rem}
.read h3 .swatch.outcome,.read h3 .swatch.result{border-bottom:3px solid var(--brick);background:var(--why)}`

/** Words of a text that something was read from. Places are UTF-16 offsets. */
export interface Mark {
  readonly id: string
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly card: Html
}

/** A sentence that something rests on: it is underlined, and what was read stands behind it. */
export interface Sentence extends Mark {
  readonly label: Html
}

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

/** Overlapping words form one place to focus, which shows the readings of all of them. */
type Group = Readonly<ReturnType<typeof groupsOf>[number]>

/** A text with its marks, each of which can be focused and then shows its card; nothing of the text is left out or moved. */
export function markedText(text: string, { marks, sentences, headings }: Marked): Html {
  const groups = groupsOf(marks.filter(({ start, end }) => start >= 0 && end <= text.length && start < end))
  const groupAt = new Map(groups.map((group) => [group.start, group]))
  const isPlain = (place: number): boolean =>
    place > 0 && place < text.length && !groups.some(({ start, end }) => start < place && place < end)
  const inner = [
    ...sentences.flatMap(({ start, end }) => [start, end]),
    ...headings.map(({ start }) => start),
  ].filter(isPlain)
  const edges = [0, text.length, ...groups.flatMap(({ start, end }) => [start, end]), ...inner]
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const titles = [...headings].sort((a, b) => a.start - b.start)
  const ending = [...sentences].sort((a, b) => a.end - b.end)
  const parts = cuts.slice(1).map((end, index) => {
    const [before = -1, at = 0] = [cuts[index - 1], cuts[index]]
    const headed = titles.filter(({ start }) => before < start && start <= at)
    const said = ending.filter((one) => at < one.end && one.end <= end)
    const around = sentences.filter((one) => one.start <= at && at < one.end)
    const kinds = around.map(({ kind }) => `in-${kind}`).join(' ')
    const piece = pieceOf(groupAt.get(at), verbatim(text.slice(at, end)), kinds)
    return html`${headed.map(({ id, title }) => html`<h2 id="${id}">${title}</h2>`)}${piece}${said.map(chip)}`
  })
  return html`<div class="fulltext" tabindex="-1">${parts}</div>`
}

function pieceOf(group: Group | undefined, words: Html, kinds: string): Html {
  if (group !== undefined) return groupPart(group, words, kinds)
  return kinds === '' ? words : html`<span class="${kinds}">${words}</span>`
}

/** A text from outside, as it is: with unseen characters written out. */
const verbatim = (text: string): Html => trusted(escapeHtml(text))

function groupsOf(marks: readonly Mark[]) {
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

interface Change {
  readonly start: number
  readonly end: number
  readonly shownStart: number
  readonly shownEnd: number
}

export type Move = (start: number, end: number) => { readonly start: number; readonly end: number }

/**
 * Moves places of a text into the same text as it is shown, where names and identifiers are replaced. A place within what was
 * replaced becomes its begin or its end. Undefined where the two may be different texts.
 */
export function movedInto(text: string, shown: string): Move | undefined {
  if (text === shown) return (start, end) => ({ start, end })
  const changes = changesByLine(text, shown)
  if (changes === undefined) return undefined
  const move = (place: number, side: 'shownStart' | 'shownEnd'): number => {
    let moved = place
    for (const change of changes) {
      if (place < change.start || (place === change.start && side === 'shownEnd')) break
      if (place < change.end || (place === change.start && side === 'shownStart')) return change[side]
      moved = place + change.shownEnd - change.end
    }
    return moved
  }
  return (start, end) => ({ start: move(start, 'shownStart'), end: move(end, 'shownEnd') })
}

/** Hardly a name or number goes over the end of a line: each line is compared for itself. */
function changesByLine(text: string, shown: string): Change[] | undefined {
  const [lines, shownLines] = [text.split('\n'), shown.split('\n')]
  if (lines.length !== shownLines.length) return changesBetween(text, shown, 0, 0)
  const changes: Change[] = []
  let [at, shownAt] = [0, 0]
  for (const [index, line] of lines.entries()) {
    const shownLine = shownLines[index] ?? ''
    const found = line === shownLine ? [] : changesBetween(line, shownLine, at, shownAt)
    if (found === undefined) return undefined
    changes.push(...found)
    at += line.length + 1
    shownAt += shownLine.length + 1
  }
  return changes
}

/** Characters left out and put in, together, beyond which two texts are not compared to the end. */
const mostEdits = 600

/**
 * The fewest changes from one text to the other (Myers 1986), worked out from the end: of equal characters those behind a change are
 * taken to be the same, for a name is followed by a sum more often than preceded.
 */
function changesBetween(text: string, shown: string, at: number, shownAt: number): Change[] | undefined {
  const [n, m] = [text.length, shown.length]
  const isSame = (x: number, y: number): boolean => text[n - 1 - x] === shown[m - 1 - y]
  const trail: Map<number, number>[] = []
  const reached = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(mostEdits, n + m); edits += 1) {
    trail.push(new Map(reached))
    for (let k = -edits; k <= edits; k += 2) {
      const [less, more] = [reached.get(k - 1) ?? -1, reached.get(k + 1) ?? -1]
      let x = k === -edits || (k !== edits && less < more) ? more : less + 1
      while (x < n && x - k < m && isSame(x, x - k)) x += 1
      reached.set(k, x)
      if (x >= n && x - k >= m) return changesOf(trail, [n, m], [at, shownAt])
    }
  }
  return undefined
}

/** The characters that were left out or put in, those that follow each other as one change; the trail counts places from the ends. */
function changesOf(
  trail: readonly ReadonlyMap<number, number>[],
  [n, m]: readonly [number, number],
  [at, shownAt]: readonly [number, number],
): Change[] {
  const changes: Change[] = []
  let [x, y] = [n, m]
  for (let edits = trail.length - 1; edits > 0; edits -= 1) {
    const before = trail[edits]
    const k = x - y
    const [less, more] = [before?.get(k - 1) ?? -1, before?.get(k + 1) ?? -1]
    const from = k === -edits || (k !== edits && less < more) ? k + 1 : k - 1
    x = before?.get(from) ?? 0
    y = x - from
    const [end, shownEnd] = [at + n - x, shownAt + m - y]
    const isPutIn = from === k + 1
    const start = isPutIn ? end : end - 1
    const shownStart = isPutIn ? shownEnd - 1 : shownEnd
    const last = changes.at(-1)
    if (last !== undefined && last.end === start && last.shownEnd === shownStart)
      changes[changes.length - 1] = { ...last, end, shownEnd }
    else changes.push({ start, end, shownStart, shownEnd })
  }
  return changes
}
