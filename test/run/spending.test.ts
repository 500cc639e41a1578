import { describe, expect, test } from 'vitest'
import { listed } from '../support/records.ts'
import { published } from '../support/run.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'

/** One enterprise with as many documents, each a day older than the one before. */
async function setUp(documents: number) {
  const ids = numbered(documents)
  const dayOf = (index: number) =>
    new Date(Date.UTC(2024, 0, 1) - index * 86_400_000).toISOString().slice(0, 10)
  const dated = ids.map((id, index) => listed('e1', id, { 时间: dayOf(index) }))
  const world = await worldOf({ ...litigationOf(ids), 'enterprise-documents': dated })
  return { ...world, run: (more: string) => world.run(jobOn(undefined, more)) }
}

describe('a budget that is used up', () => {
  test('leaves the oldest documents for the next run, and lists by step what is left undone, whichever run used it', async () => {
    const { home, run, service } = await setUp(30)
    const { run: ended, left } = await run('budget: { calls: 12 }')
    // Before any run tells more it is expected to need what is known.
    const expected = { estimated_calls: 1, estimated_cost: 10, is_estimate_whole: false }
    expect(ended).toMatchObject({ status: 'stopped', ...expected })
    expect(ended.reason).toContain('12 of 12 calls are spent in this run (budget.calls)')
    expect(service.counts.requests).toBe(12)
    const [held] = await published(home, 'SELECT count(*)::INTEGER AS n FROM cases')
    const missing = 30 - Number(held?.n)
    // What the texts that are there cite is owed as well.
    const details = { step: 'details', needed: missing, cost: 5 * missing }
    expect(left).toMatchObject([details, { step: 'statutes' }])
    const order = `SELECT min(decided_on) FILTER (held) > max(decided_on) FILTER (NOT held) AS is_newest_first FROM (
      SELECT decided_on, document_id IN (SELECT case_id FROM cases) AS held FROM enterprise_documents)`
    expect(await published(home, order)).toEqual([{ is_newest_first: true }])

    // A budget of the month holds for all runs of the home together.
    const other = await run('title: 另一项任务\nbudget: { perMonth: { calls: 13 } }')
    expect(other.run.status).toBe('stopped')
    expect(other.run.reason).toContain('13 of 13 calls are spent in this month (budget.perMonth.calls)')
    expect(service.counts.requests).toBe(13)
  })

  test('for one operation closes that one, and the others go on', async () => {
    const { home, run, service } = await setUp(10)
    const { run: ended, left } = await run('budget: { operations: { rh_case_details: { calls: 4 } } }')
    expect(ended.status).toBe('stopped')
    expect(ended.reason).toContain('(budget.operations.rh_case_details.calls)')
    expect(service.counts.byOperation).toMatchObject({ rh_case_details: 4, rh_ft_search: 1 })
    expect(left).toMatchObject([{ step: 'details', needed: 6 }])
    expect(await published(home, 'SELECT count(*)::INTEGER AS n FROM articles')).toEqual([{ n: 2 }])
  })
})
