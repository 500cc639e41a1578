import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pipelines } from '../../../src/app/job.ts'
import { readJob } from '../../../src/run/job/read-job.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { problemsOf } from '../../support/problems.ts'
import { jobFile } from './written.ts'

const lines = (...text: string[]): string => `${text.join('\n')}\n`
const head = ['pipeline: enterprise-due-diligence', 'enterprises:', '  - name: 甲公司']
const topKeys =
  'pipeline, title, budget, rate, timeout, costs, freshness, exports, report, red_flags, absences, transport, tools, schedule, after, notify, retention, enterprises, ambiguous, litigation'
const pipelineNames =
  'one of enterprise-due-diligence, case-research, statute-watch, or a file as ./my-pipeline.ts'

/** A job that is sound but for the lines given, which begin on line 4; what it is told. */
const problemsWith = async (...more: string[]) => await problemsOf(await jobFile(lines(...head, ...more)))

/** Of each YAML, the only problem that is told: its line in the job, and its words. */
function areTold(what: string, cases: Readonly<Record<string, string>>): void {
  test.each(Object.entries(cases))(`${what} is told with its line: %j`, async (yaml, problem) => {
    expect(await problemsWith(yaml)).toEqual([`job.yaml:${problem}`])
  })
}

areTold('a key that nobody reads', {
  'bugdet: { calls: 3 }': '4: unknown key "bugdet" in the job; did you mean "budget"?',
  'frobnicate: 1': `4: unknown key "frobnicate" in the job; known: ${topKeys}`,
  'title: 排查\nlitigation:\n  sinc: 2020-01-01':
    '6: unknown key "sinc" in litigation; did you mean "since"?',
  'tools:\n  rh_case_detail: cases':
    '5: unknown key "rh_case_detail" in tools; did you mean "rh_case_details"?',
  'exports:\n  - format: csv\n  - format: csv\n    table: [cases]':
    '7: unknown key "table" in exports.1; did you mean "tables"?',
  'red_flags: { cases_as_defendent: 3 }':
    '4: unknown key "cases_as_defendent" in red_flags; did you mean "cases_as_defendant"?',
})

areTold('a value that is not what it should be', {
  'budget: { calls: many }': '4: budget.calls: expected a number; found "many"',
  'budget:\n  calls: 1.5': '5: budget.calls: expected a whole number; found 1.5',
  'budget: { calls: 0 }': '4: budget.calls: expected a number of at least 1; found 0',
  'budget: { cost: 0 }': '4: budget.cost: expected a number above 0; found 0',
  'rate:\n  concurrency: 1000': '5: rate.concurrency: expected a number of at most 512; found 1000',
  'rate: { perSecond: unlimitd }':
    '4: rate.perSecond: expected a number of calls a second, or "unlimited"; found "unlimitd"',
  'title: 2024': '4: title: expected text; found 2024',
  'litigation: all': '4: litigation: expected keys with values; found "all"',
  'litigation:': '4: litigation: expected keys with values; found nothing',
  'freshness: { details: 7 }':
    '4: freshness.details: expected "forever", "run" or a duration such as 12h or 7d; found 7',
  'litigation:\n  since: 2023-02-29':
    '5: litigation.since: expected a date as yyyy-MM-dd; found "2023-02-29"',
  'litigation: { since: 2020 }': '4: litigation.since: expected a date as yyyy-MM-dd; found 2020',
  'litigation:\n  rescan: alway':
    '5: litigation.rescan: expected one of changed, always; found "alway"; did you mean "always"?',
  'exports:\n  - format: cvs':
    '5: exports.0.format: expected one of csv, parquet, jsonl, xlsx; found "cvs"; did you mean "csv"?',
  'exports: [{ format: csv, tables: [cases], sql: x.sql }]':
    '4: exports.0.sql: expected tables or sql, not both; found "x.sql"',
  'exports: [{ format: parquet, safety: none }]': '4: exports.0.safety: expected with csv only; found "none"',
  'exports: [{ format: csv, tables: [] }]': '4: exports.0.tables: expected a list of at least 1; found []',
})

areTold('a name that the schema cannot know', {
  'freshness:\n  profile: 7d\n  detials: 30d':
    '6: freshness: there is no step "detials"; did you mean "details"?',
  'exports:\n  - format: csv\n    sql: "../top 10.sql"':
    '6: exports.0.sql: the name of this file cannot name the export; expected name: beside it, of letters and digits; found "../top 10.sql"',
  'exports:\n  - format: csv\n    tables:\n      - cases\n      - case':
    '8: exports.0.tables: there is no table or view "case"; did you mean "cases"?',
})

test('a SQL file that is not there is told before any call', async () => {
  const [problem] = await problemsWith('exports:', '  - format: csv', '    sql: nowhere.sql')
  expect(problem).toMatch(/^job\.yaml:6: exports\.0\.sql: .*nowhere\.sql does not exist; expected a file/)
})

