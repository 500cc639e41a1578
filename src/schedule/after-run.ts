/** How the process of a run ended. */
export interface RunEnd {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
}

/** What follows from the end of a run. */
export interface Aftermath {
  /** Whether somebody has to look. */
  readonly isWell: boolean
  /** When the same run goes on; null: at the job's next time. */
  readonly resumeInMs: number | null
  /** For a person: how it ended, and what happens next. */
  readonly sentence: string
}

const minuteMs = 60_000

/**
 * How long a run that stopped early rests before it goes on, each time longer; after the last of them it waits for the job's next time.
 * What it spends all that while is one budget (`run --same-budget`).
 */
const rests = [15, 30, 60, 120].map((minutes) => minutes * minuteMs)

const nextTime = 'the job runs again at its next time'

/** Exit codes of `dossier run` (README) as a scheduler understands them. */
const ends: Readonly<
  Record<number, { readonly told: string; readonly isWell?: true; readonly goesOn?: true }>
> = {
  0: { told: 'complete', isWell: true },
  1: {
    told: 'failed: a defect, a service that fails, or damage; dossier status and dossier verify say more',
  },
  2: { told: 'could not begin: the job file or a setting is wrong; dossier validate says what' },
  3: { told: 'stopped early (budget, rate, unreachable, asked to, or home in use)', goesOn: true },
  4: { told: 'complete with gaps, which its summary names', isWell: true },
  5: {
    told: 'the key is missing or was refused: set it, and start the schedule again where its environment holds the key',
  },
  6: { told: 'blocked until somebody acts (quota, redirect, TLS, disk)' },
}

/** Reads how a run ended; `resumed` is how often it went on since the job's last time. */
export function aftermathOf({ code, signal }: RunEnd, resumed: number): Aftermath {
  const end =
    code === null
      ? { told: `its process was ended by ${signal ?? 'nobody knows what'}`, goesOn: true as const }
      : (ends[code] ?? { told: `its process ended with code ${code}` })
  const rest = 'goesOn' in end && end.goesOn ? rests[resumed] : undefined
  const next =
    rest === undefined
      ? nextTime
      : `it goes on in ${rest / minuteMs} minutes, with what is left of its budget`
  const isWell = 'isWell' in end && end.isWell === true
  return { isWell, resumeInMs: rest ?? null, sentence: isWell ? end.told : `${end.told}; ${next}` }
}
