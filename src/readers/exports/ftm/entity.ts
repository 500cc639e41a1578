import { isUscc } from '../../../legal/identifiers.ts'
import type { SqlRow } from '../../../warehouse/database.ts'
import { clip } from '../excel-cell.ts'

/**
 * What of the FollowTheMoney model (opensanctions.org, version 4) entities of a warehouse have. Tests hold it against
 * the model itself.
 */
export type Schema =
  | 'Company'
  | 'Person'
  | 'LegalEntity'
  | 'CourtCase'
  | 'CourtCaseParty'
  | 'Ownership'
  | 'Directorship'
  | 'Document'
  | 'Documentation'
  | 'Debt'

/** UTF-16 units of the longest value of a type. */
const longest = {
  name: 384,
  identifier: 64,
  string: 1024,
  address: 250,
  text: 65_000,
  date: 10,
  country: 2,
  entity: 200,
  topic: 64,
  number: 250,
  language: 16,
} as const

type PropertyType = keyof typeof longest

/** Types of properties. */
const properties = {
  name: 'name',
  previousName: 'name',
  alias: 'name',
  uscCode: 'identifier',
  idNumber: 'identifier',
  registrationNumber: 'identifier',
  taxNumber: 'identifier',
  legalForm: 'string',
  status: 'string',
  sector: 'string',
  incorporationDate: 'date',
  capital: 'string',
  address: 'address',
  jurisdiction: 'country',
  caseNumber: 'identifier',
  court: 'string',
  category: 'string',
  type: 'string',
  keywords: 'string',
  closeDate: 'date',
  summary: 'text',
  party: 'entity',
  case: 'entity',
  role: 'string',
  date: 'date',
  owner: 'entity',
  asset: 'entity',
  ownershipType: 'string',
  percentage: 'string',
  sharesValue: 'string',
  sharesCurrency: 'string',
  startDate: 'date',
  director: 'entity',
  organization: 'entity',
  topics: 'topic',
  fileName: 'string',
  title: 'string',
  author: 'string',
  language: 'language',
  document: 'entity',
  entity: 'entity',
  debtor: 'entity',
  amount: 'number',
  currency: 'string',
  description: 'text',
  recordId: 'string',
  proof: 'entity',
} as const satisfies Readonly<Record<string, PropertyType>>

export type Property = keyof typeof properties

/** As it stands on a line: values in the order of their code units. */
interface Entity {
  readonly id: string
  readonly schema: Schema
  readonly properties: Readonly<Partial<Record<Property, readonly string[]>>>
}

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
