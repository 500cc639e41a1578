/** No usable answer came: the connection failed, timed out, or its bytes could not be decoded. */
export class TransportError extends Error {
  override name = 'TransportError'
  /** Whether the same call may succeed when it is made again. */
  readonly isTransient: boolean

  constructor(message: string, options: { isTransient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
  }
}

/** The settings of the client cannot work; nothing was sent. */
export class ClientSettingsError extends Error {
  override name = 'ClientSettingsError'
}
