import { foldedName, isNaturalPerson } from '../legal/natural-person.ts'
import { aliasKey } from './alias-key.ts'
import { createPresent, type Present, type PrivacyOptions } from './present.ts'

/** Makes Present with what a home knows; `names` gives all names of the warehouse that may be persons', and is asked only when it must be. */
export type MakePresent = (
  options: PrivacyOptions,
  names: () => Promise<readonly string[]>,
) => Promise<Present>

/** How persons and identifiers are presented by what a home knows: exports and reports alike. `keyFile` holds the key of its aliases. */
export const makePresentOf =
  (keyFile: string): MakePresent =>
  async (options, names) =>
    createPresent(options, {
      key: options.persons === 'alias' ? await aliasKey(keyFile) : '',
      known: options.persons === 'keep' ? new Set() : personsAmong(await names()),
    })

/** Natural persons among names, as they are known (`foldedName`). */
export const personsAmong = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter(isNaturalPerson).map(foldedName))
