import { literal, literals, type SqlScalar } from '../../contract/sql.ts'
import { type Outcome, outcomeForSide, outcomeNames } from '../../legal/outcomes.ts'
import { notDeregistered } from '../../rows/words/code-words.ts'

/** Pieces of SQL that several views of the subject's litigation are made of. */

/** The branches of a CASE: what each value becomes. */
export const branches = (of: Readonly<Record<string, SqlScalar>>): string =>
  Object.entries(of)
    .map(([value, becomes]) => `WHEN '${value}' THEN ${literal(becomes)}`)
    .join(' ')

/** Whether a text that may be NULL has the pattern. */
export const matches = (value: string, pattern: string): string =>
  `regexp_matches(coalesce(${value}, ''), '${pattern}')`

/** Stands for a name in a text and in an expression about it: DuckDB compiles an expression that is made of a column for each row. */
export const NAMED = '\uE000'
/** A text in which the name is that one character. */
export const withNamed = (value: string, name: string): string => `replace(${value}, ${name}, '${NAMED}')`

/** Every name that it has or had: a text has that of its day. */
export const allNames = `
  SELECT enterprise_id, name FROM current_names UNION SELECT enterprise_id, name FROM enterprise_names WHERE kind <> 'short'`
/** The same in a list, the longest first. */
export const namesOf = `(SELECT enterprise_id, list(name ORDER BY length(name) DESC, name) AS names FROM (${allNames}) WHERE name <> '' GROUP BY ALL)`
/** A text in which each of those \`names\` is NAMED. */
export const withNames = (value: string): string =>
  `list_reduce(list_prepend(${value}, names), lambda said, name: replace(said, name, '${NAMED}'))`

/** Whether an entry of frozen shares names it as the debtor: not 被执行人：大甲公司 of 甲公司. */
export const isDebtorOfEntry = `coalesce(regexp_matches(${withNames('property')}, '被执行人：([^，；]*([^\\p{Han}]|[和与及]))?${NAMED}'), false)`

/** What a judgment decides, behind its last 判决如下: an appeal quotes the judgment below before that. An expression takes ten times as long. */
export const decidedIn = (content: string): string =>
  `CASE WHEN contains(${content}, '判决如下') THEN split_part(${content}, '判决如下', -1) ELSE '' END`

/** Whether the status of a registration says that the enterprise is deregistered: not 未注销, 拟注销 or 申请注销. */
export const isDeregistered = (status: string): string =>
  `contains(${status}, '注销') AND NOT regexp_matches(${status}, '${notDeregistered}')`

/** Stages in the order in which a dispute goes through them. */
export const stages = ['first instance', 'appeal', 'retrial', 'enforcement', 'other'] as const

/** What each outcome means for either side, as legal/outcomes.ts has it: a relation of outcome, role and result. */
const results = `(VALUES ${outcomeNames
  .flatMap((name) =>
    (['plaintiff', 'defendant'] as const).map((side) => [name, side, outcomeForSide[name][side]] as const),
  )
  .filter(([, , result]) => result !== null)
  .map((row) => `(${literals(row)})`)
  .join(', ')})`

/** Stage from the case category and the trial procedure. That an authority asks to enforce its decision (非诉行政行为执行审查) is a review, no enforcement. */
export const stageSql = (category: string, procedure: string): string => `
  CASE WHEN ${category} = '执行案件' THEN 'enforcement' WHEN ${procedure} LIKE '%一审%' THEN 'first instance'
    WHEN ${procedure} LIKE '%二审%' THEN 'appeal' WHEN ${procedure} LIKE '%再审%' THEN 'retrial'
    WHEN ${procedure} LIKE '%执行%' AND ${procedure} NOT LIKE '非诉行政%' THEN 'enforcement' ELSE 'other' END`

/** Outcomes after which a case is still open; every other one disposes of the case at that court. */
const stillOpen: readonly Outcome[] = [
  'correction',
  'jurisdiction',
  'seized',
  'seizure_lifted',
  'property_transferred',
  'stayed',
  'procedural',
  'party_changed',
  'listed_dishonest',
  'consumption_restricted',
  'fined',
  'enforcement_ordered',
  'bankruptcy_accepted',
  'bankruptcy_step',
]

/** Three years before the day of the data: what is older and has no end may have ended unseen. */
export const threeYearsAgo = '((SELECT max(fetched_at)::DATE FROM calls) - INTERVAL 3 YEAR)'

/**
 * Whether a document closes its case. One that leaves it open counts for three years, the longest term of a freeze;
 * then it is not known.
 */
