import { homeAt } from '../../src/engine/home.ts'
import { Database } from '../../src/warehouse/database.ts'
import { relationOf } from '../../src/warehouse/schema.ts'
import { accidental } from './digest.ts'

/** What was found, whoever found it when. */
const facts = [
  'enterprise_candidates',
  'enterprises',
  'enterprise_names',
  'enterprise_members',
  'enterprise_shareholders',
  'enterprise_changes',
  'enterprise_litigation',
  'enterprise_risks',
  'enterprise_documents',
  'document_parties',
  'cases',
  'case_parties',
  'case_citations',
  'case_amounts',
  'regulations',
  'articles',
]

/** Rows of the facts, and which questions have which answer. */
export async function factsOf(home: string): Promise<Record<string, unknown>> {
  await using database = await Database.open(homeAt(home).published, { readOnly: true })
  const entries: [string, unknown][] = []
  for (const name of facts) {
    const columns = Object.keys(relationOf(name)?.columns ?? {}).filter(
      (column) => !accidental.has(column) && column !== 'call_key',
    )
    const [row] = await database.rows(
      `SELECT count(*)::INTEGER AS rows, md5(coalesce(string_agg(t::VARCHAR, chr(10) ORDER BY t::VARCHAR), '')) AS digest
       FROM (SELECT DISTINCT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${name}) AS t`,
    )
    entries.push([name, [row?.rows, row?.digest]])
  }
  const absent = 'SELECT asked_by, asked, library FROM case_lookups WHERE hits = 0 ORDER BY ALL'
  const missing =
    'SELECT citation_key FROM article_lookups GROUP BY ALL HAVING NOT bool_or(is_found) ORDER BY ALL'
  const matched = `SELECT given_name, given_uscc, given_id, status, enterprise_id FROM job_enterprises
    WHERE run_id = (SELECT max(run_id) FROM runs) ORDER BY ordinal`
  for (const [name, sql] of Object.entries({ absent, missing, matched }))
    entries.push([name, await database.rows(sql)])
  entries.push([
    'dead letters',
    await database.rows(
      'SELECT operation, params, failure, message FROM dead_letters WHERE run_id = (SELECT max(run_id) FROM runs)',
    ),
  ])
  return Object.fromEntries(entries)
}
