import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { dataTables } from '../../../src/rows/tables/index.ts'
import { homeAt } from '../../../src/run/home/home.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { longForm } from '../../support/forms.ts'
import { apiKey, published, serveCorpus } from '../../support/run.ts'
import { sampleCorpus } from '../../support/sample-corpus.ts'
import { searchFolder } from '../../support/search-home.ts'
import { tablesIn } from '../../support/tables.ts'

const seed = Number(process.env.DOSSIER_TEST_SEED ?? Math.floor(Math.random() * 1e6))

const trading = {
  id: '5a1e0000c0de4d00a0000000000000e2',
  code: '91310115MA2RQJBX9W',
  name: '示例商贸（上海）有限公司',
}
const whole = [...Object.values(trading), '示例商贸(上海)有限公司', '示例商贸公司']
const apart = ['.state/tombstones.json']

const job = (entries: readonly string[], more: string): string => `pipeline: enterprise-due-diligence
enterprises: [${entries.join(', ')}]
rate: { perSecond: unlimited, concurrency: 8 }
${more}`
/** Every kind of file that a run makes. */
const written = `exports:
  - { format: csv, tables: [enterprises, cases] }
  - { format: parquet, tables: [cases] }
  - { format: xlsx, tables: [enterprises] }
report: { formats: [html, docx] }
`
const entries = [
  '{ name: 示例商贸（上海）有限公司 }',
  '{ id: 5a1e0000c0de4d00a0000000000000e4 }',
  '{ name: 示例物流 }',
]

