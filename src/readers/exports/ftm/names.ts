import { literals } from '../../../contract/sql.ts'
import { enterpriseNameKey, isHidden, isNaturalPerson, isPersonHere } from '../../../legal/names.ts'
import type { Reader, SqlRow } from '../../../warehouse/database.ts'
import type { Presentation } from '../presentation.ts'
import type { RelationInfo } from '../relation.ts'
import { assertWhole } from '../rows.ts'

/** Where a name stands: as a party or a shareholder, as the holder of an office, or as an organisation that is held. */
type Place = 'party' | 'office' | 'asset'

/** Columns of names that an entity may have, by their place. */
const columns: readonly (readonly [relation: string, column: string, place: Place])[] = [
  ['document_parties', 'name', 'party'],
  ['case_parties', 'name', 'party'],
  ['enterprise_shareholders', 'name', 'party'],
  ['enterprises', 'legal_representative', 'office'],
  ['enterprise_members', 'name', 'office'],
  ['enterprise_branches', 'head', 'office'],
  ['enterprise_branches', 'name', 'asset'],
  ['enterprise_investments', 'name', 'asset'],
]

/** Every name as given, by its place, and as others may read it. */
const givenNames = (presented: Presented): string =>
  columns
    .map(
      ([relation, column, place]) =>
        `SELECT name, '${place}' AS place, shown FROM (
           ${presented(relation, [`${column} AS name`], [`${column} AS shown`])}) WHERE trim(name) <> ''`,
    )
    .join(' UNION ')

const company = /(?:公司|集团|企业|厂|银行|支行|分行|营业部|合伙|合伙\)|事务所|合作社|信用社|商行|中心)$/

function schemaOf(name: string, place: Place): string {
  if (place === 'asset') return 'Company'
  if (place === 'office' ? isPersonHere(name) : isNaturalPerson(name)) return 'Person'
  return company.test(enterpriseNameKey(name)) ? 'Company' : 'LegalEntity'
}

/** Makes the table `names` of a database attached for writing. */
export async function readNames(reader: Reader, database: string, presented: Presented): Promise<void> {
  await reader.run(`CREATE TABLE ${database}.given AS ${givenNames(presented)}`)
  await reader.run(
    `CREATE TABLE ${database}.names (name VARCHAR, place VARCHAR, name_key VARCHAR, schema VARCHAR, is_hidden BOOLEAN,
      shown VARCHAR, mark VARCHAR)`,
  )
  const [given] = await reader.rows(`SELECT count(*) AS count FROM ${database}.given`)
  let rows = 0
  for await (const batch of reader.stream(`FROM ${database}.given`)) {
    await reader.run(`INSERT INTO ${database}.names VALUES ${batch.map(valuesOf).join(', ')}`)
    rows += batch.length
  }
  assertWhole(rows, Number(given?.count))
}

/** What a name and its place alone show. A masked name (某公司, 张某) identifies no one. */
function valuesOf(row: SqlRow): string {
  const [name, shown, place] = [String(row.name), String(row.shown), row.place as Place]
  const key = enterpriseNameKey(name)
  const isMasked = isHidden(name) || /某|[×＊*]{2}/.test(name)
  // Distinguishes persons within their enterprise or dispute, and does not reveal an altered name.
  const mark = shown === name ? key : shown
  return `(${literals([name, place, key, schemaOf(name, place), isMasked, shown, mark])})`
}

/**
 * SELECT of a relation: columns as they are, then columns as others may read them, persons and identifiers presented. A column may have
 * another name: `name AS shown`.
 */
export type Presented = (relation: string, plain: readonly string[], shown: readonly string[]) => string

/** @throws TypeError for a relation or a column that is not among the relations */
export function createPresented(
  relations: readonly RelationInfo[],
  { column, joins }: Pick<Presentation, 'column' | 'joins'>,
): Presented {
  return (name, plain, shown) => {
    const relation = relations.find((one) => one.name === name)
    if (relation === undefined) throw new TypeError(`there is no relation ${name}`)
    const presented = shown.map((asked) => {
      const [wanted = '', alias = wanted] = asked.split(' AS ')
      const found = relation.columns.find((one) => one.name === wanted)
      if (found === undefined) throw new TypeError(`${name} has no column ${wanted}`)
      return `${column(relation, found)} AS ${alias}`
    })
    const select = [...plain.map((one) => `source.${one}`), ...presented]
    return `SELECT ${select.join(', ')} FROM ${name} AS source${joins(relation)}`
  }
}
