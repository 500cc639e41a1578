import type { Dossier, DossierOptions, Environment, RunSummary } from '../app/dossier.ts'
import { BlockedError, RefusedError, StoppedError, UnauthorisedError } from '../app/errors.ts'
import { legible } from './legible.ts'

/** The outside world, as a command receives it. */
export interface Context {
  readonly env: Environment
  /** Results, for people or programs. */
  readonly out: (text: string) => void
  /** A result whose bytes are not ours to change; a terminal gets them as text that is legible. */
  readonly outBytes: (bytes: Uint8Array) => void
  /** Text with our own colours and movements for a terminal; what comes from elsewhere in it is legible already. */
  readonly draw: (text: string) => void
  /** Everything else: progress, notes, errors. */
  readonly note: (text: string) => void
  /** Width of the terminal that results go to; undefined where they go to none. */
  readonly columns?: number | undefined
  /** Whether notes go to a terminal. */
  readonly isTerminal: boolean
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
}

/** Opens the home and the service that the flags name, else the environment. */
export async function opened(
  { home, baseUrl, transport }: Pick<DossierOptions, 'home' | 'baseUrl' | 'transport'>,
  { env, note }: Pick<Context, 'env' | 'note'>,
): Promise<Dossier> {
  const { openDossier } = await import('../app/dossier.ts')
  return openDossier({ home, baseUrl, transport, env, onNote: note })
}

/** Prints a result: for programs as JSON, for people as its text. */
export function print<Value>(
  { out }: Pick<Context, 'out'>,
  isJson: boolean,
  value: Value,
  textOf: (value: Value) => string,
): void {
  out(isJson ? JSON.stringify(value, null, 2) : textOf(value))
}

/** For a terminal: back to the begin of the line, which is emptied. */
export const clearedLine = '\r\u001b[K'

/** What the process reports to its caller; see docs/operations.md, Exit codes. */
export const exitCodes = {
  complete: 0,
  failed: 1,
  usage: 2,
  stopped: 3,
  gaps: 4,
  unauthorised: 5,
  /** A person has to act first: quota, redirect, TLS, disk. */
  blocked: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeOfRun = (status: RunSummary['run']['status']): ExitCode =>
  status === 'running' || status === 'abandoned' ? exitCodes.failed : exitCodes[status]

/** The exit code of an error by its class; any other error is a failure. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof RefusedError) return exitCodes.usage
  if (error instanceof StoppedError) return exitCodes.stopped
  if (error instanceof UnauthorisedError) return exitCodes.unauthorised
  return error instanceof BlockedError ? exitCodes.blocked : exitCodes.failed
}

const stoppingAtOnce =
  'stopping at once, as asked: what has landed is kept, and calls under way count as spent. The same command goes on there. Where a statement of DuckDB holds this up, a third interrupt ends it'

/** npm ends on a signal without passing it on: a process that it started stops when it is gone, and does not go on unseen. */
function endWithNpm(stopping: AbortController): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stopping.abort()
  }, 500).unref()
}

/**
 * The process as a context. The first SIGINT or SIGTERM asks for an orderly stop, the second ends the process at
 * once; what has landed is kept either way.
 */
export function processContext(): Context {
  const stopping = new AbortController()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) {
    process.on(name, () => {
      if (stopping.signal.aborted) {
        // A statement of DuckDB that does not end holds the exit up: the next signal ends the process by itself.
        for (const each of signals) process.removeAllListeners(each)
        process.stderr.write(`${process.stderr.isTTY ? clearedLine : ''}${stoppingAtOnce}\n`)
        process.exit(3)
      }
      stopping.abort()
    })
  }
  endWithNpm(stopping)
  for (const stream of [process.stdout, process.stderr]) {
    // The reader has gone, as `head` does: what is under way comes to its end all the same.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    env: process.env,
    out: (text) => void process.stdout.write(`${text}\n`),
    outBytes: (bytes) =>
      void process.stdout.write(process.stdout.isTTY ? legible(Buffer.from(bytes).toString()) : bytes),
    draw: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(`${text}\n`),
    columns: process.stdout.columns,
    isTerminal: process.stderr.isTTY === true,
    signal: stopping.signal,
  }
}

/**
 * Has the signal itself end the process when an orderly stop takes longer: a thread that waits for DuckDB or the disk ends no other
 * way, not by `process.exit` either. For what leaves nothing half done.
 */
export function endSoon(signal: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    process.removeAllListeners('SIGTERM')
    process.kill(process.pid, 'SIGTERM')
  }
  const begin = () => {
    timer = setTimeout(end, 2000).unref()
  }
  signal.addEventListener('abort', begin, { once: true })
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}
