import type { Holds } from '../../rows/tables/table.ts'
import type { Names } from './english/names.ts'
import { type Html, html, type Part, quoted } from './html.ts'
import { formatAmount } from './money.ts'
import { type Words, wordFor } from './words/words.ts'

/**
 * A value as it may be shown: who is a natural person and what is an identifier is decided elsewhere. `persons` are names
 * that belong to what it was read from; those of organisations are left alone.
 */
export type Presenter = (value: string, holds: Holds, persons?: readonly string[]) => string

export interface Shower {
  readonly present: Presenter
  readonly report: Words
}

export type NameKind = keyof Names

/** The Chinese begins a line of its own where it does not fit behind the English. */
export const namedRules = '.chinese{display:inline-block;color:var(--soft)}\n'

export const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value)

export const numberOf = (value: unknown): number => Number(value ?? 0)

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? [one] : [])) : []

const missing = ({ report }: Shower): Html => html`<span class="unknown">${report.unknown}</span>`

/** A text of the warehouse as it may be shown; a missing one is said to be missing. */
export const show = (shower: Shower, value: unknown, holds: Holds, persons?: readonly string[]): Html => {
  const text = textOf(value)
  return text === null ? missing(shower) : quoted(shower.present(text, holds, persons))
}

export const showIf = (shower: Shower, value: unknown, holds: Holds, persons?: readonly string[]): Part =>
  textOf(value) === null ? '' : show(shower, value, holds, persons)

/** The same as plain text, for titles and charts. */
export const plain = (
  { present }: Pick<Shower, 'present'>,
  value: unknown,
  holds: Holds,
  persons?: readonly string[],
): string => {
  const text = textOf(value)
  return text === null ? '' : present(text, holds, persons)
}

/** The Chinese as privacy presents it, and the English; null where there is none, and where privacy alters the name: it would say what was hidden. */
function namesOf({ present, report }: Shower, kind: NameKind, chinese: string) {
  const shown = present(chinese, 'label')
  return { shown, english: shown === chinese ? report.names[kind](chinese) : null }
}

/** A cause, court or law: Sale contract dispute (买卖合同纠纷), for a reader looks things up by the Chinese. */
export function showName(shower: Shower, kind: NameKind, value: unknown): Html {
  const text = textOf(value)
  if (text === null) return missing(shower)
  const { shown, english } = namesOf(shower, kind, text)
  return english === null ? quoted(shown) : html`${english} <span class="chinese">(${quoted(shown)})</span>`
}

export const showNameIf = (shower: Shower, kind: NameKind, value: unknown): Part =>
  textOf(value) === null ? '' : showName(shower, kind, value)

/** The same as plain text; `isShort`, the English alone where there is one: for charts, whose tables have both. */
export function plainName(shower: Shower, kind: NameKind, value: unknown, isShort = false): string {
  const text = textOf(value)
  if (text === null) return shower.report.unknown
  const { shown, english } = namesOf(shower, kind, text)
  return english === null ? shown : isShort ? english : `${english} (${shown})`
}

/** The English name alone, before a Chinese citation; nothing where there is none. */
export const nameBefore = (shower: Shower, kind: NameKind, value: unknown): Part => {
  const text = textOf(value)
  const english = text === null ? null : namesOf(shower, kind, text).english
  return english !== null && `${english} `
}

export const termIf = (shower: Shower, value: unknown): Part =>
  showIf(shower, wordFor(shower.report.term, textOf(value) ?? ''), 'label')

/** A sum of yuan, grouped, to the cent; nothing where there is none. */
export const money = (amount: unknown): string => {
  const text = textOf(amount)
  return text === null ? '' : formatAmount(text)
}

export const moneyIn = (amount: unknown, currency: unknown): string =>
  [textOf(currency) === 'CNY' ? null : textOf(currency), money(amount)].filter(Boolean).join(' ')
