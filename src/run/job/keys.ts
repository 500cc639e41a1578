import { z } from 'zod'

/** A key of a job, with what editors say of it. */
export const key = <T extends z.ZodType>(meaning: string, value: T): T => value.meta({ description: meaning })

export const optional = <T extends z.ZodType>(meaning: string, value: T): z.ZodOptional<T> =>
  key(meaning, value.optional())

/** A text that says something, without blanks around it. */
export const said = z.string().trim().min(1)

export const someOf = <T extends z.ZodType>(value: T) => z.array(value).min(1)

export const strictDate = key('date, yyyy-MM-dd', z.iso.date({ error: 'expected a date as yyyy-MM-dd' }))

type Dates<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

/** What `refine` takes for two dates of a job to be in order, either of which may be missing; ISO dates sort as text. */
export const datesInOrder = <From extends string, To extends string>(
  from: From,
  to: To,
): [check: (dates: Dates<From | To>) => boolean, otherwise: { path: string[]; error: string }] => [
  ({ [from]: first, [to]: last }) => first === undefined || last === undefined || first <= last,
  { path: [to], error: `expected a date not before ${from}` },
]

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof unitsMs

/** A length of time of these units; `30m` is a minute thirty times. */
export function duration(units: readonly Unit[], meaning: string, examples: string) {
  const error = `expected a duration such as ${examples}`
  const written = new RegExp(`^(0|[1-9]\\d{0,4})[${units.join('')}]$`)
  return key(`${meaning}: ${examples}`, z.string({ error }).regex(written, { error }))
}

/** Milliseconds of a duration as a job writes it. */
export const durationMs = (text: string): number =>
  Number(text.slice(0, -1)) * unitsMs[text.slice(-1) as Unit]

const expectedFreshness = 'expected "forever", "run" or a duration such as 12h or 7d'

/** How long an answer counts as known: `forever`, `run` (this run, also when it is resumed), or a duration. */
export const freshness = key(
  'forever, run, or a duration: 30m, 12h, 7d',
  z
    .string({ error: expectedFreshness })
    .regex(/^(forever|run|[1-9]\d{0,4}[mhd])$/, { error: expectedFreshness }),
)

export type Freshness = z.infer<typeof freshness>

/** Who stands in what is written for others, and how. */
export const persons = z.enum(['keep', 'mask'])
export const identifiers = z.enum(['mask', 'keep'])