describe(`what was forgotten, seed ${seed}`, { timeout: 120_000 }, () => {
  const setting = {} as { folder: string; env: Record<string, string>; home: string; accessLog: string }
  const dossier = (...args: string[]) => cli(args, setting.env)
  const run = async (list: readonly string[], more = written) => {
    const file = join(setting.folder, 'job.yaml')
    await writeFile(file, job(list, more))
    return await dossier('run', file)
  }
  const requests = async () => (await readFile(setting.accessLog, 'utf8')).trimEnd().split('\n')
  const tables = async () => {
    const all = await tablesIn(homeAt(setting.home).state.warehouse)
    return Object.fromEntries(Object.keys(dataTables).map((name) => [name, all[name]]))
  }
  const sums = () =>
    published(
      setting.home,
      `SELECT count(*)::INTEGER AS calls, sum(cost) AS cost, sum(attempts)::INTEGER AS attempts,
         md5(string_agg(call_key || segment || line || operation || step || fetched_at, ',' ORDER BY segment, line)) AS bill
       FROM calls`,
    )
  const othersRows = () =>
    published(
      setting.home,
      `SELECT 'listed' AS what, count(*)::INTEGER AS n FROM enterprise_documents WHERE enterprise_id <> '${trading.id}'
       UNION ALL SELECT 'texts', count(*)::INTEGER FROM document_details WHERE document_id IN (
         SELECT document_id FROM enterprise_documents WHERE enterprise_id <> '${trading.id}')
       UNION ALL SELECT 'articles', count(*)::INTEGER FROM articles
       UNION ALL SELECT 'patents', count(*)::INTEGER FROM enterprise_patents WHERE enterprise_id <> '${trading.id}'
       ORDER BY 1`,
    )

  const whenOver = whenAllOver()
  beforeAll(async () => {
    setting.folder = await temporaryFolder(whenOver)
    setting.home = join(setting.folder, 'home')
    setting.accessLog = join(setting.folder, 'access.ndjson')
    const corpus = await sampleCorpus({
      seed,
      enterprises: 7,
      documentsPerEnterprise: 6,
      contentCharacters: [200, 400],
    })
    const service = await serveCorpus(corpus, { accessLog: setting.accessLog }, whenOver)
    setting.env = { DOSSIER_HOME: setting.home, DOSSIER_BASE_URL: service.url, DOSSIER_API_KEY: apiKey }
    await run(entries)
  }, 120_000)

  test('an enterprise is gone from every byte, and the bill and the others stay as they were', async () => {
    const before = await searchFolder(setting.home, whole, apart)
    for (const kind of ['csv', 'parquet', 'xlsx', 'html', 'docx', 'ndjson', 'duckdb'])
      expect(before).toContainEqual(expect.stringContaining(`.${kind}: `))
    const bill = await sums()
    const others = await othersRows()
    const dry = await dossier('forget', '--enterprise', trading.code, '--dry-run')
    expect(dry).toMatchObject({ code: 0, notes: '' })
    expect(dry.out).toContain('would be erased')
    expect(await searchFolder(setting.home, whole, apart)).toEqual(before)
    const asked = (await requests()).length

    const told = await dossier(
      'forget',
      '--enterprise',
      trading.code,
      '--also',
      '示例商贸公司',
      '--reason',
      '申请',
      '--yes',
    )

    expect(told).toMatchObject({ code: 0, notes: '' })
    expect(await searchFolder(setting.home, whole, apart)).toEqual([])
    expect(await sums()).toEqual(bill)
    expect(await othersRows()).toEqual(others)
    expect((await requests()).length).toBe(asked)
  })

  test('tables that are rebuilt from raw are the same', async () => {
    const before = await tables()
    await rm(homeAt(setting.home).state.warehouse)
    const listed = await dossier('forget', '--list')
    expect(listed.out).toContain(trading.id)
    expect(await tables()).toEqual(before)
  })

  test('a later run asks for the others only, and brings nothing back', async () => {
    const before = (await requests()).length
    const told = await run(entries, 'exports: []\n')
    expect(told.out).toContain("forgotten    1 of the job's entries not asked for")
    const made = (await requests()).slice(before)
    // One page of the list that the job is sure of, and the name that no candidate has.
    expect(made.length).toBe(2)
    expect(await searchFolder(setting.home, whole, apart)).toEqual([])
    expect(
      await published(
        setting.home,
        `SELECT given_name, status FROM job_enterprises
         WHERE run_id = (SELECT max(run_id) FROM runs) ORDER BY ordinal`,
      ),
    ).toEqual([
      { given_name: null, status: 'forgotten' },
      { given_name: null, status: 'matched' },
      { given_name: '示例物流', status: 'ambiguous' },
    ])
  })

  test('answers that name it are masked before they land, also those of enterprises that are new', async () => {
    const told = await run(
      [...entries, '{ id: 5a1e0000c0de4d00a0000000000000e1 }', `{ id: ${trading.id} }`],
      'exports: [{ format: csv, tables: [enterprises, cases] }]\n',
    )
    expect(told.out).toContain("forgotten    2 of the job's entries not asked for")
    expect(await searchFolder(setting.home, whole, apart)).toEqual([])
    const [row] = await published(
      setting.home,
      'SELECT count(*) FILTER (masked > 0)::INTEGER AS masked FROM calls WHERE run_id = (SELECT max(run_id) FROM runs)',
    )
    expect(row?.masked).toBeGreaterThan(0)
  })

  // The short form forgets a person in a smaller home: test/cli/forget.test.ts.
  longForm('a person is masked everywhere, and no row is lost', async () => {
    // A column keeps its texts one behind the other: 某有限公司 before 马浩 would read as 司马浩 although nobody names him.
    const [person] = await published(
      setting.home,
      `SELECT name, count(*) AS n FROM case_parties AS party WHERE regexp_full_match(name, '[一-龥]{3}') AND name NOT LIKE '%某%'
         AND NOT EXISTS (FROM case_parties AS other
           WHERE starts_with(other.name, party.name[2:]) OR starts_with(other.name, party.name[3:]))
       GROUP BY name ORDER BY n DESC, name LIMIT 1`,
    )
    const name = String(person?.name)
    expect((await searchFolder(setting.home, [name])).length).toBeGreaterThan(2)
    const rows = () =>
      published(
        setting.home,
        "SELECT (SELECT count(*) FROM cases) || ' ' || (SELECT count(*) FROM enterprise_documents) AS n",
      )
    const before = [await rows(), await sums()]

    expect(await dossier('forget', '--person', name, '--yes')).toMatchObject({ code: 0, notes: '' })

    expect(await searchFolder(setting.home, [name], apart)).toEqual([])
    expect([await rows(), await sums()]).toEqual(before)
  })
})
