import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { enterprise, judgment, listed } from '../support/records.ts'
import { runHere, serveCorpus, writeCorpus } from '../support/run.ts'

const job =
  'pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\nexports: []\nrate: { perSecond: unlimited }\n'

/** Calls for details that runs on these days make, of a document of that date whose text nobody has. */
async function askedOn(decided: string, ...days: string[]): Promise<number[]> {
  const folder = await temporaryFolder()
  const corpus = await writeCorpus(join(folder, 'corpus'), {
    enterprises: [enterprise('e1', '甲公司')],
    'enterprise-documents': [listed('e1', 'd1', { 时间: decided })],
  })
  const { url, counts } = await serveCorpus(corpus)
  const asked = []
  for (const day of days) {
    const before = counts.byOperation.rh_case_details
    await runHere({ home: join(folder, 'home'), job, url, now: () => new Date(`${day}T02:00:00Z`) })
    asked.push(counts.byOperation.rh_case_details - before)
  }
  return asked
}

test('a full text that nobody has is looked for again after 30 days, while its judgment is recent', async () => {
  // By id and by number, in both libraries.
  expect(
    await askedOn('2023-05-06', '2023-06-01', '2023-06-02', '2023-06-30', '2023-07-02', '2023-07-03'),
  ).toEqual([4, 0, 0, 4, 0])
})

test('of an older judgment the absence stands', async () => {
  expect(await askedOn('2015-05-06', '2023-06-01', '2023-09-01')).toEqual([4, 0])
})

test('a text that came since is found, and nothing of it is asked for again', async () => {
  const folder = await temporaryFolder()
  const documents = [listed('e1', 'd1', { 时间: '2023-05-06' })]
  const files = { enterprises: [enterprise('e1', '甲公司')], 'enterprise-documents': documents }
  const home = join(folder, 'home')
  const early = await serveCorpus(await writeCorpus(join(folder, 'early'), files))
  await runHere({ home, job, url: early.url, now: () => new Date('2023-06-01T02:00:00Z') })
  const later = await serveCorpus(
    await writeCorpus(join(folder, 'later'), { ...files, cases: [judgment('d1')] }),
  )
  const on = async (day: string) =>
    await runHere({ home, job, url: later.url, now: () => new Date(`${day}T02:00:00Z`) })
  expect((await on('2023-07-05')).documents).toMatchObject({ withFullText: 1, notFound: 0 })
  expect(later.counts.byOperation.rh_case_details).toBe(1)
  await on('2023-09-05')
  expect(later.counts.byOperation.rh_case_details).toBe(1)
})
