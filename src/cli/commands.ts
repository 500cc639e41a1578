import type { Command } from './command.ts'
import { command as abandonWorkers } from './commands/abandon-workers.ts'
import { command as demo } from './commands/demo.ts'
import { command as doctor } from './commands/doctor.ts'
import { command as evidence } from './commands/evidence.ts'
import { command as explore } from './commands/explore.ts'
import { command as exportCommand } from './commands/export.ts'
import { command as forget } from './commands/forget.ts'
import { command as init } from './commands/init.ts'
import { command as logs } from './commands/logs.ts'
import { command as plan } from './commands/plan.ts'
import { command as prune } from './commands/prune.ts'
import { command as query } from './commands/query.ts'
import { command as rebuild } from './commands/rebuild.ts'
import { command as report } from './commands/report.ts'
import { command as retryFailed } from './commands/retry-failed.ts'
import { command as run } from './commands/run.ts'
import { command as runs } from './commands/runs.ts'
import { command as sample } from './commands/sample.ts'
import { command as schedule } from './commands/schedule.ts'
import { command as serve } from './commands/serve.ts'
import { command as status } from './commands/status.ts'
import { command as tables } from './commands/tables.ts'
import { command as validate } from './commands/validate.ts'
import { command as verify } from './commands/verify.ts'
import { command as worker } from './commands/worker.ts'

/** Every command, in the order of help. A command imports words alone: what it needs is loaded when it runs. */
export const commands: readonly Command[] = [
  init,
  run,
  retryFailed,
  schedule,
  worker,
  plan,
  validate,
  status,
  runs,
  logs,
  query,
  tables,
  exportCommand,
  report,
  explore,
  verify,
  rebuild,
  doctor,
  evidence,
  forget,
  prune,
  abandonWorkers,
  serve,
  sample,
  demo,
]
