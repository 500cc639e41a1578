import { boolean, coded, codedList, date, label, money, text, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import { isOfShares } from './events-sql.ts'
import { dayOf } from './marks.ts'
import * as columns from './subject-columns.ts'

/** Longest a measure lasts without renewal, in months: article 485 of the interpretation of the Civil Procedure Law (2022). Movables alone are detained. */
const longest = `CASE WHEN len(or_kinds) > 0 THEN 36 WHEN regexp_matches(property, '存款|账户|资金|余额|现金') THEN 12
  WHEN (kind = 'detained' OR regexp_matches(property, '车|设备|货物|机器|动产')) AND NOT coalesce(contains(property, '不动产'), false) THEN 24 ELSE 36 END`

const measures = "('frozen', 'seized', 'detained', 'waiting')"
/** An entry says whose shares are meant: those that somebody holds in the enterprise, or those that it holds (其持有的某公司股权). */
const isOwnEntry = `CASE WHEN name IS NOT NULL AND contains(property, name) THEN instr(property, '持有') = 0 OR instr(property, name) > instr(property, '持有')
  ELSE NOT regexp_matches(coalesce(property, ''), '持有的?[^，。；]*(公司|企业|合伙)') END`
/** What is lifted by a word for its kind: an account for the money in it, a house for real estate. */
const classOf = (
  thing: string,
): string => `CASE WHEN regexp_matches(${thing}, '存款|账户|资金|款项') THEN 'money' WHEN regexp_matches(${thing}, '不动产|房|土地') THEN 'land'
  WHEN ${isOfShares(thing)} THEN 'shares' WHEN contains(${thing}, '车') THEN 'vehicles' WHEN ${thing} IN ('', '财产') THEN 'all' ELSE ${thing} END`
/** The term that an entry states in its words: 期限三年. */
const entryTerm = `12 * (instr('一二三', nullif(translate(regexp_extract(coalesce(property, ''), '期限[为是]?([一二三123])年', 1), '123', '一二三'), '')))`
/** Whatever is worth as much: 冻结存款某元或者查封、扣押其他等值财产 is one order, and which of these was done is not said. */
const isAsMuch = "regexp_matches(thing, '^其?(他|它)?(相应|相当|同等|等额|等值|等价|该款项)')"
/** What one order allows on one thing, or on one up to its worth; lifts and entries are by themselves. */
const orderOf =
  'PARTITION BY enterprise_id, family_key, is_lifted, source, stated_in, coalesce(document_id, library || case_id, ordinal::VARCHAR), evidence'
/** Of several that say it on one day always the same one. */
const latest = "(day, coalesce(document_id, ''), source, ordinal)"
const folded = (value: string): string =>
  `regexp_replace(coalesce(${value}, ''), '[\\s，。、（）()]', '', 'g')`

/** Measures on what belongs to the enterprise, and on shares in it. One that is renewed is one row, and so is one order of several kinds. */
export const frozenProperty: View = {
  term: '查封冻结财产',
  meaning:
    'property of an enterprise that courts froze or seized, and shares in it, one row a measure, with how it stands on the day of the data',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_key: label('案件键', 'case of the measure', '(2024)京0108执保31号'),
    family_key: columns.familyKey,
    kind: coded(codeWords.event)(
      '措施',
      'frozen, seized, detained, waiting (behind another court) or shares_frozen',
      'frozen',
    ),
    or_kinds: codedList(codeWords.event)(
      '或措施',
      'other measures that the same order allows on the same property, or on some of the same worth: which of them was taken is not said',
      '["detained"]',
    ),
    is_own_equity: boolean(
      '是否自身股权',
      'whether shares in the enterprise are meant; false for shares that it holds elsewhere, NULL for other property',
      'false',
    ),
    property: text('财产', 'property as written', '银行存款'),
    amount: money('金额', 'sum that it is up to', '930000.00'),
    currency: label('币种', 'ISO 4217', 'CNY'),
    since: date('起始日', 'day of the measure, else of its document', '2024-03-01'),
    is_since_known: boolean(
      '起始日是否确定',
      'whether that is its day: stated, or that of the order; else it is only reported on that day',
    ),
    until_on: date('届满日', 'last day of its term as stated, else by the longest term of the law'),
    is_term_stated: boolean('期限是否载明', 'whether a source states the term'),
    state: coded(codeWords.measureState)('状态', 'in force, waiting, lifted or expired', 'in force'),
    source: coded(codeWords.eventSource)('来源', 'source', 'full text'),
    row_key: label('行', 'id of the document, or ordinal of the entry', '3'),
    evidence: text('依据', 'sentence or entry', '冻结被执行人示例建设集团有限公司银行存款930000元'),
  },
  sql: `
    WITH ordered AS (
      SELECT *, CASE WHEN ${isAsMuch} THEN coalesce(min(CASE WHEN NOT ${isAsMuch} THEN ordinal END) OVER (${orderOf}), ordinal)
        ELSE min(ordinal) OVER (${orderOf}, thing, amount) END AS of_ordinal
      FROM (SELECT e.*, ${folded('e.property')} AS thing FROM stated_events AS e WHERE kind IN ${measures} AND role = 'defendant')),
    held AS (
      SELECT * EXCLUDE (of_ordinal), ${dayOf} AS day, list_sort(list_distinct(list_filter(list(kind) OVER (${orderOf}, of_ordinal), lambda k: k <> kind))) AS or_kinds
      FROM ordered QUALIFY is_lifted OR row_number() OVER (${orderOf}, of_ordinal ORDER BY ordinal, kind) = 1
      UNION ALL BY NAME
      SELECT e.* REPLACE (coalesce(term_months, ${entryTerm}) AS term_months), ${dayOf} AS day, '' AS thing, [] AS or_kinds FROM stated_events AS e WHERE kind = 'shares_frozen'),
    lifts AS (
      SELECT enterprise_id, family_key, day, thing FROM held WHERE is_lifted
      UNION ALL SELECT enterprise_id, family_key, ${dayOf}, '' FROM stated_events WHERE kind = 'all_lifted'),
    standing AS (
      SELECT enterprise_id, family_key, kind, thing, property, amount, max(day) AS since, arg_max(case_key, ${latest}) AS case_key, arg_max(currency, ${latest}) AS currency, arg_max(or_kinds, ${latest}) AS or_kinds,
        arg_max(happened_on IS NOT NULL OR is_decided OR source = 'registration', ${latest}) AS is_since_known,
        arg_max(until_on, ${latest}) AS stated_until, arg_max(term_months, ${latest}) AS months, arg_max(source, ${latest}) AS source, arg_max(evidence, ${latest}) AS evidence,
        arg_max(coalesce(document_id, ordinal::VARCHAR), ${latest}) AS row_key
      FROM held WHERE NOT is_lifted GROUP BY ALL),
    ended AS (
      SELECT s.*, coalesce(stated_until, CASE WHEN since > DATE '0001-01-01' THEN (since + to_months(coalesce(months, ${longest})))::DATE END) AS until_on,
        coalesce(stated_until IS NOT NULL OR months IS NOT NULL, false) AS is_term_stated,
        EXISTS (SELECT 1 FROM lifts AS l WHERE l.enterprise_id = s.enterprise_id AND l.family_key = s.family_key AND l.day >= s.since
          AND (contains(l.thing, s.thing) OR contains(s.thing, l.thing) OR regexp_matches(l.thing, '财产$') OR ${classOf('l.thing')} IN ('all', ${classOf('s.thing')}) OR ${classOf('s.thing')} = 'all')) AS is_lifted
      FROM standing AS s)
    SELECT enterprise_id, case_key, family_key, kind, or_kinds,
      CASE WHEN kind = 'shares_frozen' THEN source <> 'registration' OR ${isOwnEntry} WHEN ${isOfShares('property')} THEN false END AS is_own_equity,
      property, amount, currency, nullif(since, DATE '0001-01-01') AS since, is_since_known, until_on, is_term_stated,
      CASE WHEN is_lifted THEN 'lifted' WHEN until_on < (SELECT max(fetched_at)::DATE FROM calls) THEN 'expired' WHEN kind = 'waiting' THEN 'waiting'
        ELSE 'in force' END AS state, source, row_key, evidence
    FROM ended AS s LEFT JOIN (SELECT enterprise_id, name FROM current_names) AS n USING (enterprise_id)
    WHERE NOT (amount IS NULL AND ${isAsMuch})`,
}
