import type { Holds } from '../../rows/tables/table.ts'
import type { Presenter } from './dossier.ts'
import { type Html, html, type Part, quoted } from './html.ts'
import { formatAmount } from './money.ts'
import { type NameKind, named, nameOf } from './named.ts'
import { type Words, wordFor } from './words/words.ts'

/** What values of the warehouse are shown by. */
export interface Shower {
  readonly present: Presenter
  readonly report: Words
}

export const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

export const numberOf = (value: unknown): number => Number(value ?? 0)

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? [one] : [])) : []

/** A text of the warehouse as it may be shown; a missing one is said to be missing. */
export const show = (
  { present, report }: Shower,
  value: unknown,
  holds: Holds,
  persons: readonly string[] = [],
): Html => {
  const text = textOf(value)
  return text === null
    ? html`<span class="unknown">${report.unknown}</span>`
    : quoted(present(text, holds, persons))
}

/** The same, and nothing where it is missing. */
export const showIf = (
  shower: Shower,
  value: unknown,
  holds: Holds,
  persons: readonly string[] = [],
): Part => (textOf(value) === null ? '' : show(shower, value, holds, persons))

/** A cause, court or law: on English pages with its English name, where it has one. */
export const showName = ({ present, report }: Shower, kind: NameKind, value: unknown): Html => {
  const text = textOf(value)
  return text === null
    ? html`<span class="unknown">${report.unknown}</span>`
    : named(report, kind, text, present(text, 'label'))
}

/** The same, and nothing where it is missing. */
export const showNameIf = (shower: Shower, kind: NameKind, value: unknown): Part =>
  textOf(value) === null ? '' : showName(shower, kind, value)

/** The English name alone, before a Chinese citation; nothing where there is none. */
export const nameBefore = ({ present, report }: Shower, kind: NameKind, value: unknown): Part => {
  const text = textOf(value)
  const name = text === null ? null : nameOf(report, kind, text, present(text, 'label'))
  return name !== null && `${name} `
}

/** A value of a closed list, in the language of the page; nothing where it is missing. */
export const termIf = (shower: Shower, value: unknown): Part =>
  showIf(shower, wordFor(shower.report.term, textOf(value) ?? ''), 'label')

/** The same as plain text, for titles and charts. */
export const plain = (
  { present }: Pick<Shower, 'present'>,
  value: unknown,
  holds: Holds,
  persons: readonly string[] = [],
): string => {
  const text = textOf(value)
  return text === null ? '' : present(text, holds, persons)
}

/** A sum of yuan, grouped, to the cent; nothing where there is none. */
export const money = (amount: unknown): string => {
  const text = textOf(amount)
  return text === null ? '' : formatAmount(text)
}

/** A sum with its currency, where that is not yuan. */
export const moneyIn = (amount: unknown, currency: unknown): string =>
  [textOf(currency) === 'CNY' ? null : textOf(currency), money(amount)].filter(Boolean).join(' ')
