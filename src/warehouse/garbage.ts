import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/** V8 does not count the results of DuckDB, whose memory is free once it has collected what refers to them: it would wait for long. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

/**
 * Segments are sealed at 8 MiB: one that is much larger had an answer of many megabytes, of which V8 would keep chunks, body, line and
 * rows for long. A collection takes 40 ms.
 */
export function collectAfterGiant(segmentBytes: number): void {
  if (segmentBytes > 10 << 20) collectGarbage()
}
