/** Work that takes turns, in the order asked for; one that fails holds up nobody. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

interface Waiting<Item> {
  readonly item: Item
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** Whatever is added until its turn comes is written together: the cost of durability is one fsync a group, not one an item. */
export class Grouped<Item> {
  readonly #turns: Turns
  readonly #write: (group: readonly Item[]) => Promise<void>
  #waiting: Waiting<Item>[] = []

  constructor(turns: Turns, write: (group: readonly Item[]) => Promise<void>) {
    this.#turns = turns
    this.#write = write
  }

  /** Resolves when the item is written, rejects when its group could not be. */
  add(item: Item): Promise<void> {
    return new Promise<void>((done, failed) => {
      // The first asks for a turn; whoever comes until then is in the same group.
      if (this.#waiting.push({ item, done, failed }) === 1) void this.#turns.take(() => this.#writeWaiting())
    })
  }

  async #writeWaiting(): Promise<void> {
    const group = this.#waiting
    this.#waiting = []
    try {
      await this.#write(group.map(({ item }) => item))
      for (const { done } of group) done()
    } catch (error) {
      for (const { failed } of group) failed(error)
    }
  }
}
