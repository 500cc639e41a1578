import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Gap } from '../rows/words/gaps.ts'
import type { Job } from '../run/job/read-job.ts'
import type { RunRecord } from '../warehouse/runs.ts'
import { runInChild } from './child.ts'
import type { RunEnd } from './schedule/keep.ts'
import type { Settings } from './settings.ts'

/** The home waits for the program no longer than this. */
const mostMs = 3_600_000
/** Lines of the program that the log of the run takes. */
const mostLines = 1_000

/** The run, as the program of `after` gets it; paths are absolute. */
interface Outcome {
  readonly run: RunRecord
  readonly warehouse: string
  readonly exports: string | null
  readonly report: string | null
}

interface AfterOptions extends Pick<Settings, 'home' | 'env' | 'note'> {
  readonly log: Logger
  /** A program that is under way ends with it. */
  readonly signal: AbortSignal
}

/** Runs the program that a job names in `after` (docs/delivering.md). Returns its failure as a gap; null when all is well. */
export async function runAfter(
  { file, settings: { after } }: Job,
  outcome: Outcome,
  { home, env, note, log, signal }: AfterOptions,
): Promise<Gap | null> {
  // A run that you stop delivers once it is resumed.
  if (after === undefined || (signal.aborted && outcome.run.status === 'stopped')) return null
  const folder = dirname(resolve(file))
  const late = AbortSignal.timeout(mostMs)
  let lines = 0
  log.info({ after }, 'the program that comes after the run begins')
  const end = signal.aborted
    ? { code: null, signal: null }
    : await runInChild({
        command: [resolve(folder, after)],
        cwd: folder,
        env: { ...withoutOurs(env), ...variablesOf(outcome, resolve(home.root)) },
        signal: AbortSignal.any([signal, late]),
        isStoppedWhole: true,
        onLine(line) {
          lines += 1
          if (lines <= mostLines) log.info({ after }, line)
        },
      })
  if (lines > mostLines) log.info({ after }, `${lines - mostLines} more lines are left out`)
  const why = whyFailed(end, signal.aborted, late.aborted)
  log[why === null ? 'info' : 'warn']({ after, ...end }, 'the program that comes after the run ended')
  if (why === null) return null
  note(`after: ${after} ${why}; what it printed is in the log: dossier logs ${outcome.run.run_id}`)
  const digest = createHash('md5').update(`${after} ${why}`).digest('hex')
  return { kind: 'after', count: 1, named: [{ name: after, seen: null, declared: null }], digest }
}

/** Every variable but our settings, among which are the key, tokens and addresses with passwords. */
const withoutOurs = (env: Settings['env']): Settings['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DOSSIER_')))

const variablesOf = ({ run, warehouse, exports, report }: Outcome, home: string) => ({
  DOSSIER_RUN_ID: run.run_id,
  DOSSIER_JOB: run.job,
  DOSSIER_STATUS: run.status,
  DOSSIER_HOME: home,
  DOSSIER_WAREHOUSE: warehouse,
  DOSSIER_EXPORTS: exports ?? '',
  DOSSIER_REPORT: report ?? '',
})

function whyFailed({ code, signal }: RunEnd, isStopped: boolean, isLate: boolean): string | null {
  if (code === 0) return null
  if (isLate) return `took longer than ${mostMs / 60_000} minutes`
  if (isStopped) return 'was ended, because the command was asked to stop'
  return code === null ? `was ended: ${signal}` : `ended with exit code ${code}`
}
