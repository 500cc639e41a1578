import { caseFactTables } from './case-facts.ts'
import { caseTextTables } from './case-texts.ts'
import { caseSearchTables, caseTables } from './cases.ts'
import { enterpriseModuleTables } from './enterprise-modules.ts'
import { enterprise_history, enterpriseTables } from './enterprises.ts'
import { calls, unlisted_members } from './ledger.ts'
import { litigationTables } from './litigation.ts'
import { statuteTables } from './statutes.ts'
import type { RowOf } from './table.ts'

export { ownTables } from './ledger.ts'

/** Tables that flatten fills from answers. A parent stands before its children. */
export const dataTables = {
  calls,
  ...enterpriseTables,
  ...enterpriseModuleTables,
  enterprise_history,
  ...litigationTables,
  ...caseTables,
  ...caseTextTables,
  ...caseFactTables,
  ...caseSearchTables,
  ...statuteTables,
  unlisted_members,
}

export type DataTables = typeof dataTables
export type TableName = keyof DataTables
export type TableRow<Name extends TableName> = RowOf<DataTables[Name]>

/** What one answer says, by table. */
export type Rows = { readonly [Name in TableName]?: readonly TableRow<Name>[] }
