import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { builtModule } from '../disk/package.ts'
import { suggest } from '../rows/words/suggest.ts'
import { type Home, runIds } from '../run/home/home.ts'
import type { Selector } from '../warehouse/database.ts'
import { QueryError, QueryFailedError } from '../warehouse/errors.ts'
import type { QueryRequest } from '../warehouse/query.ts'
import { RefusedError, StoppedError } from './errors.ts'
import type { QueryMessage, QueryProblem } from './query-process.ts'
import type { Environment, Settings } from './settings.ts'

/** What a SELECT of a user may take by default: `dossier query`, and SQL files and filters of exports. */
export const queryLimits = { rows: 100, bytes: 64 * 2 ** 20, timeoutSeconds: 60, memory: '1GB' } as const

export interface QueryProcess {
  readonly env: Environment
  readonly timeoutSeconds: number
  /** Aborts when the result is no longer wanted. */
  readonly signal: AbortSignal
}

/** A row of a result: values in the order of the columns. */
type Values = readonly unknown[]

/** Receives rows in batches, with the names of their columns; they hold once the whole result is there. */
type Take = (rows: readonly Values[], columns: readonly string[]) => void

type Answer = Pick<QueryResult, 'columns' | 'isCut'>

/** A process that answers queries, one after the other. It is gone when this is disposed of, whatever it was doing. */
function openQueryProcess({ env, timeoutSeconds, signal }: QueryProcess) {
  const child = start(env)
  const gone = once(child, 'exit').catch(() => undefined)
  return {
    /** After a failure other than QueryError it is not to be asked again. @throws QueryError, QueryFailedError, StoppedError */
    async ask(request: QueryRequest, take: Take): Promise<Answer> {
      const late = AbortSignal.timeout(timeoutSeconds * 1000)
      const stop = AbortSignal.any([signal, late])
      const answer = await answered(child, request, take, stop).catch((cause) => {
        if (signal.aborted) throw interrupted()
        throw late.aborted ? tookTooLong(timeoutSeconds) : cause
      })
      if (answer === undefined) throw ended(child.signalCode ?? `code ${child.exitCode}`)
      return answer
    },
    async [Symbol.asyncDispose](): Promise<void> {
      // It only reads, so there is nothing that it should put in order first; not all that DuckDB does can be interrupted.
      child.kill('SIGKILL')
      await gone
    },
  }
}

export interface QueryOptions {
  /** Rows of the result, at most. Default 100. */
  readonly limit?: number | undefined
  /** Bytes of the result as JSON, at most: a larger one is refused. Default 64 MiB. */
  readonly maxBytes?: number | undefined
  /** Memory of DuckDB, such as 512MB. Default 1GB. */
  readonly memory?: string | undefined
  /** Default 60. */
  readonly timeoutSeconds?: number | undefined
  /** Whether 64-bit integers and decimals come as text, digit by digit. Default: as numbers, where that keeps every digit. */
  readonly numbersAsText?: boolean | undefined
  /** Receives the rows in batches, values in the order of the columns; the result then holds none. They hold once the query has ended. */
  readonly onRows?: Take | undefined
  readonly signal?: AbortSignal | undefined
}

export interface QueryResult {
  readonly columns: readonly string[]
  /** An object a row, by column; of two columns of one name the last one. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Whether there were more rows than `limit`. */
  readonly isCut: boolean
}

/** Runs one SELECT over the published warehouse. @throws RefusedError, QueryError, QueryFailedError, StoppedError */
export async function queryPublished(
  { home, env }: Pick<Settings, 'home' | 'env'>,
  sql: string,
  options: QueryOptions = {},
): Promise<QueryResult> {
  await requirePublished(home, 'query')
  const rows: Values[] = []
  const request = {
    path: resolve(home.published),
    sql,
    mostRows: options.limit ?? queryLimits.rows,
    mostBytes: options.maxBytes ?? queryLimits.bytes,
    memory: options.memory ?? queryLimits.memory,
    hasNumbers: options.numbersAsText !== true,
  }
  const process = {
    env,
    timeoutSeconds: options.timeoutSeconds ?? queryLimits.timeoutSeconds,
    signal: options.signal ?? new AbortController().signal,
  }
  const take: Take = options.onRows ?? ((batch) => void rows.push(...batch))
  const answer = await queryInProcess(request, process, take)
  const objectOf = (values: Values) =>
    Object.fromEntries(answer.columns.map((name, place) => [name, values[place]]))
  return { ...answer, rows: rows.map(objectOf) }
}

/** Runs one query in a process of its own. @throws QueryError, QueryFailedError, StoppedError */
export async function queryInProcess(
  request: QueryRequest,
  process: QueryProcess,
  take: Take,
): Promise<Answer> {
  await using own = openQueryProcess(process)
  return await own.ask(request, take)
}

