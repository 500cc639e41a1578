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

/** UTF-16 units that a value of a type has at the most. */
export const longest = {
  name: 384,
  identifier: 64,
  string: 1024,
  address: 250,
  text: 65_000,
  date: 10,
  country: 2,
  entity: 200,
} as const

export type PropertyType = keyof typeof longest

/** Types of properties. */
export const properties = {
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
} as const satisfies Readonly<Record<string, PropertyType>>

export type Property = keyof typeof properties

/** As it stands on a line: values in the order of their code units. */
export interface Entity {
  readonly id: string
  readonly schema: Schema
  readonly properties: Readonly<Partial<Record<Property, readonly string[]>>>
}
