import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import dueDiligence from '../../pipelines/enterprise-due-diligence.ts'
import type { JsonObject } from '../../src/contract/values.ts'
import { type Pipeline, step } from '../../src/run/pipeline.ts'
import { sql } from '../../src/run/select.ts'
import { type Answers, corpusAnswers } from '../../src/standins/service/answers.ts'
import { serveAnswers } from '../../src/standins/service/service.ts'
import { temporaryFolder, type Whenever, whenAllOver } from '../support/folder.ts'
import { enterprise, listed } from '../support/records.ts'
import { apiKey, published, runHere, sentencesOf, writeCorpus } from '../support/run.ts'
import { jobOn, worldOf } from '../support/world.ts'

const uscc = '91110108MA0074PN30'

/** Runs a job over these enterprises, whose service knows 甲, formerly 旧甲, in short 科技股份 or 老甲, and two named 丙. */
async function resolved(entries: string, more: string, whenOver: Whenever) {
  const files = {
    enterprises: [
      {
        ...enterprise('e1', '甲（集团）科技股份有限公司', uscc),
        曾用名: '旧甲有限公司',
        股票简称: '科技股份;老甲',
        变更: [
          {
            变更项: '名称变更',
            变更前: '旧甲有限公司',
            变更后: '甲（集团）科技股份有限公司',
            变更时间: '2019-05-06',
          },
        ],
      },
      enterprise('e2', '乙有限公司'),
      enterprise('e3', '丙有限公司', '91310114MA6DKPUB8T'),
      enterprise('e4', '丙有限公司', '91310115MA2RQJBX9W'),
    ],
  }
  const { service, run, rows: asked } = await worldOf(files, {}, whenOver)
  const findings: string[] = []
  const summary = await run(jobOn(entries, more), { onFinding: (found) => findings.push(found) })
  const rows = await asked(
    'SELECT status, matched_by, enterprise_id, name FROM job_enterprises ORDER BY ordinal',
  )
  return { summary, findings, rows, calls: service.counts.byOperation, asked }
}

const pinning =
  'job.yaml: 丙有限公司 may be 2 enterprises; pin one of them by its id:\n' +
  '  - id: e3 # 丙有限公司 91310114MA6DKPUB8T\n  - id: e4 # 丙有限公司 91310115MA2RQJBX9W'

describe('an enterprise is resolved', () => {
  const came = {} as Awaited<ReturnType<typeof resolved>>
  const whenOver = whenAllOver()
  const names = ['甲(集团) 科技股份有限公司', '旧甲有限公司', '科技股份', '老甲', '丁有限公司', '丙有限公司']
  beforeAll(async () => {
    const codes =
      '{ id: e2 }, { uscc: 91310114MA6DKPUB8T }, { name: 丙有限公司, id: e4 }, { name: 丙有限公司, uscc: 91310114MA6DKPUB8T }'
    const entries = `${codes}, ${names.map((name) => `{ name: ${name} }`).join(', ')}`
    Object.assign(came, await resolved(entries, '', whenOver))
  })
  const match = { status: 'matched', enterprise_id: 'e1', name: '甲（集团）科技股份有限公司' }

  test('by its id or its code, also beside a name that two have', () => {
    expect(came.rows.slice(0, 4)).toMatchObject([
      { status: 'matched', matched_by: 'id', enterprise_id: 'e2' },
      { status: 'matched', matched_by: 'uscc', enterprise_id: 'e3', name: '丙有限公司' },
      { enterprise_id: 'e4' },
      { enterprise_id: 'e3' },
    ])
  })

  test('by its name whatever the width of brackets and the spaces in it', () => {
    expect(came.rows[4]).toMatchObject({ ...match, matched_by: 'name' })
  })

  test('by a former name or the short name of its stock, which only the detail operation knows', () => {
    const other = { ...match, matched_by: 'other_name' }
    expect(came.rows.slice(5, 7)).toMatchObject([other, other])
  })

  test('never by a name that nothing in the one record answered explains: it is told, ready to be pinned', () => {
    // Not found would be a lie: the service did answer, with another name. The second name nobody knows.
    expect(came.rows.slice(7, 9)).toMatchObject([
      { status: 'pending', matched_by: null, enterprise_id: null },
      { status: 'not_found', enterprise_id: null },
    ])
    expect(sentencesOf(came.summary)).toContain(
      'enterprises not found: 1 (丁有限公司); see job_enterprises.status',
    )
    expect(came.findings).toContain(
      'job.yaml: asked for an enterprise by a name, answered with e1, and nothing in the answer relates them; ' +
        'if it is the one that is meant, name it by its id',
    )
  })

  test('never by a name that two have: it is told with both, ready to be pinned, and the others go on', () => {
    expect(came.rows[9]).toMatchObject({ status: 'ambiguous', enterprise_id: null })
    expect(came.findings).toHaveLength(2)
    expect(came.findings).toContain(pinning)
    expect(came.summary.run.status).toBe('gaps')
  })

  test('with a search for each name that stands alone, and no enterprise is paid for twice', async () => {
    expect(came.calls).toMatchObject({ rh_enterpriseSearch: names.length, rh_enterpriseWritList: 4 })
    // The answers that told who it is hold its details already: they are not bought again under its present name.
    const again = `FROM calls WHERE operation = 'rh_company_info' AND (params->>'name') = '${match.name}'`
    expect(await came.asked(again)).toEqual([])
    expect(await came.asked("FROM list_pages WHERE enterprise_id = 'e1'")).toHaveLength(1)
  })
})

