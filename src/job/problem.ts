/** One thing that is wrong with a job, where, and what was expected. */
export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The job cannot run as it is written. Nothing was called. */
export class JobError extends Error {
  override name = 'JobError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))
    this.problems = problems
  }
}
