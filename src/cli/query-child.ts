import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { StopError } from '../calling/stop.ts'
import type { QueryRequest } from '../warehouse/query.ts'
import { QueryError, QueryFailedError } from '../warehouse/query-error.ts'
import type { QueryMessage } from './query-process.ts'
import type { Environment } from './settings.ts'

export interface QueryProcess {
  /** The module that runs in it: `query-process`. */
  readonly module: string
  readonly env: Environment
  readonly timeoutSeconds: number
  /** Aborts when nobody wants the result any more. */
  readonly signal: AbortSignal
}

/** Told of columns, then of rows in batches; what it was told holds when the whole is there. */
export interface ResultReader {
  columns(names: readonly string[]): void
  /** Each a JSON list. */
  rows(rows: readonly string[]): void
}

/**
 * Runs a query in a process of its own, which is gone when this is over, whatever the query was doing. Returns whether
 * there were more rows than were asked for.
 * @throws QueryError, QueryFailedError, StopError
 */
export async function queryInProcess(
  request: QueryRequest,
  process: QueryProcess,
  reader: ResultReader,
): Promise<boolean> {
  const child = start(process)
  const gone = once(child, 'exit')
  try {
    child.send(request, () => undefined)
    return await answered(child, process, reader)
  } finally {
    // It only reads, so there is nothing that it should put in order first; not all that DuckDB does can be interrupted.
    child.kill('SIGKILL')
    await gone
  }
}

/** Nothing of the environment but what finding DuckDB's library may need: the key stays here. */
const start = ({ module, env }: QueryProcess): ChildProcess =>
  fork(module, {
    env: Object.fromEntries(
      inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
    execArgv: [],
    // What DuckDB itself prints, a profile or a log that was asked for in SQL, is no part of the result.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })

const inherited = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

function answered(
  child: ChildProcess,
  { timeoutSeconds, signal }: QueryProcess,
  reader: ResultReader,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => over(() => reject(tookTooLong(timeoutSeconds))), timeoutSeconds * 1000)
    const stop = () => over(() => reject(interrupted()))
    const over = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      child.removeAllListeners('message')
      settle()
    }
    child.on('message', (message: QueryMessage) => {
      if ('columns' in message) reader.columns(message.columns)
      else if ('rows' in message) reader.rows(message.rows)
      else if ('isCut' in message) over(() => resolve(message.isCut))
      else over(() => reject(failure(message)))
    })
    child.once('error', (cause) => over(() => reject(cause)))
    child.once('exit', (code, name) => over(() => reject(ended(name ?? `code ${code}`))))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}

const failure = ({ message, isAsWritten }: { message: string; isAsWritten: boolean }) =>
  isAsWritten ? new QueryError(message) : new QueryFailedError(message)

const tookTooLong = (seconds: number) =>
  new QueryFailedError(
    `query: it took longer than ${seconds} s and was ended; ask for less, or allow more: --timeout`,
  )

const interrupted = () => new StopError({ status: 'stopped', message: 'query: it was asked to stop' })

const ended = (how: string) =>
  new QueryFailedError(
    `query: its process ended (${how}) before it had answered; the warehouse is as it was; ` +
      'was it killed, for want of memory perhaps? ask for less, or allow less than there is: --memory',
  )
