import { literal } from '../../contract/sql.ts'
import { coded, date, label, mixed, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import { isDeregistered } from './subject-sql.ts'

/* Sources that contradict each other about an enterprise (docs/findings.md, Contradictions). Precision before recall: what is only written otherwise is none. */

const wide = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0xff01 + at)).join('')
const narrow = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('')

/** A value without width, letter case, white space and punctuation. */
const folded = (value: string): string =>
  `regexp_replace(lower(translate(${value}, ${literal(wide)}, ${literal(narrow)})), '[^\\p{Han}\\p{L}\\p{N}]', '', 'g')`

/** The same without what stands in brackets: 程静（CHENG JING）. */
const bare = (value: string): string =>
  folded(`regexp_replace(${value}, '[（(\\[【][^（()）\\]】]*[)）\\]】]', '', 'g')`)

/**
 * The last changes of an item, of one day: (enterprise_id, ordinal, changed_on, after). None where a change has no day,
 * because that one may be the last.
 */
const lastChanges = (item: string): string => `
  SELECT enterprise_id, ordinal, changed_on, after FROM (
    SELECT *, max(changed_on) OVER of_it AS last_on, count(*) FILTER (changed_on IS NULL) OVER of_it AS undated
    FROM enterprise_changes WHERE ${item} WINDOW of_it AS (PARTITION BY enterprise_id))
  WHERE undated = 0 AND changed_on = last_on`

/** One name: no list, no place holder, no hidden name. The pattern does not count: to compile `\p{L}{2,30}` takes DuckDB 40 ms each time. */
const isOneName = (value: string): string =>
  `regexp_full_match(trim(${value}), '[\\p{L} ·•.]+([（(][\\p{L} ·•.]+[)）])?') AND length(regexp_extract(trim(${value}), '[^（(]*')) BETWEEN 2 AND 30 AND NOT regexp_matches(${value}, '某|登记事项|详见|变更')`

const isCompanyName = (value: string): string =>
  `regexp_matches(${value}, '(公司|合伙\\)?|）?企业|厂|社|中心|事务所)[)）]?$') AND NOT regexp_matches(${value}, '某|[×＊*○]|登记事项|[;；,，]')`

/** A road with the number of a house, without the place that it is in. */
const house = (value: string): string =>
  `regexp_extract(${value}, '(\\p{Han}*?(?:路|街|大道|道|巷|弄))(\\d+)号', ['road', 'number'])`
const isAddress = (value: string): string =>
  `regexp_matches(${value}, '[\\p{Han}]+(路|街|道|巷|弄)[0-9０-９]+号') AND NOT regexp_matches(${value}, '登记事项|[;；]')`

/** Two houses are the same where the numbers are and one road ends as the other does: 北京市海淀区示例路1号, 海淀示例路1号院. */
const isSameHouse = `
  ${house('one')}.number = ${house('other')}.number AND right(${house('one')}.road, 3) = right(${house('other')}.road, 3)`

/** Columns of the registration that changes state, too: which changes, comparable values, and when they agree. */
const compared = [
  {
    column: 'legal_representative',
    item: "regexp_matches(item, '法定代表人|^负责人') AND NOT regexp_matches(item, '联系|证件|住所')",
    isComparable: isOneName,
    agrees: 'contains(one, other) OR contains(other, one)',
  },
  {
    column: 'name',
    item: "regexp_matches(item, '名称') AND NOT regexp_matches(item, '股东|投资人|名称预|分支|字号')",
    isComparable: isCompanyName,
    agrees: '(contains(one, other) OR contains(other, one))',
  },
  {
    column: 'address',
    item: "regexp_matches(item, '住所|地址|经营场所') AND NOT regexp_matches(item, '股东|法定代表人|联系|邮|网')",
    isComparable: isAddress,
    agrees: isSameHouse,
  },
]

/** What the registration says against the last change; of several changes of a day one may agree. */
const againstChange = ({ column, item, isComparable, agrees }: (typeof compared)[number]): string => `
  SELECT enterprise_id, '${column}' AS kind, 'enterprises' AS one_source, ${column} AS one_says,
    'enterprise_changes' AS other_source, after AS other_says, changed_on AS happened_on, ordinal::VARCHAR AS row_key
  FROM (
    SELECT e.${column}, c.*, ${bare(`e.${column}`)} AS one, ${bare('c.after')} AS other
    FROM enterprises AS e JOIN (${lastChanges(item)}) AS c USING (enterprise_id)
    WHERE ${isComparable(`e.${column}`)} AND ${isComparable('c.after')})
  QUALIFY NOT bool_or(coalesce(${agrees}, true)) OVER (PARTITION BY enterprise_id)
    AND row_number() OVER (PARTITION BY enterprise_id ORDER BY ordinal) = 1`

