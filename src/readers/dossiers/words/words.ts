import type { Names } from '../english/names.ts'
import type { Result, Role } from '../rows.ts'
import { closing } from './closing.ts'
import { contradictions } from './contradictions.ts'
import { coverage } from './coverage.ts'
import { enforcement } from './enforcement.ts'
import { flags } from './flags.ts'
import { judgment } from './judgment.ts'
import { litigation } from './litigation.ts'
import { page } from './page.ts'
import { type InOneLanguage, inLanguage, type Language } from './pairs.ts'
import { portfolio } from './portfolio.ts'
import { registration } from './registration.ts'
import { terms } from './terms.ts'
import { values } from './values.ts'

const words = {
  ...page,
  ...values,
  ...terms,
  ...litigation,
  ...enforcement,
  ...flags,
  ...contradictions,
  ...portfolio,
  ...judgment,
  ...coverage,
  ...registration,
  ...closing,
}

/**
 * The words of a dossier in one language. Names of parties and sentences stay as the sources write them; causes, courts and
 * laws have `names` beside theirs.
 */
export type Words = InOneLanguage<typeof words> & { readonly names: Names }

const noName = (): null => null

/** Chinese pages need no names beside the Chinese ones. */
export const zh: Words = {
  ...inLanguage(words, 'zh'),
  names: { cause: noName, court: noName, law: noName },
}

/** The English names come with the readings of characters, half a megabyte, which no Chinese page loads. */
export async function wordsOf(language: Language): Promise<Words> {
  if (language === 'zh') return zh
  const { englishNames } = await import('../english/names.ts')
  return { ...inLanguage(words, 'en'), names: englishNames }
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

/** The number of a section, from 1. */
export const sectionNumber = (words: Pick<Words, 'sections'>, name: SectionName): number =>
  sectionNames(words).indexOf(name) + 1

/** Where links to a section lead. */
export const sectionId = (words: Pick<Words, 'sections'>, name: SectionName): string =>
  `s${sectionNumber(words, name)}`

/** Where the contents of a page stand. */
export const contentsId = 'contents'
