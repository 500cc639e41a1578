import { RetryError } from '../../engine/begin.ts'
import type { Command } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { type RunArgs, runJobFile } from './run.ts'

export type RetryFailedArgs = Omit<RunArgs, 'resume'>

/**
 * Opens the last run of a job again and asks for the calls that failed or were refused in it, and for whatever follows
 * from their answers. Does nothing when there is none. @throws RetryError when that run has not ended, or the job changed
 */
export const retryFailed: Command<RetryFailedArgs> = async (args, context) => {
  try {
    return await runJobFile(args, context, { mayResume: true, retriesFailed: true })
  } catch (error) {
    if (!(error instanceof RetryError && error.isDone)) throw error
    context.note(`dossier: ${error.message}`)
    return exitCodes.complete
  }
}
