import { BRANCH } from '../../legal/names.ts'
import { dataTables } from '../../rows/tables/index.ts'
import { date, label, parties, text, type View } from '../../rows/tables/table.ts'
import { freeing } from './freed.ts'
import * as columns from './subject-columns.ts'
import { decidedIn, NAMED, subjectNames, withNamed } from './subject-sql.ts'

const { matter, manner, amount, currency, evidence } = dataTables.case_mentions.columns

/** Whether the sentences that state a sum state one. */
const isOneSum = 'min(m.amount) = max(m.amount) AND min(m.currency) IS NOT DISTINCT FROM max(m.currency)'

/** What texts of enterprises that owe or may owe name without a word that it was done; of others only what may mean them. */
export const textMentions: View = {
  term: '文书提及',
  meaning:
    'sentences of texts that name 失信, 限高, a bankruptcy, a payment that was not credited or a claim of another beside what was read as a fact, and what courts found (case_mentions); one row a document, matter and manner',
  columns: {
    enterprise_id: columns.enterpriseId,
    matter,
    manner,
    document_id: columns.documentId('document that names it'),
    case_key: columns.caseKey('case of the document'),
    family_key: columns.familyKey,
    said_on: date('陈述日', 'date of the document'),
    amount: { ...amount, meaning: `${amount.meaning}, and where sentences disagree` },
    currency,
    evidence,
  },
  sql: `
    SELECT d.enterprise_id, m.matter, m.manner, d.document_id, d.case_key, d.family_key, d.decided_on AS said_on,
      CASE WHEN ${isOneSum} THEN min(m.amount) END AS amount, CASE WHEN ${isOneSum} THEN min(m.currency) END AS currency, arg_min(m.evidence, (m.amount IS NULL, m.text_offset)) AS evidence
    FROM case_mentions AS m JOIN subject_documents AS d ON d.library = m.library AND d.case_id = m.case_id
    LEFT JOIN (SELECT enterprise_id, list(name_key) AS names FROM (${subjectNames}) GROUP BY ALL) AS n ON n.enterprise_id = d.enterprise_id
    WHERE coalesce(d.original_role, d.role) = 'defendant' AND (len(m.against_keys) = 0 OR list_has_any(m.against_keys, n.names))
    GROUP BY ALL`,
}

/** What documents say beside what they decide and order; each kind from where it stands. */

const endings = "('终本', '终结执行')"

/** Of whom a document ends the enforcement, where it says so. */
const endedFor = `
  SELECT enterprise_id, document_id, family_key, 'ended_for' AS kind, list_sort(list_distinct(flatten(list(against)))) AS names, NULL AS evidence FROM (
    SELECT enterprise_id, document_id, family_key, against FROM subject_documents JOIN (FROM case_enforcement WHERE kind IN ${endings} AND len(against) > 0) USING (library, case_id)
    UNION ALL SELECT enterprise_id, document_id, family_key, against FROM subject_documents JOIN (FROM document_events WHERE kind IN ${endings} AND len(against) > 0) USING (document_id))
  GROUP BY ALL`

/** Who is paid before others, out of what. */
const priorities = `
  SELECT DISTINCT enterprise_id, document_id, family_key, 'priority' AS kind, [coalesce(p.name, l.name)] AS names, l.over AS evidence
  FROM subject_documents AS d JOIN (SELECT library, case_id, name, name_keys[1] AS name_key, "over" FROM case_liabilities WHERE kind = '优先受偿') AS l USING (library, case_id)
  LEFT JOIN (SELECT case_id, name_key, min(name) AS name FROM case_parties GROUP BY ALL) AS p USING (case_id, name_key)`