const closesCase = (outcome: string, decidedOn: string): string => `
  CASE WHEN ${outcome} IS NULL THEN NULL WHEN ${outcome} NOT IN (${literals(stillOpen)}) THEN true
    WHEN ${decidedOn} < ${threeYearsAgo} THEN NULL ELSE false END`

/** Name keys of every enterprise: those it has and had by its registration, and what searches answered. */
export const subjectNames = `
  SELECT enterprise_id, name_key FROM enterprise_names WHERE kind <> 'short'
  UNION SELECT enterprise_id, name_key FROM enterprises WHERE name_key <> ''
  UNION SELECT enterprise_id, name_key FROM enterprise_candidates WHERE name_key <> ''`

/**
 * The one full text of a document: of the ordinary library before the authoritative one; by number, the first by id,
 * only where its own id holds none. The last two kinds are few, and picked out first.
 */
export const fullTexts = `
  SELECT case_id AS document_id, * FROM cases WHERE library = 'ptal'
  UNION ALL BY NAME
  SELECT case_id AS document_id, * FROM cases WHERE library <> 'ptal' AND case_id NOT IN (
    SELECT q.case_id FROM cases AS q JOIN cases AS p ON p.case_id = q.case_id AND p.library = 'ptal'
    WHERE q.library <> 'ptal')
  UNION ALL BY NAME
  SELECT f.document_id, c.* FROM cases AS c JOIN (
    SELECT document_id, min(library || ' ' || case_id) AS found FROM document_details WHERE found_by = 'number'
    GROUP BY document_id) AS f ON f.found = c.library || ' ' || c.case_id`

/** The side on which the full text names the subject, for documents whose list does not say. */
const openRoles = `
  SELECT d.enterprise_id, d.document_id, CASE WHEN min(p.side) = max(p.side) THEN min(p.side) END AS side
  FROM enterprise_documents AS d JOIN document_details AS t ON t.document_id = d.document_id
  JOIN case_parties AS p ON p.case_id = t.case_id AND p.library = t.library
  JOIN (${subjectNames}) AS n ON n.name_key = p.name_key AND n.enterprise_id = d.enterprise_id
  WHERE d.role IS NULL GROUP BY d.enterprise_id, d.document_id`

/** The side on which the full text names the subject in the lower instance. */
const originalRoles = `
  SELECT n.enterprise_id, p.case_id,
    CASE WHEN min(p.original_side) = max(p.original_side) THEN min(p.original_side) END AS side
  FROM case_parties AS p JOIN (${subjectNames}) AS n ON n.name_key = p.name_key
  WHERE p.original_side IS NOT NULL GROUP BY n.enterprise_id, p.case_id`

/** The side of the first instance as the result of an appeal in a list shows it: whose claims it refuses beside what it grants. */
const listedOriginalRoles = `
  SELECT d.enterprise_id, d.document_id, CASE WHEN count(DISTINCT p.name_key) = 1 THEN min(CASE WHEN n.name_key IS NOT NULL THEN 'plaintiff' WHEN p.side <> d.role THEN 'defendant' END) END AS side
  FROM (SELECT enterprise_id, document_id, role, unnest(regexp_extract_all(result, '驳回([^，。；\\n]{2,60}?)的?(?:其他|其余|其它|全部)?诉讼请求', 1)) AS claimant
    FROM enterprise_documents WHERE number_procedure IN ('二审', '再审') AND contains(result, '诉讼请求')) AS d
  JOIN document_parties AS p ON p.document_id = d.document_id AND p.name = d.claimant
  LEFT JOIN (${subjectNames}) AS n ON n.enterprise_id = d.enterprise_id AND n.name_key = p.name_key
  GROUP BY d.enterprise_id, d.document_id`

/**
 * What a list decides for the subject where its side alone would say otherwise. A reversal that orders the appellant to
 * pay, or the other side to be paid, gives neither everything; one that dismisses the suit of another appellee frees who was sued with the appellant.
 */
