import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, listed } from '../support/records.ts'
import { published, runHere } from '../support/run.ts'
import { jobOn, worldOf } from '../support/world.ts'

/* Which red flags are new: from runs of a job over a service whose records change. */

const job = jobOn(undefined, 'freshness: { profile: run }')

/** A day of the service: the status of an enterprise, and how many cases it is sued in. */
type Day = Readonly<Record<string, { readonly status: string; readonly sued?: number }>>

async function runsOver(days: readonly (readonly [day: Day, job: string])[]): Promise<string> {
  const home = await temporaryFolder()
  for (const [at, [day, text]] of days.entries()) {
    const { url } = await worldOf({
      enterprises: Object.entries(day).map(([id, { status }]) => ({
        ...enterprise(id, `${id}有限公司`),
        经营状态: status,
      })),
      'enterprise-documents': Object.entries(day).flatMap(([id, { sued = 0 }], no) =>
        Array.from({ length: sued }, (_, n) =>
          listed(id, `d${no}${n}`, { 起诉方: ['丁公司'], 应诉方: [`${id}有限公司`] }),
        ),
      ),
    })
    const now = () => new Date(Date.UTC(2026, 2, 1 + at, 2))
    await runHere({ home, job: text, url, now })
  }
  return home
}

const flagChanges = (home: string) =>
  published(
    home,
    `SELECT kind, run_id[7:8] AS day, earlier_run_id[7:8] AS since, subject_name AS name, field, before, after FROM changes_history
     WHERE kind LIKE 'red_flag%' ORDER BY ALL`,
  )

// When a flag is new, and when it ended: test/warehouse/views-coverage.
test('a run records which flags fire under the thresholds of its job, and the next one which are new', async () => {
  const home = await runsOver([
    [{ e1: { status: '存续', sued: 3 } }, job],
    [{ e1: { status: '吊销', sued: 3 } }, `${job}red_flags: { cases_as_defendant: 3 }\n`],
  ])
  const isNew = {
    kind: 'red_flag',
    day: '02',
    since: '01',
    name: 'e1有限公司',
    field: 'red_flags',
    before: null,
  }
  const told = ['revoked', 'sued_often'].map((after) => ({ ...isNew, after }))
  expect(await flagChanges(home)).toEqual(told)
  // Another threshold makes no other job.
  const jobs =
    'SELECT red_flags, count(DISTINCT job_digest) OVER ()::INTEGER AS jobs FROM runs ORDER BY run_id'
  expect(await published(home, jobs)).toEqual([
    { red_flags: null, jobs: 1 },
    { red_flags: '{"cases_as_defendant":3}', jobs: 1 },
  ])

  // The flags of a past moment stand in no answer: tables that are lost come back with them.
  await rm(homeAt(home).state.warehouse)
  const { run } = await worldOf({ enterprises: [enterprise('e3', 'e3有限公司')] })
  await run(job.replace('e1', 'e3'), { home, now: () => new Date(Date.UTC(2026, 2, 9)) })
  expect(await flagChanges(home)).toEqual(told)
})
