import { RefusedError } from '../app/errors.ts'
import { type Context, clearedLine } from './context.ts'

const stoppedAtOnce =
  'stopped at once, as asked: what has landed is kept, and calls under way count as spent. The same command goes on there'

/**
 * The process as a context. The first SIGINT or SIGTERM asks for an orderly stop, the second ends the process at
 * once; what has landed is kept either way.
 */
export function processContext(): Context {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stopping.signal.aborted) {
        process.stderr.write(`${process.stderr.isTTY ? clearedLine : ''}${stoppedAtOnce}\n`)
        process.exit(3)
      }
      stopping.abort()
    })
  }
  for (const stream of [process.stdout, process.stderr]) {
    // The reader has gone, as `head` does: what is under way comes to its end all the same.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    env: process.env,
    out: (text) => void process.stdout.write(`${text}\n`),
    outBytes: (bytes) => void process.stdout.write(bytes),
    note: (text) => void process.stderr.write(`${text}\n`),
    columns: process.stdout.columns,
    isTerminal: process.stderr.isTTY === true,
    ask:
      process.stdin.isTTY && process.stderr.isTTY
        ? (question) => asked(question, stopping.signal)
        : undefined,
    signal: stopping.signal,
  }
}

/** @throws RefusedError when the person leaves instead */
async function asked(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const left = new AbortController()
  // Readline takes Ctrl-C and Ctrl-D for itself.
  for (const leaving of ['SIGINT', 'close'] as const) terminal.once(leaving, () => left.abort())
  try {
    return await terminal.question(question, { signal: AbortSignal.any([signal, left.signal]) })
  } catch (cause) {
    throw new RefusedError('nothing was written: the questions were not answered', { cause })
  } finally {
    terminal.close()
  }
}
