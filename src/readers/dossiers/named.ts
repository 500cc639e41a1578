import type { Names } from './english/names.ts'
import { type Html, html, quoted } from './html.ts'
import type { Words } from './words/words.ts'

/** What has a name in English beside the Chinese one. */
export type NameKind = keyof Names

type Namer = Pick<Words, 'names'>

/** The Chinese begins a line of its own where it does not fit behind the English. */
export const namedRules = '.chinese{display:inline-block;color:var(--soft)}\n'

/** The English name; null where there is none, and for what privacy alters: the name would say what was hidden. */
export const nameOf = ({ names }: Namer, kind: NameKind, chinese: string, shown: string): string | null =>
  shown === chinese ? names[kind](chinese) : null

/** Sale contract dispute (买卖合同纠纷): a reader looks things up by the Chinese. `shown` is the Chinese as privacy presents it. */
export function named(words: Namer, kind: NameKind, chinese: string, shown: string): Html {
  const english = nameOf(words, kind, chinese, shown)
  return english === null ? quoted(shown) : html`${english} <span class="chinese">(${quoted(shown)})</span>`
}

/** The same as plain text. */
export function namedText(words: Namer, kind: NameKind, chinese: string, shown: string): string {
  const english = nameOf(words, kind, chinese, shown)
  return english === null ? shown : `${english} (${shown})`
}

/** The English alone where there is one: for charts, whose tables have both. */
export const shortName = (words: Namer, kind: NameKind, chinese: string, shown: string): string =>
  nameOf(words, kind, chinese, shown) ?? shown
