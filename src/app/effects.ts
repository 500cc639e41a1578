import { appendFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Logger, pino } from 'pino'
import type { Effects } from '../calls/effects.ts'
import type { StrikeOut } from '../contract/strike-out.ts'
import type { Clock, Settings } from './settings.ts'

/** The clock, the dice and the log of this machine. */
export const systemEffects = (log: Logger, clock: Clock): Effects => ({
  now: clock.now,
  monotonicMs: () => performance.now(),
  random: Math.random,
  log,
})

/** Bytes that this user may still write where a folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** For work that has no log of its own. */
export const silentLog = (): Logger => pino({ level: 'silent' })

/** For work that must not log: a log could name what is to be forgotten. */
export const quietEffects = ({ clock }: Pick<Settings, 'clock'>): Effects => systemEffects(silentLog(), clock)

/**
 * The log of a run: kept in memory until the run has a folder, then written to its log.ndjson, one JSON object a line. No line holds what
 * `strike` strikes out, wherever the text came from: an error may quote what was sent.
 */
export function createRunLog(strike: StrikeOut) {
  let file: string | undefined
  let waiting = ''
  const append = (lines: string) => {
    if (file === undefined) waiting += lines
    else appendFileSync(file, lines, { mode: 0o600 })
  }
  const struck = (line: string) => `${JSON.stringify(strike.value(JSON.parse(line)))}\n`
  return {
    log: pino(
      { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
      { write: (line) => append(struck(line)) },
    ),
    openIn(path: string) {
      file = path
      const lines = waiting
      waiting = ''
      if (lines !== '') append(lines)
    },
  }
}
