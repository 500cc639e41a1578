/** Why a run ends before its steps are done. The status names what happens next, the message tells a person. */
export interface Stop {
  readonly status: 'stopped' | 'failed' | 'unauthorised'
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
