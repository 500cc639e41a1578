import { literals } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/enterprise-names.ts'
import { isHidden, isNaturalPerson, isPersonHere } from '../../privacy/natural-person.ts'
import type { Present } from '../../privacy/present.ts'
import type { Reader, SqlRow } from '../../warehouse/database.ts'
import type { Schema } from './model.ts'

/** Where a name stands: as a party or a shareholder, as the holder of an office, or as an organisation that is held. */
type Place = 'party' | 'office' | 'asset'

/** Every name that an entity may have, as given, by its place. */
const given = `
  SELECT name, 'party' AS place FROM document_parties
  UNION SELECT name, 'party' FROM case_parties
  UNION SELECT name, 'party' FROM enterprise_shareholders
  UNION SELECT legal_representative, 'office' FROM enterprises
  UNION SELECT name, 'office' FROM enterprise_members
  UNION SELECT head, 'office' FROM enterprise_branches
  UNION SELECT name, 'asset' FROM enterprise_branches
  UNION SELECT name, 'asset' FROM enterprise_investments`

/** What can be told by a name and its place alone. */
interface NameFacts {
  readonly name: string
  readonly place: Place
  readonly key: string
  readonly schema: Schema
  /** Whether somebody has hidden it: 某公司, 张某. Then it is no name by which one could be told from another. */
  readonly isHidden: boolean
  /** As others may read it. */
  readonly shown: string
  /** What tells persons apart within their enterprise or dispute: nothing that an altered name could be guessed by. */
  readonly mark: string
}

const company = /(?:公司|集团|企业|厂|银行|支行|分行|营业部|合伙|合伙\)|事务所|合作社|信用社|商行|中心)$/

function schemaOf(name: string, place: Place): Schema {
  if (place === 'asset') return 'Company'
  if (place === 'office' ? isPersonHere(name) : isNaturalPerson(name)) return 'Person'
  return company.test(enterpriseNameKey(name)) ? 'Company' : 'LegalEntity'
}

function factsOf(name: string, place: Place, present: Present): NameFacts {
  const { text, persons } = present.show(name, place === 'office' ? 'person' : 'party')
  const key = enterpriseNameKey(name)
  return {
    name,
    place,
    key,
    schema: schemaOf(name, place),
    isHidden: isHidden(name) || /某|[×＊*]{2}/.test(name),
    shown: text,
    mark: persons === 0 ? key : text,
  }
}

/** Makes the table `names` of a database attached for writing. */
export async function readNames(reader: Reader, database: string, present: Present): Promise<void> {
  await reader.run(
    `CREATE TABLE ${database}.names (name VARCHAR, place VARCHAR, name_key VARCHAR, schema VARCHAR, is_hidden BOOLEAN,
      shown VARCHAR, mark VARCHAR)`,
  )
  for await (const batch of reader.stream(`FROM (${given}) WHERE trim(name) <> ''`)) {
    const rows = batch.map((row) => valuesOf(row, present))
    await reader.run(`INSERT INTO ${database}.names VALUES ${rows.join(', ')}`)
  }
}

function valuesOf(row: SqlRow, present: Present): string {
  const facts = factsOf(String(row.name), row.place as Place, present)
  const { name, place, key, schema, isHidden, shown, mark } = facts
  return `(${literals([name, place, key, schema, isHidden, shown, mark])})`
}
