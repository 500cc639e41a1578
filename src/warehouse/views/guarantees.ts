import { literals } from '../../contract/sql.ts'
import { boolean, date, integer, label, money, parties, text, type View } from '../../rows/tables/table.ts'
import { undoneAdditions } from './document-remarks.ts'
import { changedItems, freedIn, freedLater } from './freed.ts'
import { isPayment, isSued, opening, sumsOfOthers } from './payment-sql.ts'
import { effectiveness, fates, judgedColumns, likelyFollowed, mayAppeal } from './payments.ts'
import * as columns from './subject-columns.ts'
import { decidedIn, NAMED, subjectNames, withNamed } from './subject-sql.ts'

/** What others have to pay, how they answer, what of theirs is held, and what marks them, by documents of the suits of the enterprise. */

const kinds = "('冻结', '轮候冻结', '查封', '轮候查封', '扣押', '保全')"
/** Name keys of each enterprise. */
const ownKeys = `SELECT enterprise_id, list(name_key) AS own_keys FROM (${subjectNames}) GROUP BY enterprise_id`

/** The text of a listed document states a fact, or its list where it has none: as one equation, for DuckDB compares each row with each in an OR. */
const isStatedIn = `coalesce(d.library || d.case_id, d.document_id) = coalesce(f.library || f.case_id, f.of_document)`

/** Sums up to which property of others is held. */
const measures = `
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, '保全' AS kind, f.against AS names, f.against_keys AS name_keys, max(f.amount) AS amount, max(f.currency) AS currency, min(f.evidence) AS evidence
  FROM (SELECT library, case_id, NULL AS of_document, against, against_keys, amount, currency, evidence FROM case_enforcement WHERE kind IN ${kinds} AND is_ordered AND NOT is_lifted
    UNION ALL SELECT NULL, NULL, document_id, against, against_keys, amount, currency, evidence FROM document_events WHERE kind IN ${kinds} AND is_decided AND NOT is_lifted) AS f
  JOIN subject_documents AS d ON d.role = 'defendant' AND ${isStatedIn} GROUP BY ALL`

const liabilities = `
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, f.item, f.kind, [f.name] AS names, f.name_keys, f.evidence
  FROM (SELECT * FROM case_liabilities WHERE kind <> '优先受偿') AS f JOIN subject_documents AS d ON d.library = f.library AND d.case_id = f.case_id AND ${isSued}
  UNION ALL
  SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, TRY_CAST(f.items[1] AS INTEGER), f.kind, f.against, f.against_keys, f.evidence
  FROM (SELECT * FROM document_events WHERE kind IN ('连带', '补充', '一般保证', '按份', '限额内', '担保')) AS f JOIN subject_documents AS d ON d.document_id = f.document_id AND d.case_id IS NULL AND ${isSued}`

/** Marks of other defendants and debtors in the disputes of an enterprise, by the last document that says how it stands with them. */
const marks = `
  SELECT enterprise_id, family_key, arg_max(document_id, last) AS document_id, arg_max(decided_on, last) AS decided_on, kind, [name] AS names, [name_key] AS name_keys, arg_max(evidence, last) AS evidence, arg_max(is_lifted, last) AS is_lifted, arg_max(happened_on, last) FILTER (NOT is_lifted) AS since
  FROM (SELECT d.enterprise_id, d.family_key, d.document_id, d.decided_on, f.kind, f.is_lifted, f.happened_on, unnest(f.against) AS name, unnest(f.against_keys) AS name_key, f.evidence,
      (d.decided_on, f.is_ordered, f.is_lifted, d.document_id) AS last
    FROM (SELECT library, case_id, NULL AS of_document, kind, is_lifted, is_ordered, happened_on, against, against_keys, evidence FROM case_enforcement WHERE kind IN ('失信', '限高')
      UNION ALL SELECT NULL, NULL, document_id, kind, is_lifted, is_decided, happened_on, against, against_keys, evidence FROM document_events WHERE kind IN ('失信', '限高')
      UNION ALL SELECT library, case_id, NULL, '下落不明', false, false, NULL, against, against_keys, evidence FROM case_mentions WHERE matter = 'missing') AS f
    JOIN subject_documents AS d ON ${isStatedIn})
  WHERE (document_id, name_key) IN (SELECT document_id, name_key FROM document_parties WHERE side = 'defendant')
  GROUP BY ALL`

