import { GivenFileError } from '../../disk/given-file.ts'

/** One thing that is wrong with a job, where, and what was expected. */
export interface Problem {
  readonly file: string
  /** Of the workbook that the file is. */
  readonly sheet?: string
  /** None when it concerns the file as a whole, as when there is none. */
  readonly line?: number | undefined
  readonly message: string
}

/** The job cannot run as it is written. Nothing was called. */
export class JobError extends Error {
  override name = 'JobError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map(problemText).join('\n'), options)
    this.problems = problems
  }
}

const problemText = ({ file, sheet, line, message }: Problem): string =>
  `${[file, sheet, line].filter((part) => part !== undefined).join(':')}: ${message}`

/** Something that a workbook must not be. The message follows its name. */
export class WorkbookError extends Error {}

/** The text or bytes of a job file, or of a file it names. `expected`: what the file should be. @throws JobError */
export function readFor<T>(file: string, expected: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error
    throw new JobError([{ file, message: `${error.message}; expected ${expected}` }], { cause: error })
  }
}

export const byLine = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))

/** What each source gives, one after the other; problems of all of them are thrown together at the end. @throws JobError */
export async function* throughAll<T>(
  sources: Iterable<() => Iterable<T> | AsyncIterable<T>>,
): AsyncGenerator<T> {
  const problems: Problem[] = []
  for (const source of sources) {
    try {
      yield* source()
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new JobError(problems)
}
