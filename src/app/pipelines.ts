import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import caseResearch, { type CaseResearchJob } from '../../pipelines/case-research.ts'
import enterpriseDueDiligence, { type DueDiligenceJob } from '../../pipelines/enterprise-due-diligence.ts'
import statuteWatch, { type StatuteWatchJob } from '../../pipelines/statute-watch.ts'
import { GivenFileError, mostBytes, readGivenFile } from '../disk/given-file.ts'
import type { Pipelines } from '../run/job/read-job.ts'
import type { Pipeline } from '../run/pipeline.ts'

/** A job given as an object: what its file would say, with paths relative to the working folder. */
export type JobObject =
  | ({ readonly pipeline: 'enterprise-due-diligence' } & Omit<DueDiligenceJob, 'pipeline'>)
  | ({ readonly pipeline: 'case-research' } & Omit<CaseResearchJob, 'pipeline'>)
  | ({ readonly pipeline: 'statute-watch' } & Omit<StatuteWatchJob, 'pipeline'>)
  // A pipeline of one's own, by its file: what else it asks for is known to its schema.
  | { readonly pipeline: `.${string}`; readonly [key: string]: unknown }

/** A job file, or a job. */
export type JobSource = string | JobObject

const known: Readonly<Record<string, Pipeline>> = Object.fromEntries(
  [enterpriseDueDiligence, caseResearch, statuteWatch].map((pipeline) => [pipeline.name, pipeline]),
)

/** The pipelines that a job may name, and those in files that it may point to. */
export const pipelines: Pipelines<Pipeline> = {
  names: Object.keys(known),
  find: async (name, jobFile) =>
    isPipelineFile(name)
      ? await pipelineIn(resolve(dirname(jobFile), name))
      : Object.hasOwn(known, name)
        ? known[name]
        : undefined,
}

/** Whether a job names a file of its own instead of a pipeline that is known. */
export const isPipelineFile = (name: string): boolean => /^\.{1,2}\/|\.[cm]?[jt]s$/.test(name)

/**
 * The pipeline that a TypeScript or JavaScript file exports as its default. It runs with all rights of this process, like
 * any program; it imports what it is made of as `dossier/pipeline`. @throws Error that says what the file lacks
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
