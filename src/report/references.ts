import { groupsBy } from './groups.ts'
import { type Html, html } from './html.ts'

/** A row of the appendix: a document, a sum of money, or a call. */
export interface Item {
  readonly kind: 'D' | 'P' | 'C'
  /** From 1, within its kind. */
  readonly number: number
}

/** One row behind a figure: an item of the appendix, or several that are one, such as the documents of a case. */
export interface Behind {
  /** What it is called, where its items do not say. */
  readonly name?: string
  readonly items: readonly Item[]
}

/** What a figure counts, and each row that it counts; figures that count the same rows share them. */
interface Part {
  /** Where links lead to. */
  readonly id: string
  readonly names: string[]
  readonly rows: readonly Behind[]
}

/** Figures that stand together, such as those of a row of a table. */
interface Entry {
  readonly number: number
  readonly label: string
  readonly parts: readonly Part[]
}

/** Figures as the page shows them: each is the number of the rows that its link leads to, and cannot be another one. */
export interface Figures {
  readonly figures: readonly Html[]
  /** `[12]`, to the list of all of them: print leads there too. */
  readonly mark: Html
  /** Something else that rests on the rows of a part, such as their sum. */
  readonly linked: (part: number, shown: string) => Html
}

/** Collects which rows are behind which figures; the appendix lists them by number. */
export class References {
  readonly #entries: Entry[] = []

  /** Registers figures that stand together. A part without rows is a zero and is not listed; an id is for links of other pages. */
  add(
    label: string,
    parts: readonly (readonly [name: string, rows: readonly Behind[], id?: string | undefined])[],
  ): Figures {
    const number = this.#entries.length + 1
    const told = new Map<string, Part>()
    const made = parts.map(([name, rows, id = `r${number}-${told.size + 1}`]) => {
      const key = rows.map(keyOf).join(' ')
      const part = told.get(key) ?? { id, names: [], rows }
      part.names.push(name)
      told.set(key, part)
      return part
    })
    this.#entries.push({ number, label, parts: [...told.values()].filter(({ rows }) => rows.length > 0) })
    return {
      figures: made.map(({ id, rows }) => figureTo(id, rows.length)),
      mark: html`<a class="ref" href="#r${number}">[${number}]</a>`,
      linked: (part, shown) => html`<a class="fig" href="#${made[part]?.id}">${shown}</a>`,
    }
  }

  get entries(): readonly Entry[] {
    return this.#entries
  }
}

const keyOf = ({ name = '', items }: Behind): string =>
  `${name}(${items.map(({ kind, number }) => `${kind}${number}`).join()})`

/** A count, as a link to the rows that it counts; a zero has none. */
export const figureTo = (id: string, count: number): Html =>
  count === 0 ? html`<span class="zero">0</span>` : html`<a class="fig" href="#${id}">${count}</a>`

/** Each as a row of its own. */
export const each = (listed: readonly { readonly item: Item }[]): Behind[] =>
  listed.map(({ item }) => ({ items: [item] }))

/** `D12`, to that row of the appendix. */
export const itemLink = ({ kind, number }: Item): Html =>
  html`<a class="ref" href="#${kind}${number}">${kind}${number}</a>`

/** Rows in their order: single items as runs, D3–D9, and D12 ×2 for one that is several rows; items that are one row in brackets. */
export function rowLinks(rows: readonly Behind[]): Html {
  const single = rows.filter(isSingle)
  const shown = [
    ...runsOf(single.flatMap(({ items }) => items)).map(runLink),
    ...rows.filter((row) => !isSingle(row)).map(groupLink),
  ]
  return html`${shown.map((row, at) => html`${at > 0 && ', '}${row}`)}`
}

const isSingle = ({ name, items }: Behind): boolean => name === undefined && items.length === 1

const groupLink = ({ name, items }: Behind): Html => {
  const links = rowLinks(items.map((item) => ({ items: [item] })))
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
