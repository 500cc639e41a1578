import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { z } from 'zod'
import { problemsOf } from './complaints.ts'
import { unknownNames } from './names.ts'
import { JobError } from './problem.ts'
import type { JobSettings } from './schema.ts'
import { suggest } from './suggest.ts'
import { parseYaml } from './yaml.ts'

/** A job that can run: validated, with its identity. */
export interface Job<Settings extends JobSettings = JobSettings> {
  /** File name without its ending. */
  readonly name: string
  readonly file: string
  /** Hash of what the job asks for: the same job resumes its run, one that asks for something else starts anew. */
  readonly digest: string
  readonly settings: Settings
}

/** What reading a job needs to know of a pipeline. */
export interface JobKind<Settings extends JobSettings = JobSettings> {
  readonly name: string
  readonly job: z.ZodType<Settings>
  readonly steps: readonly { readonly name: string }[]
}

/**
 * Reads and validates a job file. `tables` are those that its exports may name; without them any name is taken.
 * @throws JobError with the file, line and what was expected
 */
export async function readJob<Kind extends JobKind>(
  file: string,
  pipelines: Readonly<Record<string, Kind>>,
  tables?: readonly string[],
): Promise<{ job: Job; pipeline: Kind }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new JobError([
      { file, line: 1, message: `cannot be read (${error.code}); expected a job file (YAML)` },
    ])
  })
  const yaml = parseYaml(file, text)
  const pipeline = pipelineOf(yaml.value, pipelines)
  if (typeof pipeline === 'string') {
    throw new JobError([{ file, line: yaml.lineOf(['pipeline']), message: pipeline }])
  }
  const parsed = pipeline.job.safeParse(yaml.value)
  if (!parsed.success) throw new JobError(problemsOf(yaml, pipeline.job, parsed.error))
  const steps = pipeline.steps.map((step) => step.name)
  const problems = unknownNames(yaml, parsed.data, { steps, tables })
  if (problems.length > 0) throw new JobError(problems)
  return {
    pipeline,
    job: {
      name: basename(file, extname(file)),
      file,
      digest: digestOf(parsed.data),
      settings: parsed.data,
    },
  }
}

function pipelineOf<Kind>(job: unknown, pipelines: Readonly<Record<string, Kind>>): Kind | string {
  const known = Object.keys(pipelines)
  const name = (job as { pipeline?: unknown } | null)?.pipeline
  const pipeline = typeof name === 'string' && Object.hasOwn(pipelines, name) ? pipelines[name] : undefined
  if (pipeline !== undefined) return pipeline
  const near = typeof name === 'string' ? suggest(name, known) : undefined
  const found = name === undefined || name === null ? 'nothing' : JSON.stringify(name)
  return `pipeline: expected one of ${known.join(', ')}; found ${found}${near === undefined ? '' : `; did you mean "${near}"?`}`
}

/** How a job is run (its pace, its budget, its exports) is no part of what it asks for. */
function digestOf(settings: JobSettings): string {
  const {
    title: _,
    budget: __,
    rate: ___,
    costs: ____,
    freshness: _____,
    exports: ______,
    ...asked
  } = settings
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16)
}
