import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { buildConnector, Client, type DiagnosticsChannel, type Dispatcher } from 'undici'
import { unlessAborted } from './errors.ts'

export interface ConnectionTimeouts {
  readonly connectMs: number
  readonly headersMs: number
  readonly idleMs: number
}

const maximumHeaderBytes = 16 << 10

/** One keep-alive connection to one origin, made again when it is gone, with what is known of its socket. */
export class Connection implements AsyncDisposable {
  readonly #client: Client
  readonly #origin: URL
  readonly #connect: buildConnector.connector
  #socket: Socket | undefined
  /** Stands, and undici has not asked for it yet. */
  #spare: Socket | undefined
  #connecting: Promise<void> | undefined
  /** Bytes that had come when the last answer ended; 0 on a socket that has not served yet. */
  #servedBytes = 0
  /** Whether it may be one answer behind: its last answer does not name what was asked for. It is not given out again. */
  isInDoubt = false
  underWay = 0

  constructor(origin: string, { connectMs, headersMs, idleMs }: ConnectionTimeouts) {
    this.#origin = new URL(origin)
    this.#connect = buildConnector({ timeout: connectMs })
    this.#client = new Client(origin, {
      connect: (options, callback) => {
        const spare = this.#spare
        this.#spare = undefined
        this.#socket = undefined
        this.#servedBytes = 0
        const connected: buildConnector.Callback = (...result) => {
          this.#socket = result[1] ?? undefined
          if (this.#socket !== undefined) passOverContinue(this.#socket)
          callback(...result)
        }
        // Not at once: undici is in the middle of what asked for it.
        if (isUsable(spare)) queueMicrotask(() => connected(null, spare))
        else this.#connect(options, connected)
      },
      headersTimeout: headersMs,
      bodyTimeout: idleMs,
      maxHeaderSize: maximumHeaderBytes,
    })
  }

  /**
   * Resolves when there is a connection, so that what is requested next goes out at once: undici by itself connects only for a
   * request. Rejects with what connecting fails with, or the signal's reason.
   */
  async ready(signal: AbortSignal): Promise<void> {
    if (isUsable(this.#socket) || isUsable(this.#spare)) return
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
    await unlessAborted(this.#connecting, signal)
  }

  #open(): Promise<void> {
    const { hostname, host, protocol, port } = this.#origin
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    return new Promise((resolve, reject) => {
      this.#connect({ hostname: address, host, protocol, port }, (error, socket) => {
        if (error !== null) return reject(error)
        this.#spare = socket
        resolve()
      })
    })
  }

  /** `onSent` is called once, when all bytes of the request are with the system's network, or when none ever will be. */
  request(options: Dispatcher.RequestOptions, onSent?: () => void): Promise<Dispatcher.ResponseData> {
    const request = () => this.#client.request(options)
    return onSent === undefined ? request() : watchedUntilSent(request, onSent)
  }

  /** Notes that an answer has ended on the socket as it is now. */
  served(): void {
    this.#servedBytes = this.#socket?.bytesRead ?? 0
  }

  /** Whether the socket had served before, and not one byte has come since. */
  get isSilentSinceServed(): boolean {
    return this.#servedBytes > 0 && this.#socket?.bytesRead === this.#servedBytes
  }

  /** What the parser made of bytes that followed the end of an answer; undefined when there were none. */
  get excess(): Error | undefined {
    const { errored } = this.#socket ?? {}
    return errored != null && isParserError(errored) ? errored : undefined
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close()
    await this.#connecting?.catch(() => undefined)
    this.#spare?.destroy()
  }
}

/** Only undici's diagnostics channels tell when a request has left; whose request it is can be told only while it is created. */
function watchedUntilSent<Result>(make: () => Promise<Result>, onSent: () => void): Promise<Result> {
  const [created, bodySent] = ['undici:request:create', 'undici:request:bodySent']
  let mine: DiagnosticsChannel.Request | undefined
  const onCreated = (message: unknown) => {
    mine = (message as DiagnosticsChannel.RequestCreateMessage).request
  }
  const onBodySent = (message: unknown) => {
    if ((message as DiagnosticsChannel.RequestBodySentMessage).request === mine) end()
  }
  const end = () => {
    if (unsubscribe(bodySent, onBodySent)) onSent()
  }
  subscribe(created, onCreated)
  subscribe(bodySent, onBodySent)
  const answer = make()
  unsubscribe(created, onCreated)
  answer.then(end, end)
  return answer
}