export const otherDebtors: View = {
  term: '其他义务人',
  meaning:
    'what a decision of a suit against an enterprise orders others to pay, who else answers for a debt in it, what of theirs is held, and who else is marked in its disputes; one row a sum, liability, measure or mark',
  columns: {
    ...columns.picked(opening, 'enterprise_id', 'family_key', 'document_id', 'decided_on'),
    item: integer('判项', 'number of the item, from 1'),
    names: parties('义务人', 'who pays or answers, as named'),
    kind: label(
      '责任方式',
      'how it answers: 连带, 补充, 一般保证, 按份, 限额内 or 担保; 保全: property is held; 失信, 限高: marked; 下落不明: not found by the court; NULL for who is ordered to pay a sum',
    ),
    is_lifted: boolean(
      '是否解除',
      'of a mark: whether the last document of the dispute that says how it stands lifts it',
    ),
    since: date('起始日', 'of a mark: since when, as far as its sentence says'),
    amount: money('金额', 'sum to be paid; NULL for a liability'),
    currency: opening.currency,
    evidence: text('依据', 'the sentence'),
  },
  sql: `
    FROM (
      SELECT enterprise_id, family_key, document_id, decided_on, item, payers AS names, payer_keys AS name_keys, NULL AS kind, amount, currency, evidence
      FROM (${sumsOfOthers}) WHERE amount IS NOT NULL AND ${isPayment('amount_role')}
      UNION ALL BY NAME SELECT *, NULL::DECIMAL(20,2) AS amount FROM (${liabilities})
      UNION ALL BY NAME SELECT *, NULL::DECIMAL(20,2) AS amount FROM (${marks})
      UNION ALL BY NAME (${measures})) AS f
    LEFT JOIN (${ownKeys}) USING (enterprise_id)
    WHERE len(name_keys) > 0 AND NOT list_has_any(name_keys, coalesce(own_keys, []))`,
}

/** What an enterprise answers for beside another debtor, and what that debtor owes by the last decision that says it. */

/** A liability for what another owes, as the words of the decision have it: not one for damage that several did, nor that joint debtors pay (连带偿还原告), of which one may be a 担保有限公司. */
const forAnother =
  "regexp_matches(regexp_replace(evidence, '担保(有限|股份|集团)[^，。；、对]{0,8}公司', '', 'g'), '保证|担保|清偿的?责任|债务|补充|[对就][^，。；]{1,60}清偿|清偿[^，。；]{0,4}义务|清偿被告|所负|对[上前]述')"
/** That it may recover what it pays, in an item of its own: 甲公司承担保证责任后，有权向乙公司追偿. Few texts have the word. */
const hasRecourseItem = `coalesce(CASE WHEN contains(content, '追偿') THEN regexp_matches(${withNamed(decidedIn('content'), 'name')},
  '${NAMED}[^。；]{0,24}(?:承担|履行|清偿|代偿)[^。；]{0,30}后[^。；]{0,16}追偿') END, false)`

/** An appeal quotes, and its row of the list repeats, what stands of the decision below. */
const isInFirstDecision = `coalesce(
  bool_or(stage = 'first instance' AND effectiveness <> 'superseded') OVER (PARTITION BY enterprise_id, family_key, kind), false)`

