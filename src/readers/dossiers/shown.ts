import type { Holds } from '../../rows/tables/table.ts'
import type { Names } from './english/names.ts'
import { type Html, html, type Part, quoted } from './html.ts'
import { formatAmount } from './money.ts'
import { type Words, wordFor } from './words/words.ts'

/**
 * A value as it may be shown: who is a natural person and what is an identifier is decided elsewhere. `persons` are names
 * that belong to what it was read from, `own` those of all that is shown, one list for many values, of any length; those of
 * organisations are left alone.
 */
export type Presenter = (
  value: string,
  holds: Holds,
  persons?: readonly string[],
  own?: readonly string[],
) => string

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

type Named = readonly string[] | null

/** Words as short as 银行存款 name a kind and no more. */
const longestKind = 5

/** Chinese that has no English, on an English page. */
export const alone = (chinese: string): Html => html`<span class="chinese">${quoted(chinese)}</span>`

/** English with the Chinese behind it; the Chinese alone where there is none. */
export const beside = (english: Part, chinese: string): Html =>
  english === null ? quoted(chinese) : html`${english} <span class="chinese">(${quoted(chinese)})</span>`

/** How values of the warehouse are shown. `persons` are the names that may stand in them, unless a value is given names of its own. */
export function showing({ present, report }: Shower, persons: Named = []) {
  const plain = (value: unknown, holds: Holds, named: Named = persons): string => {
    const text = textOf(value)
    return text === null ? '' : present(text, holds, named ?? [])
  }
  const showIf = (value: unknown, holds: Holds, named: Named = persons): Html | '' =>
    textOf(value) === null ? '' : quoted(plain(value, holds, named))
  /** The Chinese as privacy presents it, and the English; null where there is none, and where privacy alters the name: it would say what was hidden. */
  const namesOf = (kind: NameKind, value: unknown) => {
    const chinese = textOf(value)
    if (chinese === null) return null
    const shown = present(chinese, 'label')
    return { shown, english: shown === chinese ? report.names[kind](chinese) : null }
  }
  const showNameIf = (kind: NameKind, value: unknown): Html | '' => {
    const { shown = '', english = null } = namesOf(kind, value) ?? {}
    return shown && beside(english, shown)
  }
  const missing = html`<span class="unknown">${report.unknown}</span>`
  return {
    present,
    report,
    showIf,
    showNameIf,
    /** The same as `showIf`, as plain text, for titles and charts. */
    plain,
    /** A text of the warehouse; a missing one is said to be missing. */
    show: (value: unknown, holds: Holds, named?: Named): Html => showIf(value, holds, named) || missing,
    /** Names of a list, between commas. */
    plainNames: (list: unknown): string =>
      textsOf(list)
        .map((name) => plain(name, 'party'))
        .join(report.comma),
    /** A cause, court or law: Sale contract dispute (买卖合同纠纷), for a reader looks things up by the Chinese. */
    showName: (kind: NameKind, value: unknown): Html => showNameIf(kind, value) || missing,
    /** The same as plain text. */
    plainName: (kind: NameKind, value: unknown): string => {
      const { shown = report.unknown, english = null } = namesOf(kind, value) ?? {}
      return english === null ? shown : `${english} (${shown})`
    },
    /** Words of a source; in English what they come to, with the words themselves behind it: nothing that they say is lost. */
    showWords: (
      kind: 'property' | 'entry',
      value: unknown,
      named: Named = persons,
      most = Number.POSITIVE_INFINITY,
    ): Html => {
      const said = plain(value, 'prose', named)
      const english = report.names[kind](said)
      const shown = said.length > most ? `${said.slice(0, most)}…` : said
      if (english === null) return report.code === 'en' ? alone(shown) : quoted(shown)
      return said.length <= longestKind ? html`${english}` : beside(english, shown)
    },
    /** The English name alone, before a Chinese citation; nothing where there is none. */
    nameBefore: (kind: NameKind, value: unknown): Part => {
      const english = namesOf(kind, value)?.english
      return english && `${english} `
    },
    termIf: (value: unknown): Part => showIf(wordFor(report.term, textOf(value) ?? ''), 'label'),
  }
}

export type Showing = ReturnType<typeof showing>

/** A sum of yuan, grouped, to the cent; nothing where there is none. */
export const money = (amount: unknown): string => {
  const text = textOf(amount)
  return text === null ? '' : formatAmount(text)
}

export const moneyIn = (amount: unknown, currency: unknown): string =>
  [textOf(currency) === 'CNY' ? null : textOf(currency), money(amount)].filter(Boolean).join(' ')
