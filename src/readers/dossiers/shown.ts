import type { Holds } from '../../rows/tables/table.ts'
import type { Names } from './english/names.ts'
import { type Html, html, joined, type Part, quoted } from './html.ts'
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

/** What stands between the pieces of an entry: 已移出；处罚机关：某局，处罚内容：罚款; what changed into what is one piece. */
const betweenPieces = /；|，(?=[^，；：]{2,14}：)|(?<!→) (?!→)/
const labelled = /^([^，；：]{2,14})：(.+)$/s

/** A text that has no English, on an English page. */
export const alone = (text: string): Html =>
  /\p{Script=Han}/u.test(text) ? html`<span class="chinese">${quoted(text)}</span>` : quoted(text)

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
  const translated = (english: string | null, chinese: string): Html =>
    chinese.length <= longestKind ? html`${english}` : beside(english, chinese)
  const pieceShown = (piece: string): Html | null => {
    const [, label = '', content = ''] = labelled.exec(piece) ?? []
    const called = report.term[label]
    if (called !== undefined) return html`${called}${report.colon}${pieceShown(content) ?? alone(content)}`
    const figure = report.names.figure(piece)
    if (figure !== null) return html`${figure}`
    const english = report.names.entry(piece)
    return english === null ? null : translated(english, piece)
  }
  /** An entry of the registration in English, piece by piece; whole where no piece has any. */
  const entryShown = (said: string): Html => {
    const pieces = said.split(betweenPieces).map((piece) => [piece, pieceShown(piece)] as const)
    if (pieces.every(([, english]) => english === null)) return alone(said)
    return joined(
      pieces.map(([piece, english]) => english ?? alone(piece)),
      report.comma,
    )
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
      const cut = said.length > most ? `${said.slice(0, most)}…` : said
      if (report.code !== 'en') return quoted(cut)
      return kind === 'entry' ? entryShown(cut) : translated(report.names.property(said), cut)
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
