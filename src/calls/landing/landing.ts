import { encodeEntry, type LandedCall } from './entry.ts'
import { OpenSegment } from './segment.ts'

export interface LandingOptions {
  readonly folder: string
  /** Name of the nth segment of this process, from 1. */
  readonly nameOf: (index: number) => string
  /** Called each time a segment is sealed, with its name and size. */
  readonly onSealed: (segment: string, bytes: number) => void
  /** A segment is sealed when it has grown to this many bytes. Default 8 MiB. */
  readonly sealBytes?: number
}

/**
 * Where answers become durable. Calls that land while a write is under way share the next fsync, so the cost of
 * durability is one fsync a group and not one a call.
 */
export class Landing implements AsyncDisposable {
  readonly #options: LandingOptions
  /** Writes and seals take turns, so that neither can hold up the other for long. */
  readonly #takeTurn = createTurns()
  readonly #append = grouped<Uint8Array>(this.#takeTurn, (lines) => this.#write(lines))
  #segment: OpenSegment | undefined
  #segments = 0

  constructor(options: LandingOptions) {
    this.#options = options
  }

  /** Resolves when the call is on disk, rejects when it could not be written. */
  async land(call: LandedCall): Promise<void> {
    await this.#append(encodeEntry(call))
  }

  /**
   * Seals the open segment, with all that landed before. Does nothing when nothing has landed since the last one.
   * When it fails, the segment stays open and the next seal tries again.
   */
  seal(): Promise<void> {
    return this.#takeTurn(() => this.#sealOpen())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.seal()
    } finally {
      await this.#segment?.close()
    }
  }

  /** What lands at the same time goes on in the next segment when one is full: the loader holds a segment in memory. */
  async #write(lines: readonly Uint8Array[]): Promise<void> {
    const sealBytes = this.#options.sealBytes ?? 8 << 20
    for (let written = 0; written < lines.length; ) {
      this.#segment ??= await this.#create()
      const fitting = linesWithin(lines, written, sealBytes - this.#segment.bytes)
      await this.#segment.append(lines.slice(written, fitting))
      written = fitting
      if (this.#segment.bytes >= sealBytes) await this.#sealOpen()
    }
  }

  async #create(): Promise<OpenSegment> {
    this.#segments += 1
    return await OpenSegment.create(this.#options.folder, this.#options.nameOf(this.#segments))
  }

  async #sealOpen(): Promise<void> {
    const segment = this.#segment
    if (segment === undefined) return
    const isSealed = await segment.seal()
    this.#segment = undefined
    if (isSealed) this.#options.onSealed(segment.name, segment.bytes)
  }
}

/** Where the lines from `first` on reach so many bytes: the index after the one that does. */
function linesWithin(lines: readonly Uint8Array[], first: number, bytes: number): number {
  let left = bytes
  const last = lines.findIndex((line, index) => {
    if (index >= first) left -= line.byteLength
    return index >= first && left <= 0
  })
  return last === -1 ? lines.length : last + 1
}

/** Work that takes turns, in the order asked for; one that fails holds up none. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/**
 * Whatever is added until its turn comes is written together: the cost of durability is one fsync a group, not one an item. Resolves when
 * the item is written, rejects when its group could not be.
 */
export function grouped<Item>(
  takeTurn: ReturnType<typeof createTurns>,
  write: (group: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Item[] = []
  let group: Promise<void> | undefined
  return (item) => {
    waiting.push(item)
    // The first asks for a turn; what comes until then is in the same group.
    group ??= takeTurn(() => {
      const items = waiting
      waiting = []
      group = undefined
      return write(items)
    })
    return group
  }
}
