import type { ExitCode } from './exit-codes.ts'
import type { Environment } from './settings.ts'

/** The outside world, as a command is handed it. */
export interface Context {
  readonly env: Environment
  /** Results, for people or programs. */
  readonly out: (text: string) => void
  /** A result whose bytes are not ours to change. */
  readonly outBytes: (bytes: Uint8Array) => void
  /** Everything else: progress, notes, errors. */
  readonly note: (text: string) => void
  /** Width of the terminal that results go to; undefined where they go to none. */
  readonly columns?: number | undefined
  /** Whether notes go to a terminal. */
  readonly isTerminal: boolean
  /** Asks a person at the terminal and gives the answer; undefined where nobody can be asked. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
  /** File of the module `query-process`, which a process of its own runs for each query. */
  readonly queryModule: string
  /** Module that flattens large segments in a thread of its own. */
  readonly stageModule: string
}

export type Command<Args> = (args: Args, context: Context) => Promise<ExitCode>

/** Wires a command into the command line: it is loaded only when it is asked for. */
export type Wire = <Args>(load: () => Promise<Command<Args>>) => (parsed: unknown) => Promise<void>

/** For a terminal: back to the begin of the line, which is emptied. */
export const clearedLine = '\r\u001b[K'

/** For a terminal: everything gone, back to its upper left. */
export const clearedScreen = '\u001b[2J\u001b[H'