/** Days from which an enterprise is known to be deregistered: a change says so, else the last approval of its registration, else when it was first read so. */
const deregistered = `
  SELECT e.enterprise_id, e.status, coalesce(c.changed_on, e.approved_on, e.seen_on) AS since,
    CASE WHEN c.changed_on IS NOT NULL THEN '变更日期' WHEN e.approved_on IS NOT NULL THEN '核准日期' ELSE '取得日期' END AS basis
  FROM (
    SELECT e.*, f.fetched_at::DATE AS seen_on FROM enterprises AS e
    LEFT JOIN (SELECT call_key, run_id, min(fetched_at) AS fetched_at FROM calls GROUP BY ALL) AS f
      ON f.call_key = e.call_key AND f.run_id = e.run_id
    WHERE ${isDeregistered('e.status')}) AS e
  LEFT JOIN (
    SELECT enterprise_id, max(changed_on) AS changed_on FROM enterprise_changes
    WHERE regexp_matches(concat_ws(' ', item, after), '(核准|准予|已)?注销(登记)?$') GROUP BY ALL) AS c USING (enterprise_id)`

/** The latest document of each case that has the enterprise as a party at a time when it cannot be one. */
const partyOutOfTime = (kind: string, says: string, registrations: string): string => `
  SELECT d.enterprise_id, '${kind}' AS kind, 'enterprises' AS one_source, ${says} AS one_says,
    'subject_documents' AS other_source, arg_max(concat_ws(' ', d.case_number, d.document_kind), (d.decided_on, d.document_id)) AS other_says,
    max(d.decided_on) AS happened_on, arg_max(d.document_id, (d.decided_on, d.document_id)) AS row_key
  FROM subject_documents AS d JOIN ${registrations}
  WHERE d.role IS NOT NULL GROUP BY d.enterprise_id, d.case_key, one_says`

/** A deregistered enterprise is no party any more; a revoked licence takes no standing. */
const partyAfterEnd = partyOutOfTime(
  'deregistered',
  "g.status || '（' || g.basis || ' ' || g.since || '）'",
  `(${deregistered}) AS g ON g.enterprise_id = d.enterprise_id AND d.decided_on > g.since AND d.role IN ('plaintiff', 'defendant')`,
)

/** A party before it was established: the name may be that of another. */
const partyBeforeBeginning = partyOutOfTime(
  'established',
  "'成立日期 ' || e.established_on",
  'enterprises AS e ON e.enterprise_id = d.enterprise_id AND d.decided_on < e.established_on',
)

/** Capital in the registers' own unit. */
const inWords = (amount: string): string =>
  `CASE currency WHEN 'CNY' THEN regexp_replace((${amount} / 10000)::DECIMAL(20, 6)::VARCHAR, '\\.?0+$', '') || '万元人民币' ELSE ${amount} || ' ' || currency END`

/** Registered capital with what its shareholders subscribed, of one currency. `is_known`: with every sum; `is_whole`: of all shareholders, whose shares come to 100%. */
const subscribed = `
  SELECT e.enterprise_id, e.registered_capital, e.registered_amount, e.registered_currency AS currency,
    max(s.subscribed_amount) AS largest, arg_max(s.ordinal, (s.subscribed_amount, -s.ordinal)) FILTER (s.subscribed_amount IS NOT NULL) AS ordinal,
    arg_max(concat_ws(' ', s.name, s.subscribed_text), (s.subscribed_amount, -s.ordinal)) FILTER (s.subscribed_amount IS NOT NULL) AS shareholder,
    sum(s.subscribed_amount) AS total, count(*) AS holders,
    count(*) = count(s.subscribed_amount) AS is_known, is_known AND abs(sum(s.share_percent) - 100) < 0.5 AS is_whole
  FROM enterprises AS e JOIN enterprise_shareholders AS s USING (enterprise_id)
  WHERE e.registered_amount > 0 AND e.registered_currency IS NOT NULL
  GROUP BY ALL HAVING count(*) FILTER (s.subscribed_amount IS NOT NULL AND s.subscribed_currency IS DISTINCT FROM e.registered_currency) = 0`

/** Rounding of the shares: a thousandth of the capital. */
const rounding = 'registered_amount / 1000'

