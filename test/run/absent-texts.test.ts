import { expect, test } from 'vitest'
import { enterprise, judgment, listed } from '../support/records.ts'
import { published } from '../support/run.ts'
import { jobOn, worldOf } from '../support/world.ts'

/** Calls for details that a run made, by the document that they looked for, by id or by number. */
const lookupsOf = (home: string, runId: string) =>
  published(
    home,
    `SELECT document_id, count(*)::INTEGER AS calls FROM calls AS c
     JOIN enterprise_documents AS d ON d.document_id = (c.params->>'id') OR d.case_number = (c.params->>'ah')
     WHERE c.operation = 'rh_case_details' AND c.run_id = '${runId}' GROUP BY document_id ORDER BY document_id`,
  ).then((rows) => Object.fromEntries(rows.map(({ document_id, calls }) => [document_id, calls])))

test('a full text that nobody has is looked for again after 30 days, while its judgment is recent, and until it is found', async () => {
  const files = {
    enterprises: [enterprise('e1', '甲公司')],
    'enterprise-documents': [
      listed('e1', 'd1', { 时间: '2023-05-06' }),
      listed('e1', 'd2', { 时间: '2015-05-06' }),
      listed('e1', 'd3', { 时间: '2023-05-06' }),
    ],
  }
  const { home, run, service: early } = await worldOf(files)
  const { service: later } = await worldOf({ ...files, cases: [judgment('d3')] })
  const on = async (day: string, { url, counts }: typeof early) => {
    const before = counts.byOperation.rh_case_details
    const now = () => new Date(`${day}T02:00:00Z`)
    const { run: ended, documents } = await run(jobOn(), { url, now })
    const lookups = await lookupsOf(home, ended.run_id)
    return { documents, lookups, calls: counts.byOperation.rh_case_details - before }
  }
  // By id and by number, in both libraries.
  expect(await on('2023-06-01', early)).toMatchObject({ calls: 12, lookups: { d1: 4, d2: 4, d3: 4 } })
  expect(await on('2023-06-30', early)).toMatchObject({ calls: 0, documents: { notFound: 3 } })
  // Of the older judgment the absence stands; the text that came since is found.
  expect(await on('2023-07-02', later)).toMatchObject({
    calls: 5,
    lookups: { d1: 4, d3: 1 },
    documents: { withFullText: 1, notFound: 2 },
  })
  expect(await on('2023-07-03', later)).toMatchObject({ calls: 0 })
  // Nothing is asked for again of a text that is held, however much later.
  expect(await on('2023-09-05', later)).toEqual({
    calls: 4,
    lookups: { d1: 4 },
    documents: { listed: 3, withFullText: 1, partial: 0, withheld: 0, notFound: 2, notLookedUp: 0 },
  })
})
