import type { Forgettable, Forgotten, Tombstone } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import { consent, defineCommand, home, json, several, text, toggle } from '../command.ts'
import { opened } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { textTable } from '../text.ts'

export const command = defineCommand({
  words: 'forget',
  does: 'purge an enterprise or a person everywhere, and keep later runs from bringing it back',
  flags: {
    home,
    json,
    ...consent('erase'),
    enterprise: text('its id, code or name'),
    person: text('its name, as the documents write it'),
    also: several(text('what else it is called')),
    reason: text('kept with the tombstone'),
    list: toggle('list what was forgotten'),
  },
  examples: [
    ['$0 forget --enterprise 91110108MA0074PN30 --dry-run', 'what would be erased and masked'],
    ['$0 forget --person 王小明 --reason "request of 2026-03-01" --yes', 'mask a name everywhere'],
  ],
  async run(args, context) {
    const { out, note } = context
    const whom = whomOf(args)
    const dossier = await opened(args, context)
    if (whom === 'list') {
      const tombstones = await dossier.tombstones()
      out(args.json ? JSON.stringify(tombstones, null, 2) : listText(tombstones))
      return exitCodes.complete
    }
    const isDryRun = args.dryRun || !args.yes
    const { also, reason } = args
    const forgotten = await dossier.forget(whom, { also, reason, dryRun: isDryRun })
    out(args.json ? JSON.stringify({ ...forgotten, isDryRun }, null, 2) : forgottenText(forgotten, isDryRun))
    for (const doubt of forgotten.doubts) note(`forget: ${doubt}`)
    if (isDryRun && !args.dryRun) throw unconfirmed()
    return exitCodes.complete
  },
})

/** What is erased cannot be had back: it is shown first. No question is asked, so that a script never waits for an answer. */
const unconfirmed = (): RefusedError =>
  new RefusedError(
    'forget: nothing was erased yet. If what is shown is what you mean, give the same command again with --yes: ' +
      'it cannot be undone',
  )

interface Whom {
  readonly enterprise?: string | undefined
  readonly person?: string | undefined
  readonly list: boolean
}

function whomOf({ enterprise, person, list }: Whom): 'list' | Forgettable {
  const given = [enterprise, person, list || undefined].filter((flag) => flag !== undefined)
  if (given.length !== 1) {
    throw new RefusedError(
      `forget: expected one of --enterprise ID|CODE|NAME, --person NAME and --list; found ${given.length || 'none'}`,
    )
  }
  if (enterprise !== undefined) return { enterprise }
  return person === undefined ? 'list' : { person }
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
