/** Wakes whoever waits; a notice given while nobody waits is kept for the next one. */
export interface Notice {
  give(): void
  wait(): Promise<void>
}

export function createNotice(): Notice {
  let isGiven = false
  let wake: (() => void) | undefined
  return {
    give() {
      isGiven = true
      wake?.()
    },
    async wait() {
      if (!isGiven) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isGiven = false
      wake = undefined
    },
  }
}
