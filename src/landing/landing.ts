import { type EncodedEntry, encodeEntry, type LandedCall, type ReadCall } from './entry.ts'
import { OpenSegment } from './segment.ts'
import { Grouped, Turns } from './turns.ts'

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

/**
 * Where answers become durable. Calls that land while a write is under way share the next fsync, so the cost of
 * durability is one fsync a group and not one a call.
 */
export class Landing implements AsyncDisposable {
  readonly #options: LandingOptions
  /** Writes and seals take turns, so that neither can hold up the other for long. */
  readonly #turns = new Turns()
  readonly #entries = new Grouped<EncodedEntry>(this.#turns, (group) => this.#write(group))
  #segment: OpenSegment | undefined
  #segments = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: LandingOptions) {
    this.#options = options
  }

  /** Resolves when the call is on disk, rejects when it could not be written. */
  async land(call: LandedCall): Promise<void> {
    await this.#entries.add(encodeEntry(call))
  }

  /**
   * Seals the open segment, with all that landed before. Does nothing when nothing has landed since the last one.
   * When it fails, the segment stays open and the next seal tries again.
   */
  seal(): Promise<void> {
    return this.#turns.take(() => this.#sealOpen())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.seal()
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
