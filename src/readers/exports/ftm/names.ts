import { literals } from '../../../contract/sql.ts'
import { enterpriseNameKey, isHidden, isNaturalPerson, isPersonHere } from '../../../legal/names.ts'

import type { Reader, SqlRow } from '../../../warehouse/database.ts'
import type { RelationColumn, RelationInfo } from '../relation.ts'
import { assertWhole } from '../rows.ts'
import type { Schema } from './entity.ts'

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
           ${presented(relation, { name: `source.${column}` }, { shown: column })}) WHERE trim(name) <> ''`,
    )
    .join(' UNION ')

/** What a name and its place alone show. */
interface NameFacts {
  readonly name: string
  readonly place: Place
  readonly key: string
  readonly schema: Schema
  /** Whether it is masked: 某公司, 张某. A masked name identifies no one. */
  readonly isHidden: boolean
  /** As others may read it. */
  readonly shown: string
  /** Distinguishes persons within their enterprise or dispute, and does not reveal an altered name. */
  readonly mark: string
}

const company = /(?:公司|集团|企业|厂|银行|支行|分行|营业部|合伙|合伙\)|事务所|合作社|信用社|商行|中心)$/

function schemaOf(name: string, place: Place): Schema {
  if (place === 'asset') return 'Company'
  if (place === 'office' ? isPersonHere(name) : isNaturalPerson(name)) return 'Person'
  return company.test(enterpriseNameKey(name)) ? 'Company' : 'LegalEntity'
}

function factsOf(name: string, place: Place, shown: string): NameFacts {
  const key = enterpriseNameKey(name)
  return {
    name,
    place,
    key,
    schema: schemaOf(name, place),
    isHidden: isHidden(name) || /某|[×＊*]{2}/.test(name),
    shown,
    mark: shown === name ? key : shown,
  }
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

function valuesOf(row: SqlRow): string {
  const facts = factsOf(String(row.name), row.place as Place, String(row.shown))
  const { name, place, key, schema, isHidden, shown, mark } = facts
  return `(${literals([name, place, key, schema, isHidden, shown, mark])})`
}

/** How columns of a relation that is read AS source stand in an export, as SQL. */
interface ColumnsPresented {
  column(relation: RelationInfo, column: RelationColumn): string
  joins(relation: RelationInfo): string
}

/**
 * SELECT of a relation: `plain`, expressions over `source` by alias, and `shown`, its columns by alias as others may read
 * them: persons and identifiers presented.
 */
export type Presented = (
  relation: string,
  plain: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>>,
) => string

/** @throws TypeError for a relation or a column that is not among the relations */
export function createPresented(
  relations: readonly RelationInfo[],
  { column, joins }: ColumnsPresented,
): Presented {
  const known = new Map(relations.map((relation) => [relation.name, relation]))
  return (name, plain, shown) => {
    const relation = known.get(name)
    if (relation === undefined) throw new TypeError(`there is no relation ${name}`)
    const presented = Object.entries(shown).map(
      ([alias, of]) => [alias, column(relation, columnOf(relation, of))] as const,
    )
    const select = [...Object.entries(plain), ...presented].map(([alias, sql]) => `${sql} AS ${alias}`)
    return `SELECT ${select.join(', ')} FROM ${name} AS source${joins(relation)}`
  }
}

function columnOf({ name, columns }: RelationInfo, wanted: string): RelationColumn {
  const column = columns.find((other) => other.name === wanted)
  if (column === undefined) throw new TypeError(`${name} has no column ${wanted}`)
  return column
}
