import { expect, test } from 'vitest'
import { type Found, gapsOf, type RunSummary, summarise } from '../../src/run/summary.ts'
import { emptyWarehouse } from '../support/tables.ts'

test('what is missing of a run is what its job lists and no answer has, of each kind', async () => {
  await using database = await emptyWarehouse()
  await database.run(`
    INSERT INTO list_pages (scan_run_id, enterprise_id, is_found) VALUES ('r1', 'e6', true), ('r0', 'e7', true);
    INSERT INTO job_inputs (run_id, ordinal, kind, params)
      SELECT run, 1, kind, CASE kind WHEN 'citation' THEN {citation_key: what} ELSE {query: what} END
      FROM (VALUES ('r1', 'citation', '甲法#1'), ('r1', 'citation', '甲法#2'), ('r1', 'citation', '甲法#3'),
        ('r0', 'citation', '甲法#4'), ('r0', 'citation', '甲法#5'), ('r1', 'case_search', '合同')) AS t(run, kind, what);
    INSERT INTO article_lookups (citation_key) VALUES ('甲法#1'), ('甲法#2'), ('甲法#4'), ('甲法#5');
    INSERT INTO articles (citation_key) VALUES ('甲法#2'), (NULL);
    INSERT INTO calls (call_key, run_id, outcome) VALUES ('k1', 'r1', 'failed'), ('k2', 'r1', 'hit'), ('k3', 'r0', 'failed'), ('k4', 'r0', 'failed')`)
  const entries = `(SELECT * FROM (VALUES (2, 'not_found', '乙', NULL, NULL), (1, 'not_found', NULL, '9111', NULL),
    (3, 'ambiguous', '丙', NULL, NULL), (4, 'pending', NULL, NULL, 'e4'), (5, 'matched', '戊', NULL, 'e5'),
    (6, 'matched', '己', NULL, 'e6'), (7, 'matched', '庚', NULL, 'e7'))
    AS t(ordinal, status, given_name, given_uscc, given_id), LATERAL (SELECT given_id AS enterprise_id))`
  const scans = `(SELECT * FROM (VALUES ('s1', 'incomplete', '', 'e6'), ('s2', 'unstable', '辛', 'e8'),
    ('s3', 'complete', '壬', 'e9'), ('s4', 'unchanged', '癸', 'e10')) AS t(subject, verdict, enterprise_name, enterprise_id),
    LATERAL (SELECT 3 AS distinct_documents, 5 AS declared_total))`
  const missing = async (operation: string) => {
    const pipeline = { steps: [{ operation }] as never }
    const absent = { count: 2, digest: 'd' }
    const gaps = await gapsOf(database, { runId: 'r1', scans, entries }, { absent }, pipeline)
    return gaps
      .map(({ kind, count, named }) => `${kind} ${count} ${named.map(({ name }) => name)}`.trim())
      .join('; ')
  }
  const entered = 'not_found 2 9111,乙; ambiguous 1 丙; pending 1 e4; incomplete_lists 2 e6,辛'
  const others = 'searches 1; articles 1; documents 2; calls 1'
  expect(await missing('rh_enterpriseWritList')).toBe(`${entered}; unread_lists 2 戊,庚; ${others}`)
  // A pipeline that reads no lists owes none.
  expect(await missing('rh_ft_search')).toBe(`${entered}; ${others}`)
})

test('a summary counts calls and points, names the slowest operation, and says how much of lists, documents and citations is there', () => {
  const asked = { operation: 'rh_ft_search', calls: 3, cost: 30, median_ms: 5, p95_ms: 9 }
  const found = {
    byOperation: [{ operation: 'rh_company_info', calls: 1, cost: 5, median_ms: 7, p95_ms: 8 }, asked],
    lists: { complete: 1, unchanged: 1, unstable: 1, incomplete: 1 },
    documents: { listed: 8, withFullText: 3, partial: 1, withheld: 1, notFound: 1, notLookedUp: 2 },
    citations: { total: 3, joined: 2, notFound: 1 },
  } as unknown as Found
  const run = { estimated_calls: 8, estimated_cost: 80, is_estimate_whole: false } as RunSummary['run']
  const ended = { run, elapsedMs: 1.6, planned: { asked: 2, fresh: 1 }, gaps: [], left: [] }
  expect(summarise(found, ended)).toMatchObject({
    ...{ elapsedMs: 2, calls: { made: 4, cost: 35, asked: 2, fresh: 1 } },
    slowest: { operation: 'rh_ft_search', medianMs: 5, p95Ms: 9 },
    coverage: { lists: 0.5, documents: 0.75, citations: 0.6667 },
    estimate: { calls: 8, cost: 80, isWhole: false, ratio: 0.5 },
  })
  const nothing = { ...found, byOperation: [], lists: {}, documents: { ...found.documents, listed: 0 } }
  const unknown = { ...ended, run: { ...run, estimated_calls: null } }
  expect(summarise(nothing, unknown)).toMatchObject({
    ...{ slowest: null, estimate: null, calls: { made: 0 } },
    coverage: { lists: null, documents: null },
  })
})
