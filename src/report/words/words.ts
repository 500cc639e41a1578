import type { zh } from './zh.ts'

/** Any text for the texts of the Chinese words, and functions of the same parameters. */
type Widened<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [Key in keyof T]: Widened<T[Key]> }

/** The words of a dossier in one language. */
export type Words = Widened<typeof zh>

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
