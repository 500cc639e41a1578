import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { normaliseUscc } from '../legal/identifiers.ts'
import type { Tombstone } from './tombstone.ts'

/** What names an enterprise: any of these, as given. */
export interface Named {
  readonly id?: unknown
  readonly code?: unknown
  readonly name?: unknown
}

/** Whether this is an enterprise that was forgotten, by its id, its code or one of its names. */
export type Recognise = (named: Named) => boolean

export function createRecognise(tombstones: readonly Tombstone[]): Recognise {
  const byId = new Map<string, Tombstone>()
  const byCode = new Map<string, Tombstone>()
  const byName = new Map<string, Tombstone>()
  for (const tombstone of tombstones.filter(({ kind }) => kind === 'enterprise')) {
    for (const id of tombstone.ids) byId.set(id, tombstone)
    for (const code of tombstone.codes) byCode.set(normaliseUscc(code), tombstone)
    for (const name of [...tombstone.names, ...tombstone.alone])
      byName.set(enterpriseNameKey(name), tombstone)
  }
  return ({ id, code, name }) => {
    const known =
      byId.get(textOf(id)) ??
      byCode.get(normaliseUscc(textOf(code))) ??
      byName.get(enterpriseNameKey(textOf(name)))
    // Another enterprise may bear a name that this one has given up: where both ids are known, they decide.
    return known !== undefined && !isAnother(known, textOf(id))
  }
}

const isAnother = ({ ids }: Tombstone, id: string): boolean =>
  id !== '' && ids.length > 0 && !ids.includes(id)

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim())
