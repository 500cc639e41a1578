import { openPublished } from './query.ts'

/** How much of what came was understood; nothing here is an estimate. */
export interface ParsingCoverage {
  readonly figures: readonly Figure[]
  /** Citations of laws that the warehouse holds, looked up and not joined; the most frequent first. */
  readonly notJoined: readonly { readonly citation: string; readonly times: number }[]
  /** What was not understood of parties, sums and outcomes: at most ten cases a kind, by id. */
  readonly examples: readonly {
    readonly of: string
    readonly case_id: string
    readonly case_number: string | null
    /** The sum or the kind of document; null where there is neither. */
    readonly text: string | null
  }[]
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

/** Full texts that name parties: a record that holds only why it is not published has none. */
const readable =
  'SELECT library, case_id, case_number FROM cases WHERE coalesce(content, parties_text) IS NOT NULL AND NOT coalesce(is_withheld, false)'

/** How many sides the parties of a text stand on; who enforces, applies or is convicted may stand alone. */
const sides = `
  SELECT library, case_id, count(DISTINCT coalesce(side, original_side)) AS sides FROM case_parties GROUP BY ALL`

const MOST_EXAMPLES = 10

/** Cases of which something was not understood, the first of each class by id; no names of parties. */
const examples = `
  SELECT "of", case_id, case_number, text FROM (
    SELECT 'full text without a party' AS "of", case_id, case_number, NULL AS text
    FROM (${readable}) AS c ANTI JOIN case_parties AS p USING (library, case_id)
    UNION ALL
    SELECT 'sum with a payer that is no known party', case_id, case_number, a.amount_text
    FROM case_amounts AS a JOIN cases AS c USING (library, case_id)
    WHERE a.part = 'order' AND a.is_ordered AND (len(a.unknown_payers) > 0 OR coalesce(len(a.payer_keys), 0) = 0)
    UNION ALL
    SELECT 'outcome that no rule recognises', case_id, case_number, document_kind FROM cases
    WHERE outcome_rule IS NULL AND coalesce(judgment, content) IS NOT NULL AND NOT coalesce(is_withheld, false))
  QUALIFY row_number() OVER (PARTITION BY "of" ORDER BY case_id, text) <= ${MOST_EXAMPLES}
  ORDER BY "of", case_id, text`

const others = `
  SELECT 'dates of documents' AS "of", CASE WHEN decided_on IS NULL THEN 'not readable' ELSE 'read' END AS class
  FROM (SELECT decided_on, decided_text FROM enterprise_documents UNION ALL SELECT decided_on, decided_text FROM cases)
  WHERE decided_text IS NOT NULL
  UNION ALL
  SELECT 'outcomes of documents', CASE WHEN outcome_rule IS NULL THEN 'no rule recognises it' WHEN outcome IS NULL THEN 'rules contradict each other' ELSE 'by a rule' END
  FROM (SELECT outcome, outcome_rule, result AS text FROM enterprise_documents
    UNION ALL SELECT outcome, outcome_rule, coalesce(judgment, content) FROM cases)
  WHERE text IS NOT NULL
  UNION ALL
  SELECT 'origins of cases', CASE WHEN origin_number_key IS NULL THEN 'several of one rank' WHEN origin_number_key = case_number_key THEN 'its own'
    ELSE 'an earlier case' END FROM cases WHERE case_number_key IS NOT NULL
  UNION ALL
  SELECT 'positions of parties', coalesce(reason, CASE WHEN position IS NULL THEN 'named in a title alone' ELSE 'read' END) FROM case_parties
  UNION ALL
  SELECT 'claimed sums', coalesce(reason, CASE WHEN amount IS NULL THEN 'not readable' ELSE 'read' END)
  FROM case_amounts WHERE part IN ('claim', 'counterclaim', 'recited')
  UNION ALL
  SELECT 'fees', coalesce(reason, CASE WHEN amount IS NULL THEN 'shares without a sum' WHEN len(bearer_keys) > 0 THEN 'borne by a known party' ELSE 'borne by no known party' END)
  FROM case_fees
  UNION ALL
  SELECT 'claimants of sums', CASE WHEN len(payee_keys) > 0 THEN 'known' ELSE 'not certain' END
  FROM case_amounts WHERE part IN ('claim', 'counterclaim', 'recited')
  UNION ALL
  SELECT 'payees of ordered sums', CASE WHEN len(payee_keys) > 0 THEN 'known' WHEN len(payees) > 0 THEN 'no known party' ELSE coalesce(reason, 'none named') END
  FROM case_amounts WHERE part = 'order' AND is_ordered
  UNION ALL
  SELECT 'liabilities', coalesce(reason, CASE WHEN len(name_keys) > 0 THEN 'of a known party' ELSE 'of no known party' END) FROM case_liabilities
  UNION ALL
  SELECT 'interest', CASE WHEN reason IS NOT NULL THEN reason WHEN NOT is_running THEN 'a fixed sum' WHEN rate_text IS NULL THEN 'runs, rate not stated' WHEN base_amount IS NULL THEN 'runs, base is no sum'
    ELSE 'runs, base and rate read' END FROM case_interest
  UNION ALL
  SELECT 'parties of full texts', CASE WHEN p.case_id IS NULL THEN 'none found' WHEN sides < 2 THEN 'one side only' ELSE 'both sides' END
  FROM (${readable}) AS c LEFT JOIN (${sides}) AS p USING (library, case_id)
  UNION ALL
  SELECT 'sums in operative parts', CASE WHEN reason IS NOT NULL THEN reason WHEN amount IS NULL THEN 'not readable' WHEN NOT is_ordered THEN 'not ordered to be paid'
    WHEN len(unknown_payers) > 0 THEN 'ordered, a payer is no known party'
    WHEN len(payer_keys) > 0 THEN 'ordered, payer known' ELSE 'ordered, payer not identified' END
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
  const countOf = (name: string): number =>
    counted.find((figure) => figure.of === 'citations of laws held' && figure.class === name)?.count ?? 0
  const joined = countOf('joined to an article')
  const missing = countOf('asked for, not found')
  return {
    figures: counted,
    notJoined: (await database.rows(notJoined)) as unknown as ParsingCoverage['notJoined'],
    examples: (await database.rows(examples)) as unknown as ParsingCoverage['examples'],
    joinedShare: joined / (joined + missing),
    unexplained: counted.reduce(
      (sum, figure) => sum + (figure.class === 'unexplained' ? figure.count : 0),
      0,
    ),
  }
}
