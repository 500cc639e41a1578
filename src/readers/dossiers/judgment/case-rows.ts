import type { SqlRow } from '../../../warehouse/database.ts'
import { groupsBy } from '../rows.ts'
import { textOf } from '../shown.ts'

/** A case with what was read from it. */
export interface Case {
  readonly row: SqlRow
  readonly persons: readonly string[]
  readonly text: string
  readonly rows: Readonly<Record<Question, readonly SqlRow[]>>
}

/**
 * Names that belong to cases, with their library and case_id: who the text names, and the parties of list entries, because those of the
 * text may not have been read. Privacy looks for them in all that is shown of a case.
 */
export const namesOfCases = (among = 'true'): string => `
  SELECT library, case_id, name FROM case_parties WHERE ${among} AND name IS NOT NULL
  UNION ALL SELECT library, case_id, name FROM case_people WHERE ${among} AND name IS NOT NULL
  UNION ALL SELECT d.library, d.case_id, p.name FROM (SELECT DISTINCT library, case_id, document_id FROM subject_documents WHERE ${among}) AS d
    JOIN document_parties AS p USING (document_id) WHERE p.name IS NOT NULL`

/** SELECTs of what was read from cases, in the order of its ordinals; `among` is a condition on library and case_id. */
const questions = {
  amounts: (among: string) => `SELECT * FROM case_amounts WHERE ${among}`,
  citations: (among: string) => `
    SELECT c.*, r.content AS article_text, r.regulation_name, x.regulation_id, x.in_force_at_judgment AS is_then
    FROM (SELECT * FROM case_citations WHERE ${among}) AS c
    LEFT JOIN (SELECT * FROM citation_articles WHERE ${among}
      QUALIFY row_number() OVER (PARTITION BY library, case_id, ordinal ORDER BY in_force_at_judgment DESC NULLS LAST, article_id) = 1) AS x
      ON x.library = c.library AND x.case_id = c.case_id AND x.ordinal = c.ordinal
    LEFT JOIN (SELECT article_id, any_value(content) AS content, any_value(regulation_name) AS regulation_name FROM articles GROUP BY article_id) AS r
      ON r.article_id = x.article_id`,
  parties: (among: string) => `SELECT * FROM case_parties WHERE ${among}`,
  people: (among: string) => `SELECT * FROM case_people WHERE ${among}`,
  references: (among: string) => `SELECT * FROM case_references WHERE ${among}`,
  liabilities: (among: string) => `SELECT * FROM case_liabilities WHERE ${among}`,
  interest: (among: string) => `SELECT * FROM case_interest WHERE ${among}`,
  fees: (among: string) => `SELECT * FROM case_fees WHERE ${among}`,
} as const

export type Question = keyof typeof questions

/** Cases that `among` is true of; one question is asked after the other. */
export async function readCases(
  ask: (sql: string) => Promise<readonly SqlRow[]>,
  among: string,
): Promise<Case[]> {
  const cases = await ask(`SELECT * FROM cases WHERE ${among} ORDER BY case_id`)
  if (cases.length === 0) return []
  const byCase = async (sql: string) => groupsBy(await ask(sql), ({ case_id }) => String(case_id))
  const named = await byCase(`SELECT DISTINCT case_id, name FROM (${namesOfCases(among)}) ORDER BY ALL`)
  const read: (readonly [name: string, ofCases: ReadonlyMap<string, SqlRow[]>])[] = []
  for (const [name, sqlOf] of Object.entries(questions))
    read.push([name, await byCase(`SELECT * FROM (${sqlOf(among)}) ORDER BY library, case_id, ordinal`)])
  return cases.map((row) => {
    const id = String(row.case_id)
    const persons = (named.get(id) ?? []).map(({ name }) => String(name))
    const rows: unknown = Object.fromEntries(read.map(([name, ofCases]) => [name, ofCases.get(id) ?? []]))
    return { row, persons, text: textOfCase(row), rows: rows as Case['rows'] }
  })
}

/** The whole text of a row of `cases`, or its decision where the record has nothing else. */
const textOfCase = ({ content, judgment }: SqlRow): string => textOf(content) ?? textOf(judgment) ?? ''

/** Most documents of a dispute that a page lists. */
const mostOfDispute = 20

/** The documents of the disputes of cases, the first first, with what each orders to be paid, which no enforcement does; one row a case and document. */
export const courseOf = (among: string): string => `
  WITH own AS (SELECT DISTINCT case_id AS of_case, family_key FROM subject_documents WHERE ${among}),
  course AS (
    SELECT family_key, library, case_id, min(case_number) AS case_number, min(stage) AS stage, min(outcome) AS outcome,
      min(decided_on) AS decided_on, min(document_id) AS document_id
    FROM subject_documents WHERE family_key IN (SELECT family_key FROM own)
    GROUP BY family_key, library, case_id, CASE WHEN case_id IS NULL THEN document_id END
    QUALIFY row_number() OVER (PARTITION BY family_key ORDER BY min(decided_on), min(case_number), min(document_id)) <= ${mostOfDispute}),
  ordered AS (
    SELECT library, case_id, list(coalesce(role, '') ORDER BY ordinal) AS roles, list(amount::VARCHAR ORDER BY ordinal) AS amounts,
      list(coalesce(currency, '') ORDER BY ordinal) AS currencies
    FROM case_amounts WHERE is_ordered AND amount IS NOT NULL AND case_id IN (SELECT case_id FROM course) GROUP BY library, case_id)
  SELECT c.*, o.of_case, roles, amounts, currencies FROM own AS o JOIN course AS c USING (family_key)
  LEFT JOIN ordered ON ordered.library = c.library AND ordered.case_id = c.case_id AND c.stage <> 'enforcement'
  ORDER BY o.of_case, c.decided_on, c.case_number, c.document_id`
