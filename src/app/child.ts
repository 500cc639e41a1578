import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { RunEnd } from './schedule/keep.ts'
import type { Environment } from './settings.ts'

interface ChildProcess {
  readonly command: readonly string[]
  readonly env: Environment
  readonly cwd?: string
  /** Aborts when the process is to stop: it is asked by SIGTERM, once. */
  readonly signal: AbortSignal
  /** Whether all that it started is asked, too, and killed if it does not stop. Default: it stops that itself. */
  readonly isStoppedWhole?: boolean
  readonly onLine: (line: string) => void
}

/** What is asked to stop has this long. */
const graceMs = 10_000

/**
 * Runs a command line in a process of its own, to its end: memory that years of runs would leave goes with each of them, and a run
 * that is killed ends no other. It leads a group of its own, so that an interrupt at the terminal reaches it through us, once.
 */
export async function runInChild(options: ChildProcess): Promise<RunEnd> {
  const { command, env, cwd, signal, isStoppedWhole = false, onLine } = options
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let killing: NodeJS.Timeout | undefined
  const killed = new AbortController()
  const send = (name: NodeJS.Signals) => {
    if (!isStoppedWhole || child.pid === undefined) child.kill(name)
    else signalGroup(child.pid, name)
  }
  const stop = () => {
    send('SIGTERM')
    if (isStoppedWhole) killing ??= setTimeout(kill, graceMs)
  }
  const kill = () => {
    send('SIGKILL')
    // What left the group may hold its output open.
    killed.abort()
  }
  signal.addEventListener('abort', stop, { once: true })
  // A second interrupt ends this process at once, and the run with it.
  process.on('exit', stop)
  const lines = Promise.all(
    [child.stdout, child.stderr].map((stream) => readLines(stream, onLine, killed.signal)),
  )
  try {
    const end = await new Promise<RunEnd>((resolve) => {
      child.once('error', ({ message }) => resolve({ code: null, signal: message }))
      child.once('exit', (code, name) => resolve({ code, signal: name }))
    })
    await lines
    return end
  } finally {
    clearTimeout(killing)
    signal.removeEventListener('abort', stop)
    process.off('exit', stop)
  }
}

function signalGroup(leader: number, name: NodeJS.Signals): void {
  try {
    process.kill(-leader, name)
  } catch {
    // All of it is gone.
  }
}

async function readLines(
  input: Readable,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for await (const line of createInterface({ input, signal })) onLine(line)
}
