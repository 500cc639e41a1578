import type { Command } from './command.ts'
import { doctor, evidence, rebuild, verify } from './commands/audit.ts'
import { logs, runs, status } from './commands/history.ts'
import { init, plan, validate } from './commands/jobs.ts'
import { query } from './commands/query.ts'
import { explore, exportCommand, report, tables } from './commands/readers.ts'
import { forget } from './commands/removal.ts'
import { notify, retryFailed, run, schedule } from './commands/runs.ts'
import { demo, sample, serve } from './commands/service.ts'

/** Every command, in the order of help. A command imports words alone: what it needs is loaded when it runs. */
export const commands: readonly Command[] = [
  ...[init, run, retryFailed, schedule, notify, plan, validate],
  ...[status, runs, logs],
  ...[query, tables, exportCommand, report, explore],
  ...[verify, rebuild, doctor, evidence],
  ...[forget],
  ...[serve, sample, demo],
]