/** Items that refuse the claim against the enterprise: 驳回原告对被告甲公司的诉讼请求, 甲公司不承担保证责任; without a full text those of the list. */
const refused = `
  SELECT DISTINCT enterprise_id, document_id, family_key, 'refused_against_it' AS kind, []::VARCHAR[] AS names, item AS evidence FROM (${freeing})
  UNION ALL SELECT DISTINCT s.enterprise_id, s.document_id, s.family_key, 'refused_against_it' AS kind, []::VARCHAR[] AS names, p.result_evidence AS evidence
  FROM subject_documents AS s JOIN (FROM case_parties WHERE result_rule = 'refused against it' AND result_evidence IS NOT NULL) AS p USING (library, case_id)
  JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = s.enterprise_id AND n.name = p.name
  UNION ALL SELECT enterprise_id, document_id, family_key, 'refused_against_it', []::VARCHAR[], item FROM (
    SELECT s.enterprise_id, s.document_id, s.family_key, n.name, unnest(regexp_split_to_array(d.result, '[。；]')) AS item
    FROM subject_documents AS s JOIN enterprise_documents AS d USING (enterprise_id, document_id) JOIN (SELECT enterprise_id, name FROM current_names) AS n USING (enterprise_id)
    WHERE s.library IS NULL AND s.outcome IS NOT NULL AND s.stage NOT IN ('appeal', 'retrial'))
  WHERE (contains(item, name) AND regexp_matches(item, '不(予|应|再)?承担[^，。；]{0,12}责任')) OR (contains(item, '驳回') AND regexp_matches(item, '诉讼请求|诉请') AND (contains(item, '对被告' || name) OR contains(item, '对' || name)))`

/** Reviews of an enforcement, and suits over one, in which the enterprise stands as its debtor, or as its creditor; who sues (原告, 被追加被执行人) may contest just that. */
const sidesInReview = `
  SELECT DISTINCT s.enterprise_id, s.document_id, s.family_key, p.kind, []::VARCHAR[] AS names, NULL AS evidence
  FROM subject_documents AS s JOIN (
    SELECT library, case_id, name_key, regexp_matches(positions, '原告|追加') AS is_contesting, CASE WHEN regexp_matches(positions, '被(申请)?执行人') THEN 'debtor_in_review' WHEN contains(positions, '申请执行人') AND NOT regexp_matches(positions, '另案|他案|其他案') THEN 'creditor_in_review' END AS kind
    FROM (SELECT library, case_id, name_key, concat_ws(' ', position, original_position) AS positions FROM case_parties) WHERE contains(positions, '执行人')) AS p USING (library, case_id)
  JOIN (${subjectNames}) AS n ON n.enterprise_id = s.enterprise_id AND n.name_key = p.name_key
  WHERE (regexp_matches(s.case_key, '执(异|复|监)') OR (s.stage IN ('first instance', 'appeal', 'retrial') AND NOT p.is_contesting)) AND p.kind IS NOT NULL`

/** Enforcements of which a branch of the enterprise is the debtor and not the enterprise, which answers for what the branch cannot pay: Civil Code, article 74. */
const branchEnforced = `
  SELECT DISTINCT s.enterprise_id, s.document_id, s.family_key, 'branch_enforced' AS kind, []::VARCHAR[] AS names, NULL AS evidence
  FROM (SELECT * FROM subject_documents WHERE stage = 'enforcement' AND role IS NULL AND NOT regexp_matches(case_key, '执(异|复|监|保)')) AS s
  JOIN (SELECT document_id, regexp_extract(name_key, '${BRANCH}', 1) AS name_key FROM document_parties WHERE side = 'defendant') AS p USING (document_id)
  JOIN (${subjectNames}) AS n ON n.enterprise_id = s.enterprise_id AND n.name_key = p.name_key`

/** The review of what an authority decided and asks a court to enforce. */
export const isReviewOfAuthority = "regexp_matches(case_key, '行(审|执)')"

/** Rulings that let an authority enforce what it decided on the enterprise, and that none takes back. */
export const grantedToAuthority = `
  SELECT d.* FROM subject_documents AS d
  ANTI JOIN (SELECT enterprise_id, family_key, decided_on FROM subject_documents WHERE outcome IN ('reversed', 'remanded', 'set_aside', 'enforcement_refused')) AS later
    ON later.enterprise_id = d.enterprise_id AND later.family_key = d.family_key AND later.decided_on > d.decided_on
  WHERE ${isReviewOfAuthority} AND d.role = 'defendant' AND d.outcome IN ('application_granted', 'partly_granted')`

