/** A thread ends when it has had nothing to do for so long; the next one has to be compiled again. */
const idleMs = 60_000

/**
 * Threads of a built module, whose default export they call: each begins with the first task that needs it. What a task is given and
 * gives is copied, so it is plain data.
 */
export async function openThreads(filename: string, maxThreads: number) {
  const { Tinypool } = await import('tinypool')
  // With a minimum of none, a thread that cannot begin is not started again and again.
  const pool = new Tinypool({ filename, minThreads: 0, maxThreads, idleTimeout: idleMs })
  // A thread that ends before it has begun a task leaves that waiting, and reports only here.
  const ended = new Promise<never>((_, reject) => void pool.on('error', reject))
  ended.catch(() => undefined)
  return {
    run: <Result>(task: unknown): Promise<Result> => Promise.race([pool.run(task), ended]),
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