test('a name that two enterprises have stops the run before anything is spent behind it, when the job says so', async () => {
  const { findings, summary, calls } = await resolved(
    '{ name: 丙有限公司 }, { name: 乙有限公司 }',
    'ambiguous: stop\n',
    onTestFinished,
  )
  expect(findings).toEqual([pinning])
  // A name that two have cannot be another name of a third.
  expect(calls.rh_company_info ?? 0).toBe(0)
  expect(summary.run).toMatchObject({ status: 'stopped' })
  expect(summary.run.reason).toContain('1 finding')
  expect(calls.rh_enterpriseWritList ?? 0).toBe(0)
  expect(calls.rh_case_details ?? 0).toBe(0)
})

/** A service over these records that answers what `heard` makes of a question, and a home beside it. */
async function worldHearing(
  files: Parameters<typeof writeCorpus>[1],
  heard: (...asked: Parameters<Answers['answer']>) => JsonObject,
) {
  const folder = await temporaryFolder()
  const corpus = await writeCorpus(`${folder}/corpus`, files)
  const { answer } = await corpusAnswers(corpus)
  const hearing: Answers = {
    answer: (operation, params) => answer(operation, heard(operation, params)),
  }
  const { url, close } = await serveAnswers(hearing, { apiKey })
  onTestFinished(close)
  const home = `${folder}/home`
  return {
    run: (entries: string, pipeline: Pipeline = dueDiligence) =>
      runHere({ home, job: jobOn(entries), url, pipeline }),
    matched: () => published(home, 'SELECT status, enterprise_id FROM job_enterprises ORDER BY ordinal'),
  }
}

test('a service that knows names only as the register writes them finds brackets in half width or on two lines, and of a home that asked as written pays once for what found nothing', async () => {
  // 甲 is found by any spelling of its name, 乙 by that of the register alone.
  const [half, full] = [
    ['甲 (集团) 有限公司', '乙 (集团) 有限公司'],
    ['甲（集团）有限公司', '乙（集团）有限公司'],
  ]
  const asked: string[] = []
  const files = { enterprises: full.map((name, at) => enterprise(`e${at + 1}`, name)) }
  const { run, matched } = await worldHearing(files, (operation, params) => {
    const name = String(params.name)
    if (params.name === undefined) return params
    asked.push(`${operation} ${name}`)
    return name.startsWith('甲') || full.includes(name) ? params : { ...params, name: '无此名称' }
  })
  const runOver = async (names: readonly string[], pipeline?: Pipeline) => {
    await run(names.map((name) => `{ name: ${JSON.stringify(name)} }`).join(', '), pipeline)
    return asked.splice(0).toSorted()
  }

  /** Names were asked for as the job writes them. */
  const select = sql`SELECT given_name AS name FROM job_inputs`
  const steps = [step('resolve', 'rh_enterpriseSearch', select, { freshFor: '30d' })]
  const asWritten: Pipeline = { ...dueDiligence, checks: [], steps }
  expect(await runOver(half, asWritten)).toEqual(half.map((name) => `rh_enterpriseSearch ${name}`).toSorted())
  const lines = ['甲(集团）\n有限公司', '乙(集团）\n有限公司']
  expect(await runOver([...half, ...full, ...lines])).toEqual(
    [...full.map((name) => `rh_company_info ${name}`), `rh_enterpriseSearch ${full[1]}`].toSorted(),
  )
  const found = ['e1', 'e2'].map((enterprise_id) => ({ status: 'matched', enterprise_id }))
  expect(await matched()).toEqual([...found, ...found, ...found])
})

test('a list that was asked for by a code and answered with that of another enterprise is not taken for it', async () => {
  const files = {
    enterprises: [enterprise('e1', '甲有限公司', uscc), enterprise('e2', '乙有限公司', '91310114MA6DKPUB8T')],
    'enterprise-documents': [listed('e1', 'd0001'), listed('e2', 'd0002')],
  }
  let isWell = false
  const { run, matched } = await worldHearing(files, (_, params) =>
    params.tyshxydm === uscc && !isWell ? { id: 'e2', pageNo: 1 } : params,
  )
  const ill = await run(`{ uscc: ${uscc} }`)
  // The record of that enterprise has another code: nothing is matched, and the run says so.
  expect(await matched()).toEqual([{ status: 'pending', enterprise_id: null }])
  expect(sentencesOf(ill)).toContain(`enterprises not matched yet: 1 (${uscc}); see job_enterprises.status`)
  isWell = true
  const well = await run(`{ uscc: ${uscc} }`)
  expect(await matched()).toEqual([{ status: 'matched', enterprise_id: 'e1' }])
  expect(well.run.status).toBe('gaps')
  expect(well.gaps).toMatchObject([{ kind: 'documents', count: 1 }])
})
