import type { Dossier, DossierOptions, Environment } from '../app/dossier.ts'

/** The outside world, as a command receives it. */
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
  /** Asks a person at the terminal and gives the answer; undefined without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
}

/** Opens the home and the service that the flags name, else the environment. */
export async function opened(
  { home, baseUrl, transport }: Pick<DossierOptions, 'home' | 'baseUrl' | 'transport'>,
  { env, note }: Pick<Context, 'env' | 'note'>,
): Promise<Dossier> {
  const { openDossier } = await import('../app/dossier.ts')
  return openDossier({ home, baseUrl, transport, env, onNote: note })
}

/** For a terminal: back to the begin of the line, which is emptied. */
export const clearedLine = '\r\u001b[K'

/** For a terminal: everything gone, back to its upper left. */
export const clearedScreen = '\u001b[2J\u001b[H'