const last = (value: string): string =>
  `arg_max(${value}, (decided_on, document_id)) FILTER (outcome IS NOT NULL)`

/** The last decisions of suits that the enterprise brought over a penalty of an authority, where they leave the penalty; of a suit without a cause it is not known what it is about. */
export const penaltiesLeft = `
  SELECT enterprise_id, ${last('document_id')} AS document_id, family_key, max(decided_on) AS decided_on, max(matter) AS matter
  FROM (SELECT *, CASE WHEN regexp_matches(concat_ws(' ', cause, title), '处罚|罚款') THEN '处罚' WHEN cause IS NOT NULL THEN '' END AS matter
    FROM subject_documents WHERE regexp_matches(case_key, '行(初|终|再)'))
  GROUP BY enterprise_id, family_key HAVING bool_or(coalesce(original_role, role) = 'plaintiff') AND bool_or(matter IS DISTINCT FROM '')
    AND ${last("coalesce(subject_outcome, '')")} <> 'won' AND (${last('outcome')} IN ('dismissed', 'withdrawn', 'rejected', 'inadmissible', 'upheld', 'reversed')
      OR (${last('outcome')} = 'appeal_withdrawn' AND NOT bool_or(coalesce(subject_outcome IN ('won', 'partly'), false))))`

/** What one side owes the other, as a court finds it before it sets claims off. */
const owes = '[^，。；：]{2,40}(?:应付|应支付|应给付|应赔偿|应返还|尚欠|欠付)[^，。；]{0,24}?[0-9.,]+万?元'

/** Full texts, and without one what the list states of the result, with the enterprise's name. */
const told = `
  SELECT *, CASE WHEN is_full THEN ${decidedIn('content')} ELSE content END AS decides FROM (
    SELECT enterprise_id, document_id, family_key, decided_on, role, stage, outcome, case_key, content, true AS is_full
    FROM subject_documents JOIN (SELECT library, case_id, content FROM cases) USING (library, case_id)
    UNION ALL SELECT enterprise_id, document_id, family_key, decided_on, role, stage, outcome, case_key, result, false
    FROM (FROM subject_documents WHERE library IS NULL) JOIN (SELECT enterprise_id, document_id, result FROM enterprise_documents) USING (enterprise_id, document_id))
  LEFT JOIN (SELECT enterprise_id, name FROM current_names) USING (enterprise_id)`

/** The administrator of the enterprise, of whom a text or a list speaks only where it is or was bankrupt. */
const administrator = ['管理人', '破产管理人', '（破产管理人']

const isOfDebtor = "role = 'defendant' AND stage = 'enforcement'"
const term = "regexp_extract(content, '[^，。；]*(?:查封|冻结|扣押)(?:的)?期限为[一二两三1-3]年', 0)"
/** Whether a term of a text that begins on its day at the latest may run now. */
const mayRun = `decided_on + INTERVAL 1 YEAR * (CASE WHEN ${term}[-2] IN ('三', '3') THEN 3 WHEN ${term}[-2] IN ('一', '1') THEN 1 ELSE 2 END) >= (SELECT max(fetched_at)::DATE FROM calls)`

/** What a decision on who stands in an enforcement says, without what it refuses. */
const changesIn = (side: string, isMeant: string): string =>
  `list_filter(regexp_extract_all(CASE WHEN is_full THEN regexp_extract(content, '(?:裁定|判决)如下(.*)$', 1, 's') ELSE content END, '[^，。；：]*(?:(?:追加|变更)[^。；]*${side}|${side}[^。；，]*变更为)[^。；，]*'),
    lambda said: NOT regexp_matches(said, '驳回|不予|不准|不得|的申请$|的请求$') AND ${isMeant})[:1]`
/** 追加甲为被执行人, 变更被执行人为甲, 被执行人由乙变更为甲: not 被执行人由甲变更为乙, nor a side of the case that is named (为申请执行人乙与丙一案的被执行人). */
const becomes = (side: string): string =>
  `regexp_matches(${withNamed('said', 'name')}, '(追加|变更)[^。；为]{0,80}${NAMED}[^。；]{0,80}为([^。；]*[^被])?${side}$|(变更[^。；]{0,80}${side}[^。；为]{0,60}|${side}[^。；]{0,60}变更)为[^。；、]{0,12}${NAMED}')`
