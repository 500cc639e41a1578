import type { Tombstone } from '../rows/privacy/tombstones.ts'
import { exists, type Home, takeLock } from '../run/home/home.ts'
import { type Rebuilt, rebuildHome } from '../run/home/rebuild.ts'
import type { Abandoned } from '../run/workers/collecting/collect.ts'
import { type ParsingCoverage, parsingCoverage } from '../warehouse/parsing-coverage.ts'
import { type Audit, verifyHome } from './audit/audit.ts'
import { type Forgotten, forget as forgetIn, listTombstones } from './audit/forget.ts'
import { type Prunable, type PrunableKind, prunableKinds, prunables, removePrunables } from './audit/prune.ts'
import { silentLog, systemEffects } from './effects.ts'
import { RefusedError } from './errors.ts'
import { builtModule } from './package.ts'
import { requirePublished } from './query.ts'
import type { Settings } from './settings.ts'

// None of these has a log: it could name what is to be forgotten.
const effectsOf = ({ clock }: Settings) => systemEffects(silentLog(), clock)

const stageModule = () => builtModule('run/stage-thread')

export interface VerifyOptions {
  /** Whether to leave out building the tables from raw. Default false. */
  readonly quick?: boolean | undefined
}

/** Audits ledger, raw, tables, published copy, exports and reports. @throws NoWarehouseError, StopError */
export const verify = (settings: Settings, { quick = false }: VerifyOptions = {}): Promise<Audit> =>
  verifyHome({
    home: settings.home,
    effects: effectsOf(settings),
    isQuick: quick,
    stageModule: stageModule(),
  })

/** How much of the published warehouse was understood: case numbers, citations, dates, outcomes, sums. @throws RefusedError */
export async function coverage({ home }: Settings): Promise<ParsingCoverage> {
  await requirePublished(home, 'verify')
  return await parsingCoverage(home.published)
}

/** Builds all tables from the raw answers and publishes them. @throws StopError */
export const rebuild = (settings: Settings): Promise<Rebuilt> =>
  rebuildHome({
    home: settings.home,
    effects: effectsOf(settings),
    stageModule: stageModule(),
    mayLose: false,
    onDamage: settings.note,
  })

export interface ForgetOptions {
  /** What else it is called, such as a brand. */
  readonly also?: readonly string[] | undefined
  /** Retained with the tombstone. */
  readonly reason?: string | undefined
  /** Whether to report what would be erased, and erase nothing. Default false. */
  readonly dryRun?: boolean | undefined
}

/** Whom to forget: an enterprise by id, code or name; a person by the name that documents write. */
export type Forgettable = { readonly enterprise: string } | { readonly person: string }

/** Purges an enterprise or a person, and keeps later runs from bringing it back. @throws RefusedError, ForgetError, StopError */
export async function forget(
  settings: Settings,
  whom: Forgettable,
  { also = [], reason, dryRun = false }: ForgetOptions = {},
): Promise<Forgotten> {
  await requireRuns(settings.home, 'forget')
  return await forgetIn({
    home: settings.home,
    effects: effectsOf(settings),
    ...('person' in whom
      ? { kind: 'person', given: whom.person }
      : { kind: 'enterprise', given: whom.enterprise }),
    also,
    reason: reason ?? null,
    isDryRun: dryRun,
    onDamage: settings.note,
  })
}

/** The tombstones of the home. @throws RefusedError, StopError */
export async function listForgotten(settings: Settings): Promise<readonly Tombstone[]> {
  await requireRuns(settings.home, 'forget')
  return await listTombstones(settings.home, effectsOf(settings), settings.note)
}

export interface PruneOptions {
  /** Days that exports and reports of runs are retained; all of them when it is not given. So with the others. */
  readonly exports?: number | undefined
  readonly logs?: number | undefined
  /** Days that damaged bytes are retained. */
  readonly quarantine?: number | undefined
  /** Whether to report what would go, and remove nothing. Default false. */
  readonly dryRun?: boolean | undefined
}

export interface Pruned {
  /** What was removed; in a dry run what would be. */
  readonly pruned: readonly Prunable[]
  /** What stays, because a process is writing there. */
  readonly inUse: readonly Prunable[]
}

const dayMs = 86_400_000

/** Removes what is older than these days; raw, ledger and tables stay. @throws RefusedError, StopError */
export async function prune(settings: Settings, options: PruneOptions): Promise<Pruned> {
  const { home, clock } = settings
  const now = clock.now()
  const before = beforeOf(options, now)
  await requireRuns(home, 'prune')
  await using _lock = await takeLock(home.state.lock, now)
  const things = await prunables(home, before)
  const pruned = options.dryRun === true ? things : await removePrunables(home, things, now)
  return { pruned, inUse: things.filter((thing) => !pruned.includes(thing)) }
}

function beforeOf(options: PruneOptions, now: Date): Partial<Record<PrunableKind, Date>> {
  const given = prunableKinds.flatMap((kind) => {
    const days = options[kind]
    return days === undefined ? [] : [[kind, new Date(now.getTime() - days * dayMs)] as const]
  })
  if (given.length > 0) return Object.fromEntries(given)
  throw new RefusedError(
    'prune: nothing says what may go; expected days, as --exports 30, --logs 365 or --quarantine 90. ' +
      'Raw answers, the ledger and the tables always stay',
  )
}

/** Goes on without the workers of this home: takes home what they landed. @throws RefusedError, StopError */
export async function abandonWorkers(
  settings: Settings,
  { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
): Promise<readonly Abandoned[]> {
  await requireRuns(settings.home, 'abandon-workers')
  const collecting = await import('../run/workers/collecting/collect.ts')
  return await collecting.abandonWorkers({
    home: settings.home,
    effects: effectsOf(settings),
    isDryRun: dryRun,
    onDamage: settings.note,
  })
}

async function requireRuns({ root, runs }: Home, command: string): Promise<void> {
  if (await exists(runs)) return
  throw new RefusedError(
    `${command}: there is nothing at ${root}; expected the folder of earlier runs: --home`,
  )
}