/** Nothing of the environment but what finding DuckDB's library may need: the key stays here. */
const start = (env: Environment): ChildProcess =>
  fork(builtModule('app/query-process'), {
    env: Object.fromEntries(
      inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
    execArgv: [],
    // What DuckDB itself prints, a profile or a log that was asked for in SQL, is no part of the result.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })

const inherited = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot']

/** The answer, unless the process ends before it: then undefined. @throws QueryError, QueryFailedError, AbortError */
async function answered(
  child: ChildProcess,
  request: QueryRequest,
  take: Take,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  const messages = on(child, 'message', { signal, close: ['exit'] }) as AsyncIterable<[QueryMessage]>
  child.send(request, () => undefined)
  let columns: readonly string[] = []
  for await (const [message] of messages) {
    if ('columns' in message) columns = message.columns
    else if ('rows' in message)
      take(
        message.rows.map((row) => JSON.parse(row) as Values),
        columns,
      )
    else if ('isCut' in message) return { columns, isCut: message.isCut }
    else throw failure(message)
  }
  return undefined
}

const failure = ({ found, advice }: QueryProblem) =>
  advice === undefined ? new QueryError(found) : new QueryFailedError(found, advice)

const tookTooLong = (seconds: number) =>
  new QueryFailedError(
    `it took longer than ${seconds} s and was ended`,
    'ask for less, or allow more: --timeout',
  )

const interrupted = () => new StoppedError('query: it was asked to stop')

const ended = (how: string) =>
  new QueryFailedError(
    `its process ended (${how}) before it had answered; the warehouse is as it was`,
    'was it killed, for want of memory perhaps? ask for less, or allow less than there is: --memory',
  )

/** Bytes of the few rows of a trial; its memory bounds them before this does. */
const mostBytes = 2 ** 30

/** SELECTs that users wrote are tried on the published warehouse as `dossier query` runs them: sealed, and each in a query's time. */
export function sealedSelects(home: Home, process: QueryProcess): Selector & AsyncDisposable {
  const open = openQueryProcess(process)
  const path = resolve(home.published)
  return {
    async select(sql, mostRows) {
      const rows: Values[] = []
      const request = { path, sql, mostRows, mostBytes, memory: queryLimits.memory }
      const { columns } = await open
        .ask(request, (batch) => void rows.push(...batch))
        .catch((error) => {
          // An export has neither the name nor the flags of `dossier query`.
          throw error instanceof QueryError || error instanceof QueryFailedError
            ? new Error(error.found, { cause: error })
            : error
        })
      const chunks = (async function* () {
        yield rows
      })()
      return { columns, chunks }
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

/** What to do about a relation or column that DuckDB does not know: another version published the warehouse, or it is called otherwise. */
export async function namingVersion({ home }: Pick<Settings, 'home'>, cause: Error): Promise<Error> {
  const { published } = home
  const { openPublished, schemaFingerprint, storedFingerprint } = await loadWarehouse()
  const found = await openPublished(published).then(
    async (database) => {
      await using opened = database
      return await storedFingerprint(opened)
    },
    () => undefined,
  )
  if (found === undefined) return cause
  if (found === schemaFingerprint()) {
    const hint = await columnHint(cause.message)
    return hint === undefined ? cause : new RefusedError(`${cause.message}\n\n${hint}`, { cause })
  }
  return new RefusedError(
    `${published} was published by another version of dossier, whose tables are not those of this one; dossier doctor rebuilds them from the answers that are there, without a call (${cause.message})`,
    { cause },
  )
}

/** Which column of which tables was meant: DuckDB proposes those of the tables that were named only. */
async function columnHint(message: string): Promise<string | undefined> {
  const [, given] = /(?:Referenced column|does not have a column named) "([^"]+)"/.exec(message) ?? []
  if (given === undefined) return undefined
  const all = (await import('./tables.ts')).tables()
  const name = suggest(given, [...new Set(all.flatMap(({ columns }) => columns.map(({ column }) => column)))])
  const holders = all.filter(({ columns }) => columns.some(({ column }) => column === name))
  const few = holders.slice(0, 5).map((one) => one.name)
  if (name === undefined) return `no table has a column like "${given}"; see dossier tables`
  return `${name === given ? `"${name}" is` : `did you mean "${name}"? It is`} a column of ${few.join(', ')}${holders.length > few.length ? ', …' : ''}`
}

/** DuckDB is loaded only where it is needed; tsc leaves the path of an import() as it is where a function has `await using`. */
const loadWarehouse = async () => ({
  ...(await import('../warehouse/query.ts')),
  ...(await import('../warehouse/schema.ts')),
})

/** Says what to do where nothing was published yet, or where it may not be read. @throws RefusedError, or what the system says */
export async function requirePublished(home: Home, command: string): Promise<void> {
  const { published } = home
  const stats = await stat(published).catch(async (cause) => {
    if (cause.code !== 'ENOENT') throw cause
    // As in a home that was restored from a copy, which holds none.
    const isBuilt = (await runIds(home)).length > 0
    const todo = isBuilt
      ? 'dossier doctor builds it from the answers of the runs that are there, without a call'
      : 'run a job first: dossier run JOB'
    throw new RefusedError(`${command}: there is no warehouse at ${published} yet; ${todo}`, { cause })
  })
  // DuckDB would wait for a named pipe for ever.
  if (!stats.isFile())
    throw new RefusedError(`${command}: ${published} is no file; expected the warehouse that a run published`)
  await access(published, constants.R_OK)
}