/** The creditor of a case changes, and the enterprise was the only one before: by the head of the text, or in the sentence (申请执行人由甲变更为乙). */
const isReplaced = `(regexp_matches(said, '变更[^。；]*为([^。；]*[^被])?申请执行人$|变更[^。；为]{0,80}申请执行人[^。；为]{0,60}为|申请执行人[^。；，]*变更为')
    AND (contains(said, concat('申请执行人', name)) OR contains(said, concat('申请执行人由', name)) OR (is_full AND len(regexp_extract_all(content, '(^|[^被])申请执行人[^：:。；，、]{0,12}[：:]')) = 1
      AND regexp_matches(${withNamed('content', 'name')}, '(^|[^被])申请执行人[^：:。；，、]{0,12}[：:]${NAMED}([^、和]|$)'))))`

const custody = '冻结|扣押|查封'
/** Whether a sentence takes from the enterprise what it gained or holds: not what others took from it, nor what is paid back to it. */
const takesFromIt = `NOT regexp_matches(${withNamed('said', 'name')}, '(被害单位|发还|返还|退赔|退还)${NAMED}')
  AND regexp_matches(${withNamed('said', 'name')}, '(追缴|没收)[^，。；从向由侵骗占诈挪]{0,40}${NAMED}|(^|[、，：的]|单位|上诉人）?)${NAMED}[^，。]{0,30}(所得|赃款|利益|款|资金|财物|财产)[^。]{0,80}(追缴|没收|上缴国库)|(${custody})[^，。；]{0,20}${NAMED}[^。；]*(发还|没收|上缴|追缴)')`

/**
 * What texts narrate, by kind: of which documents, and the sentences that say it. What a judgment decides stands behind
 * its last 判决如下 (`decides`): an appeal quotes the items of the judgment below before that.
 */
