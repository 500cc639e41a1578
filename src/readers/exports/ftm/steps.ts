/*
 * What the entities are made of: a step is a SELECT here too. Each makes a table of its name in the database `ftm` beside the
 * warehouse, from the warehouse and the steps before it, and from `names`.
 */

import { literal, literals } from '../../../contract/sql.ts'
import { enterpriseNameKey, isHidden, isNaturalPerson, isPersonHere } from '../../../legal/names.ts'
import type { codeWords } from '../../../rows/words/code-words.ts'
import type { Definer } from '../../../warehouse/database.ts'
import type { Presentation } from '../presentation.ts'
import type { RelationInfo } from '../relation.ts'

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

/** SELECT of the table `names`, with what a name and its place alone show. A masked name (某公司, 张某) identifies no one. */
function namesOf(database: Definer, presented: Presented): string {
  const described = database.define(3, (name, place, shown) => {
    const key = enterpriseNameKey(String(name))
    return JSON.stringify({
      name_key: key,
      schema: schemaOf(String(name), place as Place),
      is_hidden: isHidden(String(name)) || /某|[×＊*]{2}/.test(String(name)),
      // Distinguishes persons within their enterprise or dispute, and does not reveal an altered name.
      mark: shown === name ? key : shown,
    })
  })
  const types = { name_key: 'VARCHAR', schema: 'VARCHAR', is_hidden: 'BOOLEAN', mark: 'VARCHAR' }
  return `SELECT name, place, shown, unnest(from_json(${described}(name, place, shown), ${literal(JSON.stringify(types))}))
    FROM (${givenNames(presented)})`
}

/** Texts that may name persons, as others may read them. */
const textSteps = (presented: Presented) => ({
  registrations: presented('enterprises', ['enterprise_id'], ['name', 'taxpayer_number', 'address']),
  enterprise_names: presented('enterprise_names', ['enterprise_id', 'kind'], ['name']),
  listed_texts: presented('enterprise_documents', ['enterprise_id', 'document_id'], ['title', 'result']),
  full_texts: presented('cases', ['library', 'case_id'], ['title', 'judgment AS result']),
})

const code = (column: string): string =>
  `CASE WHEN regexp_full_match(upper(trim(${column})), '[0-9A-Z]{18}') THEN upper(trim(${column})) END`

/** Enterprises wherever an id, a code or both identify one, with their names; short names identify none. */
const seen = `
  SELECT enterprise_id, ${code('uscc')} AS uscc, name_key FROM enterprises
  UNION SELECT enterprise_id, ${code('uscc')}, name_key FROM enterprise_candidates
  UNION SELECT nullif(branch_id, ''), ${code('uscc')}, name_key FROM enterprise_branches
  UNION SELECT nullif(invested_id, ''), ${code('uscc')}, name_key FROM enterprise_investments
  UNION SELECT n.enterprise_id, ${code('e.uscc')}, n.name_key FROM enterprise_names AS n
    JOIN enterprises AS e ON e.enterprise_id = n.enterprise_id WHERE n.kind <> 'short'`

/** Topics of the model by the red flag that each stands for. The model has none for the other flags. */
const topicOf: Partial<Record<keyof typeof codeWords.flag, string>> = {
  dishonest: 'debarment',
  irregular: 'reg.warn',
  penalties: 'reg.action',
  revoked: 'reg.action',
}

/** Where which name stands, by its place. */
const mentions = `
  SELECT scope, name, 'party' AS place FROM ftm.parties
  UNION SELECT scope, owner_name, 'party' FROM ftm.holdings
  UNION SELECT scope, name, 'office' FROM ftm.offices
  UNION SELECT scope, asset_name, 'asset' FROM ftm.holdings
  UNION SELECT scope, branch, 'asset' FROM ftm.offices
  UNION SELECT e.identity, b.name, 'asset' FROM enterprise_branches AS b
    JOIN ftm.enterprises AS e ON e.enterprise_id = b.enterprise_id`

