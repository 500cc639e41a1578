import words from './code-words.json' with { type: 'json' }
import meanings from './column-meanings.json' with { type: 'json' }
import flagsJson from './red-flags.json' with { type: 'json' }

// Spread, so that the declarations of the package give the types without the files.
const [flagTexts, codeTexts] = [{ ...flagsJson }, { ...words }]

export type Flag = keyof typeof flagTexts

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
export const redFlags = flagTexts as Readonly<Record<Flag, FlagWords>>

export const flagNames = Object.keys(flagTexts) as Flag[]

/** What the flags are called, or what they mean, in Chinese (0) or in English (1). */
export const flagWords = (what: 'name' | 'why', language: 0 | 1) =>
  Object.fromEntries(flagNames.map((flag) => [flag, redFlags[flag][what][language]])) as Record<Flag, string>

/** A number from which on something that is usual in small numbers is a red flag. */
export interface FlagThreshold {
  readonly usual: number
  /** English, with its unit. */
  readonly meaning: string
  readonly least: number
  readonly isWhole: boolean
}

/** Thresholds of the view `red_flags`, by the names that jobs give them. A run records those of its job. */
export const flagThresholds = {
  cases_as_defendant: {
    usual: 5,
    meaning: 'sued_often: first-instance cases against it in one year, from so many on',
    least: 1,
    isWhole: true,
  },
  share_of_capital: {
    usual: 0.5,
    meaning: 'unpaid_against_capital: unsettled enforcement over the registered capital, from this share on',
    least: 0,
    isWhole: false,
  },
  registration_changes: {
    usual: 2,
    meaning: 'representatives, addresses: changes of one kind that follow each other, from so many on',
    least: 1,
    isWhole: true,
  },
  months: {
    usual: 24,
    meaning: 'representatives, addresses: within so many months',
    least: 1,
    isWhole: true,
  },
} as const satisfies Readonly<Record<string, FlagThreshold>>

export type FlagThresholdName = keyof typeof flagThresholds

/** What a job sets of them; the others are as usual. */
export type FlagThresholds = { readonly [Name in FlagThresholdName]?: number | undefined }

type CodeTexts = typeof codeTexts

/** Vocabularies of which every code has an English word beside the Chinese one. */
export type InBothLanguages = {
  [Name in keyof CodeTexts]: CodeTexts[Name] extends Readonly<Record<string, readonly string[]>>
    ? Name
    : never
}[keyof CodeTexts]

type CodeWords = { readonly [Name in keyof CodeTexts]: Readonly<Record<keyof CodeTexts[Name], string>> }

/** What the codes that stand in columns are called in Chinese (0) or English (1), by vocabulary; a code that no dossier shows has its Chinese word alone. */
export const codeWordsIn = (language: 0 | 1) => ({
  ...(Object.fromEntries(
    Object.entries(codeTexts).map(([name, codes]) => [
      name,
      Object.fromEntries(
        Object.entries<string | readonly string[]>(codes).map(([code, said]) => [
          code,
          [said].flat()[language],
        ]),
      ),
    ]),
  ) as CodeWords),
  flag: flagWords('name', language),
})

/** In Chinese, for readers of sheets. */
export const codeWords = codeWordsIn(0)

/** Effects of a decision that is in force, or likely so. */
export const inForceEffects = [
  'final',
  'upheld',
  'upheld, as is likely',
  'in force',
] as const satisfies readonly (keyof CodeTexts['effectiveness'])[]

/** Statuses that name a deregistration that is not done, for regular expressions. */
export const notDeregistered = '(未|拟|待|申请|准备|正在)[^，。；]{0,4}注销|撤销注销|注销(备案|公告)'

/** Statuses by which an entry of the registration no longer stands, for regular expressions; 未解除 is none. */
export const removedStatus =
  '(?:^|[^未没有被不])(?:解除|撤销|移[出除]|删除|屏蔽|失效|注销|无效)|[^未没有]被(?:解除|撤销|移[出除]|删除|注销)'

/** Disputes with employees, by their cause or title, which labour arbitration decides before a court does; a pattern that SQL reads too. */
export const labourDisputes =
  '劳动|工资|追索[^，。]{0,6}报酬|经济补偿金?纠纷|社会保险|工伤保险|福利待遇|人事争议'

/** Meanings in Chinese by column, or by table.column where they differ; null where the term says enough. The file may name several at once. */
export const chineseMeanings: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(meanings).flatMap(([names, meaning]) => names.split(' ').map((name) => [name, meaning])),
)

/** What a column means, in Chinese; undefined where its term says enough. */
export function chineseMeaningOf(table: string, column: string): string | undefined {
  const keys = [`${table}.${column}`, `${table.replace(/_history$/, '')}.${column}`, column]
  return keys.map((key) => chineseMeanings[key]).find((meaning) => meaning !== undefined) ?? undefined
}

/** What may be said of property, for the meanings of columns. */
export const propertyConditions = Object.keys(codeWords.propertyCondition)
  .join(', ')
  .replace('not in hand', 'not in hand (the court does not have it)')
  .replace('claimed by mortgagee', 'claimed by mortgagee (in a case of its own)')
