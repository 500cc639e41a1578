import { type Html, html } from './html.ts'

/** A row of the appendix: a document, a sum of money, or a call. */
export interface Item {
  readonly kind: 'D' | 'P' | 'C'
  /** From 1, within its kind. */
  readonly number: number
}

/** Rows behind a figure, or behind several that stand in one row of a table, each by its name. */
interface Entry {
  readonly number: number
  readonly label: string
  readonly parts: readonly { readonly name: string; readonly items: readonly Item[] }[]
}

/** Collects which rows are behind which figures; the appendix lists them by number, so that print leads to them too. */
export class References {
  readonly #entries: Entry[] = []

  /** Registers a row of figures and gives its number. Parts without items are left out. */
  add(label: string, parts: readonly (readonly [name: string, items: readonly Item[]])[]): number {
    const number = this.#entries.length + 1
    const held = parts.filter(([, items]) => items.length > 0).map(([name, items]) => ({ name, items }))
    this.#entries.push({ number, label, parts: held })
    return number
  }

  get entries(): readonly Entry[] {
    return this.#entries
  }
}

/** `[12]`, to the list of rows with that number. */
export const mark = (number: number): Html => html`<a class="ref" href="#r${number}">[${number}]</a>`

/** A figure, as a link to the rows behind it; a zero has none. */
export const linked = (figure: string | number, number: number): Html =>
  figure === 0 ? html`<span class="zero">0</span>` : html`<a class="fig" href="#r${number}">${figure}</a>`

/** `D12`, to that row of the appendix. */
export const itemLink = ({ kind, number }: Item): Html =>
  html`<a class="ref" href="#${kind}${number}">${kind}${number}</a>`

/** Items as links, runs of three and more as D3–D9. */
export function itemLinks(items: readonly Item[]): Html[] {
  return runsOf(items).map((run, index) => {
    const [first, last] = [run[0], run.at(-1)]
    const comma = index === 0 ? '' : html`, `
    if (first === undefined || last === undefined) return html``
    if (run.length < 3)
      return html`${comma}${run.map((item, at) => html`${at > 0 && ', '}${itemLink(item)}`)}`
    return html`${comma}${itemLink(first)}–${itemLink(last)}`
  })
}

function runsOf(items: readonly Item[]): Item[][] {
  const sorted = [...items].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.number - b.number))
  const runs: Item[][] = []
  for (const item of sorted) {
    const before = runs.at(-1)?.at(-1)
    if (before?.kind === item.kind && before.number === item.number) continue
    if (before?.kind === item.kind && before.number + 1 === item.number) runs.at(-1)?.push(item)
    else runs.push([item])
  }
  return runs
}