const narrated: readonly (readonly [kind: string, of: string, sentences: string])[] = [
  [
    'objection_upheld',
    "outcome = 'ended' AND contains(case_key, '民督')",
    "regexp_extract_all(content, '(?:审查|认为)[^。；]{0,24}异议(?:理由)?成立[。；，]')[:1]",
  ],
  [
    'instalments',
    "outcome = 'enforcement_ended'",
    "regexp_extract_all(content, '和解[^。；]{0,60}分期')[:1]",
  ],
  [
    'no_ground',
    "outcome = 'bankruptcy_refused'",
    // What the debtor says for itself stands before that.
    "regexp_extract_all(CASE WHEN is_full THEN regexp_extract(content, '(?:本院认为|裁定如下)(.*)$', 1, 's') ELSE content END, '(?:不具备|不符合|未达到)[^，。；]{0,6}破产(?:原因|条件|界限)')[:1]",
  ],
  [
    'overdue_alleged',
    "role = 'defendant' AND contains(case_key, '破') AND NOT regexp_matches(content, '(认为|查明|认定)[^。]{0,200}(公司|被申请人|债务人|其)(已经?|确实?|现)?不能清偿到期债务')",
    "regexp_extract_all(content, '以[^。；]{0,40}不能清偿到期债务[^。；]{0,40}为由')[:1]",
  ],
  [
    'forfeited',
    "contains(case_key, '刑')",
    `list_filter(regexp_extract_all(decides, '[^。；：\\n]*(?:追缴|没收|发还|上缴)[^。；\\n]*'),
      lambda said: contains(said, name) AND NOT regexp_matches(said, '撤销|驳回|不予|解除|退缴|退出的') AND ${takesFromIt})`,
  ],
  [
    'penalty_stated',
    "regexp_matches(case_key, '行(审|初|终|再)')",
    "list_filter(regexp_extract_all(content, '[^。；\\n]*(?:作出|决定|处)[^。；\\n]*罚款[^。；\\n]*元[^。；\\n]*'), lambda said: NOT regexp_matches(said, '案外人|第三人|另案|变更|不服|加处'))",
  ],
  [
    'penalty_changed',
    "role = 'plaintiff' AND regexp_matches(case_key, '行(初|终|再)')",
    "list_filter(regexp_extract_all(decides, '[^。；：\\n]*变更[^。；\\n]*罚款[^。；\\n]*元'), lambda said: NOT contains(said, '驳回'))",
  ],
  [
    'administrator',
    `(${administrator.map((words) => `contains(content, concat(name, '${words}'))`).join(' OR ')}) AND regexp_matches(${withNamed('content', 'name')}, '${NAMED}（?(破产)?管理人([^员]|$)')`,
    "[concat(name, '管理人')]",
  ],
  [
    'other_administrator',
    "role = 'defendant' AND contains(content, '管理人')",
    // As a head names the party, and who acts for it: that another is mentioned says nothing of the suit.
    `list_filter(regexp_extract_all(content, '(?:原告|第三人)[^：:，。\\n]{0,8}[：:]([^，。；（(\\n]{4,40})[^\\n]{0,200}\\n[^\\n]{0,30}(?:代表人|负责人)[^\\n]{0,60}管理人', 1), lambda said: NOT contains(said, name) AND length(said) > 4)[:1]`,
  ],
  [
    'set_off',
    "contains(content, '抵') AND regexp_matches(decides, '抵(销|扣|顶)')",
    `regexp_extract_all(regexp_extract(content, '^(.*)判决如下', 1, 's'), '(?:${owes}，)+(?:而|且|同时)?${owes}')[:1]`,
  ],
  [
    'asked_to_answer',
    "stage = 'first instance' AND contains(content, '责任')",
    "list_filter(regexp_extract_all(content, '(?:诉讼请求|诉请|请求判令|起诉请求)[^。]*?[，；：、.]([^，；：。、.]{2,40}对[^，；。]{0,30}承担[^，；。]{0,10}责任)', 1), lambda asked: contains(asked, name))[:1]",
  ],
  ['held_for_term', `${isOfDebtor} AND ${mayRun}`, `list_filter([${term}], lambda said: said <> '')`],
  ['was_held_for_term', `${isOfDebtor} AND NOT ${mayRun}`, `list_filter([${term}], lambda said: said <> '')`],
  [
    'debtor_in_review',
    "contains(case_key, '司惩')",
    `list_filter(regexp_extract_all(content, '[^。；\\n]*被执行人[^。；\\n]*'), lambda said: regexp_matches(${withNamed('said', 'name')}, '被执行人[）：:的]{0,2}${NAMED}|${NAMED}，?(系|为|是|作为)[^，。；]{0,40}被执行人'))[:1]`,
  ],
  [
    'claimed_as_own',
    "contains(case_key, '执异')",
    "regexp_extract_all(content, '称[^。]{0,60}(?:系|归|属|为)(?:其|该公司|异议人|案外人)(?:公司)?(?:所有|购买|财产)')[:1]",
  ],
  [
    'added_as_debtor',
    "outcome IN ('party_changed', 'granted', 'partly_granted', 'reversed', 'partly_reversed')",
    changesIn('被执行人', becomes('被执行人')),
  ],
  ['made_creditor', "outcome = 'party_changed'", changesIn('申请执行人', becomes('申请执行人'))],
  [
    'replaced_as_creditor',
    "outcome = 'party_changed'",
    changesIn('申请执行人', `${isReplaced} AND NOT ${becomes('申请执行人')}`),
  ],
  [
    'contests_addition',
    "role = 'plaintiff' AND stage = 'first instance' AND contains(content, '被执行人')",
    "list_filter(regexp_extract_all(content, '(?:诉讼请求|诉请|起诉请求|请求判令|请求法院)[^。]{0,120}?(不得(?:追加|变更)[^，。；]{1,60}为[^，。；]*被执行人)', 1), lambda asked: contains(asked, name) OR regexp_matches(asked, '追加(其|原告|该公司)为'))[:1]",
  ],
  [
    'arbitration',
    "role = 'defendant' AND contains(case_key, '财保')",
    "list_filter(regexp_extract_all(content, '[^，。；]*(?:仲裁前|仲裁程序中|仲裁中|仲裁一案|申请仲裁|仲裁委员会)[^，。；]*'), lambda said: NOT regexp_matches(said, '劳动人事|已经?(作出|裁决)|仲裁法'))[:1]",
  ],
  [
    'receivable_alleged',
    isOfDebtor,
    "regexp_extract_all(content, '[^，。；]*称[^。；]*应收[账帐]?款[0-9.,]+万?元')[:1]",
  ],
  [
    'of_other_side',
    "role = 'plaintiff' AND regexp_matches(case_key, '执|破')",
    "list_filter(regexp_extract_all(content, '[^，。；]*(?:出资未(?:足额|全部)?(?:实缴|缴纳|缴足|到位)|资不抵债|不足以清偿[^，。；]{0,6}债务|移送破产审查)[^。；]*'), lambda said: contains(said, '移送破产') OR NOT regexp_matches(said, '证明|有待|是否|不能认定|称|主张|案外人|利害关系人'))",
  ],
  [
    'held_elsewhere',
    isOfDebtor,
    "list_filter(regexp_extract_all(content, '[^，。；]*[(（]20[0-9]{2}[)）][^，。；]{2,12}执[^，。；]{1,6}号[^，。；]{0,10}(?:查封|扣押|冻结)的[^，。；]{1,20}(?:已|被)(?:抵押|查封)[^。；]*|被执行人[^，。；]{2,40}账户被[他另]案冻结[^，。；]*'), lambda said: NOT contains(replace(replace(said, '（', '('), '）', ')'), case_key))",
  ],
]