const capital = `
  SELECT enterprise_id, CASE WHEN is_one THEN 'shareholder_capital' ELSE 'total_capital' END AS kind,
    'enterprises' AS one_source, registered_capital AS one_says, 'enterprise_shareholders' AS other_source,
    CASE WHEN is_one THEN shareholder ELSE ${inWords('total')} END AS other_says, NULL::DATE AS happened_on,
    CASE WHEN is_one THEN ordinal::VARCHAR END AS row_key
  FROM (SELECT *, largest > registered_amount + ${rounding} AND (holders = 1 OR NOT is_known) AS is_one FROM (${subscribed}))
  WHERE is_one OR total > registered_amount + ${rounding} OR (is_whole AND total < registered_amount - ${rounding})`

/** Shares as registered that are not those of the sums subscribed, beyond a point; and a sum paid in beyond the one subscribed. */
const shares = `
  SELECT enterprise_id, 'share_percents' AS kind, 'shares' AS one_source, string_agg(name || ' ' || share_percent || '%', '、' ORDER BY ordinal) AS one_says,
    'enterprise_shareholders' AS other_source, string_agg(name || ' ' || round(100 * subscribed_amount / total, 1) || '%', '、' ORDER BY ordinal) AS other_says,
    NULL::DATE AS happened_on, NULL AS row_key
  FROM (SELECT *, sum(subscribed_amount) OVER (PARTITION BY enterprise_id) AS total FROM enterprise_shareholders)
  GROUP BY enterprise_id
  HAVING count(*) > 1 AND count(*) = count(subscribed_amount) AND count(*) = count(share_percent) AND count(DISTINCT subscribed_currency) = 1
    AND max(abs(share_percent - 100 * subscribed_amount / total)) > 1
  UNION ALL
  SELECT enterprise_id, 'paid_in', 'enterprise_shareholders', concat_ws(' ', name, subscribed_text), 'paid', paid_in_text, NULL, ordinal::VARCHAR
  FROM enterprise_shareholders WHERE paid_in_amount > subscribed_amount AND paid_in_currency = subscribed_currency`

/** The last approval of a registration that changes of it follow. */
const approval = `
  SELECT enterprise_id, 'approval' AS kind, 'enterprises' AS one_source, '核准日期 ' || approved_on AS one_says, 'enterprise_changes' AS other_source,
    arg_max(item, changed_on) AS other_says, max(changed_on) AS happened_on, arg_max(ordinal, changed_on)::VARCHAR AS row_key
  FROM enterprises JOIN enterprise_changes USING (enterprise_id) WHERE changed_on > approved_on GROUP BY enterprise_id, approved_on`

/** The last scan of a list that was read to its end. */
const lists = `
  SELECT enterprise_id, 'list_total' AS kind, 'list_pages' AS one_source, declared_total::VARCHAR AS one_says,
    'list_scans' AS other_source, distinct_documents::VARCHAR AS other_says, NULL::DATE AS happened_on, run_id AS row_key
  FROM (
    SELECT * FROM list_scans_history WHERE enterprise_id IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY enterprise_id ORDER BY run_id DESC, subject DESC) = 1)
  WHERE reason_code = 'unseen'
  UNION ALL
  SELECT enterprise_id, 'list_name', 'enterprises', name, 'list_pages', enterprise_name, NULL, scan_run_id
  FROM (
    SELECT e.enterprise_id, e.name, p.enterprise_name, p.scan_run_id FROM enterprises AS e
    JOIN list_pages AS p ON p.enterprise_id = e.enterprise_id
    WHERE p.enterprise_name <> '' AND e.name <> ''
    QUALIFY row_number() OVER (PARTITION BY e.enterprise_id ORDER BY p.scan_run_id DESC, p.sweep DESC, p.page_no DESC) = 1) AS l
  WHERE ${folded('enterprise_name')} <> ${folded('name')}
    AND NOT EXISTS (SELECT 1 FROM enterprise_names AS n WHERE n.enterprise_id = l.enterprise_id AND ${folded('n.name')} = ${folded('l.enterprise_name')})`

export const contradictions: View = {
  term: '信息矛盾',
  meaning:
    'sources that contradict each other about an enterprise, one row a contradiction; what is only written otherwise is none, and neither side is taken for the right one',
  columns: {
    enterprise_id: columns.enterpriseId,
    kind: coded(codeWords.contradiction)('矛盾类型', 'what they contradict each other about'),
    one_source: label('来源甲', 'table or view of the one'),
    one_says: mixed('甲所载', 'what it says'),
    other_source: label('来源乙', 'table or view of the other'),
    other_says: mixed('乙所载', 'what it says'),
    happened_on: date('日期', 'day of what the other says; NULL where it has none'),
    row_key: label('行', 'ordinal, document_id or run_id of the row of the other'),
  },
  sql: [
    ...compared.map(againstChange),
    partyAfterEnd,
    partyBeforeBeginning,
    capital,
    shares,
    approval,
    lists,
  ].join('\n    UNION ALL'),
}
