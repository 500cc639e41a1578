import type { Pruned } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import { consent, defineCommand, home, json, wholeNumber } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

const days = (describe: string) => wholeNumber(0, 36_500, describe)

export const command = defineCommand({
  words: 'prune',
  does: 'remove exports, logs and damaged bytes that are older than so many days; raw answers and tables stay',
  flags: {
    home,
    json,
    ...consent('remove'),
    exports: days('days that exports and reports of runs are kept'),
    logs: days('days that logs of runs are kept'),
    quarantine: days('days that damaged bytes are kept'),
  },
  examples: [
    ['$0 prune --exports 30 --logs 365 --dry-run', 'what would go; the last run of each job stays whole'],
  ],
  async run(args, context) {
    const { out, note } = context
    const { exports, logs, quarantine } = args
    const isDryRun = args.dryRun || !args.yes
    const dossier = await opened(args, context)
    const { pruned, inUse } = await dossier.prune({ exports, logs, quarantine, dryRun: isDryRun })
    const bytes = pruned.reduce((sum, thing) => sum + thing.bytes, 0)
    const isNothing = pruned.length + inUse.length === 0
    if (args.json) out(JSON.stringify({ isDryRun, bytes, pruned }, null, 2))
    else out(isNothing ? 'nothing is that old' : prunedText(pruned, bytes, isDryRun))
    for (const { path } of inUse)
      note(`prune: ${path} stays, for a process is writing there; do this again when it has ended`)
    if (isDryRun && !args.dryRun && !isNothing) throw unconfirmed()
    return exitCodes.complete
  },
})

const unconfirmed = (): RefusedError =>
  new RefusedError(
    'prune: nothing was removed yet. If what is shown may go, give the same command again with --yes',
  )

function prunedText(things: Pruned['pruned'], bytes: number, isDryRun: boolean): string {
  if (things.length === 0) return 'nothing was removed'
  const rows = things.map(({ kind, since, bytes: size, path }) => ({
    kind,
    since: since.slice(0, 10),
    megabytes: megabytes(size),
    path,
  }))
  return `${textTable(rows, 120)}\n${isDryRun ? 'would free' : 'freed'} ${megabytes(bytes)} MB`
}

const megabytes = (bytes: number): number => Math.round(bytes / 10_000) / 100
