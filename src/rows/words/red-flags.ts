import wordsJson from './red-flags.json' with { type: 'json' }

// Spread, so that the declarations of the package give the type without the file.
const words = { ...wordsJson }

export type Flag = keyof typeof words

/** What says that a flag fires, or does not. */
type FlagSource = 'registration' | 'list' | 'capital'

interface FlagWords {
  /** In Chinese and in English, as what follows. */
  readonly name: readonly string[]
  /** What it means for who deals with the enterprise. */
  readonly why: readonly string[]
  readonly searched: readonly FlagSource[]
}

/** The red flags in the order in which a reader needs them; src/warehouse/views/red-flags.ts has their rules. */
export const redFlags = words as Readonly<Record<Flag, FlagWords>>

export const flagNames = Object.keys(words) as Flag[]

/** What the flags are called, or what they mean, in Chinese (0) or in English (1). */
export const flagWords = (what: 'name' | 'why', language: 0 | 1) =>
  Object.fromEntries(flagNames.map((flag) => [flag, redFlags[flag][what][language]])) as Record<Flag, string>
