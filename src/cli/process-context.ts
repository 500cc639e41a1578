import { fileURLToPath } from 'node:url'
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
    // Whoever read it has gone, as `head` does: what is under way comes to its end all the same.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return {
    env: process.env,
    out: (text) => void process.stdout.write(`${text}\n`),
    outBytes: (bytes) => void process.stdout.write(bytes),
    note: (text) => void process.stderr.write(`${text}\n`),
    isTerminal: process.stderr.isTTY === true,
    signal: stopping.signal,
    queryModule: fileURLToPath(new URL('./query-process.js', import.meta.url)),
  }
}
