import { type JsonObject, textOf } from '../../contract/values.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { dataTables, type Rows } from '../tables/index.ts'
import { readerOf } from '../tables/reader.ts'
import {
  changeRows,
  dynamicPositions,
  enterpriseRow,
  memberRows,
  nameRows,
  registrationOf,
} from './enterprise-record.ts'
import {
  branchRows,
  investmentRows,
  litigationRows,
  riskRows,
  shareholderRows,
  shareholdersOf,
} from './enterprise-relations.ts'
import { intellectualPropertyRows } from './intellectual-property.ts'
import { type FlattenInput, identityOf } from './values.ts'

/** Enterprise detail records (docs/contract.md, Enterprise) with their modules, what they were in this run, and the lookup itself. */
export function flattenCompanyInfo({ params, records, callKey, runId }: FlattenInput): Rows {
  const found = records.map((record, index) => ({
    enterprise_id: identityOf(textOf(record.企业ID) ?? record.id, callKey, index),
    record,
  }))
  const ids = found.map(({ enterprise_id }) => enterprise_id)
  // Of two records of one enterprise the first counts: rows of both would make one that neither states.
  const modules = found
    .filter(({ enterprise_id }, index) => ids.indexOf(enterprise_id) === index)
    .map(({ enterprise_id, record }) => ({ enterprise_id, ...modulesOf(record) }))
  const each = <Row extends object>(rowsOf: (one: Modules) => readonly Row[]) =>
    modules.flatMap((one) => rowsOf(one).map((row) => ({ ...row, enterprise_id: one.enterprise_id })))
  return {
    company_lookups: [{ query: textOf(params.name) ?? '', hits: records.length, enterprise_ids: ids }],
    enterprises: found.map(({ enterprise_id, record }) => ({ ...enterpriseRow(record), enterprise_id })),
    enterprise_names: each(({ names }) => names),
    enterprise_members: each(({ people }) => people),
    enterprise_shareholders: each(({ shareholders }) => shareholders),
    enterprise_changes: each(({ changes }) => changes),
    enterprise_trademarks: each(({ property }) => property.enterprise_trademarks),
    enterprise_software_copyrights: each(({ property }) => property.enterprise_software_copyrights),
    enterprise_patents: each(({ property }) => property.enterprise_patents),
    enterprise_work_copyrights: each(({ property }) => property.enterprise_work_copyrights),
    enterprise_other_ip: each(({ property }) => property.enterprise_other_ip),
    enterprise_branches: each(({ branches }) => branches),
    enterprise_investments: each(({ investments }) => investments),
    enterprise_litigation: each(({ litigation }) => litigation),
    enterprise_risks: each(({ risks }) => risks),
    enterprise_history: modules.map(({ enterprise_id, registration, shareholders }) => ({
      enterprise_id,
      seen_run_id: runId,
      registration,
      shareholders: shareholdersOf(shareholders),
    })),
  }
}

type Modules = ReturnType<typeof modulesOf>

const modulesOf = (record: JsonObject) => ({
  registration: registrationOf(record),
  names: nameRows(record),
  people: memberRows(record, dynamicPositions(record)),
  shareholders: shareholderRows(record),
  changes: changeRows(record),
  property: intellectualPropertyRows(record),
  branches: branchRows(record),
  investments: investmentRows(record),
  litigation: litigationRows(record),
  risks: riskRows(record),
})

const candidate = readerOf(dataTables.enterprise_candidates)

/** Candidates of a search by name (docs/contract.md, Enterprise candidate), and the search itself. */
export function flattenEnterpriseSearch({ params, records, callKey }: FlattenInput): Rows {
  const query = textOf(params.name) ?? ''
  return {
    enterprise_searches: [{ query, candidates: records.length }],
    enterprise_candidates: records.map((record, index) => {
      const columns = candidate.read(record)
      return {
        ...columns,
        query,
        ordinal: index + 1,
        enterprise_id: identityOf(record.id, callKey, index),
        name_key: columns.name === null ? null : enterpriseNameKey(columns.name),
        extra: candidate.extra(record),
      }
    }),
  }
}
