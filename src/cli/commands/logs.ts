import { byDefault, defineCommand, home, oneOf, optionalArgument, toggle } from '../command.ts'
import { type Context, opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]

export const command = defineCommand({
  words: 'logs [run]',
  does: 'the log of a run, for people',
  places: { run: byDefault(optionalArgument('run id, or the beginning of one, or latest'), 'latest') },
  flags: {
    home,
    follow: toggle('go on until the run has ended'),
    level: byDefault(oneOf(levels, 'the lowest level that is shown'), 'info'),
    json: toggle('the lines as they are written'),
  },
  examples: [['$0 logs --follow', 'what the run that is going on does']],
  async run({ run, follow, level, json, home }, context) {
    const dossier = await opened({ home }, context)
    const textOf = json ? (line: string) => line : await prettier(level, context)
    for await (const lines of dossier.log(run, { follow, signal: context.signal }))
      for (const text of lines.map(textOf)) if (text) context.out(text.trimEnd())
    return exitCodes.complete
  },
})

/** A line as pino-pretty writes it: time, level, message, and what belongs to it. */
async function prettier(
  minimumLevel: Level,
  { isTerminal, env }: Context,
): Promise<(line: string) => string | undefined> {
  const { default: pretty } = await import('pino-pretty')
  const format = pretty.prettyFactory({
    colorize: isTerminal && !env.NO_COLOR,
    ignore: 'pid',
    translateTime: "UTC:yyyy-mm-dd HH:MM:ss'Z'",
    minimumLevel,
    singleLine: true,
  })
  return (line) => {
    try {
      return format(withoutControls(JSON.parse(line)))
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
