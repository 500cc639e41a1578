/** A sentence with values in it, all of them as text or numbers. */
type Sentence = (...given: never[]) => string

/** A word or sentence in Chinese and in English; several texts where values stand between them. */
export type Pair<Said extends string | readonly string[] | Sentence> = readonly [zh: Said, en: Said]

/** Words by what they are for, each in both languages: one that lacks a language does not compile. */
export interface PairTable {
  readonly [name: string]: PairTable | Pair<string> | Pair<readonly string[]> | Pair<Sentence>
}

/** A table in one language. */
export type InOneLanguage<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [infer Zh, infer En]
    ? Zh | En
    : InOneLanguage<Table[Name]>
}

const places = { zh: 0, en: 1 } as const

export type Language = keyof typeof places

export const inLanguage = <Table extends PairTable>(table: Table, language: Language): InOneLanguage<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, said]) => [
      name,
      isPair(said) ? said[places[language]] : inLanguage(said, language),
    ]),
  ) as InOneLanguage<Table>

const isPair = (said: PairTable[string]): said is Exclude<PairTable[string], PairTable> => Array.isArray(said)

/** Codes that have Chinese words already, with what each is called in English. */
export const inEnglish = <Code extends string>(
  chinese: Readonly<Record<Code, string>>,
  english: Readonly<Record<Code, string>>,
): Readonly<Record<Code, Pair<string>>> =>
  pairsOf(Object.entries<string>(chinese).map(([code, word]) => [code, [word, english[code as Code]]]))

/** Codes that are English themselves. */
export const sameInEnglish = <Code extends string>(
  chinese: Readonly<Record<Code, string>>,
): Readonly<Record<Code, Pair<string>>> =>
  pairsOf(Object.entries<string>(chinese).map(([code, word]) => [code, [word, code]]))

const pairsOf = <Code extends string>(pairs: readonly (readonly [string, Pair<string>])[]) =>
  Object.fromEntries(pairs) as Readonly<Record<Code, Pair<string>>>

/** The ending of an English plural. */
export const s = (count: number): string => (count === 1 ? '' : 's')
