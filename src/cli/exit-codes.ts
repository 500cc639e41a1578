import { obstacleOf, StopError } from '../calling/stop.ts'

import { ClientSettingsError } from '../client/errors.ts'
import { FolderInUseError, FolderOfOthersError, NotPublishedError } from '../disk/publish-folder.ts'
import { RetryError } from '../engine/begin.ts'
import { PipelineError } from '../engine/planner.ts'
import { ExportError } from '../export/export-error.ts'
import { JobError } from '../job/problem.ts'
import type { RunStatus } from '../warehouse/runs.ts'
import { UsageError } from './errors.ts'
import { SettingsError } from './settings.ts'

/** What the process tells its caller; see the README. */
export const exitCodes = {
  complete: 0,
  failed: 1,
  usage: 2,
  stopped: 3,
  gaps: 4,
  unauthorised: 5,
  /** Somebody has to do something first: quota, redirect, TLS, disk. */
  blocked: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeOfRun = (status: RunStatus): ExitCode =>
  status === 'running' || status === 'abandoned' ? exitCodes.failed : exitCodes[status]

const usageErrors = [
  UsageError,
  JobError,
  PipelineError,
  ClientSettingsError,
  ExportError,
  FolderOfOthersError,
  RetryError,
]
/** Known by name, so that telling a bad flag needs neither DuckDB nor the embedded service. */
const usageErrorNames = /^(CorpusError|ForgetError|NoWarehouseError|QueryError|ReportError|TombstoneError)$/

/** Told as a sentence, known by name for the same reason. */
const failureNames = /^(QueryFailedError|DamagedSegmentError|RedisError)$/

const isUsageError = (error: unknown): boolean =>
  usageErrors.some((kind) => error instanceof kind) ||
  (error instanceof Error && usageErrorNames.test(error.name))

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof StopError) return exitCodes[error.stop.status]
  if (error instanceof FolderInUseError) return exitCodes.stopped
  if (error instanceof SettingsError) return error.isAboutKey ? exitCodes.unauthorised : exitCodes.usage
  if (isUsageError(error)) return exitCodes.usage
  const mustAct = obstacleOf(error) !== undefined || (error instanceof Error && error.name === 'RedisError')
  return mustAct ? exitCodes.blocked : exitCodes.failed
}

/** What the error says, and what to do about it where that is known. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const obstacle = obstacleOf(error)
  return obstacle === undefined ? message : `${obstacle.message}: ${message}`
}

/** Errors that a person can act on, those of the system among them, are told as a sentence; anything else is a defect and keeps its stack. */
export const isForPeople = (error: unknown): error is Error =>
  error instanceof StopError ||
  error instanceof SettingsError ||
  error instanceof FolderInUseError ||
  error instanceof NotPublishedError ||
  isUsageError(error) ||
  obstacleOf(error) !== undefined ||
  (error instanceof Error && (failureNames.test(error.name) || 'syscall' in error))
