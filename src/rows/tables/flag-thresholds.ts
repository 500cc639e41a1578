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