/** Lists in which it stands by its administrator. */
const byAdministrator = `
  SELECT DISTINCT d.enterprise_id, d.document_id, d.family_key, 'administrator' AS kind, []::VARCHAR[] AS names, p.name AS evidence
  FROM (SELECT document_id, name FROM document_parties WHERE regexp_matches(name, '管理人）?$')) AS p JOIN subject_documents AS d USING (document_id)
  JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = d.enterprise_id AND p.name IN (n.name || '管理人', n.name || '破产管理人', n.name || '（破产管理人）', n.name || '（管理人）')`

/** Whose suit an appeal dismissed. */
const suitRefused = `regexp_extract(decides, '[一二三四]、驳回(?:原审原告|原告|被上诉人|上诉人)?([^，。；、其]{2,30}?)的?(?:全部|一审)?的?诉讼请求', 1)`

/** Disputes over adding a debtor whose last decision, of a review or of a suit over it, the enterprise won: it is none. */
const freed = `
  SELECT enterprise_id, family_key FROM subject_documents
  WHERE outcome IN ('party_changed', 'granted', 'partly_granted', 'dismissed', 'reversed', 'partly_reversed', 'remanded', 'set_aside')
  GROUP BY ALL HAVING arg_max(coalesce(subject_outcome, ''), (decided_on, document_id)) = 'won'`

const caseNumber = '[(]\\d{4}[)][^，。；()]{1,8}执[异复监恢]?\\d+号'
const halfWidth = (text: string): string => `replace(replace(${text}, '（', '('), '）', ')')`

/** The time to appeal is over, and what an appeal decided would be published: a judgment of the last months may still fall. */
const isPastAppeal = 'decided_on <= (SELECT max(fetched_at)::DATE FROM calls) - INTERVAL 3 MONTH'

/** Enforcements of which a suit that the enterprise won says that it may not be made their debtor; where that gives no number, the only ruling on one that it names. */
const notToBeAdded = `
  SELECT enterprise_id, decided_on, unnest(CASE WHEN len(decided) > 0 THEN decided WHEN len(cited) = 1 THEN cited ELSE [] END) AS number_key FROM (
    SELECT enterprise_id, decided_on, list_distinct(regexp_extract_all(${halfWidth("regexp_extract(decides, '[^。；]*不得(?:追加|变更)[^。；]*')")}, '${caseNumber}')) AS decided,
      list_filter(list_distinct(regexp_extract_all(${halfWidth('content')}, '${caseNumber}')), lambda n: contains(n, '执异')) AS cited
    FROM (SELECT * FROM (${told}) WHERE stage = 'first instance' AND role = 'plaintiff' AND outcome = 'granted' AND ${isPastAppeal}) JOIN (${freed}) USING (enterprise_id, family_key)
    WHERE contains(decides, name) AND regexp_matches(decides, '不得(追加|变更)'))`

