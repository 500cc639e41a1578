/** Wakes whoever waits. What is given after `renew` and before `wait` is not lost. */
export interface Notice {
  give(): void
  /** Forgets what was given. */
  renew(): void
  /** Resolves when a notice was given since the last `renew`. */
  wait(): Promise<void>
}

export function createNotice(): Notice {
  let { promise, resolve } = deferred()
  return {
    give: () => resolve(),
    renew() {
      ;({ promise, resolve } = deferred())
    },
    wait: () => promise,
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
