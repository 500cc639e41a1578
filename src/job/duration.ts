import { z } from 'zod'

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof unitsMs

/** A length of time of these units; `30m` is a minute thirty times. */
export const duration = (units: readonly Unit[], meaning: string, examples: string) =>
  z
    .string()
    .regex(new RegExp(`^(0|[1-9]\\d{0,4})[${units.join('')}]$`), {
      error: `expected a duration such as ${examples}`,
    })
    .meta({ description: `${meaning}: ${examples}` })

/** Milliseconds of a duration as a job writes it. */
export const durationMs = (text: string): number =>
  Number(text.slice(0, -1)) * unitsMs[text.slice(-1) as Unit]
