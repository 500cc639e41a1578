import { allNames, decidedIn, NAMED, withNamed } from './subject-sql.ts'

/** Debtors of a judgment whom a later instance frees, while what others owe by it stands, as pieces of SQL. */

/** 、乙公司 beside the name. */
const others = '[^，。；的对]{2,40}'

/**
 * Whether an item says of the enterprise itself that it is not liable, or refuses the whole claim against it: not of a part, a head of
 * claim (律师费) or another liability that stays, nor what becomes of an item below.
 */
const frees = `NOT regexp_matches(item, '其他|其余|其它|部分|超出|利息|违约金|第[^，。；]{1,8}项|撤销|变更|改判|(但|仍|而)[^。；]{0,30}承担')
  AND (regexp_matches(own, '(?:^|[、，：\\s]|被告|第三人|上诉人)${NAMED}(?:、${others})?(?:在本案中)?(?:对[^，。；]{1,30})?(?:不(?:予|应|再|需)?承担|无需承担|无须承担|不负)[^，。；]{0,20}责任')
    OR regexp_matches(own, '驳回[^。；]*(?:对|要求|请求|判令|关于)(?:被告|第三人|上诉人|被上诉人|原审被告|${others}[、和及与])*${NAMED}(?:[、和及与]${others})?(?:的(?:全部|一审)?|(?:对[^。；]{1,40})?承担[^。；]{0,30}责任的)(?:诉讼请求|诉请)'))`

const reviews = `(SELECT * FROM subject_documents WHERE stage IN ('appeal', 'retrial') AND outcome IN ('reversed', 'partly_reversed', 'upheld'))`

const decided = `
  SELECT enterprise_id, document_id, family_key, decided_on, stage, ${decidedIn('content')} AS decides
  FROM ${reviews} JOIN (SELECT library, case_id, content FROM cases) USING (library, case_id)
  UNION ALL SELECT enterprise_id, document_id, family_key, decided_on, stage, result
  FROM ${reviews} JOIN (SELECT enterprise_id, document_id, result FROM enterprise_documents) USING (enterprise_id, document_id) WHERE library IS NULL`

/** Appeals and retrials that free the enterprise, and that no later one takes away. */
export const freeing = `
  SELECT DISTINCT f.enterprise_id, f.family_key, f.document_id, f.stage, f.decided_on, f.item FROM (
    SELECT *, ${withNamed('item', 'name')} AS own FROM (
      SELECT *, unnest(regexp_split_to_array(decides, '[。；\\n]')) AS item
      FROM (${decided}) JOIN (${allNames}) USING (enterprise_id))) AS f
  ANTI JOIN (SELECT enterprise_id, family_key, decided_on FROM subject_documents
    WHERE stage IN ('appeal', 'retrial') AND outcome IN ('reversed', 'partly_reversed', 'remanded', 'set_aside', 'mediated', 'retrial_ordered')) AS later
    ON later.enterprise_id = f.enterprise_id AND later.family_key = f.family_key AND later.decided_on > f.decided_on
  WHERE contains(own, '${NAMED}') AND ${frees}`

/** Items of a decision that a later one set aside or changed. */
export const changedItems = `
  flatten(list_transform(list_filter(coalesce(fates, []), lambda f: f.fate = 'overturned' AND f.target = case_number_key), lambda f: f.items))`

/** Items by which decisions join the enterprise to what another is to pay. */
const joining = `
  SELECT enterprise_id, document_id, list({item: TRY_CAST(items[1] AS INTEGER), of: regexp_extract(evidence, '第([一二三四五六七八九十、]+)项', 1)}) AS joining
  FROM stated_events WHERE kind = 'liable' AND is_named AND detail <> '优先受偿' GROUP BY ALL`

/** The last day on which a decision holds it liable beside another, and items that were changed and not only set aside. */
const heldAgain = `SELECT enterprise_id, family_key, max(said_on) AS held_on FROM stated_events WHERE kind = 'liable' AND is_named GROUP BY ALL`
const newItems = `SELECT case_key, flatten(list(items)) AS new_items FROM stated_events WHERE kind = 'changed' GROUP BY ALL`

/** Whether a sentence calls it by one of its names. */
const isNamed = 'len(list_filter(coalesce(names, []), lambda n: contains(evidence, n))) > 0'
const numerals = `['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']`
/** Of a sum that another is to pay, the items that join the enterprise to it. */
const own = `list_transform(list_filter(CASE WHEN ${isNamed} THEN [] ELSE coalesce(joining, []) END,
    lambda j: coalesce(j.item > item, false) AND (j.of = '' OR contains(j.of, coalesce(${numerals}[item], '?')))), lambda j: j.item::VARCHAR)`

/** That a later instance freed the enterprise of what a row says; NULL where it did not. Who is not liable beside another still owes what it is to pay by its own name. */
const freedAfter = (isItsOwn: string): string => `
  CASE WHEN len(list_filter(coalesce(freed, []), lambda f: f.document_id <> document_id AND f.day >= coalesce(decided_on, DATE '0001-01-01') AND NOT (f.is_liability AND ${isItsOwn})
      AND (stage = 'first instance' OR (stage = 'appeal' AND f.stage = 'retrial')))) > 0 THEN 'superseded' END`
export const freedLater = freedAfter('false')
const freedOfSum = freedAfter(isNamed)

/** The same of a sum, also where only the item is gone that joined the enterprise to it; what was decided instead of that may be less. */
export const freedFrom = `
  CASE WHEN ${freedOfSum} IS NOT NULL THEN CASE WHEN coalesce(held_on > decided_on, false) THEN 'partly superseded' ELSE 'superseded' END WHEN len(${own}) > 0 AND list_has_all(${changedItems}, ${own})
      THEN CASE WHEN coalesce(held_on > decided_on, false) OR list_has_any(coalesce(new_items, []), ${own}) THEN 'partly superseded' ELSE 'superseded' END END`

export const freedIn = `SELECT enterprise_id, family_key, list({document_id: document_id, day: decided_on, stage: stage, is_liability: regexp_matches(item, '责任')}) AS freed FROM (${freeing}) GROUP BY ALL`

/** Sums that the enterprise is to pay, with what frees it. */
export const withFreed = (sums: string): string => `
  SELECT h.*, e.freed, j.joining, a.held_on, n.new_items, s.names FROM (${sums}) AS h
  LEFT JOIN (${freedIn}) AS e ON e.enterprise_id = h.enterprise_id AND e.family_key = CASE WHEN NOT h.is_branch THEN h.family_key END
  LEFT JOIN (${joining}) AS j ON j.enterprise_id = h.enterprise_id AND j.document_id = CASE WHEN h.is_payer AND NOT h.is_branch THEN h.document_id END
  LEFT JOIN (${heldAgain}) AS a ON a.enterprise_id = h.enterprise_id AND a.family_key = h.family_key
  LEFT JOIN (${newItems}) AS n ON n.case_key = h.case_number_key
  LEFT JOIN (SELECT enterprise_id, list(name) AS names FROM (${allNames}) GROUP BY enterprise_id) AS s ON s.enterprise_id = h.enterprise_id`
