import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Whenever } from './folder.ts'

export const main = fileURLToPath(new URL('../../dist/program/cli/main.js', import.meta.url))

/** The built command line in a process of its own, with what it prints. */
export interface Spawned {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** What follows `prefix` on the first line of output that begins with it. */
  line(prefix: string): Promise<string>
  /** Resolves when a note holds this text. */
  note(text: string): Promise<void>
  out(): string
  notes(): string
  /** Ends it at once, if it is still there. */
  kill(): Promise<void>
}

/** Starts the built command line. */
export function spawnDossier(args: readonly string[], env: Readonly<Record<string, string>> = {}): Spawned {
  const { DOSSIER_API_KEY: _, DOSSIER_BASE_URL: __, DOSSIER_HOME: ___, ...inherited } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const out = gathered(child.stdout)
  const notes = gathered(child.stderr)

  return {
    process: child,
    ended,
    line: async (prefix) => {
      const pattern = new RegExp(`^${prefix}(.*)\n`, 'm')
      await out.until((text) => pattern.test(text))
      return pattern.exec(out.text())?.[1] ?? ''
    },
    note: (text) => notes.until((all) => all.includes(text)),
    out: out.text,
    notes: notes.text,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The same until the test is over. */
export function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  whenOver: Whenever = onTestFinished,
): Spawned {
  const child = spawnDossier(args, env)
  whenOver(() => child.kill())
  return child
}

function gathered(stream: Readable) {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    text: () => text,
    async until(isEnough: (text: string) => boolean): Promise<void> {
      while (!isEnough(text)) {
        if (stream.readableEnded) throw new Error(`it ended without what was waited for; it printed: ${text}`)
        await Promise.race([once(stream, 'data'), once(stream, 'end')])
      }
    },
  }
}

/** Processes of this machine (Linux) whose file of this name in /proc holds a text. */
export async function processesWith(file: 'cmdline' | 'environ', text: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if ((await procFile(pid, file)).includes(text)) found.push(Number(pid))
  }
  return found
}

/** Children of a process whose command line holds a text. */
export async function childrenOf(parent: number | undefined, text: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await processesWith('cmdline', text)) {
    if ((await procFile(pid, 'status')).includes(`\nPPid:\t${parent}\n`)) found.push(pid)
  }
  return found
}

/** Whether a process is there and has not ended. */
export const isThere = async (pid: number): Promise<boolean> =>
  /^State:\t[^ZX]/m.test(await procFile(pid, 'status'))

/** Empty when the process is gone. */
const procFile = (pid: number | string, file: string): Promise<string> =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

export type Ended = Awaited<Spawned['ended']> & { readonly notes: string }

/** Starts the built command line; `killAfterMs` ends it with SIGKILL at that moment, if it is still there. */
export async function dossier(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killAfterMs?: number,
): Promise<Ended> {
  const child = spawnDossier(args, env)
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.process.kill('SIGKILL'), killAfterMs)
  const ended = await child.ended
  clearTimeout(timer)
  return { ...ended, notes: child.notes() }
}
