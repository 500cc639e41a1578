/** A line of the table of figures. */
export interface Figure {
  readonly figure: string
  readonly measured: string
  readonly aim: string
  /** Empty where no aim is set, or where a reader has to judge. */
  readonly verdict: 'met' | 'missed' | ''
  /** Why an aim is missed, as far as it was found out. */
  readonly reason: string
}

interface Aim {
  readonly text: string
  readonly holds: (value: number) => boolean
  readonly reason: string
  /** Decimals of what is measured. */
  readonly digits: number
}

const aim =
  (sign: string, holds: (value: number, bound: number) => boolean) =>
  (bound: number, reason = '', digits = 2): Aim => ({
    text: `${sign} ${bound}`,
    holds: (value) => holds(value, bound),
    reason,
    digits,
  })
export const atLeast = aim('≥', (value, bound) => value >= bound)
export const atMost = aim('≤', (value, bound) => value <= bound)
const below = aim('<', (value, bound) => value < bound)
/** Equal to two decimals, as it is printed. */
const exactly = aim('=', (value, bound) => value.toFixed(2) === bound.toFixed(2))

interface FigureOptions {
  readonly aim?: Aim | undefined
  /** Default: those of the aim, else 2. */
  readonly digits?: number
  /** What it was made of. */
  readonly detail?: string
}

export function figure(name: string, value: number, options: FigureOptions = {}): Figure {
  const { aim, digits = aim?.digits ?? 2, detail } = options
  const measured = value.toFixed(digits) + (detail === undefined ? '' : ` (${detail})`)
  if (aim === undefined) return { figure: name, measured, aim: '', verdict: '', reason: '' }
  const isMet = aim.holds(value)
  const reason = isMet ? '' : aim.reason
  return { figure: name, measured, aim: aim.text, verdict: isMet ? 'met' : 'missed', reason }
}

export const median = <T>(items: readonly T[], read: (item: T) => number): number =>
  items.map(read).sort((a, b) => a - b)[items.length >> 1] ?? Number.NaN

export async function repeated<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  while (done.length < times) done.push(await work())
  return done
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const reading =
  'reading a judgment (parties, sums, outcome, citations) alone takes more processor time than the floor has'
const more =
  'dossier also reads judgments and keeps ledger, archive and published copy; half of its time is DuckDB'
const waits = 'the last stage waits for all texts to be read, and the first one has nothing to go on with yet'
const heaps = 'the two programs (83 MB), the memory of DuckDB (256), and two heaps of JavaScript'
const binding = 'start, and DuckDB planning the steps'
const loads = 'modules that are read, and the database that is opened'
const oneReader = 'one thread reads judgments: a second one takes 10% more processor time and 100 MB'

/** Aims on two cores, each with the reason why it is missed where it is; docs/performance.md has more of it. */
export const aims = {
  floor: atLeast(0.6, reading),
  texts: { dlt: atLeast(3, more), dltParquet: atLeast(2, more) },
  manyTexts: { dlt: atLeast(4, more), dltParquet: atLeast(3, more) },
  rows: { dlt: atLeast(6, more), dltParquet: atLeast(2, more) },
  dltMemory: below(1, heaps),
  rate: { 10: atLeast(0.99, waits, 3), 50: atLeast(0.99, waits, 3), 200: atLeast(0.97, waits, 3) },
  calls: exactly(1),
  ownSeconds: atMost(3, 'start and compiling, and planner questions after each segment', 1),
  unchangedLists: atMost(4, binding),
  peakMegabytes: atMost(400, heaps, 0),
  sizesMegabytes: atMost(700, heaps, 0),
  help: atMost(3, loads, 1),
  idleRun: atMost(15, `${loads}, and 64 statements`, 1),
  typicalNight: atMost(4.5, binding, 1),
  reportedNight: atMost(9, 'exports, dossiers and their pages of judgments', 1),
  unchangedNight: atMost(1, binding, 1),
  rebuild: atLeast(700, oneReader, 0),
  verify: atMost(8, oneReader, 1),
  publishMegabytes: atLeast(500, 'not found out yet', 0),
} as const
