import { type EncodedEntry, encodeEntry, type LandedCall, type ReadCall } from './entry.ts'
import { OpenSegment } from './segment.ts'

export interface LandingOptions {
  readonly folder: string
  /** Name of the nth segment of this process, from 1. */
  readonly nameOf: (index: number) => string
  /** Called for each call that is on disk, in the order of the lines, with what reading it back would give. */
  readonly onLanded?: (segment: string, call: ReadCall) => void
  /** Called each time a segment is sealed, with its name. */
  readonly onSealed: (segment: string) => void
  /** A segment is sealed when it has grown to this many bytes. Default 8 MiB. */
  readonly sealBytes?: number
  /** A segment is sealed this long after its first line. Default 1000 ms. */
  readonly sealAfterMs?: number
}

interface Waiting {
  readonly entry: EncodedEntry
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Where answers become durable. Calls that land while a write is under way share the next fsync, so the cost of
 * durability is one fsync a group and not one a call.
 */
export class Landing implements AsyncDisposable {
  readonly #options: LandingOptions
  #waiting: Waiting[] = []
  #lastTurn: Promise<void> = Promise.resolve()
  #segment: OpenSegment | undefined
  #segments = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: LandingOptions) {
    this.#options = options
  }

  /** Resolves when the call is on disk, rejects when it could not be written. */
  land(call: LandedCall): Promise<void> {
    return new Promise<void>((done, failed) => {
      const waiting = this.#waiting.push({ entry: encodeEntry(call), done, failed })
      // The first asks for a turn; whoever lands until it comes is in the same group.
      if (waiting === 1) void this.#inTurn(() => this.#writeWaiting())
    })
  }

  /**
   * Seals the open segment, with all that landed before. Does nothing when nothing has landed since the last one.
   * When it fails, the segment stays open and the next seal tries again.
   */
  seal(): Promise<void> {
    return this.#inTurn(() => this.#sealOpen())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.seal()
  }

  /** Writes and seals take turns in the order asked for, so that neither can hold up the other for long. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }

  async #writeWaiting(): Promise<void> {
    const group = this.#waiting
    this.#waiting = []
    try {
      await this.#write(group.map(({ entry }) => entry))
      for (const { done } of group) done()
    } catch (error) {
      for (const { failed } of group) failed(error)
    }
  }

  async #write(entries: readonly EncodedEntry[]): Promise<void> {
    this.#segment ??= await this.#create()
    await this.#segment.append(entries.map(({ line }) => line))
    const { name, lines } = this.#segment
    for (const [index, { read }] of entries.entries()) {
      this.#options.onLanded?.(name, { ...read, line: lines - entries.length + index + 1 })
    }
    if (this.#segment.bytes >= (this.#options.sealBytes ?? 8 << 20)) await this.#sealOpen()
  }

  async #create(): Promise<OpenSegment> {
    this.#segments += 1
    const segment = await OpenSegment.create(this.#options.folder, this.#options.nameOf(this.#segments))
    // A failed seal is met again by whoever lands or seals next.
    this.#timer = setTimeout(() => void this.seal().catch(() => undefined), this.#options.sealAfterMs ?? 1000)
    return segment
  }

  async #sealOpen(): Promise<void> {
    clearTimeout(this.#timer)
    const segment = this.#segment
    if (segment === undefined) return
    const isSealed = await segment.seal()
    this.#segment = undefined
    if (isSealed) this.#options.onSealed(segment.name)
  }
}
