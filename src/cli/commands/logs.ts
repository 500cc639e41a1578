import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Home, homeAt } from '../../engine/home/home.ts'
import { stateOfHome } from '../../engine/home/runs.ts'
import type { Command, Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { logOf } from '../observer.ts'
import { homeSetting } from '../settings.ts'
import { runOf } from './runs.ts'

export const levels = ['debug', 'info', 'warn', 'error'] as const

export interface LogsArgs {
  /** Id of a run, or the beginning of one, or `latest`. */
  readonly run: string
  readonly home?: string | undefined
  readonly follow: boolean
  readonly level: (typeof levels)[number]
  /** The lines as they are written. */
  readonly json: boolean
}

/** How often the end of a log is looked at. */
const followEveryMs = 500

/** The log of a run for a person, or as it is written; goes on with it until the run has ended. */
export const logs: Command<LogsArgs> = async (args, context) => {
  const home = homeAt(homeSetting(args.home, context.env))
  const { run_id } = await runOf(home, args.run)
  const told = args.json ? (line: string) => line : await prettier(args, context)
  const print = (lines: readonly string[]) => {
    for (const line of lines) {
      const text = told(line)
      if (text) context.out(text.trimEnd())
    }
  }
  const tail = tailOf(logOf(home, run_id))
  for (;;) {
    const isOver = !args.follow || context.signal.aborted || !(await isRunning(home, run_id))
    print(await tail())
    if (isOver) return exitCodes.complete
    await sleep(followEveryMs, undefined, { signal: context.signal }).catch(() => undefined)
  }
}

const isRunning = async (home: Home, runId: string): Promise<boolean> =>
  (await stateOfHome(home, new Set())).runs.some(
    ({ run_id, status }) => run_id === runId && status === 'running',
  )

/** Whole lines that have come since it was last asked. */
function tailOf(path: string): () => Promise<string[]> {
  let from = 0
  return async () => {
    const bytes = await bytesFrom(path, from)
    const end = bytes.lastIndexOf('\n') + 1
    from += end
    return end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n')
  }
}

async function bytesFrom(path: string, from: number): Promise<Buffer> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    // Shorter than before: a purge rewrote it. What was told was told.
    if (size <= from) return Buffer.alloc(0)
    const bytes = Buffer.alloc(size - from)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
    return bytes.subarray(0, bytesRead)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** A line as pino-pretty tells it: time, level, message, and what belongs to it. */
async function prettier(
  { level }: LogsArgs,
  { isTerminal, env }: Context,
): Promise<(line: string) => string | undefined> {
  const { default: pretty } = await import('pino-pretty')
  const tell = pretty.prettyFactory({
    colorize: isTerminal && !env.NO_COLOR,
    ignore: 'pid',
    translateTime: "UTC:yyyy-mm-dd HH:MM:ss'Z'",
    minimumLevel: level,
    singleLine: true,
  })
  return (line) => {
    try {
      return tell(withoutControls(JSON.parse(line)))
    } catch {
      // The last line of a process that was killed.
      return line
    }
  }
}

/** Control characters would be the terminal's to obey; what a service says may hold any. */
function withoutControls(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[^\P{Cc}\n]/gu, ' ')
  if (Array.isArray(value)) return value.map(withoutControls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutControls(member)]))
}
