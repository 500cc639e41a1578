import type { RunSummary } from '../app/dossier.ts'
import { BlockedError, RefusedError, StoppedError, UnauthorisedError } from '../app/errors.ts'

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
