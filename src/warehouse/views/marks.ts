import { literals } from '../../contract/sql.ts'
import { boolean, coded, codedList, date, label, labels, text, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'

/** What stands against an enterprise by name: marks of enforcement and of the register (docs/findings.md, States). */

/** Day of an event: as its source gives it, else that of the source. */
export const dayOf = "coalesce(happened_on, said_on, DATE '0001-01-01')"

/** How long 失信 stands unless a court says otherwise: article 2 of the rules of the Supreme People's Court on the list, 2017. */
const usualTerm = 'INTERVAL 2 YEAR'

const named = literals(Object.keys(codeWords.mark))

/** A mark stands from its last imposition on, unless it was lifted on that day or later; an entry without a day is lifted now. */
export const enterpriseMarks: View = {
  term: '企业标记',
  meaning:
    'what marks an enterprise, one row a mark and dispute: 失信, 限高, 经营异常, penalties, pledges and guarantees, 吊销, 注销; since when, and whether a removal was seen',
  columns: {
    enterprise_id: columns.enterpriseId,
    mark: coded(codeWords.mark)('标记', 'kind of the mark', 'dishonest'),
    family_key: columns.familyKey,
    case_key: label('案件键', 'case that it was imposed in, or the entry', '(2024)京0108执301号'),
    case_keys: labels(
      '案件键（全部）',
      'every enforcement case that a source imposes it in',
      '["(2024)京0108执301号"]',
    ),
    is_in_force: boolean('是否存续', 'whether no removal was seen since'),
    since: date('起始日', 'day of it, as far as stated; else the date of the document that states it'),
    is_since_stated: boolean('起始日是否载明', 'whether the source gives that day'),
    usual_end: date('通常届满日', '失信: two years later, when it usually ends; NULL for other marks'),
    lifted_on: date('解除日', 'day of the last removal; NULL when none was seen or its day is not known'),
    sources: codedList(codeWords.eventSource)('来源', 'sources that state it', '["full text"]'),
    row_key: label('行', 'ordinal of the entry of the registration, or id of the document', '3'),
    document_id: columns.documentId('document that states it; NULL for an entry'),
    evidence: text('依据', 'sentence or entry of its last imposition', '将其纳入失信被执行人名单'),
  },
  sql: `
    SELECT enterprise_id, mark, family_key, case_key, case_keys, NOT coalesce(lifted >= imposed, false) AS is_in_force, nullif(imposed, DATE '0001-01-01') AS since,
      is_since_stated, CASE WHEN mark = 'dishonest' AND imposed > DATE '0001-01-01' THEN (imposed + ${usualTerm})::DATE END AS usual_end,
      nullif(lifted, DATE '9999-12-31') AS lifted_on, sources, row_key, nullif(document_id, '') AS document_id, evidence
    FROM (
      SELECT enterprise_id, kind AS mark, family_key, arg_max(case_key, day) FILTER (is_imposed) AS case_key, max(day) FILTER (is_imposed) AS imposed,
        arg_max(happened_on IS NOT NULL, day) FILTER (is_imposed) AS is_since_stated,
        max(CASE WHEN source = 'registration' THEN DATE '9999-12-31' ELSE day END) FILTER (is_lifted) AS lifted,
        coalesce(list_sort(list_distinct(list(case_key) FILTER (is_imposed AND regexp_matches(case_key, '执') AND NOT regexp_matches(case_key, '执(异|复|监|保)')))), []) AS case_keys,
        list_sort(list_distinct(list(source) FILTER (is_imposed))) AS sources,
        arg_max(coalesce(document_id, ordinal::VARCHAR), day) FILTER (is_imposed) AS row_key,
        nullif(arg_max(coalesce(document_id, ''), day) FILTER (is_imposed), '') AS document_id, arg_max(evidence, day) FILTER (is_imposed) AS evidence
      FROM (
        SELECT *, ${dayOf} AS day, NOT is_lifted OR source = 'registration' AS is_imposed FROM stated_events
        WHERE kind IN (${named}) AND role = 'defendant')
      GROUP BY enterprise_id, kind, family_key)
    WHERE imposed IS NOT NULL`,
}
