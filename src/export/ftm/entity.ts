import { isUscc } from '../../legal/identifiers.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { clip } from '../cell.ts'
import { type Entity, longest, type Property, properties, type Schema } from './model.ts'

interface Said {
  readonly property: Property
  readonly said: string
}

/** How many values differ from the warehouse. */
export interface ValueCounts {
  /** Texts that were too long for the model and were cut, and identifiers and dates that it cannot hold and that were left out. */
  cut: number
}

/** Makes an entity of a row of `entityRows`, of values that the model can hold, in a fixed order. */
export function entityOf(row: SqlRow, counts: ValueCounts): Entity {
  const values = new Map<Property, Set<string>>()
  for (const { property, said } of JSON.parse(String(row.said)) as Said[]) {
    const as = property === 'uscCode' && !isUscc(said) ? 'idNumber' : property
    const value = heldValue(as, said, counts)
    if (value !== undefined) values.set(as, (values.get(as) ?? new Set()).add(value))
  }
  const named = values.get('name')
  for (const other of ['alias', 'previousName'] as const)
    for (const name of named ?? []) values.get(other)?.delete(name)
  return { id: String(row.id), schema: row.schema as Schema, properties: sorted(values) }
}

function heldValue(property: Property, text: string, counts: ValueCounts): string | undefined {
  const value = text.trim()
  const type = properties[property]
  const isWhole = type === 'date' ? /^\d{4}-\d\d-\d\d$/.test(value) : value.length <= longest[type]
  if (isWhole) return value
  counts.cut += 1
  // Part of an identifier or of a date would be another one.
  return type === 'identifier' || type === 'date' ? undefined : `${clip(value, longest[type] - 1)}…`
}

const sorted = (values: ReadonlyMap<Property, ReadonlySet<string>>): Entity['properties'] =>
  Object.fromEntries(
    [...values]
      .filter(([, set]) => set.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([property, set]) => [property, [...set].sort()]),
  )
