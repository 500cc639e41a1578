import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { civilCode, enterprise } from '../support/records.ts'
import { apiKey, serveCorpus, writeCorpus } from '../support/run.ts'

test('retry-failed tells that a job has not run yet, and after a good run that there is nothing to ask', async () => {
  const folder = await temporaryFolder()
  const corpus = { enterprises: [enterprise('e1', '甲公司')], statutes: civilCode }
  const { url, counts } = await serveCorpus(await writeCorpus(join(folder, 'corpus'), corpus))
  const job = join(folder, 'suppliers.yaml')
  await writeFile(job, 'pipeline: enterprise-due-diligence\nenterprises: [{ id: e1 }]\nexports: []\n')
  const env = { DOSSIER_API_KEY: apiKey, DOSSIER_BASE_URL: url, DOSSIER_HOME: join(folder, 'home') }
  expect(await cli(['retry-failed', job], env)).toEqual({
    code: 2,
    out: '',
    notes: 'dossier: retry-failed: suppliers has not run yet; run it first: dossier run JOB',
  })
  expect((await cli(['run', job], env)).code).toBe(0)
  const { requests } = counts
  const { code, notes } = await cli(['retry-failed', job], env)
  expect(code).toBe(0)
  expect(notes).toMatch(/^dossier: retry-failed: run \S+ of suppliers left no call to ask again$/)
  expect(counts.requests).toBe(requests)
})
