import { atLeast, atMost, exactly } from './figure.ts'

const reading =
  'reading a judgment (parties, sums, outcome, citations) alone takes more processor time than the floor has; see docs/performance.md'

const more =
  'dossier also reads judgments and keeps ledger, archive and published copy; half of its time is DuckDB; see docs/performance.md'
const waits =
  'start of the process, waiting between stages, archive and publishing: compare first to last call'
const unknown = 'not found out yet'

/** What issue 9 aims at, on two cores. A figure that misses its aim keeps its line, with the reason found. */
export const aims = {
  floor: atLeast(0.6, reading),
  dltDefault: atLeast(10, more),
  dltParquet: atLeast(3, more),
  dltMemory: { ...atMost(1 / 3, unknown), text: '≤ 1/3' },
  rate: { 10: atLeast(0.99, waits), 50: atLeast(0.99, waits), 200: atLeast(0.97, waits) } as const,
  workers: atLeast(0.95, unknown),
  calls: exactly(1),
  unchangedCalls: exactly(1),
  ownSeconds: atMost(1, 'start and compiling, and planner questions after each segment'),
  peakMegabytes: atMost(400, unknown),
  publishMegabytes: atLeast(500, unknown),
} as const
