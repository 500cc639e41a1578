import { between, type Html, html, joined, type Part } from '../html.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { each, type Item, itemLink, refer } from '../references.ts'
import type { Showing } from '../shown.ts'
import type { Words } from '../words/words.ts'

/* What sentences of page one are put together of. */

/** So many of one kind are named in a sentence of page one. */
export const mostNamed = 3

/** The parts that say something. */
export const said = (parts: readonly Part[]): Part[] => parts.filter((part) => part !== false)

/** A sentence around a list; nothing where the list is empty. */
export const around = (text: string, parts: readonly Part[], separator: Part): Html | false =>
  parts.length > 0 && between(text, [joined(parts, separator)])

/** The first of a list, and a sign where there are more. */
export const firstOf = (parts: readonly Part[], separator: Part): Html =>
  html`${joined(parts.slice(0, mostNamed), separator)}${parts.length > mostNamed && '…'}`

/** A heading or label within a sentence: English begins it with a small letter there. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

export interface Money {
  readonly amount: string | null
  readonly currency: string | null
}

/** A sentence, or what was looked for and not found: all of that is one sentence at the end, with what was searched. */
export type Answer = Html | { readonly notFound: string | Html }

interface Sayer extends Pick<Showing, 'show'> {
  readonly words: Words
  readonly listed: (ids: readonly (string | null)[]) => readonly {
    readonly item: Item
    readonly row: { readonly persons: readonly string[] | null }
  }[]
}

/** Phrases in the words of a dossier, about its rows. */
export const phrasesOf = ({ words, show, listed }: Sayer) => ({
  /** What is said of a thing behind it; nothing where no part says something. */
  inBrackets: (parts: readonly Part[], separator: Part = words.comma): Html | false =>
    around(words.inBrackets, said(parts), separator),
  partiesText: (names: readonly string[]): Html =>
    joined(
      names.map((name) => show(name, 'party')),
      words.standing.list,
    ),
  /** A sum, in yuan where its source names no currency. */
  sumText: ({ amount, currency }: Money): string => words.sum(currency ?? 'CNY', formatAmount(amount ?? '0')),
  /** What sums come to, by currency. */
  totalsText: (sums: readonly { readonly row: Money }[]): string[] =>
    totals(sums).map(({ currency, total }) => words.sum(currency, grouped(total))),
  /** The way to a document, where it is listed. */
  linkTo: (document: string | null): Html[] => listed([document]).map(({ item }) => itemLink(item)),
  /** Names that may stand in what a document says. */
  personsIn: (document: string | null): readonly string[] => listed([document])[0]?.row.persons ?? [],
  /** Sentences behind each other, without those that are not said; a full stop in Chinese has its space. */
  inOneItem(sentences: readonly (Html | false)[]): Html | false {
    const parts = said(sentences)
    return parts.length > 0 && joined(parts, words.code === 'en' ? ' ' : '')
  },
  /** How many, as a link to the rows, with the number of their entry. */
  counted(label: string, of: readonly { readonly item: Item }[], id?: string): Part {
    const { figures, mark } = refer(`${words.sections.brief}${words.colon}${label}`, [
      [words.columns.rows, each(of), id],
    ])
    return of.length === 0 ? '0' : html`${figures} ${mark}`
  },
})
