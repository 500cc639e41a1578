import type { Expected, Fields } from './knowable.ts'
import type { Said } from './statements.ts'

/** A statement that was compared: right, said though it is not so, or not said though it could be known. */
export interface Finding {
  readonly verdict: 'right' | 'wrong' | 'missed'
  readonly what: string
  readonly expected: string
  readonly said: string
}

const shown = (value: unknown): string => (value === null || value === undefined ? 'nothing' : String(value))

export function compared({ must, may }: Expected, said: Said): Finding[] {
  const expected = [...must].flatMap(([key, fields]) => ofKey(key, fields, said.get(key)))
  const unfounded = [...said.keys()].filter((key) => !must.has(key) && !may.has(key))
  return [
    ...expected,
    ...unfounded.map((key) => ({
      verdict: 'wrong' as const,
      what: key,
      expected: 'no such statement',
      said: 'said',
    })),
  ]
}

function ofKey(key: string, fields: Fields, row: Readonly<Record<string, unknown>> | undefined): Finding[] {
  if (row === undefined)
    return [{ verdict: 'missed', what: key, expected: JSON.stringify(fields), said: 'nothing' }]
  const all = Object.entries(fields)
  if (all.length === 0) return [{ verdict: 'right', what: key, expected: 'said', said: 'said' }]
  return all.map(([name, allowed]) => {
    const value = row[name] ?? null
    const verdict = allowed.some((one) => one === value) ? 'right' : value === null ? 'missed' : 'wrong'
    return { verdict, what: `${key} ${name}`, expected: allowed.map(shown).join(' or '), said: shown(value) }
  })
}

export interface Failure extends Finding {
  readonly kind: string
  readonly seed: number
  readonly enterprise: string
  readonly wording: string
}

export type Tally = Record<Finding['verdict'], number>

/** The table of all kinds, a line each. */
export const tableOf = (tallies: ReadonlyMap<string, Tally>): string =>
  [...tallies]
    .map(
      ([kind, { right, wrong, missed }]) =>
        `${kind.padEnd(24)} right ${String(right).padStart(6)}  wrong ${String(wrong).padStart(5)}  missed ${String(missed).padStart(5)}`,
    )
    .join('\n')

export const lineOf = ({ seed, enterprise, kind, verdict, what, expected, said, wording }: Failure): string =>
  `${verdict} · seed ${seed} · ${enterprise} · ${kind} · ${what} · true: ${expected} · said: ${said} · ${wording}`
