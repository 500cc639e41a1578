import {
  type Prunable,
  type PruneBefore,
  prunableKinds,
  prunables,
  removePrunables,
} from '../../audit/prune.ts'
import { exists, type Home, homeAt, takeLock } from '../../engine/home/home.ts'
import type { Command } from '../context.ts'
import { systemClock } from '../effects.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface PruneArgs {
  readonly home?: string | undefined
  /** Days that each of these is kept; what is not given stays. */
  readonly exports?: number | undefined
  readonly logs?: number | undefined
  readonly quarantine?: number | undefined
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
}

const dayMs = 86_400_000

/** Shows what is older than it is to be kept, and removes it with `--yes`. */
export const prune: Command<PruneArgs> = async (args, { env, out, note }) => {
  const now = systemClock.now()
  const before = beforeOf(args, now)
  const home = homeAt(homeSetting(args.home, env))
  await mustExist(home)
  await using _lock = await takeLock(home.state.lock, now)
  const things = await prunables(home, before)
  const isDryRun = args.dryRun || !args.yes
  const pruned = isDryRun ? things : await removePrunables(home, things, now)
  const bytes = pruned.reduce((sum, thing) => sum + thing.bytes, 0)
  out(
    args.json
      ? JSON.stringify({ isDryRun, bytes, pruned }, null, 2)
      : things.length === 0
        ? 'nothing is that old'
        : prunedText(pruned, bytes, isDryRun),
  )
  for (const { path } of things.filter((thing) => !pruned.includes(thing)))
    note(`prune: ${path} stays, for a process is writing there; do this again when it has ended`)
  if (isDryRun && !args.dryRun && things.length > 0) throw unconfirmed()
  return exitCodes.complete
}

function beforeOf(args: PruneArgs, now: Date): PruneBefore {
  const given = prunableKinds.flatMap((kind) => {
    const days = args[kind]
    return days === undefined ? [] : [[kind, new Date(now.getTime() - days * dayMs)] as const]
  })
  if (given.length > 0) return Object.fromEntries(given)
  throw new UsageError(
    'prune: nothing says what may go; expected days, as --exports 30, --logs 365 or --quarantine 90. ' +
      'Raw answers, the ledger and the tables always stay',
  )
}

async function mustExist({ root, runs }: Home): Promise<void> {
  if (await exists(runs)) return
  throw new UsageError(`prune: there is nothing at ${root}; expected the folder of earlier runs: --home`)
}

const unconfirmed = (): UsageError =>
  new UsageError(
    'prune: nothing was removed yet. If what is shown may go, give the same command again with --yes',
  )

function prunedText(things: readonly Prunable[], bytes: number, isDryRun: boolean): string {
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
