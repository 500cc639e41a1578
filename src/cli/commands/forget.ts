import { access } from 'node:fs/promises'
import { pino } from 'pino'
import { type Forgotten, forget as forgetIn, listTombstones } from '../../audit/forget.ts'
import { type Home, homeAt } from '../../engine/home/home.ts'
import type { Tombstone } from '../../privacy/tombstones.ts'
import type { Command } from '../context.ts'
import { systemEffects } from '../effects.ts'
import { UsageError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { homeSetting } from '../settings.ts'
import { textTable } from '../text.ts'

export interface ForgetArgs {
  readonly home?: string | undefined
  readonly enterprise?: string | undefined
  readonly person?: string | undefined
  readonly also?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly dryRun: boolean
  readonly yes: boolean
  readonly list: boolean
  readonly json: boolean
}

/** Shows what a purge of an enterprise or a person would do, does it with `--yes`, or lists what was forgotten. */
export const forget: Command<ForgetArgs> = async (args, { env, out, note }) => {
  const wanted = wantedBy(args)
  const home = homeAt(homeSetting(args.home, env))
  await mustExist(home)
  // No log: it would name what is to be forgotten.
  const effects = systemEffects(pino({ level: 'silent' }))
  if (wanted === 'list') {
    const tombstones = await listTombstones(home, effects, note)
    out(args.json ? JSON.stringify(tombstones, null, 2) : listText(tombstones))
  } else {
    const { reason = null, also = [] } = args
    const isDryRun = args.dryRun || !args.yes
    const forgotten = await forgetIn({ home, effects, ...wanted, also, reason, isDryRun, onDamage: note })
    out(args.json ? JSON.stringify({ ...forgotten, isDryRun }, null, 2) : forgottenText(forgotten, isDryRun))
    for (const doubt of forgotten.doubts) note(`forget: ${doubt}`)
    if (isDryRun && !args.dryRun) throw unconfirmed()
  }
  return exitCodes.complete
}

/** What is erased cannot be had back: it is shown first, and nobody is asked, so that a script never waits for an answer. */
const unconfirmed = (): UsageError =>
  new UsageError(
    'forget: nothing was erased yet. If what is shown is what you mean, give the same command again with --yes: ' +
      'it cannot be undone',
  )

function wantedBy({
  enterprise,
  person,
  list,
}: ForgetArgs): 'list' | Pick<Parameters<typeof forgetIn>[0], 'kind' | 'given'> {
  const given = [enterprise, person, list || undefined].filter((flag) => flag !== undefined)
  if (given.length !== 1) {
    throw new UsageError(
      `forget: expected one of --enterprise ID|CODE|NAME, --person NAME and --list; found ${given.length || 'none'}`,
    )
  }
  if (enterprise !== undefined) return { kind: 'enterprise', given: enterprise }
  return person === undefined ? 'list' : { kind: 'person', given: person }
}

async function mustExist({ root, runs }: Home): Promise<void> {
  await access(runs).catch((cause) => {
    throw new UsageError(`forget: there is nothing at ${root}; expected the folder of earlier runs: --home`, {
      cause,
    })
  })
}

const listText = (tombstones: readonly Tombstone[]): string =>
  tombstones.length === 0
    ? 'nothing was forgotten'
    : textTable(
        tombstones.map(({ id, kind, names, alone, ids, codes, since, reason }) => ({
          id,
          kind,
          names: [...names, ...alone].join(' '),
          ids: ids.join(' '),
          codes: codes.join(' '),
          since,
          reason,
        })),
      )

function forgottenText({ tombstone, purge }: Forgotten, isDryRun: boolean): string {
  const would = isDryRun ? 'would be ' : ''
  const erased = Object.entries(purge.erased)
  const lines = [
    [
      tombstone.kind,
      [...tombstone.names, ...tombstone.alone, ...tombstone.ids, ...tombstone.codes].join(' '),
    ],
    ['erased', erased.length === 0 ? 'no answer' : `${would}erased: ${erased.map(counted).join(', ')}`],
    ['masked', `${would}masked: ${purge.masked.calls} answers, in ${purge.masked.places} places`],
    ['entries', `${would}emptied: ${purge.entries} entries of jobs`],
    [
      'exports',
      purge.exports.length === 0
        ? 'none'
        : `${would}removed, of ${purge.exports.length} runs; dossier export makes new ones`,
    ],
    ['tombstone', isDryRun ? 'none: nothing was done' : `${tombstone.id}; later runs do not bring it back`],
  ]
  return lines.map(([name = '', text = '']) => `${name.padEnd(12)} ${text}`).join('\n')
}

const counted = ([operation, calls]: [string, number]): string => `${calls} of ${operation}`
