import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseResearchJob } from '../../pipelines/case-research.ts'
import type { DueDiligenceJob } from '../../pipelines/enterprise-due-diligence.ts'
import type { StatuteWatchJob } from '../../pipelines/statute-watch.ts'
import { GivenFileError, mostBytes, readGivenFile } from '../disk/given-file.ts'
import { version } from '../disk/package.ts'
import { outlookSentence, unknownSentence } from '../run/estimate.ts'
import { JobError, type Problem, throughAll } from '../run/job/problem.ts'
import { checkJob, type Pipelines, readJob } from '../run/job/read-job.ts'
import { type Pipeline, variablesOf } from '../run/pipeline.ts'
import type { JobPlan } from '../run/plan-job.ts'
import { relationNames } from '../warehouse/schema.ts'
import { quietEffects } from './effects.ts'
import type { Settings } from './settings.ts'

/** A job given as an object: what its file would say, with paths relative to the working folder. */
export type JobObject =
  | ({ readonly pipeline: 'enterprise-due-diligence' } & Omit<DueDiligenceJob, 'pipeline'>)
  | ({ readonly pipeline: 'case-research' } & Omit<CaseResearchJob, 'pipeline'>)
  | ({ readonly pipeline: 'statute-watch' } & Omit<StatuteWatchJob, 'pipeline'>)
  // A pipeline of one's own, by its file: what else it asks for is known to its schema.
  | { readonly pipeline: `.${string}`; readonly [key: string]: unknown }

/** A job file, or a job. */
export type JobSource = string | JobObject

/** Loaded when a job names them: each brings what reads its lists. */
const known: Readonly<Record<string, () => Promise<{ readonly default: Pipeline }>>> = {
  'enterprise-due-diligence': () => import('../../pipelines/enterprise-due-diligence.ts'),
  'case-research': () => import('../../pipelines/case-research.ts'),
  'statute-watch': () => import('../../pipelines/statute-watch.ts'),
}

/** The pipelines that a job may name, and those in files that it may point to. */
export const pipelines: Pipelines = {
  names: Object.keys(known),
  find: async (name, jobFile) =>
    isPipelineFile(name)
      ? await pipelineIn(resolve(dirname(jobFile), name))
      : Object.hasOwn(known, name)
        ? (await known[name]?.())?.default
        : undefined,
}

/** Whether a job names a file of its own instead of a pipeline that is known. */
const isPipelineFile = (name: string): boolean => /^\.{1,2}\/|\.[cm]?[jt]s$/.test(name)

/**
 * The default export of a TypeScript or JavaScript file, as a pipeline. The file runs with all rights of this process; it
 * imports its parts from `dossier/pipeline`. @throws Error that names what is missing
 */
async function pipelineIn(file: string): Promise<Pipeline> {
  const [{ createJiti }, kit] = await Promise.all([import('jiti'), import('../../pipelines/kit.ts')])
  const jiti = createJiti(file, {
    fsCache: false,
    moduleCache: false,
    virtualModules: { 'dossier/pipeline': kit },
  })
  refuseWhatIsNoModule(jiti.esmResolve(file, { try: true }), file)
  const exported = await jiti.import(file, { default: true }).catch((cause: Error) => {
    throw new Error(`${basename(file)} cannot be loaded: ${cause.message}`, { cause })
  })
  const missing = lackingIn(exported)
  if (missing.length === 0) return exported as Pipeline
  throw new Error(
    `${basename(file)} exports no pipeline: expected a default export made by definePipeline; it lacks ${missing.join(', ')}`,
  )
}

/** jiti reads its file without a bound, and waits for a named pipe. */
function refuseWhatIsNoModule(found: string | undefined, file: string): void {
  if (found === undefined) return
  try {
    readGivenFile(fileURLToPath(found), { mostBytes: mostBytes.pipeline })
  } catch (cause) {
    if (!(cause instanceof GivenFileError)) throw cause
    throw new Error(`${basename(file)} ${cause.message}; expected a module that exports a pipeline`, {
      cause,
    })
  }
}

const parts = {
  name: 'string',
  meaning: 'string',
  job: 'object',
  inputs: 'function',
  variables: 'function',
  steps: 'object',
}

const lackingIn = (exported: unknown): string[] =>
  Object.entries(parts).flatMap(([name, type]) =>
    typeof (exported as Record<string, unknown> | null)?.[name] === type ? [] : [name],
  )

/** A job that can run. */
export interface ValidJob {
  /** Its file; its name where it was given as an object. */
  readonly file: string
  /** Name of its pipeline. */
  readonly pipeline: string
  /** Enterprises, questions or citations, those of the files that it lists included. */
  readonly entries: number
}

/** Reads a job and everything it lists. @throws JobError with every problem, each with file and line */
export async function validate({ note }: Settings, source: JobSource): Promise<ValidJob> {
  const { problems, read } = await checkJob(source, pipelines, relationNames())
  let entries = 0
  const inputs = read === undefined ? [] : [() => read.pipeline.inputs(read.job, note)]
  for await (const _ of throughAll([() => refusedFor(problems), ...inputs])) entries += 1
  if (read === undefined) throw new JobError(problems)
  const { pipeline, job } = read
  variablesOf(pipeline, job.settings)
  if (isPipelineFile(job.settings.pipeline)) {
    const { checkSteps } = await import('../run/plan-job.ts')
    await checkSteps(pipeline, job)
  }
  return { file: job.file, pipeline: pipeline.name, entries }
}

/** Nothing, or the problems of the job file itself, to be reported with those of the files that it lists. */
function refusedFor(problems: readonly Problem[]): [] {
  if (problems.length > 0) throw new JobError(problems)
  return []
}

/** What a run would call now, by step, and what its budget leaves. @throws JobError, PipelineError, StopError */
export async function plan({ home, note, clock }: Settings, source: JobSource): Promise<JobPlan> {
  const { planJob } = await import('../run/plan-job.ts')
  const { job, pipeline } = await readJob(source, pipelines, relationNames())
  return await planJob({
    home,
    job,
    pipeline,
    effects: quietEffects({ clock }),
    version: version(),
    onFinding: note,
  })
}

/** What the plan cannot know yet, and whether the budget is enough, in sentences for a person. */
export const planSentences = ({ steps, budget }: JobPlan) => ({
  mayFollow: unknownSentence(steps),
  outlook: outlookSentence(budget),
})
