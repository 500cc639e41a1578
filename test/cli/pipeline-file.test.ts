import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { problemsOf } from '../support/problems.ts'
import { published } from '../support/run.ts'
import { setUp } from './setting.ts'

const guide = await readFile(new URL('../../docs/pipelines.md', import.meta.url), 'utf8')
/** The pipeline that docs/pipelines.md shows. */
const [, shown = ''] = /```ts\n(\/\/ jobs\/first-pages\.ts[^`]*(?:`(?!``)[^`]*)*)```/.exec(guide) ?? []

async function problemsWith(pipeline: string | undefined): Promise<string[]> {
  const folder = await temporaryFolder()
  if (pipeline !== undefined) await writeFile(join(folder, 'own.ts'), pipeline)
  await writeFile(join(folder, 'job.yaml'), 'pipeline: ./own.ts\nenterprises: [{ name: 甲公司 }]\n')
  return await problemsOf(join(folder, 'job.yaml'))
}

describe('a job that names a pipeline file', () => {
  test('runs it: the one of the guide reads each first page and no more', async () => {
    const { folder, home, file, dossier, service } = await setUp(
      'pipeline: ./first-pages.ts\nenterprises: [{ name: 甲公司 }, { name: 乙公司 }]\nexports: []\n',
    )
    await writeFile(join(folder, 'first-pages.ts'), shown)
    const { code, notes, out } = await dossier(['run', file])
    expect({ code, notes }).toMatchObject({ code: 0 })
    expect(out).toContain('2 listed')
    expect(service.counts.byOperation).toMatchObject({ rh_enterpriseSearch: 2, rh_enterpriseWritList: 2 })
    expect(await published(home, 'SELECT pipeline, status FROM runs')).toEqual([
      { pipeline: 'first-pages', status: 'complete' },
    ])
  })

  const lacking =
    'job.yaml:1: pipeline: own.ts exports no pipeline: expected a default export made by definePipeline; it lacks meaning, job, inputs, variables'
  test.each([
    ['the file is not there', undefined, /^job\.yaml:1: pipeline: own\.ts cannot be loaded: .*own\.ts/],
    ['the file does not parse', 'export default {', /^job\.yaml:1: pipeline: own\.ts cannot be loaded: /],
    ['a default export lacks parts', "export default { name: 'x', steps: [] }", new RegExp(`^${lacking}$`)],
    [
      'a step calls no operation',
      shown.replaceAll("'rh_enterpriseSearch'", "'rh_search'"),
      /pipeline first-pages: step resolve calls rh_search; expected one of case_vector_search/,
    ],
  ])('is told when %s', async (_, pipeline, problem) => {
    expect(await problemsWith(pipeline)).toEqual([expect.stringMatching(problem)])
  })

  test('is valid only when its SELECTs can be asked; validate asks them, without a call', async () => {
    const folder = await temporaryFolder()
    const job = join(folder, 'job.yaml')
    await writeFile(job, 'pipeline: ./own.ts\nenterprises: [{ name: 甲公司 }]\n')
    await writeFile(join(folder, 'own.ts'), shown)
    expect(await cli(['validate', job])).toMatchObject({ code: 0, out: expect.stringContaining('1 entry') })
    await writeFile(join(folder, 'own.ts'), shown.replace('FROM job_inputs', 'FROM job_outputs'))
    const { code, notes } = await cli(['validate', job])
    expect(code).toBe(2)
    expect(notes).toMatch(/pipeline first-pages, step resolve: its SELECT cannot be planned: .*job_outputs/)
  })
})
