import type { Forgettable, Forgotten, Tombstone } from '../../app/dossier.ts'
import { RefusedError } from '../../app/errors.ts'
import { defineCommand, home, json, several, text, toggle } from '../command.ts'
import { endSoon, opened, print } from '../context.ts'
import { counted, labelled, textTable } from '../text.ts'

/** What is forgotten cannot be had back: it is shown first. No question is asked, so that a script never waits for an answer. */
export const forget = defineCommand({
  words: 'forget',
  does: 'purge an enterprise or a person everywhere, and keep later runs from bringing it back',
  flags: {
    home,
    json,
    dryRun: toggle('say what would go, and do nothing; exit 0'),
    yes: toggle('erase; without it what would go is shown, and the exit code is 2'),
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
    using _ending = endSoon(context.signal)
    const whom = whomOf(args)
    const dossier = await opened(args, context)
    if (whom === 'list') {
      const tombstones = await dossier.tombstones()
      print(context, args.json, tombstones, listText)
      return
    }
    const { also, reason, dryRun, yes } = args
    const isDryRun = dryRun || !yes
    const forgotten = await dossier.forget(whom, { also, reason, dryRun: isDryRun })
    print(context, args.json, { ...forgotten, isDryRun }, forgottenText)
    for (const doubt of forgotten.doubts) context.note(`forget: ${doubt}`)
    if (!dryRun && !yes)
      throw new RefusedError(
        'forget: nothing was erased yet. If what is shown is what you mean, give the same command again with --yes: ' +
          'it cannot be undone',
      )
  },
})

function whomOf(whom: {
  readonly enterprise: string | undefined
  readonly person: string | undefined
  readonly list: boolean
}): 'list' | Forgettable {
  const { enterprise, person, list } = whom
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

function forgottenText({ tombstone, purge, isDryRun }: Forgotten & { readonly isDryRun: boolean }): string {
  const would = isDryRun ? 'would be ' : ''
  const erased = Object.entries(purge.erased)
  const lines = [
    [
      tombstone.kind,
      [...tombstone.names, ...tombstone.alone, ...tombstone.ids, ...tombstone.codes].join(' '),
    ],
    [
      'erased',
      erased.length === 0
        ? 'no answer'
        : `${would}erased: ${erased.map(([operation, calls]) => `${calls} of ${operation}`).join(', ')}`,
    ],
    [
      'masked',
      `${would}masked: ${counted(purge.masked.calls, 'answer')}, in ${counted(purge.masked.places, 'place')}`,
    ],
    ['entries', `${would}emptied: ${counted(purge.entries, 'entry', 'entries')} of jobs`],
    [
      'exports',
      purge.exports.length === 0
        ? 'none'
        : `${would}removed, of ${counted(purge.exports.length, 'run')}; dossier export makes new ones`,
    ],
    ['tombstone', isDryRun ? 'none: nothing was done' : `${tombstone.id}; later runs do not bring it back`],
  ]
  return labelled(lines)
}
