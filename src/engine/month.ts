/** China has one time zone, eight hours ahead of UTC, without daylight saving since 1991: bills follow its calendar. */
const beijingMs = 8 * 3_600_000

/** Start of the calendar month in China that a moment falls into. */
export function monthStart(now: Date): Date {
  const there = new Date(now.getTime() + beijingMs)
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - beijingMs)
}
