import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { languages } from '../../run/job/choices.ts'
import { byDefault, defineCommand, home, oneOf, privacy, text, toggle, wholeNumber } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

export const command = defineCommand({
  words: 'explore',
  does: 'show the published warehouse in a browser on this machine, down to the sentence',
  flags: {
    home,
    warehouse: text("a published warehouse, its raw answers beside it; default the home's"),
    port: byDefault(wholeNumber(0, 65_535, 'port on 127.0.0.1; 0 picks a free one'), 0),
    lang: byDefault(oneOf(languages, 'language'), 'zh'),
    ...privacy,
    open: toggle('open the browser; --no-open prints the address alone', true),
  },
  examples: [['$0 explore --no-open', 'prints an address that opens once, and serves until Ctrl-C']],
  async run({ warehouse, port, lang, persons, identifiers, open, ...args }, context) {
    const { out, note, signal, isTerminal } = context
    const dossier = await opened(args, context)
    const options = { warehouse, port, language: lang, privacy: { persons, identifiers } }
    await using exploring = await dossier.explore(options)
    out(exploring.url)
    note('serving this machine alone until Ctrl-C; the address opens once, in one browser')
    if (open && isTerminal) openBrowser(exploring.url)
    if (!signal.aborted) await once(signal, 'abort')
    return exitCodes.complete
  },
})

/** What opens an address, by system; the address is printed where there is none. */
function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  spawn(program ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
