import { UsageError } from './usage-error.ts'

/** What to do about a port that somebody else has; any other cause stays what it is. */
export const portTaken = (cause: unknown, command: string, port: number, flag: string): unknown =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    ? new UsageError(`${command}: port ${port} is taken; expected a free ${flag}, or 0 to pick one`, {
        cause,
      })
    : cause
