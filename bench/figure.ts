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
  readonly aim?: Aim | undefined
  readonly digits?: number
  readonly detail?: string
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

const reading =
  'reading a judgment (parties, sums, outcome, citations) alone takes more processor time than the floor has; see docs/performance.md'

const more =
  'dossier also reads judgments and keeps ledger, archive and published copy; half of its time is DuckDB; see docs/performance.md'
const waits = 'the last stage waits for all texts to be read, and the first one has nothing to go on with yet'
const unknown = 'not found out yet'
const heaps =
  'the two programs (83 MB), the memory of DuckDB (256), and two heaps of JavaScript; see docs/performance.md'

const binding = 'start, and DuckDB planning the steps; see docs/performance.md'
const loads = 'modules that are read, and the database that is opened; see docs/performance.md'
const pages = 'exports, dossiers and their pages of judgments; see docs/performance.md'
const oneReader = 'one thread reads judgments, and a second one gained nothing; see docs/performance.md'

/** What is aimed at, on two cores. A figure that misses its aim keeps its line, with the reason found. */
export const aims = {
  floor: atLeast(0.6, reading),
  texts: { dlt: atLeast(3, more), dltParquet: atLeast(2, more) },
  manyTexts: { dlt: atLeast(4, more), dltParquet: atLeast(3, more) },
  rows: { dlt: atLeast(6, more), dltParquet: atLeast(2, more) },
  dltMemory: { text: '< 1', holds: (ratio: number) => ratio < 1, reason: heaps },
  rate: { 10: atLeast(0.99, waits), 50: atLeast(0.99, waits), 200: atLeast(0.97, waits) } as const,
  workers: atLeast(
    0.95,
    'a start counts for 33 ms longer than a second, so 0.968 is the most; and stages wait for each other',
  ),
  calls: exactly(1),
  unchangedCalls: exactly(1),
  ownSeconds: atMost(3, 'start and compiling, and planner questions after each segment'),
  peakMegabytes: atMost(400, heaps),
  help: atMost(1.5, loads),
  idleRun: atMost(4, loads),
  typicalNight: atMost(5, binding),
  reportedNight: atMost(8, pages),
  unchangedNight: atMost(1.2, binding),
  rebuild: atLeast(1500, oneReader),
  verify: atMost(6, oneReader),
  publishMegabytes: atLeast(500, unknown),
} as const
