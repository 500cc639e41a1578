/** Milliseconds that n = ceil(rate) starts take at a rate: a second, or what a rate that is no whole number needs more. */
export const spanMs = (perSecond: number): number => (1000 * Math.ceil(perSecond)) / perSecond

/** No rate looks back further: n = ceil(rate) starts take n/rate seconds, which is less than two from one a second on. */
const longestSpanMs = 2_000

/**
 * The starts that a rate allows, by a sliding window: of n = ceil(rate) starts in a row the first is at least n/rate
 * seconds before the next one after them. So no rolling second ever holds more than n, and in the long run there are
 * `rate` of them. The rate may change from start to start. Pure but for its memory: the limit holds whatever timers
 * and wall clocks do. Times are milliseconds that never go backwards.
 */
export class SlidingWindow {
  readonly #graceMs: number
  readonly #starts: number[] = []
  #oldest = 0

  /** `graceMs`: how much longer than that each start counts. */
  constructor(graceMs = 0) {
    this.#graceMs = graceMs
  }

  /** Milliseconds to wait at `now` before another start is allowed. */
  delayAt(now: number, perSecond: number): number {
    if (perSecond === Number.POSITIVE_INFINITY) return 0
    const count = Math.ceil(perSecond)
    const first = this.#starts[this.#starts.length - count]
    return first === undefined ? 0 : Math.max(0, first + spanMs(perSecond) + this.#graceMs - now)
  }

  record(now: number): void {
    this.#starts.push(now)
    const horizonMs = longestSpanMs + this.#graceMs
    while ((this.#starts[this.#oldest] ?? now) <= now - horizonMs) this.#oldest += 1
    // What is forgotten is cut off now and then: each time would move thousands of starts.
    if (this.#oldest < 1_000 || this.#oldest * 2 < this.#starts.length) return
    this.#starts.splice(0, this.#oldest)
    this.#oldest = 0
  }

  /** Starts in the second before `now`. */
  countAt(now: number): number {
    return this.#starts.length - this.#starts.findLastIndex((at) => at <= now - 1000) - 1
  }
}
