import { type Html, html, joined, numbered } from './html.ts'
import { groupsBy } from './rows.ts'
import { filled, type Words } from './words/words.ts'

/** A row of the appendix, a document, a sum of money or a call, an enforcement case or another state of its section, or what a red flag rests on in the registration. */
export interface Item {
  readonly kind: 'D' | 'P' | 'C' | 'E' | 'S' | 'F'
  readonly number: number
}

/** Rows of a numbered table that a page has, the first ones: a page of more opens in no browser. Those behind them are counted and have no place to lead to. */
export const mostItems = 5_000

/** One row behind a figure: an item of the appendix, or several that are one, such as the documents of a case. */
export type Behind = Item | Several

interface Several {
  readonly name?: string
  readonly items: readonly Item[]
}

/** An item is itself, for a large page has millions of rows behind its figures. */
export const itemsBehind = (row: Behind): readonly Item[] => ('kind' in row ? [row] : row.items)

/** What a figure counts, and each row that it counts; figures that count the same rows share them. */
interface Part {
  readonly place: number
  /** Where links of other pages lead to. */
  readonly id: string | undefined
  readonly names: string[]
  readonly rows: readonly Behind[]
}

/** Figures that stand together, such as those of a row of a table. The page numbers it where it first shows one of them. */
export class Reference {
  readonly label: string
  readonly parts: readonly Part[]

  constructor(label: string, parts: readonly Part[]) {
    this.label = label
    this.parts = parts
  }
}

const idOf = (number: number, { id, place }: Part): string => id ?? `r${number}-${place}`

/** What a figure is called, the rows that it counts, and where links of other pages lead to. */
export type Figure = readonly [name: string, rows: readonly Behind[], id?: string | undefined]

/** Figures as the page shows them, and other links to their rows. */
export type Figures = ReturnType<typeof refer>

/** Figures with the rows behind them. A part without rows is a zero, which the appendix does not list. */
export function refer(label: string, parts: readonly Figure[]) {
  const distinct: Part[] = []
  const counted = parts.map(([name, rows, id]) => {
    const known = distinct.find((part) => isSame(part.rows, rows))
    const part = known ?? { place: distinct.length + 1, id, names: [], rows }
    part.names.push(name)
    if (known === undefined) distinct.push(part)
    return part
  })
  const reference = new Reference(
    label,
    distinct.filter(({ rows }) => rows.length > 0),
  )
  return {
    /** Each is the number of the rows that its link leads to, and cannot be another one. */
    figures: counted.map((part) =>
      numbered(reference, (number) => figureTo(idOf(number, part), part.rows.length)),
    ),
    /** `[12]`, to the list of all of them: print leads there too. */
    mark: numbered(reference, (number) => html`<a class="ref" href="#r${number}">[${number}]</a>`),
    /** Something else that rests on the rows of a part, such as their sum. */
    linked: (at: number, shown: string): Html =>
      numbered(reference, (number) => {
        const part = counted[at]
        return part === undefined
          ? html`${shown}`
          : html`<a class="fig" href="#${idOf(number, part)}">${shown}</a>`
      }),
    /** Shows nothing, and takes the number here: for figures that come after others, or are not shown when they are zero. */
    placed: numbered(reference, () => html``),
  }
}

/** An entry of the appendix: the rows behind the figures of one reference. */
export const referenceEntry = (
  number: number,
  { label, parts }: Reference,
  { colon, tables }: Pick<Words, 'colon' | 'tables'>,
): Html =>
  html`<li id="r${number}" value="${number}"><bdi>${label}</bdi>${parts.map((part) => {
    const placed = part.rows.filter(isPlaced)
    const left = part.rows.length - placed.length
    return html`<span class="part" id="${idOf(number, part)}"><bdi>${part.names.join(' · ')}</bdi> ${part.rows.length}${colon}${rowLinks(placed)}${left > 0 && filled(tables.beyond, left, mostItems)}</span>`
  })}</li>
`

const hasPlace = ({ number }: Item): boolean => number <= mostItems
const isPlaced = (row: Behind): boolean =>
  'kind' in row ? hasPlace(row) : row.items.length === 0 || row.items.some(hasPlace)

const isSame = (some: readonly Behind[], others: readonly Behind[]): boolean =>
  some.length === others.length && some.every((row, at) => isSameRow(row, others[at]))

function isSameRow(row: Behind, other: Behind | undefined): boolean {
  if (row === other || other === undefined) return row === other
  const [items, others] = [itemsBehind(row), itemsBehind(other)]
  return (
    nameOf(row) === nameOf(other) &&
    items.length === others.length &&
    items.every(({ kind, number }, at) => kind === others[at]?.kind && number === others[at]?.number)
  )
}

/** A count, as a link to the rows that it counts; a zero has none. */
export const figureTo = (id: string, count: number): Html =>
  count === 0 ? html`<span class="zero">0</span>` : html`<a class="fig" href="#${id}">${count}</a>`

export const each = (listed: readonly { readonly item: Item }[]): Behind[] => listed.map(({ item }) => item)

/** `D12`, to that row of the appendix, as far as the page has it. */
export const itemLink = (item: Item): Html => {
  const name = `${item.kind}${item.number}`
  return hasPlace(item)
    ? html`<a class="ref" href="#${name}">${name}</a>`
    : html`<span class="ref">${name}</span>`
}

/** A sign that leads to that row, of which `about` says more; it leads nowhere without one. */
export const itemSign = (item: Item | undefined, sign: string, about: string): Html =>
  item !== undefined && hasPlace(item)
    ? html`<a href="#${item.kind}${item.number}" title="${about}">${sign}</a>`
    : html`<span title="${about}">${sign}</span>`

/** Rows in their order: single items as runs, D3–D9, and D12 ×2 for one that is several rows; items that are one row in brackets. */
export function rowLinks(rows: readonly Behind[]): Html {
  const single = rows.filter(isSingle)
  const shown = [
    ...runsOf(single.flatMap(itemsBehind)).map(runLink),
    ...rows.filter((row) => !isSingle(row)).map(groupLink),
  ]
  return joined(shown, ', ')
}

const nameOf = (row: Behind): string | undefined => ('kind' in row ? undefined : row.name)
const isSingle = (row: Behind): boolean => 'kind' in row || (row.name === undefined && row.items.length === 1)

const groupLink = (row: Behind): Html => {
  const [name, links] = [nameOf(row), rowLinks(itemsBehind(row))]
  return html`<span class="row">${name !== undefined && html`<bdi>${name}</bdi> `}(${links})</span>`
}

/** Items that follow each other, or one and how often it stands there. */
interface Run {
  readonly first: Item
  readonly last: Item
  readonly times: number
}

const runLink = ({ first, last, times }: Run): Html =>
  first === last
    ? html`${itemLink(first)}${times > 1 && ` ×${times}`}`
    : html`${itemLink(first)}${last.number === first.number + 1 ? ', ' : '–'}${itemLink(last)}`

function runsOf(items: readonly Item[]): Run[] {
  const byKind = [...groupsBy(items, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1))
  const runs: Run[] = []
  for (const [, found] of byKind) {
    const byNumber = [...groupsBy(found, ({ number }) => number)].sort(([a], [b]) => a - b)
    for (const [number, [item, ...again]] of byNumber) {
      if (item === undefined) continue
      const before = runs.at(-1)
      const follows = before?.last.kind === item.kind && before.last.number + 1 === number
      if (before !== undefined && follows && before.times === 1 && again.length === 0)
        runs[runs.length - 1] = { ...before, last: item }
      else runs.push({ first: item, last: item, times: again.length + 1 })
    }
  }
  return runs
}