/** Rulings that such a suit undoes: its number is theirs, or that of the only enforcement that they name. */
export const undoneAdditions = `
  SELECT DISTINCT enterprise_id, document_id FROM (
    SELECT d.enterprise_id, d.document_id, u.number_key AS undone, d.case_key, r.number_key, l.result
    FROM (SELECT * FROM subject_documents WHERE regexp_matches(case_key, '执(异|复)') AND outcome = 'party_changed') AS d JOIN (${notToBeAdded}) AS u ON u.enterprise_id = d.enterprise_id AND coalesce(d.decided_on <= u.decided_on, true)
    LEFT JOIN (SELECT library, case_id, CASE WHEN count(DISTINCT number_key) = 1 THEN min(number_key) END AS number_key FROM case_references
      WHERE regexp_matches(number_key, '执(恢)?[0-9]') GROUP BY ALL) AS r ON r.library = d.library AND r.case_id = d.case_id
    LEFT JOIN (SELECT enterprise_id, document_id, result FROM enterprise_documents) AS l ON l.enterprise_id = d.enterprise_id AND l.document_id = d.document_id)
  WHERE undone IN (case_key, number_key) OR contains(${halfWidth("coalesce(result, '')")}, undone)`

/** Disputes in which a review took back what was decided of an enforcement. */
export const takenBack = `
  SELECT enterprise_id, family_key, case_key, decided_on FROM subject_documents WHERE regexp_matches(case_key, '执(复|监)') AND outcome IN ('reversed', 'remanded', 'set_aside')`

/** What texts say of another decision, or an appeal that is withdrawn of the one below: that its debt was performed, or agreed on anew; the dispute is that of the decision. */
export const ofDebts = `
  SELECT DISTINCT d.enterprise_id, d.document_id, coalesce(f.family_key, s.number_key) AS family_key, s.kind, []::VARCHAR[] AS names, s.evidence
  FROM (SELECT library, case_id, number_key, CASE kind WHEN '履行' THEN 'performed' ELSE 'agreed_anew' END AS kind, evidence FROM case_statements
    WHERE kind IN ('履行', '和解') AND number_key IS NOT NULL) AS s
  JOIN subject_documents AS d USING (library, case_id) LEFT JOIN number_families AS f ON f.number_key = s.number_key`

/** What a settlement that the enterprise made as defendant lays down for a default: sentences with a sum that it does not order. */
const ifDefault =
  "regexp_matches(evidence, '(如果?|若|倘若?|一旦)[^。；]{0,50}(未|不能|逾期)|逾期(未|不|则|的|付)')"
const settled =
  "SELECT enterprise_id, document_id, family_key, library, case_id FROM subject_documents WHERE outcome = 'mediated' AND role = 'defendant'"
const inDefault = `
  SELECT DISTINCT enterprise_id, document_id, family_key, 'in_default' AS kind, []::VARCHAR[] AS names, evidence FROM (
    SELECT enterprise_id, document_id, family_key, evidence FROM (${settled})
    JOIN (SELECT library, case_id, evidence FROM case_amounts WHERE part = 'order' AND NOT is_ordered AND ${ifDefault}) USING (library, case_id)
    UNION ALL SELECT enterprise_id, document_id, family_key, evidence FROM (${settled} AND library IS NULL)
    JOIN (SELECT document_id, evidence FROM document_amounts WHERE NOT is_ordered AND ${ifDefault}) USING (document_id))`

