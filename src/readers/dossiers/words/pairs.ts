type Sentence = (...given: never[]) => string

/** A word or sentence in Chinese and in English; several texts where values stand between them. */
type Pair<Said extends string | readonly string[] | Sentence> = readonly [zh: Said, en: Said]

type BothSentences = (...given: never[]) => Pair<string>

/** Words by what they are for, each in both languages: one that lacks a language does not compile. */
export interface PairTable {
  readonly [name: string]: PairTable | Pair<string> | Pair<readonly string[]> | Pair<Sentence> | BothSentences
}

/** A table in one language. Pairs of a JSON file are arrays of any length for the compiler; a test counts them. */
export type InOneLanguage<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly string[]
    ? string
    : Table[Name] extends readonly (readonly string[])[]
      ? readonly string[]
      : Table[Name] extends (...given: infer Given) => Pair<string>
        ? (...given: Given) => string
        : Table[Name] extends readonly [infer Zh, infer En]
          ? Zh | En
          : InOneLanguage<Table[Name]>
}

const places = { zh: 0, en: 1 } as const

export type Language = keyof typeof places

export const inLanguage = <Table extends object>(table: Table, language: Language): InOneLanguage<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, said]) => [name, saidIn(said, places[language])]),
  ) as InOneLanguage<Table>

const saidIn = (said: object | BothSentences | readonly unknown[], place: 0 | 1): unknown => {
  if (Array.isArray(said)) return said[place]
  if (typeof said === 'function') return (...given: never[]) => (said as BothSentences)(...given)[place]
  return inLanguage(said, place === 0 ? 'zh' : 'en')
}

/** A text with values at its places: `{0}` is the first of them, `{0|entry|entries}` the word for that many. */
export const filled = (text: string, ...values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)(?:\|(\w+)\|(\w+))?\}/g, (_, at: number, one?: string, several?: string) =>
    String(one === undefined ? values[at] : values[at] === 1 ? one : several),
  )

export const s = (count: number): string => (count === 1 ? '' : 's')