test('so is a template of Word files that is not there, or that no Word file is made with', async () => {
  const [missing] = await problemsWith('report:', '  formats: [docx]', '  template: nowhere.docx')
  expect(missing).toMatch(
    /^job\.yaml:6: report\.template: .*nowhere\.docx does not exist; expected a \.docx file/,
  )
  const [idle] = await problemsWith('report:', '  template: nowhere.docx')
  expect(idle).toBe('job.yaml:5: report.template: expected with docx among the formats only')
})

const leadingOut = ['../../..', '/tmp/elsewhere', 'a/b', 'a\\b', '~', '.hidden', '', 'a\0b']
test.each([...leadingOut.map((given) => ['folder', given]), ['name', '../../suppliers']])(
  'a %s of an export that leads out of its exports is told before any call: %j',
  async (key, given) => {
    const hint = key === 'name' ? 'without folder and ending' : 'that stands within the exports of the run'
    const value = JSON.stringify(given)
    expect(await problemsWith('exports:', '  - format: csv', `    ${key}: ${value}`)).toEqual([
      `job.yaml:6: exports.0.${key}: expected one name of letters, digits, "_", "-" and ".", of at most 200 bytes, ${hint}; found ${value}`,
    ])
  },
)

describe('the enterprises of a job', () => {
  const problemsAfterPipeline = async (yaml: string) =>
    await problemsOf(await jobFile(lines('pipeline: enterprise-due-diligence', yaml)))

  test.each(
    Object.entries({
      '': '1: enterprises: expected a list; found nothing',
      'enterprises:': '2: enterprises: expected a list; found nothing',
      'enterprises: []': '2: enterprises: expected a list of at least 1; found []',
      'enterprises: 甲公司': '2: enterprises: expected a list; found "甲公司"',
      'enterprises:\n  - 甲公司': '3: enterprises.0: expected keys with values; found "甲公司"',
      'enterprises:\n  - name: 甲厂\n  - {}':
        '4: enterprises.1: expected one of name, uscc, id or file; found {}',
      'enterprises:\n  - name: "  "': '3: enterprises.0.name: expected text that is not blank; found "  "',
      'enterprises:\n  - name: 甲厂\n    file: a.csv':
        '3: enterprises.0: a file stands alone; its columns are name, uscc and id; found {"name":"甲厂","file":"a.csv"}',
      'enterprises:\n  - name: 甲厂\n    uscc: 91330000123456789X':
        '4: enterprises.0.uscc: not a unified social credit code (18 characters with a check digit, GB 32100-2015); found "91330000123456789X"',
    }),
  )('are told with the line when they are wrong: %j', async (yaml, problem) => {
    expect(await problemsAfterPipeline(yaml)).toEqual([`job.yaml:${problem}`])
  })

  test('an unknown key in one of them is told once, with the key that was meant', async () => {
    const problems = await problemsAfterPipeline('enterprises:\n  - nmae: 甲厂')
    expect(problems[0]).toBe('job.yaml:3: unknown key "nmae" in enterprises.0; did you mean "name"?')
  })
})

test('thresholds of red flags that count nothing are all told', async () => {
  const flags = 'cases_as_defendant: 0, share_of_capital: 0, months: 1.5'
  expect(await problemsWith(`red_flags: { ${flags} }`)).toEqual([
    'job.yaml:4: red_flags.cases_as_defendant: expected a number of at least 1; found 0',
    'job.yaml:4: red_flags.share_of_capital: expected a number above 0; found 0',
    'job.yaml:4: red_flags.months: expected a whole number; found 1.5',
  ])
})

describe('the pipeline of a job', () => {
  test.each([
    ['missing', 'title: x', 1, 'found nothing'],
    ['left empty', '\npipeline:', 2, 'found nothing'],
    ['a word of JavaScript', 'pipeline: toString', 1, 'found "toString"'],
    [
      'misspelt',
      'title: x\npipeline: enterprise-due-dilligence',
      2,
      'found "enterprise-due-dilligence"; did you mean "enterprise-due-diligence"?',
    ],
    ['in a list instead of a mapping', '- pipeline: x', 1, 'found nothing'],
    ['in an empty file', '', 1, 'found nothing'],
  ])('is told when it is %s', async (_, text, line, found) => {
    expect(await problemsOf(await jobFile(text))).toEqual([
      `job.yaml:${line}: pipeline: expected ${pipelineNames}; ${found}`,
    ])
  })
})