const guaranteed = `
  SELECT enterprise_id, family_key, document_id, case_key, kind, decided_on, effectiveness, item, evidence, changed,
    coalesce(bool_or((contains(evidence, '追偿') OR has_recourse_item) AND effectiveness <> 'superseded') OVER (PARTITION BY enterprise_id, family_key, kind), false) AS has_recourse
  FROM (SELECT *, ${effectiveness('true', `CASE WHEN is_undone THEN 'superseded' ELSE ${freedLater} END`)} AS effectiveness, ${changedItems} AS changed FROM (SELECT *, ${mayAppeal} AS may_appeal FROM (
    SELECT e.enterprise_id, e.family_key, e.document_id, e.case_key, e.detail AS kind, d.decided_on, d.stage, d.outcome, d.document_kind, d.case_number_key,
      TRY_CAST(e.items[1] AS INTEGER) AS item, e.evidence, NULL::BOOLEAN AS is_upheld_in_text, l.likely, r.fates, z.freed, (e.enterprise_id, e.document_id) IN (${undoneAdditions}) AS is_undone, ${hasRecourseItem} AS has_recourse_item
    FROM stated_events AS e JOIN subject_documents AS d ON d.enterprise_id = e.enterprise_id AND d.document_id = e.document_id
    LEFT JOIN (${fates}) AS r ON r.family_key = d.family_key
    LEFT JOIN (${likelyFollowed}) AS l ON l.enterprise_id = d.enterprise_id AND l.family_key = d.family_key
    LEFT JOIN (SELECT library, case_id, content FROM cases) AS c ON c.library = d.library AND c.case_id = d.case_id
    LEFT JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = d.enterprise_id
    LEFT JOIN (${freedIn}) AS z ON z.enterprise_id = d.enterprise_id AND z.family_key = d.family_key
    WHERE e.kind = 'liable' AND e.is_named AND ${forAnother} AND NOT (d.stage = 'first instance' AND coalesce(d.role = 'plaintiff', false))
    QUALIFY e.source = 'full text' OR NOT bool_or(e.source = 'full text') OVER (PARTITION BY e.enterprise_id, e.document_id))))
  QUALIFY stage = 'first instance' OR NOT ${isInFirstDecision}`

const numerals = literals([...'一二三四五六七八九十'])
const shareOf = (part: 'numerator' | 'denominator'): string => `list_position([${numerals}], ${part})`

/** 在3000000元范围内: not 在3000000元及利息范围内, of which the sum is a part. */
const within = (group: 1 | 2): string =>
  `regexp_extract(evidence, '在[^，。；]{0,60}?([0-9][0-9,]*(?:[.][0-9]+)?)(万?)元的?(?:范围|限额|额度)?之?内', ${group})`
const limit = `TRY_CAST(replace(${within(1)}, ',', '') AS DECIMAL(20,2)) * CASE WHEN ${within(2)} = '万' THEN 10000 ELSE 1 END`

/** Items that a liability is for: those it names, else those before it. A sentence that says for nothing in particular is for all of these. */
const isForItem = `CASE WHEN itemsNamed = '' THEN (regexp_matches(g.evidence, '[上前]述|以上|上列|债务|借款|货款|款项') OR NOT contains(g.evidence, '对')) AND coalesce(o.item < g.item, true)
  ELSE contains(itemsNamed, coalesce([${numerals}][o.item], '?')) END`

/** Sums of its suits with those of their payers that are others: a surety may be a payer of the same sum. */
const debts = `
  SELECT enterprise_id, family_key, document_id, decided_on, item, amount, currency, CASE WHEN len(payers) = len(payer_keys)
      THEN list_filter(payers, lambda p, i: NOT list_contains(own_keys, payer_keys[i])) ELSE payers END AS names
  FROM (${sumsOfOthers}) JOIN (${ownKeys}) USING (enterprise_id)
  WHERE amount IS NOT NULL AND ${isPayment('amount_role')} AND len(list_filter(payer_keys, lambda k: NOT list_contains(own_keys, k))) > 0`

/** What later decisions order debtors to pay. */
const laterDebts = `
  SELECT enterprise_id, family_key, decided_on, flatten(list(names)) AS names, sum(amount) AS amount, count(*) AS sums
  FROM (${debts}) GROUP BY enterprise_id, family_key, document_id, decided_on`

/** As many sums as a later decision changed take their place; where it states more or fewer, the debt is not known. */
const debtNow = `
  CASE WHEN g.changed = 0 THEN g.debt WHEN g.changed = l.sums THEN (coalesce(g.kept, 0) + l.amount)::DECIMAL(20,2) END`

