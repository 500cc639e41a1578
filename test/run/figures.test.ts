import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import type { RunSummary } from '../../src/run/summary.ts'
import { openPublished } from '../../src/warehouse/query.ts'
import { receiver, watching } from '../app/notify/receiver.ts'
import { copyOfSampleHome, sampleHome } from '../support/sample-home.ts'

test('every figure of a summary and of its message is the one that SQL over the published warehouse gives, and they add up', async () => {
  const { runId } = await sampleHome()
  const home = await copyOfSampleHome()
  const file = await readFile(join(home, 'runs', runId, 'run.json'), 'utf8')
  const { summary } = JSON.parse(file) as { summary: RunSummary }
  await using database = await openPublished(join(home, 'dossier.duckdb'))
  const figure = async (sql: string): Promise<number> =>
    Number(Object.values((await database.rows(`SELECT ${sql}`))[0] ?? {})[0])
  const counts = async (sql: string): Promise<Record<string, number>> =>
    Object.fromEntries((await database.rows(sql)).map(({ name, n }) => [String(name), Number(n)]))
  const { calls, documents, citations, enterprises, gaps } = summary

  expect(calls.made).toBe(await figure('sum(attempts) FROM calls'))
  expect(calls.cost).toBe(await figure('sum(cost) FROM calls'))
  const ended = calls.byOperation.map(
    ({ hit, empty, failed }) => Number(hit) + Number(empty) + Number(failed),
  )
  expect(ended.reduce((sum, n) => sum + n, 0)).toBe(await figure('count(*) FROM calls'))
  expect(calls.fresh).toBe(0)
  expect(calls.made).toBeGreaterThanOrEqual(calls.asked ?? Number.POSITIVE_INFINITY)

  expect(enterprises).toEqual(
    await counts('SELECT status AS name, count(*) AS n FROM job_enterprises GROUP BY status'),
  )
  expect(summary.lists).toEqual(
    await counts('SELECT verdict AS name, count(*) AS n FROM list_scans GROUP BY verdict'),
  )
  expect(summary.changes).toEqual(
    await counts('SELECT kind AS name, count(*) AS n FROM changes GROUP BY kind'),
  )

  const listed = 'FROM (SELECT DISTINCT document_id FROM enterprise_documents)'
  expect(documents.listed).toBe(await figure(`count(*) ${listed}`))
  const states = 'FROM (SELECT DISTINCT document_id, text_state FROM subject_documents)'
  expect(documents).toEqual({
    listed: documents.listed,
    withFullText: await figure(`count(*) ${states} WHERE text_state = 'held'`),
    partial: await figure(`count(*) ${states} WHERE text_state = 'partial'`),
    withheld: await figure(`count(*) ${states} WHERE text_state = 'withheld'`),
    notFound: await figure(`count(*) ${states} WHERE text_state = 'absent'`),
    notLookedUp: await figure(`count(*) ${states} WHERE text_state = 'open'`),
  })

  // What the list of citations states and what the text states of one article is one citation.
  const cited =
    'FROM (SELECT DISTINCT library, case_id, citation_key FROM case_citations WHERE citation_key IS NOT NULL)'
  expect(citations.total).toBe(await figure(`count(*) ${cited}`))
  expect(citations.joined).toBe(
    await figure(`count(*) ${cited} WHERE citation_key IN (SELECT citation_key FROM articles)`),
  )
  expect(citations.joined + citations.notFound).toBeLessThanOrEqual(citations.total)

  expect(Object.fromEntries(gaps.map(({ kind, count }) => [kind, count]))).toMatchObject({
    not_found: enterprises.not_found,
    ambiguous: enterprises.ambiguous,
  })

  const { calls: sentCalls, cost, gaps: sentGaps, changes } = await messageOf(home, summary)
  expect({ calls: sentCalls, cost }).toEqual({
    calls: await figure('sum(attempts) FROM calls'),
    cost: await figure('sum(cost) FROM calls'),
  })
  expect({ gaps: sentGaps, changes }).toEqual({ gaps, changes: summary.changes })
})

/** What a webhook is sent of the end of a run. */
async function messageOf(home: string, summary: RunSummary) {
  const { url, received } = await receiver({})
  const tell = watching(homeAt(home), { kind: 'generic', url, on: ['finished'] })
  await tell(summary)
  expect(received).toHaveLength(1)
  return received[0]?.body ?? {}
}
