/** Most starts in any window of this length: between one start and those less than a window later. */
export const mostIn = (starts: readonly number[], windowMs: number): number =>
  Math.max(0, ...starts.map((from) => starts.filter((at) => at >= from && at < from + windowMs).length))

/** The longest time between one start and the next. */
export const longestGap = (starts: readonly number[]): number =>
  Math.max(0, ...starts.slice(1).map((at, index) => at - (starts[index] ?? at)))