const isUsable = (socket: Socket | undefined): socket is Socket =>
  socket !== undefined && !socket.destroyed && socket.readyState === 'open'

/** undici reports unexpected bytes as "bad response" when they begin like HTTP, else as its parser's error. */
const isParserError = (error: Error): boolean =>
  error.message === 'bad response' || String((error as NodeJS.ErrnoException).code).startsWith('HPE_')

/**
 * Connections of one origin: the one used last that is free, a new one while there may be more, else the one with the
 * fewest requests. Not undici's pool: it does not tell which socket a request went out on.
 */
export class Connections implements AsyncDisposable {
  readonly #make: () => Connection
  readonly #most: number
  readonly #all: Connection[] = []
  readonly #closing = new Set<Promise<void>>()

  constructor(most: number, make: () => Connection) {
    this.#most = most
    this.#make = make
  }

  /** Hands a connection to a piece of work until it is over; with `isNew` one that has served nothing. */
  async with<Result>(
    work: (connection: Connection) => Promise<Result>,
    { isNew = false } = {},
  ): Promise<Result> {
    const connection = isNew ? this.#added() : this.#take()
    connection.underWay += 1
    try {
      return await work(connection)
    } finally {
      connection.underWay -= 1
      if (connection.isInDoubt && this.#all.includes(connection))
        this.#all.splice(this.#all.indexOf(connection), 1)
      if (connection.underWay === 0 && !this.#all.includes(connection)) this.#close(connection)
    }
  }

  /** Gives none of the present connections out again; each closes when what is under way on it has ended. */
  renew(): void {
    for (const connection of this.#all.splice(0)) if (connection.underWay === 0) this.#close(connection)
  }

  #close(connection: Connection): void {
    const closing = connection[Symbol.asyncDispose]().finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }

  #take(): Connection {
    const free = this.#all.find(({ underWay }) => underWay === 0)
    if (free !== undefined) return free
    if (this.#all.length < this.#most) return this.#added()
    return this.#all.reduce((least, other) => (other.underWay < least.underWay ? other : least))
  }

  #added(): Connection {
    const connection = this.#make()
    this.#all.push(connection)
    return connection
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.renew()
    await Promise.all(this.#closing)
  }
}

/** Bytes up to the status code of a head: `HTTP/1.1 100`. */
const statusBytes = 12
const isInterim = /^HTTP\/1\.\d 1/
const two = '2'.charCodeAt(0)

/**
 * Lets a service send `100 Continue` unasked (RFC 9110 15.2): undici takes it for a broken server, and passes every other interim
 * response over. So what the socket gives says `102` there, which has as many bytes and means as little.
 * A head is looked for from when a request is written, one at a time, until its answer begins; bytes of the answer are left alone.
 */
function passOverContinue(socket: Socket): void {
  let place: 'status' | 'interim' | 'answer' = 'answer'
  /** The status line so far, or the last bytes of an interim head. */
  let seen = ''
  const look = (chunk: Buffer): void => {
    for (let at = 0; at < chunk.byteLength && place !== 'answer'; at += 1) {
      seen += String.fromCharCode(chunk[at] ?? 0)
      if (place === 'status' && seen.length === statusBytes) {
        if (seen.endsWith(' 100')) chunk[at] = two
        place = isInterim.test(seen) ? 'interim' : 'answer'
      } else if (place === 'interim') {
        seen = seen.slice(-4)
        if (seen === '\r\n\r\n') [place, seen] = ['status', '']
      }
    }
  }
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk !== null) look(chunk)
    return chunk
  }
  const write = socket.write.bind(socket)
  socket.write = ((...written: Parameters<Socket['write']>) => {
    ;[place, seen] = ['status', '']
    return write(...written)
  }) as Socket['write']
}
