import { repealedOn } from '../../legal/repealed-laws.ts'

/** Versions of an article of which nobody tells when they ended, unless a later one or a repeal is known. */
const endedOrChanged = "('失效', '已被修改', '部分失效')"

const repeals = `(VALUES ${Object.entries(repealedOn)
  .map(([law, day]) => `('${law}', DATE '${day}')`)
  .join(', ')}) AS p(law, ended_on)`

/**
 * Every version of every article with the days between which it was in force: `effective_on`, and `end_on` (exclusive):
 * when the next version came into force, or the law was repealed. `is_end_known` is false where it has ended, or may have,
 * and nobody tells when. Found once a version, not once a citation.
 */
export const articleVersions = `
  WITH dated AS (
    SELECT a.article_id, a.regulation_id, a.citation_key, a.content, a.call_key, a.run_id, r.effective_on, r.validity,
      p.ended_on
    FROM articles AS a LEFT JOIN regulations AS r ON r.regulation_id = a.regulation_id
    LEFT JOIN ${repeals} ON p.law = a.law)
  SELECT *, least(next_on, ended_on) AS end_on,
    coalesce(next_on, ended_on) IS NOT NULL OR coalesce(validity NOT IN ${endedOrChanged}, true) AS is_end_known
  FROM (
    SELECT d.*, min(n.effective_on) AS next_on
    FROM dated AS d LEFT JOIN dated AS n ON n.citation_key = d.citation_key AND n.effective_on > d.effective_on
    GROUP BY ALL)`

/** Whether a version `v` was in force on a day; NULL when that is not known. */
export const wasInForce = (day: string): string => `
  CASE WHEN v.effective_on IS NULL OR ${day} IS NULL THEN NULL
    WHEN ${day} < v.effective_on OR ${day} >= v.end_on THEN false
    WHEN v.is_end_known THEN true END`
