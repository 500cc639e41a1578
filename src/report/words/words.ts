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
