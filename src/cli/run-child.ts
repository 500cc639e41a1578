import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { RunEnd } from '../schedule/after-run.ts'

export interface RunProcess {
  /** What follows the program: `run JOB …`. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the run is to stop: it is asked by SIGTERM, once. */
  readonly signal: AbortSignal
  /** Told of each line that it prints. */
  readonly onLine: (line: string) => void
}

/** The command line that this process itself was started with, up to its arguments. */
export const ownCommand = (): string[] => [process.execPath, ...process.execArgv, process.argv[1] ?? '']

/**
 * Runs this command line in a process of its own, to its end. What years of runs would leave in memory goes with each of them,
 * and one that is killed takes nobody along. It leads a group of its own: an interrupt at the terminal reaches it through us, once, not twice.
 */
export async function runInChild({ args, env, signal, onLine }: RunProcess): Promise<RunEnd> {
  const [program = '', ...before] = ownCommand()
  const child = spawn(program, [...before, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  // Whoever asks a second time ends this process at once, and the run with it.
  process.on('exit', stop)
  const told = Promise.all([child.stdout, child.stderr].map((stream) => tellLines(stream, onLine)))
  try {
    const end = await new Promise<RunEnd>((resolve) => {
      child.once('error', ({ message }) => resolve({ code: null, signal: message }))
      child.once('exit', (code, name) => resolve({ code, signal: name }))
    })
    await told
    return end
  } finally {
    signal.removeEventListener('abort', stop)
    process.off('exit', stop)
  }
}

async function tellLines(stream: Readable, tell: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) tell(line)
}