const listResults = `
  SELECT enterprise_id, document_id, min(result) AS result FROM (
  SELECT n.enterprise_id, p.document_id, min(p.result) AS result FROM (SELECT * FROM document_parties WHERE result IS NOT NULL) AS p
  JOIN (${subjectNames}) AS n USING (name_key) GROUP BY ALL
  UNION ALL
  SELECT d.enterprise_id, d.document_id, 'won' FROM (
    SELECT enterprise_id, document_id, regexp_extract(result, '驳回(?:原审)?(?:原告)?([^，。；\\n]{2,60}?)的?(?:全部)?的?诉讼请求', 1) AS claimant FROM enterprise_documents WHERE outcome = 'reversed' AND role = 'defendant') AS d
  JOIN document_parties AS p ON p.document_id = d.document_id AND p.name = d.claimant AND p.side = 'defendant'
  ANTI JOIN (SELECT enterprise_id, name_key FROM (${subjectNames})) AS n ON n.enterprise_id = d.enterprise_id AND n.name_key = p.name_key
  ANTI JOIN (SELECT document_id FROM document_amounts WHERE is_ordered) AS a ON a.document_id = d.document_id
  UNION ALL
  SELECT DISTINCT d.enterprise_id, d.document_id, 'partly' FROM (SELECT enterprise_id, document_id, role FROM enterprise_documents WHERE outcome = 'reversed') AS d
  JOIN (SELECT document_id, payer_keys, payee_keys FROM document_amounts WHERE is_ordered AND role IS DISTINCT FROM '案件受理费') AS a USING (document_id)
  JOIN (${subjectNames}) AS n ON n.enterprise_id = d.enterprise_id AND list_contains(CASE d.role WHEN 'plaintiff' THEN a.payer_keys ELSE a.payee_keys END, n.name_key))
  GROUP BY ALL`

/** The side in an enforcement: who has it refused by an objection (执异) is the debtor, and stands first there; who stands second may be either. */
export const enforcedRole = (row: string): string =>
  `CASE WHEN ${row}.outcome = 'enforcement_refused' AND contains(${row}.case_key, '执异') AND ${row}.role <> 'third_party'
    THEN CASE ${row}.role WHEN 'plaintiff' THEN 'defendant' END ELSE ${row}.role END`

/** What a full text decides for the subject itself, where that is not what its side alone would say. */
const ownResults = `
  SELECT n.enterprise_id, p.library, p.case_id, CASE WHEN count(p.result) = count(*) AND min(p.result) = max(p.result) THEN min(p.result) END
    AS result, bool_or(p.result_rule = 'still sued') AS is_still_sued
  FROM case_parties AS p JOIN (${subjectNames}) AS n ON n.name_key = p.name_key
  WHERE p.result_rule <> 'side' GROUP BY ALL`

/** Convictions whose text names the enterprise as an accused: a list also has whom the accused only used. */
const accusedIn = `
  SELECT (n.enterprise_id, p.library, p.case_id) FROM case_parties AS p JOIN (${subjectNames}) AS n USING (name_key)
  WHERE p.side = 'defendant' AND (p.library, p.case_id) IN (SELECT (library, case_id) FROM cases WHERE outcome = 'convicted')`

/**
 * Published cases without a position of any party, and retrials that no party asked for. Their lists have the sides of the
 * first instance: who appealed is not known, and what is upheld may be won by either.
 */
const unknownAppellants = `
  SELECT library, case_id FROM case_parties WHERE library = 'qwal' OR case_id IN (SELECT case_id FROM cases WHERE number_procedure = '再审')
  GROUP BY library, case_id HAVING count(side) = 0`

/** Documents as the list has them, the role also by the full text. Two halves: only those without a role are joined. */
const listedDocuments = `
  SELECT *, coalesce(case_number_key, document_id) AS case_key FROM enterprise_documents WHERE role IS NOT NULL
  UNION ALL
  SELECT d.* REPLACE (o.side AS role), coalesce(d.case_number_key, d.document_id) AS case_key
  FROM enterprise_documents AS d
  LEFT JOIN (${openRoles}) AS o ON o.document_id = d.document_id AND o.enterprise_id = d.enterprise_id
  WHERE d.role IS NULL`

/** Instances in the order in which a dispute passes them, by a number's own code: payment order, first instance … review of enforcement. */
const rankOf = (key: string): string => `
  CASE WHEN contains(${key}, '民督') THEN '0' WHEN regexp_matches(${key}, '执(异|复|监|协|他)') THEN '6' WHEN contains(${key}, '执恢') THEN '5'
    WHEN contains(${key}, '执') THEN '4' WHEN regexp_matches(${key}, '再|监|抗|[民行刑]申') THEN '3' WHEN contains(${key}, '终') THEN '2' ELSE '1' END`

/** What a document says of another number that makes both one dispute, whichever is the earlier. */
const joining =
  "('维持', '撤销', '变更', '改判', '发回', '撤回上诉', '驳回再审', '提审', '执行依据', '恢复执行', '失效', '立案', '移送')"
/** What it says of another number that only an enforcement or its review follows from. */
const enforcing =
  "('生效', '终本', '执行完毕', '不予执行', '失信', '限高', '执行标的', '执行到位', '未执行到位')"

