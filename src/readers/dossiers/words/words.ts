import { codeWordsIn, type Flag, flagWords, type InBothLanguages } from '../../../rows/words/code-words.ts'
import type { Names } from '../english/names.ts'
import { inNumber } from '../html.ts'
import type { Result, Role } from '../rows.ts'
import textJson from './texts.json' with { type: 'json' }

/** A table of words and sentences in one language. Pairs of a JSON file are arrays of any length for the compiler; a test counts them. */
type InOneLanguage<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly string[]
    ? string
    : Table[Name] extends readonly (readonly string[])[]
      ? readonly string[]
      : InOneLanguage<Table[Name]>
}

const places = { zh: 0, en: 1 } as const

type Language = keyof typeof places

const inLanguage = <Table extends object>(table: Table, language: Language): InOneLanguage<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, said]) => [
      name,
      Array.isArray(said) ? said[places[language]] : inLanguage(said, language),
    ]),
  ) as InOneLanguage<Table>

/** A text with values at its places: `{0}` is the first of them, `{0|entry|entries}` the word for that many. */
export const filled = (text: string, ...values: readonly (string | number)[]): string =>
  inNumber(text, values).replace(/\{(\d)\}/g, (_, at: number) => String(values[at]))

/* Spread, so that the declarations of the package give their types without the files. */
const texts = { ...textJson }

const codesIn = (language: Language) => {
  const codes = codeWordsIn(places[language])
  const { frozen, seized, detained, waiting, shares_frozen, taken, found } = codes.event
  return { ...codes, measure: { frozen, seized, detained, waiting, shares_frozen, taken, found } }
}

/** Codes by vocabulary, with what each is called: one without a word in English does not compile. */
type Codes = Pick<ReturnType<typeof codesIn>, InBothLanguages | 'flag' | 'measure'>

/**
 * The words of a dossier in one language. Names of parties and sentences stay as the sources write them; causes, courts and
 * laws have `names` beside theirs.
 */
export type Words = InOneLanguage<typeof texts> &
  Codes & {
    /** As the attribute `lang` has it. */
    readonly code: 'zh-CN' | 'en'
    readonly sum: (currency: string, amount: string) => string
    readonly names: Names
    /** Values of closed lists of the source, where they are called otherwise than there. */
    readonly term: Readonly<Record<string, string>>
    readonly whyFlag: Readonly<Record<Flag, string>>
  }

const noName = (): null => null

const chinese = {
  names: { cause: noName, court: noName, law: noName, property: noName, entry: noName, figure: noName },
  term: {},
}

/** The English names come with the readings of characters, half a megabyte, which no Chinese page loads. */
async function english() {
  const { englishNames, englishTerms } = await import('../english/names.ts')
  return { names: englishNames, term: englishTerms }
}

export async function wordsOf(language: Language): Promise<Words> {
  const said = inLanguage(texts, language)
  const code = language === 'zh' ? 'zh-CN' : 'en'
  const { yuan, other, noCurrency } = said.money
  const sum = (currency: string, amount: string): string =>
    currency === 'CNY' ? filled(yuan, amount) : filled(other, currency || noCurrency, amount)
  const whyFlag = flagWords('why', language === 'zh' ? 0 : 1)
  return {
    ...said,
    code,
    sum,
    ...codesIn(language),
    whyFlag,
    ...(language === 'zh' ? chinese : await english()),
  }
}

/** What a code is called; the code itself where it has no word. */
export const wordFor = (called: Readonly<Record<string, string>>, code: string): string =>
  called[code] ?? code

/**
 * What a result is called for a side: won in part by who sues, lost in part by who is sued; third parties have none. Who is
 * sued and ordered to pay (`isPaying`) reads so.
 */
export const resultFor = (
  words: Pick<Words, 'result' | 'resultOf'>,
  role: Role | null,
  result: Result | null,
  isPaying = false,
): string => {
  if (role === 'third_party') return words.resultOf.third_party
  if (role === 'defendant' && isPaying && (result === 'lost' || result === 'partly'))
    return words.resultOf.paying[result]
  if (result === 'partly' && role !== null) return words.resultOf[role]
  return words.result[result ?? 'unknown']
}

export type SectionName = keyof Words['sections']

/** Sections in the order in which readers expect them: the order of their titles. */
export const sectionNames = ({ sections }: Pick<Words, 'sections'>): SectionName[] =>
  Object.keys(sections) as SectionName[]

/** Orders of the index, and marks of its rows by which they are chosen: the sheet shows what is checked, without a script. */
export const indexOrders = Object.keys(texts.index.orders) as (keyof typeof texts.index.orders)[]
export const indexFilters = Object.keys(texts.index.filters) as (keyof typeof texts.index.filters)[]

export const sectionNumber = (words: Pick<Words, 'sections'>, name: SectionName): number =>
  sectionNames(words).indexOf(name) + 1

export const sectionId = (words: Pick<Words, 'sections'>, name: SectionName): string =>
  `s${sectionNumber(words, name)}`

export const contentsId = 'contents'
