import { basename } from 'node:path'
import { type JobSource, pipelines } from '../../src/app/job.ts'
import { JobError } from '../../src/run/job/problem.ts'
import { readJob } from '../../src/run/job/read-job.ts'
import { relationNames } from '../../src/warehouse/schema.ts'

/** Reads a job and every enterprise it lists; returns what is wrong, as `file:line: message`, without folders. */
export async function problemsOf(source: JobSource): Promise<string[]> {
  try {
    const { job, pipeline } = await readJob(source, pipelines, relationNames())
    for await (const _ of pipeline.inputs(job));
    return []
  } catch (error) {
    if (!(error instanceof JobError)) throw error
    return error.problems.map(
      ({ file, sheet, line, message }) =>
        `${[basename(file), sheet, line].filter((part) => part !== undefined).join(':')}: ${message}`,
    )
  }
}