/** What is said of another case than that of the dispute: 另案…号执行到位. */
export const isOfOther = "regexp_matches(evidence, '另案|他案|与本案无关')"

const stated = `
  SELECT own_key, number_key, word FROM (
    SELECT c.case_number_key AS own_key, s.number_key, s.kind AS word FROM (
      SELECT library, case_id, number_key, kind FROM case_statements WHERE NOT ${isOfOther} UNION ALL
      SELECT library, case_id, number_key, kind FROM case_enforcement WHERE NOT ${isOfOther}) AS s
    JOIN (SELECT library, case_id, case_number_key FROM cases) AS c USING (library, case_id)
    UNION SELECT d.case_number_key, e.number_key, e.kind FROM (SELECT * FROM document_events WHERE NOT ${isOfOther}) AS e
    JOIN (SELECT document_id, case_number_key FROM enterprise_documents) AS d USING (document_id))
  WHERE number_key <> own_key AND (word IN ${joining} OR (word IN ${enforcing} AND contains(own_key, '执') AND NOT contains(own_key, '执保')))`

/** Of a review of enforcement, the enforcement that its text names first is the one it reviews. */
const reviewed = `
  SELECT c.case_number_key AS own_key, arg_min(r.number_key, r.text_offset) AS number_key, '执行案件' AS word
  FROM (SELECT library, case_id, case_number_key FROM cases WHERE regexp_matches(case_number_key, '执(异|复|监)')) AS c
  JOIN (SELECT library, case_id, number_key, text_offset FROM case_references WHERE regexp_matches(number_key, '执') AND NOT regexp_matches(number_key, '执(异|复|监)')) AS r
    USING (library, case_id) GROUP BY ALL`

/** Preservation before a suit (财保) is of the only first instance of its court whose text names it. */
const preserving = `
  SELECT number_key AS own_key, min(case_number_key) AS number_key, '财产保全' AS word FROM (
    SELECT r.number_key, c.case_number_key FROM (SELECT * FROM case_references WHERE contains(number_key, '财保')) AS r
    JOIN (SELECT library, case_id, case_number_key FROM cases WHERE contains(case_number_key, '民初')) AS c USING (library, case_id)
    WHERE split_part(r.number_key, '财', 1)[7:] = split_part(c.case_number_key, '民', 1)[7:])
  GROUP BY ALL HAVING count(DISTINCT case_number_key) = 1`

/** The earlier of two numbers of one dispute is the parent; what a document is said to carry out or resume, before other words. */
const statedEdges = `
  SELECT CASE WHEN is_named_later THEN number_key ELSE own_key END AS child, CASE WHEN is_named_later THEN own_key ELSE number_key END AS parent,
    CASE word WHEN '执行依据' THEN '1' WHEN '恢复执行' THEN '2' WHEN '执行案件' THEN '2' ELSE '3' END AS trust
  FROM (SELECT *, ${rankOf('number_key')} > ${rankOf('own_key')} AS is_named_later FROM (${stated} UNION ALL ${reviewed} UNION ALL ${preserving}))`

/**
 * The number with which a dispute began: the origin that its documents cite, else the number that they join, and up to
 * three steps further by that number's documents (an enforcement cites the appeal, the appeal the first instance). Two
 * numbers that one document joins are of one dispute: the later comes from the earlier.
 */
export const numberFamilies = `
  WITH origins AS MATERIALIZED (
    SELECT case_number_key AS child, min(origin_number_key) AS parent FROM cases
    WHERE origin_number_key <> case_number_key GROUP BY case_number_key),
  stated_edges AS MATERIALIZED (${statedEdges}),
  beside AS (
    SELECT e.parent AS child, o.parent, '4' AS trust FROM stated_edges AS e
    JOIN (SELECT * FROM origins UNION ALL SELECT child, parent FROM stated_edges) AS o ON o.child = e.child
    WHERE ${rankOf('e.parent')} > ${rankOf('o.parent')}),
  parents AS MATERIALIZED (
    SELECT * FROM origins UNION ALL
    SELECT s.* FROM (SELECT child, substr(min(trust || ${rankOf('parent')} || parent), 3) AS parent FROM (
      SELECT * FROM stated_edges UNION ALL SELECT * FROM beside) GROUP BY child) AS s
    ANTI JOIN origins AS o ON o.child = s.child)
  SELECT a.child AS number_key, coalesce(d.parent, c.parent, b.parent, a.parent) AS family_key FROM parents AS a
  LEFT JOIN parents AS b ON b.child = a.parent AND b.parent <> a.child
  LEFT JOIN parents AS c ON c.child = b.parent AND c.parent <> a.child AND c.parent <> a.parent
  LEFT JOIN parents AS d ON d.child = c.parent AND d.parent <> a.child AND d.parent <> a.parent AND d.parent <> b.parent`

