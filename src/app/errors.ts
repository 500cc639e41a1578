import type { z } from 'zod'
import { obstacleOf, StopError } from '../calls/stop.ts'

/** An error for a person: its message says what failed and what to do. Any other error is a defect. */
export abstract class DossierError extends Error {}

/** The request cannot be carried out as it is: correct the job, the setting or the argument. Nothing was called. Exit code 2. */
export class RefusedError extends DossierError {
  override name = 'RefusedError'
}

/** The work stopped early, or another process has the home: do it again later. What landed is retained. Exit code 3. */
export class StoppedError extends DossierError {
  override name = 'StoppedError'
}

/** The key is missing or was refused: set another one. Exit code 5. */
export class UnauthorisedError extends DossierError {
  override name = 'UnauthorisedError'
}

/** A person has to act first: quota, redirect, TLS, disk. Exit code 6. */
export class BlockedError extends DossierError {
  override name = 'BlockedError'
}

/** The work failed, and the message says of what: a damaged file, a query that took too much. Exit code 1. */
export class FailedError extends DossierError {
  override name = 'FailedError'
}

type Consequence = new (message: string, options?: ErrorOptions) => DossierError

const consequenceOfStop: Readonly<Record<StopError['stop']['status'], Consequence>> = {
  stopped: StoppedError,
  blocked: BlockedError,
  failed: FailedError,
  unauthorised: UnauthorisedError,
}

/** Errors of the stages. They are known by name, so that reporting a wrong flag loads neither DuckDB nor the embedded service. */
const consequenceOfName: Readonly<Record<string, Consequence>> = {
  JobError: RefusedError,
  PipelineError: RefusedError,
  ClientSettingsError: RefusedError,
  ExportError: RefusedError,
  FolderOfOthersError: RefusedError,
  RetryError: RefusedError,
  CorpusError: RefusedError,
  QueryError: RefusedError,
  ReportError: RefusedError,
  TombstoneError: RefusedError,
  FolderInUseError: StoppedError,
}

const failureNames = new Set([
  'NotPublishedError',
  'QueryFailedError',
  'DamagedSegmentError',
  'GivenFileError',
])

/** The error as its consequence, its message unchanged but for what to do about an obstacle; a defect comes back as it is. */
export function asConsequence(error: unknown): unknown {
  const Named = error instanceof DossierError ? undefined : consequenceOf(error)
  return Named === undefined ? error : new Named(messageOf(error), { cause: error })
}

function consequenceOf(error: unknown): Consequence | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof StopError) return consequenceOfStop[error.stop.status]
  const known = Object.hasOwn(consequenceOfName, error.name) ? consequenceOfName[error.name] : undefined
  if (known !== undefined) return known
  if (obstacleOf(error) !== undefined) return BlockedError
  return failureNames.has(error.name) || 'syscall' in error ? FailedError : undefined
}

/** What the error says, after what to do about it where that is known. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const obstacle = error instanceof DossierError ? undefined : obstacleOf(error)
  return obstacle === undefined ? message : `${obstacle.words.en}: ${message}`
}

/** Names the consequence of whatever the work throws. @throws DossierError */
export async function namingConsequences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asConsequence(error)
  }
}

/** Options without those that were not given. */
export const given = (options: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

/** What a schema makes of options; `where` stands before the path of the first that it does not take. @throws RefusedError */
export function parsedOption<Schema extends z.ZodType>(
  schema: Schema,
  options: z.input<Schema>,
  where: string,
): z.output<Schema> {
  const { data, error } = schema.safeParse(options)
  if (error === undefined) return data
  const [issue] = error.issues
  throw new RefusedError(`${where}${issue?.path.join('.')}: ${issue?.message}`, { cause: error })
}

/** What to do about a port that another process has; any other cause stays what it is. */
export const portTaken = (cause: unknown, command: string, port: number): unknown =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? new RefusedError(`${command}: port ${port} is taken; expected a free --port, or 0 to pick one`, {
        cause,
      })
    : cause
