const beijingMs = 8 * 3_600_000

/** A moment of the warehouse, which is UTC, as clocks in Beijing showed it: 2026-03-01 10:00:05. */
export const inBeijing = (utc: string): string =>
  new Date(Date.parse(`${utc.replace(' ', 'T')}Z`) + beijingMs).toISOString().slice(0, 19).replace('T', ' ')

/** A moment as the warehouse writes it. */
export const asUtc = (time: Date): string => time.toISOString().slice(0, 23).replace('T', ' ')