/** Each text is read once. */
const inTexts = `
  SELECT enterprise_id, document_id, family_key, CASE WHEN said.kind = 'added_as_debtor' AND (enterprise_id, document_id) IN (${undoneAdditions}) THEN 'addition_undone' ELSE said.kind END AS kind, said.names AS names, said.evidence AS evidence FROM (
    SELECT enterprise_id, document_id, family_key, unnest(flatten([
      ${narrated
        .map(
          ([kind, of, sentences]) =>
            `CASE WHEN ${of} THEN list_transform(${sentences}, lambda said: {'kind': '${kind}', 'names': []::VARCHAR[], 'evidence': said}) ELSE [] END`,
        )
        .join(',\n      ')},
      CASE WHEN outcome = 'reversed' AND ${suitRefused} <> '' THEN [{'kind': 'suit_refused', 'names': [${suitRefused}], 'evidence': NULL::VARCHAR}] ELSE [] END
    ])) AS said FROM (${told}))
  WHERE CASE said.kind WHEN 'added_as_debtor' THEN (enterprise_id, family_key) NOT IN (${freed})
    ELSE said.kind NOT IN ('made_creditor', 'replaced_as_creditor') OR (enterprise_id, family_key) NOT IN (SELECT (enterprise_id, family_key) FROM (${takenBack})) END`

export const documentRemarks: View = {
  term: '文书附记',
  meaning:
    'what documents say beside what they decide: whose enforcement ends, who is paid before others, that the claim against the enterprise is refused, that an authority may enforce its decision on it, that it is the debtor or creditor of an enforcement under review or becomes one, that a branch of it is a debtor, that another takes its place as creditor, why a payment order lapsed, that a settlement is by instalments, whose suit an appeal dismissed, what a criminal judgment takes from the enterprise, the fine of an authority and that a suit over it leaves it, that a bankruptcy has no ground or that who applies says that debts are overdue, that it or another party has an administrator, what sides owe each other before claims are set off, that the debt of a decision was performed or agreed on anew, what a default of its settlement costs, and for how long something is held',
  columns: {
    enterprise_id: columns.enterpriseId,
    document_id: columns.documentId('document that says it'),
    family_key: columns.familyKey,
    kind: label(
      '附记',
      'ended_for, priority, refused_against_it, granted_to_authority (行审), penalty_stated (of an authority), penalty_changed (by a judgment), penalty_stands (after a suit over it; evidence NULL where its cause is not known), forfeited (追缴、没收), debtor_in_review and creditor_in_review (of an enforcement, also in a suit over it), branch_enforced (a branch is the debtor), added_as_debtor (追加为被执行人), addition_undone (by a suit that the enterprise won), made_creditor (变更为申请执行人), replaced_as_creditor, objection_upheld (of a payment order), instalments (of a settlement in enforcement), suit_refused (by an appeal), no_ground and overdue_alleged (of a bankruptcy), administrator (of the enterprise), other_administrator (of another party), set_off, asked_to_answer (beside another debtor), held_for_term and was_held_for_term (of a seizure), claimed_as_own (by who objects), contests_addition (as a debtor, in its own suit), arbitration (that a preservation against it secures), receivable_alleged, held_elsewhere, of_other_side (its means, in what the enterprise enforces or applied for), performed or agreed_anew (the debt of the dispute, by a text of another or by the appeal that is withdrawn), in_default (what a settlement lays down for that)',
    ),
    names: parties(
      '涉及人',
      'whose enforcement ends, who is paid before others, or whose suit was dismissed',
    ),
    evidence: text(
      '依据',
      'out of what a priority is paid, what is taken or a fine, the item that refuses the claim or makes the enterprise a debtor, what sides owe each other, what is asked of the enterprise beside another debtor, the term for which something is held, a receivable that a creditor alleges, or what another case holds',
    ),
  },
  sql: `
    FROM (${endedFor} UNION ALL ${priorities} UNION ALL ${refused} UNION ALL ${sidesInReview} UNION ALL ${branchEnforced} UNION ALL ${byAdministrator} UNION ALL SELECT enterprise_id, document_id, family_key, 'granted_to_authority', [], NULL FROM (${grantedToAuthority})
      UNION ALL SELECT enterprise_id, document_id, family_key, 'penalty_stands', [], nullif(matter, '') FROM (${penaltiesLeft}) UNION ALL ${ofDebts} UNION ALL ${inDefault} UNION ALL ${inTexts})`,
}