describe('everything that is wrong is told at once', () => {
  test('keys, values, conditions over several keys, names and files', async () => {
    const problems = await problemsWith(
      'bugdet: { calls: 3 }',
      'rate: { perSecond: fast }',
      'freshness:',
      '  litigation: 7d',
      '  detials: 30d',
      'exports:',
      '  - { format: csvv }',
      '  - { format: csv, tables: [casse], sql: nowhere.sql }',
      '  - { format: csv, tables: [casse] }',
      '  - { format: csv, sql: nowhere.sql }',
    )
    expect(problems.map((problem) => problem.split(':').slice(1, 3).join(':'))).toEqual([
      '4: unknown key "bugdet" in the job; did you mean "budget"?',
      '5: rate.perSecond',
      '7: freshness.litigation',
      '8: freshness',
      '10: exports.0.format',
      '11: exports.1.sql',
      '12: exports.2.tables',
      '13: exports.3.sql',
    ])
  })

  test('of a job whose pipeline is not known, what any job may have', async () => {
    const text = lines('pipeline: nowhere', 'rate: { perSecond: 0 }', 'exports: [{ format: csvv }]')
    expect((await problemsOf(await jobFile(text))).map((problem) => problem.split(':').slice(1, 3))).toEqual([
      ['1', ' pipeline'],
      ['2', ' rate.perSecond'],
      ['3', ' exports.0.format'],
    ])
  })

  test('nothing that only follows from something else that is wrong', async () => {
    const text = lines('pipeline: statute-watch', 'citations: 5')
    expect(await problemsOf(await jobFile(text))).toEqual(['job.yaml:2: citations: expected a list; found 5'])
  })
})

describe('YAML that cannot be read', () => {
  test.each([
    ['a bracket that is not closed', 'pipeline: [a\nfoo: 1\n', 2, 'Flow sequence'],
    ['a tab for an indent', 'pipeline: a\nenterprises:\n\t- name: b\n', 3, 'Tabs are not allowed'],
    ['a key that stands twice', 'pipeline: a\ntitle: b\npipeline: c\n', 3, 'Map keys must be unique'],
    [
      'a second document',
      'pipeline: a\n---\npipeline: b\n',
      2,
      'expected one YAML document; found another after ---',
    ],
    ['a quote that is not closed', 'title: "x\npipeline: a\n', 3, 'Missing closing "quote'],
  ])('is told with its line: %s', async (_, text, line, message) => {
    const [problem] = await problemsOf(await jobFile(text))
    expect(problem).toContain(`job.yaml:${line}: ${message}`)
  })

  test('an alias is refused with its line', async () => {
    const text = lines('pipeline: enterprise-due-diligence', 'title: &a x', 'enterprises:', '  - name: *a')
    expect(await problemsOf(await jobFile(text))).toEqual([
      'job.yaml:4: alias *a: aliases are not supported; write it out',
    ])
  })

  test('a file that is not there', async () => {
    expect(await problemsOf(join(await temporaryFolder(), 'job.yaml'))).toEqual([
      'job.yaml: does not exist; expected a job file (YAML); dossier init writes one',
    ])
  })

  test('a folder', async () => {
    const [problem] = await problemsOf(await temporaryFolder())
    expect(problem).toContain(': is a folder; expected a job file (YAML)')
  })
})

describe('a sound job', () => {
  test('has every default', async () => {
    const { job } = await readJob(await jobFile(lines(...head), {}, '供应商.yaml'), pipelines)
    expect(job).toMatchObject({
      name: '供应商',
      settings: {
        budget: {},
        rate: { perSecond: 5, concurrency: 4 },
        costs: {},
        freshness: {},
        exports: [{ format: 'csv' }, { format: 'parquet' }],
        litigation: { rescan: 'changed' },
      },
    })
  })

  test('may be an object: the same job as its file, named by its title', async () => {
    const enterprises = [{ name: '甲公司' }]
    const object = { pipeline: 'enterprise-due-diligence', title: '供应商', enterprises } as const
    const { job } = await readJob(object, pipelines)
    const written = await readJob(await jobFile(lines(...head, 'title: 供应商')), pipelines)
    expect([job.name, job.digest, job.settings]).toEqual(['供应商', written.job.digest, written.job.settings])
    // @ts-expect-error: the type knows the keys too.
    expect(await problemsOf({ ...object, bugdet: { calls: 3 }, enterprises: [{ name: 1 }] })).toEqual([
      'job: enterprises.0.name: expected text; found 1',
      'job: unknown key "bugdet" in the job; did you mean "budget"?',
    ])
  })

  test('keeps its digest when only its pace changes, and has another when it asks for something else', async () => {
    const digestOf = async (text: string) => (await readJob(await jobFile(text), pipelines)).job.digest
    const digest = await digestOf(lines(...head))
    expect(await digestOf(lines(...head))).toBe(digest)
    const paced = ['# note', 'title: 季度排查', 'budget: { calls: 9 }', 'timeout: 90', 'exports: []']
    expect(await digestOf(lines(...head, ...paced, 'rate: { perSecond: 1 }'))).toBe(digest)
    expect(await digestOf(lines(...head, 'litigation: { since: 2020-01-01 }'))).not.toBe(digest)
  })

  test('may be written with CRLF and a byte order mark', async () => {
    const text = `\uFEFF${lines(...head, 'bugdet: 1').replaceAll('\n', '\r\n')}`
    expect(await problemsOf(await jobFile(text))).toEqual([
      'job.yaml:4: unknown key "bugdet" in the job; did you mean "budget"?',
    ])
  })

  test('the sample job and its suppliers are sound', async () => {
    expect(await problemsOf('jobs/sample-due-diligence.yaml')).toEqual([])
  })
})
