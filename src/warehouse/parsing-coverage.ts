import { openPublished } from './query.ts'

/** How much of what came was understood; nothing here is an estimate. */
export interface ParsingCoverage {
  readonly figures: readonly Figure[]
  /** Citations of laws that the warehouse holds, looked up and not joined; the most frequent first. */
  readonly notJoined: readonly { readonly citation: string; readonly times: number }[]
  /** Joined share of the citations of laws held, 0 to 1; NaN when there are none. */
  readonly joinedShare: number
  /** Citations that are neither resolved nor listed with a reason, and case numbers without a class: defects. */
  readonly unexplained: number
}

export interface Figure {
  readonly of: string
  readonly class: string
  readonly count: number
  /** Part of all of the same kind, 0 to 1. */
  readonly share: number
}

const numbered = ['enterprise_documents', 'case_hits', 'cases', 'case_references'] as const

/** One row a case number: where it stands and its class. */
const caseNumbers = numbered
  .map((table) => {
    const [number, status] =
      table === 'case_references' ? ['number', 'number_status'] : ['case_number', 'case_number_status']
    return `SELECT 'case numbers of ${table}' AS "of", ${status} AS class FROM ${table} WHERE ${number} IS NOT NULL`
  })
  .join(' UNION ALL ')

/** One row a citation. What was never asked for, because the run left its document out, is no fault of the join. */
const citations = `
  SELECT CASE WHEN citation_key IS NULL THEN 'citations without a law or article'
      WHEN law IN (SELECT law FROM articles WHERE law IS NOT NULL) THEN 'citations of laws held' ELSE 'citations of other laws' END AS "of",
    CASE WHEN citation_key IS NULL THEN reason
      WHEN citation_key IN (SELECT citation_key FROM articles WHERE citation_key IS NOT NULL) THEN 'joined to an article'
      WHEN citation_key IN (SELECT citation_key FROM article_lookups) THEN 'asked for, not found'
      ELSE 'not asked for' END AS class, citation_key
  FROM case_citations`

const others = `
  SELECT 'dates of documents' AS "of", CASE WHEN decided_on IS NULL THEN 'not readable' ELSE 'read' END AS class
  FROM (SELECT decided_on, decided_text FROM enterprise_documents UNION ALL SELECT decided_on, decided_text FROM cases)
  WHERE decided_text IS NOT NULL
  UNION ALL
  SELECT 'outcomes of documents', CASE WHEN outcome_rule IS NULL THEN 'no rule recognises it' ELSE 'by a rule' END
  FROM (SELECT outcome_rule, result AS told FROM enterprise_documents
    UNION ALL SELECT outcome_rule, coalesce(judgment, content) FROM cases)
  WHERE told IS NOT NULL
  UNION ALL
  SELECT 'sums in operative parts', CASE WHEN amount IS NULL THEN 'not readable' WHEN NOT is_ordered THEN 'not ordered to be paid'
    WHEN len(payer_keys) > 0 THEN 'ordered, payer known' ELSE 'ordered, payer not told apart' END
  FROM case_amounts WHERE part = 'order'`

const figures = `
  WITH counted AS (
    SELECT "of", coalesce(class, 'unexplained') AS class FROM (
      ${caseNumbers} UNION ALL SELECT "of", class FROM (${citations}) UNION ALL ${others}))
  SELECT "of", class, count(*)::INTEGER AS count, (count(*) / sum(count(*)) OVER (PARTITION BY "of"))::DOUBLE AS share
  FROM counted GROUP BY "of", class ORDER BY "of", count DESC, class`

const notJoined = `
  SELECT citation_key AS citation, count(*)::INTEGER AS times FROM (${citations})
  WHERE "of" = 'citations of laws held' AND class = 'asked for, not found'
  GROUP BY ALL ORDER BY times DESC, citation LIMIT 20`

/** Counts over a published warehouse what the legal forms in it were read as. */
export async function parsingCoverage(path: string): Promise<ParsingCoverage> {
  await using database = await openPublished(path)
  const counted = (await database.rows(figures)) as unknown as Figure[]
  const countOf = (of: string, name: string): number =>
    counted.find((figure) => figure.of === of && figure.class === name)?.count ?? 0
  const joined = countOf('citations of laws held', 'joined to an article')
  const missing = countOf('citations of laws held', 'asked for, not found')
  return {
    figures: counted,
    notJoined: (await database.rows(notJoined)) as unknown as ParsingCoverage['notJoined'],
    joinedShare: joined / (joined + missing),
    unexplained: counted.reduce(
      (sum, figure) => sum + (figure.class === 'unexplained' ? figure.count : 0),
      0,
    ),
  }
}
