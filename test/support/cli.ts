import { runCli } from '../../src/cli/cli.ts'
import type { Context } from '../../src/cli/context.ts'

/** What a command line did: its exit code, results, and everything else it told. */
export interface Told {
  readonly code: number
  readonly out: string
  readonly notes: string
}

/** Runs a command line in this process, with this environment and no other. */
export async function cli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  more: Partial<Context> = {},
): Promise<Told> {
  const out: string[] = []
  const notes: string[] = []
  const code = await runCli(args, {
    env,
    out: (text) => out.push(`${text}\n`),
    outBytes: (bytes) => out.push(Buffer.from(bytes).toString('utf8')),
    draw: (text) => out.push(text),
    note: (text) => notes.push(text),
    isTerminal: false,
    signal: new AbortController().signal,
    ...more,
  })
  return { code, out: out.join('').replace(/\n$/, ''), notes: notes.join('\n') }
}