/** What an enterprise answers for beside the debtor, by what was decided, never by the cause. */
export const guarantees: View = {
  term: '担保与连带责任',
  meaning:
    'decisions by which an enterprise answers for a debt of another: 连带, 补充, 一般保证, 限额内, or for a share of the loss; one row a decision and sentence',
  columns: {
    ...columns.picked(opening, 'enterprise_id', 'family_key', 'document_id'),
    case_key: columns.caseKey('case of the decision'),
    kind: label('责任方式', 'case_liabilities', '连带, 补充, 一般保证, 按份, 限额内 or 担保'),
    debtors: parties('主债务人', 'who is ordered to pay the debts that it answers for'),
    debt: money(
      '主债务',
      'what these sums come to by the last decision of the dispute that states them, without interest that runs; NULL where it is not known',
    ),
    currency: opening.currency,
    share: label('份额', 'part that it answers for; NULL where none is stated'),
    most: money('上限', 'that part of them, and at most what its sentence limits it to'),
    is_of_rest: boolean('是否仅就不能清偿部分', 'whether it answers only for what the debtor cannot pay'),
    has_recourse: boolean(
      '是否载明追偿',
      'whether a text of the dispute says that it may recover what it pays',
    ),
    ...columns.picked(judgedColumns, 'decided_on', 'effectiveness', 'evidence'),
  },
  sql: `
    SELECT enterprise_id, family_key, document_id, case_key, kind, debtors, debt, coalesce(currency, CASE WHEN ceiling IS NOT NULL THEN 'CNY' END) AS currency, share, least(debt * part, ceiling)::DECIMAL(20,2) AS most,
      regexp_matches(evidence, '不能(清偿|偿还|履行|给付)|不足|强制执行后') AS is_of_rest, has_recourse, decided_on, effectiveness, evidence
    FROM (
      SELECT g.* REPLACE (${debtNow} AS debt), ${limit} AS ceiling FROM (SELECT g.*, CASE WHEN list_has_any(l.names, g.debtors) THEN l END AS l FROM (
      SELECT g.enterprise_id, g.family_key, g.document_id, g.case_key, g.kind, g.decided_on, g.effectiveness, g.evidence, g.has_recourse, CASE WHEN numerator <> '' THEN ${shareOf('numerator')} || '/' || ${shareOf('denominator')} WHEN percent <> '' THEN percent || '%' END AS share,
        CASE WHEN numerator <> '' THEN ${shareOf('numerator')}::DOUBLE / ${shareOf('denominator')} WHEN percent <> '' THEN percent::DOUBLE / 100 ELSE 1 END AS part,
        coalesce(list_distinct(flatten(list(o.names ORDER BY o.item) FILTER (o.names IS NOT NULL))), []) AS debtors,
        CASE WHEN count(DISTINCT o.currency) = 1 THEN sum(o.amount)::DECIMAL(20,2) END AS debt, min(o.currency) AS currency,
        sum(o.amount) FILTER (NOT list_contains(g.changed, o.item::VARCHAR)) AS kept, count(o.amount) FILTER (list_contains(g.changed, o.item::VARCHAR)) AS changed
      FROM (SELECT g.*, CASE WHEN ${isForItem} THEN o END AS o FROM (
        SELECT *, regexp_extract(evidence, '([一二三四五六七八九十])分之([一二三四五六七八九十])', 2) AS numerator, regexp_extract(evidence, '([一二三四五六七八九十])分之([一二三四五六七八九十])', 1) AS denominator,
          regexp_extract(evidence, '(\\d{1,3}(?:\\.\\d+)?)\\s?[%％]', 1) AS percent, regexp_extract(evidence, '第([一二三四五六七八九、]+)项', 1) AS itemsNamed FROM (${guaranteed})) AS g
        LEFT JOIN (${debts}) AS o ON o.enterprise_id = g.enterprise_id AND o.document_id = g.document_id) AS g
      GROUP BY ALL) AS g
      LEFT JOIN (${laterDebts}) AS l ON l.enterprise_id = g.enterprise_id AND l.family_key = g.family_key AND l.decided_on > g.decided_on) AS g
      QUALIFY row_number() OVER (PARTITION BY g.enterprise_id, g.document_id, g.kind, g.evidence ORDER BY l.decided_on DESC NULLS LAST) = 1)`,
}
