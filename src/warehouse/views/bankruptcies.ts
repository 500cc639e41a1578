import { bigint, boolean, coded, date, label, labels, text, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { dayOf } from './marks.ts'
import * as columns from './subject-columns.ts'

/** What each event makes of a bankruptcy; of one day the later in this order. */
const stageOf = {
  bankruptcy_accepted: 'accepted',
  administrator: 'accepted',
  reorganisation_stopped: 'accepted',
  plan_approved: 'reorganised',
  composition: 'reorganised',
  declared_bankrupt: 'declared',
  bankruptcy_withdrawn: 'withdrawn',
  bankruptcy_refused: 'refused',
  bankruptcy_dismissed: 'dismissed',
  bankruptcy_ended: 'ended',
} as const

const kinds = Object.keys(stageOf)
const stage = `CASE kind ${Object.entries(stageOf)
  .map(([kind, name]) => `WHEN '${kind}' THEN '${name}'`)
  .join(' ')} ELSE 'applied' END`
const rank = `list_position(['${kinds.join("', '")}'], kind)`

/** What an entry of the registration says of its case. */
const entryStage = `CASE WHEN regexp_matches(evidence, '不予受理|驳回') THEN 'refused' WHEN regexp_matches(evidence, '撤回') THEN 'withdrawn'
  WHEN regexp_matches(evidence, '终结') THEN 'ended' WHEN regexp_matches(evidence, '宣告') THEN 'declared'
  WHEN regexp_matches(evidence, '审查中|申请') AND NOT regexp_matches(evidence, '已受理|裁定受理') THEN 'applied'
  WHEN regexp_matches(evidence, '受理') THEN 'accepted' ELSE 'applied' END`

/** Documents of a bankruptcy in which the enterprise is no applicant; where none decides, it is only applied for. */
const steps = `
  SELECT enterprise_id, family_key, case_key, ${dayOf} AS day, ${stage} AS stage, coalesce(${rank}, 0) AS place, source, document_id, NULL AS entry,
    evidence FROM stated_events
  WHERE kind IN ('${kinds.join("', '")}') AND role = 'defendant'
    AND NOT (is_named AND stated_in = 'case_bankruptcy' AND NOT is_decided AND kind = 'administrator')
  UNION ALL
  SELECT enterprise_id, family_key, case_key, ${dayOf}, ${entryStage}, 0, source, NULL, ordinal::VARCHAR, evidence
  FROM stated_events WHERE kind = 'bankruptcy_entry'
  UNION ALL
  SELECT enterprise_id, family_key, case_key, coalesce(decided_on, DATE '0001-01-01'),
    CASE WHEN outcome IN ('application_withdrawn', 'withdrawn') THEN 'withdrawn' WHEN outcome IN ('rejected', 'inadmissible', 'application_refused')
      THEN 'refused' WHEN contains(case_key, '破') AND NOT contains(case_key, '申') THEN 'accepted' ELSE 'applied' END,
    CASE WHEN outcome IN ('application_withdrawn', 'withdrawn', 'rejected', 'inadmissible', 'application_refused') THEN 0 ELSE -1 END, 'list', document_id, NULL, title
  FROM subject_documents WHERE category = '强制清算与破产案件' AND role = 'defendant'`

/** What says that it was accepted; the number of a procedure (破) alone only shows that it was. */
const isAcceptance = "stage = 'accepted' AND place >= 0"

/**
 * A debtor has one procedure at a time: what follows an acceptance (破申) under the number of the procedure (破) belongs
 * to it, even where no document says so.
 */
const joined = `
  SELECT * EXCLUDE (family_key, opened_by), CASE WHEN stage NOT IN ('applied', 'withdrawn', 'refused')
    AND NOT bool_or(${isAcceptance}) OVER (PARTITION BY enterprise_id, family_key) THEN coalesce(nullif(opened_by, ''), family_key) ELSE family_key END AS family_key
  FROM (
    SELECT *, last_value(CASE WHEN ${isAcceptance} THEN family_key WHEN stage IN ('dismissed', 'ended') THEN '' END IGNORE NULLS) OVER (
      PARTITION BY enterprise_id ORDER BY day, place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS opened_by FROM (${steps}))`

/** A dispute of bankruptcy stands at its last step that decides; what is only applied for says nothing after a decision. */
export const bankruptcies: View = {
  term: '破产与清算程序',
  meaning: 'bankruptcies and liquidations of an enterprise, one row a dispute, with the last step known',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: columns.familyKey,
    case_key: label('案件键', 'case of the last step', '(2024)京01破31号'),
    stage: coded(codeWords.bankruptcyStage)(
      '阶段',
      'applied, withdrawn, refused, accepted, dismissed, reorganised, declared or ended',
      'accepted',
    ),
    stage_on: date('阶段日期', 'day of that step', '2024-08-30'),
    is_current: boolean(
      '是否进行中',
      'whether it is applied for, accepted, in a reorganisation or declared, and not ended',
    ),
    accepted_on: date('受理日期', 'day of acceptance; claims are to be filed from then on', '2024-06-30'),
    declared_on: date('宣告破产日期', 'day on which it was declared bankrupt', '2025-06-30'),
    documents_since: bigint(
      '其后其他文书数',
      'documents of the enterprise, of other cases, dated after that step',
      '0',
    ),
    document_ids: columns.documentIds('its documents'),
    entries: labels('风险条目', 'entries of the registration', '["2"]'),
    evidence: text('依据', 'sentence of that step', '受理对示例建设集团有限公司的破产清算申请'),
  },
  sql: `
    SELECT enterprise_id, family_key, case_key, stage, nullif(stage_on, DATE '0001-01-01') AS stage_on,
      stage IN ('applied', 'accepted', 'reorganised', 'declared') AS is_current, nullif(accepted_on, DATE '0001-01-01') AS accepted_on, declared_on,
      (SELECT count(*) FROM subject_documents AS d WHERE d.enterprise_id = b.enterprise_id AND d.family_key <> b.family_key AND d.decided_on > b.stage_on) AS documents_since,
      document_ids, entries, evidence
    FROM (
      SELECT enterprise_id, family_key, arg_max(case_key, place_of) AS case_key, arg_max(stage, place_of) AS stage, arg_max(day, place_of) AS stage_on,
        min(day) FILTER (stage = 'accepted') AS accepted_on, min(day) FILTER (stage = 'declared') AS declared_on, arg_max(evidence, place_of) AS evidence,
        coalesce(list_sort(list(DISTINCT document_id) FILTER (document_id IS NOT NULL)), []) AS document_ids,
        coalesce(list_sort(list(DISTINCT entry) FILTER (entry IS NOT NULL)), []) AS entries
      FROM (SELECT *, {is_decided: stage <> 'applied' AND place >= 0, day: day, place: place} AS place_of FROM (${joined}))
      GROUP BY enterprise_id, family_key) AS b`,
}
