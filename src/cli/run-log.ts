import { appendFileSync } from 'node:fs'
import { type Logger, pino } from 'pino'

/** The log of a run: kept in memory until the run has a folder, then written to its log.ndjson. */
export interface RunLog {
  readonly log: Logger
  openIn(file: string): void
}

export function createRunLog(): RunLog {
  let file: string | undefined
  let waiting = ''
  const write = (line: string) => {
    if (file === undefined) waiting += line
    else appendFileSync(file, line, { mode: 0o600 })
  }
  return {
    log: pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, { write }),
    openIn(path) {
      file = path
      if (waiting !== '') appendFileSync(file, waiting, { mode: 0o600 })
      waiting = ''
    },
  }
}