const firstCauses = `
  SELECT case_id, min_by(cause, ordinal) AS cause FROM case_causes
  WHERE case_id IN (SELECT document_id FROM enterprise_documents WHERE cause IS NULL) GROUP BY case_id`

/** Documents are in neither library once the second of them was asked, by id and by number. */
const lookedUp = (by: 'id' | 'number'): string =>
  `(SELECT asked FROM case_lookups WHERE library = 'qwal' AND asked_by = '${by}')`

const textState = `
  CASE WHEN j.is_withheld THEN 'withheld' WHEN j.case_id IS NOT NULL THEN CASE WHEN j.is_partial THEN 'partial' ELSE 'held' END
    WHEN (starts_with(j.document_id, 'unidentified:') OR j.document_id IN ${lookedUp('id')})
      AND (j.case_number_key IS NULL OR j.case_number IN ${lookedUp('number')}) THEN 'absent' ELSE 'open' END`

/** A suit that is withdrawn against others alone goes on for the subject. */
const outcomeForIt = "CASE WHEN o.is_still_sued THEN 'procedural' ELSE j.outcome END"

/** One row an enterprise and listed document. One whose number is unknown or masked is a case and family of its own. */
export const subjectDocuments = `
  SELECT j.* EXCLUDE (kind, is_withheld, is_partial) REPLACE (${outcomeForIt} AS outcome), year(j.decided_on)::INTEGER AS year, ${stageSql('j.category', 'j.kind')} AS stage,
    ${closesCase(outcomeForIt, 'j.decided_on')} AS closes_case,
    CASE WHEN o.case_id IS NOT NULL THEN o.result
      WHEN j.outcome = 'convicted' AND j.role = 'defendant' AND j.case_id IS NOT NULL AND (j.enterprise_id, j.library, j.case_id) NOT IN (${accusedIn}) THEN NULL WHEN h.document_id IS NOT NULL AND j.case_id IS NULL THEN h.result WHEN u.case_id IS NULL THEN r.result END AS subject_outcome,
    ${textState} AS text_state
  FROM (
    SELECT d.enterprise_id, d.document_id, d.title, d.case_number, d.document_kind, d.call_key, d.run_id,
      d.case_number_key, d.case_key, d.role, coalesce(t.category, d.number_category) AS category,
      coalesce(d.number_procedure, t.number_procedure, t.procedure, d.procedure) AS kind,
      coalesce(t.procedure, d.procedure, d.number_procedure) AS procedure, t.court,
      coalesce(t.court_level, d.number_court_level) AS court_level,
      coalesce(t.court_province, d.number_province) AS province, t.city,
      coalesce(d.decided_on, t.decided_on) AS decided_on, coalesce(t.outcome, d.outcome) AS outcome,
      t.library, t.case_id, t.is_withheld, t.is_partial, coalesce(d.cause, u.cause) AS cause, coalesce(p.side, s.side) AS original_role,
      coalesce(f.family_key, d.case_number_key, t.origin_number_key, d.document_id) AS family_key
    FROM (${listedDocuments}) AS d
    LEFT JOIN (${fullTexts}) AS t ON t.document_id = d.document_id
    LEFT JOIN (${firstCauses}) AS u ON u.case_id = t.case_id
    LEFT JOIN (${originalRoles}) AS p ON p.case_id = t.case_id AND p.enterprise_id = d.enterprise_id
    LEFT JOIN (${listedOriginalRoles}) AS s ON s.enterprise_id = d.enterprise_id AND s.document_id = d.document_id
    LEFT JOIN number_families AS f ON f.number_key = coalesce(d.case_number_key, t.origin_number_key)) AS j
  LEFT JOIN ${results} AS r(outcome, side, result) ON r.outcome = j.outcome AND r.side = (${enforcedRole('j')})
  LEFT JOIN (${ownResults}) AS o ON o.enterprise_id = j.enterprise_id AND o.library = j.library AND o.case_id = j.case_id
  LEFT JOIN (${listResults}) AS h ON h.enterprise_id = j.enterprise_id AND h.document_id = j.document_id
  LEFT JOIN (${unknownAppellants}) AS u ON u.library = j.library
    AND u.case_id = CASE WHEN ${stageSql('j.category', 'j.kind')} IN ('appeal', 'retrial') THEN j.case_id END`
