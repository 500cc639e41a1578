import { textTable } from './text-table.ts'

/** Runs for a person. What JSON has as `calls` are the tries at them, which the budget counts: so the column is called. */
export const runsTable = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  rows.length === 0
    ? 'no run has begun yet'
    : textTable(
        rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name === 'calls' ? 'tries' : name, value]),
          ),
        ),
      )
