import { dirname } from 'node:path'
import { StopError } from '../calling/stop.ts'
import { acquireLock, isOnThisMachine, LockHeldError, type LockOwner, ownerText } from '../disk/lock.ts'

/**
 * Takes the home for this process. A lock whose process is gone is taken over, by exactly one of those who find it.
 * @throws StopError that says who holds it and since when
 */
export async function takeLock(path: string, since: Date): Promise<AsyncDisposable> {
  return await acquireLock(path, since).catch((error) => {
    throw error instanceof LockHeldError ? refused(path, error) : error
  })
}

/** Says which home it is, who has it, and what a person can do about it. */
const refused = (path: string, cause: LockHeldError): StopError =>
  new StopError(
    {
      status: 'stopped',
      message:
        `the home ${dirname(dirname(path))} is in use by ${ownerText(cause.owner)}. ` +
        remedy(path, cause.owner),
    },
    { cause },
  )

const remedy = (path: string, owner: LockOwner): string =>
  isOnThisMachine(owner)
    ? 'Nothing was done. Wait until that process has ended and do this again, or choose another --home'
    : `Whether it still runs cannot be seen from this machine: nothing was done. Wait until it has ended and do this again, or ` +
      `choose another --home. If you are sure that it is gone, remove ${path}`
