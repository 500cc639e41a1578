/** A line of the table of figures. */
export interface Figure {
  readonly figure: string
  readonly measured: string
  readonly aim: string
  /** Whether the aim is met; empty where none is set, or where a reader has to judge. */
  readonly verdict?: 'met' | 'missed' | ''
  /** Why an aim is missed, as far as it was found out. */
  readonly reason?: string
}

/** What a figure should be. `reason` stands beside it in the table when it is missed. */
export interface Aim {
  readonly text: string
  readonly holds: (value: number) => boolean
  readonly reason?: string
}

export const atLeast = (bound: number, reason = ''): Aim => ({
  text: `≥ ${bound}`,
  holds: (value) => value >= bound,
  reason,
})
export const atMost = (bound: number, reason = ''): Aim => ({
  text: `≤ ${bound}`,
  holds: (value) => value <= bound,
  reason,
})
/** Equal to two decimals, as it is printed. */
export const exactly = (bound: number, reason = ''): Aim => ({
  text: `= ${bound.toFixed(2)}`,
  holds: (value) => value.toFixed(2) === bound.toFixed(2),
  reason,
})

/** A figure with its aim, if it has one. `detail` says what it was made of. */
export function figure(name: string, value: number, options: FigureOptions = {}): Figure {
  const { aim, digits = 2, detail } = options
  const measured = value.toFixed(digits) + (detail === undefined ? '' : ` (${detail})`)
  if (aim === undefined) return { figure: name, measured, aim: '' }
  const isMet = aim.holds(value)
  return {
    figure: name,
    measured,
    aim: aim.text,
    verdict: isMet ? 'met' : 'missed',
    reason: isMet ? '' : (aim.reason ?? ''),
  }
}

export interface FigureOptions {
  readonly aim?: Aim
  readonly digits?: number
  readonly detail?: string
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
