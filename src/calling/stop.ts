/**
 * Why a run ends before its steps are done. The status names what happens next, the message tells a person: `stopped`
 * can be run again as it is, `blocked` once a person has done something, `unauthorised` with another key, `failed` when
 * it is understood why. Each of them resumes.
 */
export interface Stop {
  readonly status: 'stopped' | 'blocked' | 'failed' | 'unauthorised'
  readonly message: string
}

/** Thrown by whatever finds that going on is pointless; everything that has landed is kept. */
export class StopError extends Error {
  override name = 'StopError'
  readonly stop: Stop

  constructor(stop: Stop, options?: ErrorOptions) {
    super(stop.message, options)
    this.stop = stop
  }
}