/** What builds on them, in this order. */
const steps = {
  /** Which organisation is which: by its code, else by its id. */
  identities: `
    WITH seen AS (${seen}),
    coded AS (
      SELECT enterprise_id, min(uscc) AS uscc FROM seen WHERE uscc IS NOT NULL
      GROUP BY enterprise_id HAVING min(uscc) = max(uscc))
    SELECT DISTINCT s.enterprise_id, s.name_key, coalesce('uscc:' || coalesce(s.uscc, c.uscc), 'id:' || s.enterprise_id)
      AS identity
    FROM seen AS s LEFT JOIN coded AS c ON c.enterprise_id = s.enterprise_id`,
  /** Names that only one organisation has or had. A name of two identifies neither. */
  known: `
    SELECT name_key, min(identity) AS identity FROM ftm.identities WHERE name_key <> '' AND identity IS NOT NULL
    GROUP BY name_key HAVING min(identity) = max(identity)`,
  enterprises: `
    SELECT enterprise_id, min(identity) AS identity FROM ftm.identities
    WHERE enterprise_id IN (SELECT enterprise_id FROM enterprises) GROUP BY enterprise_id`,
  /**
   * Listed documents once each, and full texts that no list holds, with the case and the dispute each belongs to. Of the latter
   * `closes_case` is not known.
   */
  documents: `
    WITH listed AS (
      SELECT s.document_id, s.case_key, s.family_key, s.library, s.case_id, s.case_number, t.title, s.court, s.category,
        s.procedure, s.document_kind, s.outcome, s.closes_case, s.decided_on, s.cause, t.result
      FROM subject_documents AS s
      JOIN ftm.listed_texts AS t ON t.enterprise_id = s.enterprise_id AND t.document_id = s.document_id
      QUALIFY row_number() OVER (PARTITION BY s.document_id ORDER BY s.enterprise_id) = 1)
    FROM listed
    UNION ALL BY NAME
    SELECT c.case_id AS document_id, coalesce(c.case_number_key, c.case_id) AS case_key,
      coalesce(f.family_key, c.case_number_key, c.origin_number_key, c.case_id) AS family_key, c.library, c.case_id,
      c.case_number, t.title, c.court, c.category, c.procedure, c.document_kind, c.outcome, c.decided_on,
      (SELECT min_by(cause, ordinal) FROM case_causes AS u WHERE u.library = c.library AND u.case_id = c.case_id) AS cause,
      t.result
    FROM cases AS c JOIN ftm.full_texts AS t ON t.library = c.library AND t.case_id = c.case_id
    LEFT JOIN number_families AS f ON f.number_key = c.case_number_key
    WHERE NOT EXISTS (SELECT 1 FROM listed AS l WHERE l.library = c.library AND l.case_id = c.case_id)`,
  topics: `
    SELECT DISTINCT e.identity, t.topic FROM red_flags AS f
    JOIN (VALUES ${Object.entries(topicOf)
      .map((pair) => `(${literals(pair)})`)
      .join(', ')}) AS t(flag, topic) ON t.flag = f.flag
    JOIN ftm.enterprises AS e ON e.enterprise_id = f.enterprise_id`,
  /** Sums that documents order an enterprise to pay, each once, as far as they count. */
  debts: `
    SELECT e.identity, p.document_id, p.ordinal, p.amount, coalesce(p.currency, 'CNY') AS currency, p.amount_role, p.case_number, p.decided_on
    FROM ordered_payments AS p JOIN ftm.enterprises AS e ON e.enterprise_id = p.enterprise_id WHERE p.is_counted`,
  /** Who stands in which case: as the full text says, and whom only the list names. */
  parties: `
    WITH stated AS (
      SELECT d.document_id, d.case_key, d.family_key, p.name, p.name_key, p.position AS role, d.decided_on
      FROM ftm.documents AS d JOIN case_parties AS p ON p.library = d.library AND p.case_id = d.case_id)
    SELECT case_key, 'dispute:' || family_key AS scope, name, role, decided_on FROM stated
    UNION ALL
    SELECT d.case_key, 'dispute:' || d.family_key, p.name,
      CASE p.side WHEN 'plaintiff' THEN '起诉方' WHEN 'defendant' THEN '应诉方' ELSE '第三方' END, d.decided_on
    FROM ftm.documents AS d JOIN document_parties AS p ON p.document_id = d.document_id
    WHERE NOT EXISTS (SELECT 1 FROM stated AS t WHERE t.document_id = p.document_id AND t.name_key = p.name_key)`,
  /** Who holds which office. Core members are a list of those who hold one: only whom it alone names is of it. */
  offices: `
    SELECT e.identity AS scope, e.identity AS organisation, NULL AS branch, r.legal_representative AS name, '法定代表人' AS role
    FROM enterprises AS r JOIN ftm.enterprises AS e ON e.enterprise_id = r.enterprise_id
    UNION
    SELECT e.identity, e.identity, NULL, m.name, m.position
    FROM enterprise_members AS m JOIN ftm.enterprises AS e ON e.enterprise_id = m.enterprise_id
    WHERE m.position <> '核心成员' OR NOT EXISTS (
      SELECT 1 FROM enterprise_members AS o
      WHERE o.enterprise_id = m.enterprise_id AND o.name = m.name AND o.position <> '核心成员')
    UNION
    SELECT e.identity, NULL, b.name, b.head, '负责人'
    FROM enterprise_branches AS b JOIN ftm.enterprises AS e ON e.enterprise_id = b.enterprise_id
    WHERE trim(b.name) <> ''`,
  /** Who holds shares of whom: as the record of either enterprise states it. */
  holdings: `
    SELECT e.identity AS scope, NULL AS owner, s.name AS owner_name, e.identity AS asset, NULL AS asset_name, s.kind,
      s.share_percent, s.subscribed_amount, s.subscribed_currency, s.joined_on
    FROM enterprise_shareholders AS s JOIN ftm.enterprises AS e ON e.enterprise_id = s.enterprise_id
    WHERE trim(s.name) <> ''
    UNION ALL
    SELECT e.identity, e.identity, NULL, NULL, i.name, NULL, i.share_percent, i.subscribed_amount, i.subscribed_currency,
      i.invested_on
    FROM enterprise_investments AS i JOIN ftm.enterprises AS e ON e.enterprise_id = i.enterprise_id
    WHERE trim(i.name) <> ''`,
  /**
   * Who each of them is. An organisation is the same wherever its name stands. A natural person is the same within an
   * enterprise's registration or within a dispute only, and so is a party whose name was hidden.
   */
  actors: `
    WITH named AS (
      SELECT m.scope, n.* REPLACE (CASE WHEN k.identity IS NULL THEN n.schema ELSE 'Company' END AS schema), k.identity
      FROM (${mentions}) AS m JOIN ftm.names AS n ON n.name = m.name AND n.place = m.place
      LEFT JOIN ftm.known AS k ON k.name_key = n.name_key)
    SELECT scope, place, name, shown, schema, identity, 'dossier-' || md5(CASE
      WHEN identity IS NOT NULL THEN identity
      WHEN schema = 'Person' THEN concat_ws(' ', 'person', scope, mark,
        dense_rank() OVER (PARTITION BY scope, mark, schema ORDER BY name_key))
      WHEN is_hidden THEN concat_ws(' ', 'hidden', scope, name_key)
      ELSE 'name:' || name_key END) AS id
    FROM named`,
}

export const stepsOf = (database: Definer, presented: Presented): Readonly<Record<string, string>> => ({
  names: namesOf(database, presented),
  ...textSteps(presented),
  ...steps,
})
