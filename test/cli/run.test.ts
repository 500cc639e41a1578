import { chmod, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../src/run/home/home.ts'
import { cli, type Told } from '../support/cli.ts'
import { throwZeros } from '../support/dice.ts'
import { whenAllOver } from '../support/folder.ts'
import { apiKey, giveTables, published, serveCorpus } from '../support/run.ts'
import { closedAddress, exportingJob, jobOver, setUp, setUpNew, smallJob } from './setting.ts'

const exists = (path: string): Promise<boolean> =>
  readdir(path).then(
    () => true,
    () => false,
  )

describe('exit code 0: a complete run', () => {
  const setting = {} as Awaited<ReturnType<typeof setUpNew>> & { first: Told }
  const whenOver = whenAllOver()
  beforeAll(async () => {
    const made = await setUpNew(exportingJob, whenOver)
    Object.assign(setting, made, { first: await made.dossier(['run', made.file]) })
  })

  test('tells what it did and where to look, and leaves warehouse, exports and a link to them', async () => {
    const { home, first } = setting
    const { code, out, notes } = first
    expect(code).toBe(0)
    expect(notes).toMatch(/^starting run \d{8}T\d{6}Z-[0-9a-f]{4} of job at http:\/\/127\.0\.0\.1:\d+\n/)
    expect(notes).toContain('calls made')
    expect(out).toMatch(
      /^run {10}\S+ complete · 排查\ncalls {8}\d+ calls in \d+ tries, [\d.]+ s, \d+ points\n/,
    )
    expect(out).toContain('enterprises  2 matched')
    expect(out).toContain('documents    2 listed, 2 with full text, 0 in neither library')
    expect(out).toContain('citations    4, 4 joined to their article, 0 recorded as not found')
    expect(out).toContain(`warehouse    ${join(home, 'dossier.duckdb')}`)
    const runId = (await readdir(join(home, 'runs')))[0] ?? ''
    expect(await readlink(join(home, 'latest'))).toBe(join('runs', runId))
    const run = join(home, 'runs', runId)
    expect(out).toContain(`exports      ${join(run, 'exports')}`)
    expect(await readdir(run)).toEqual(expect.arrayContaining(['run.json', 'log.ndjson', 'exports']))
    expect(await readdir(join(run, 'exports'))).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'coverage.csv',
        'coverage.parquet',
        'enterprise_documents.csv',
      ]),
    )
  })

  test('--json prints one document, in which what is known is not asked for again, and only what the job names is exported', async () => {
    const { file, home, dossier } = setting
    const exporting = 'exports: [{ format: csv, tables: [enterprise_documents] }]'
    await writeFile(file, jobOver(['甲公司', '乙公司'], exporting))
    const { code, out, notes } = await dossier(['run', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      run: { job: 'job', title: '排查', status: 'complete', reason: null },
      documents: { listed: 2, withFullText: 2, notFound: 0, notLookedUp: 0 },
      gaps: [],
    })
    expect(notes).toContain('starting run')
    const { asked, fresh, made } = JSON.parse(out).calls
    expect({ asked, made }).toEqual({ asked: fresh + 2, made: 2 })
    const exported = await readdir(join(home, 'latest', 'exports'))
    expect(exported.sort()).toEqual(['enterprise_documents.csv', 'manifest.json'])
  })
})

/** A home, a job and a service that is never asked, for commands that are refused before any call. */
let refusing: Awaited<ReturnType<typeof setUp>>
const whenRefused = whenAllOver()
beforeAll(async () => {
  refusing = await setUp(smallJob, whenRefused)
})

/** What a run says that is refused with these settings. */
async function refusalWith(settings: Readonly<Record<string, string>>): Promise<Told> {
  const told = await refusing.dossier(['run', refusing.file], settings)
  expect([told.out, refusing.service.counts.requests]).toEqual(['', 0])
  return told
}

describe('exit code 2: a job that cannot run makes no call and leaves no run', () => {
  test.each([
    [
      'itself',
      'bugdet: 1\nenterprises: [{ name: 甲 }]',
      'bad.yaml:2: unknown key "bugdet" in the job; did you mean "budget"?',
    ],
    [
      'a file that it lists',
      'enterprises: [{ file: list.csv }]',
      'list.csv:3: uscc: not a unified social credit code',
    ],
  ])('every command that reads it says what is wrong with %s', async (_, keys, problem) => {
    const { folder, home, dossier, service } = refusing
    const file = join(folder, 'bad.yaml')
    await writeFile(join(folder, 'list.csv'), 'name,uscc\n甲,\n乙,91330000123456789X\n')
    await writeFile(file, `pipeline: enterprise-due-diligence\n${keys}\n`)
    for (const command of ['validate', 'plan', 'run']) {
      const { code, out, notes } = await dossier([command, file])
      expect([command, code, out]).toEqual([command, 2, ''])
      expect(notes).toMatch(/^dossier: /)
      expect(notes).toContain(problem)
    }
    expect(service.counts.requests).toBe(0)
    expect(await exists(join(home, 'latest'))).toBe(false)
    expect((await dossier(['status'])).out).toContain('no run has begun yet')
  })

  test('no address of the service', async () => {
    const { code, notes } = await refusalWith({ DOSSIER_BASE_URL: '' })
    expect(code).toBe(2)
    expect(notes).toContain('the address of the service is not set; expected DOSSIER_BASE_URL or --base-url')
  })
})

describe('exit code 3: stopped early, to be resumed', () => {
  test('an unreachable service: what was tried, how long, and that the run resumes; then it does', async () => {
    throwZeros()
    const { file, dossier, service } = await setUp(jobOver(['乙公司', '丙公司']))
    const address = await closedAddress()
    const { code, out } = await dossier(['run', file], { DOSSIER_BASE_URL: address })
    expect(code).toBe(3)
    const [, runId] = /^run {10}(\S+) stopped/.exec(out) ?? []
    expect(out).toContain(`${address} does not answer`)
    expect(out).toMatch(/\d tries each, over [\d.]+ s; last: .*ECONNREFUSED/)
    expect(out).toContain('Check the address and the network, then run again: the run resumes')
    const again = await dossier(['run', file])
    expect(again.notes).toContain(`resuming run ${runId} of job at ${service.url}`)
    expect(again.code).toBe(0)
  })

  test('a run that is asked to stop makes no new call; --no-resume starts again where it could be resumed', async () => {
    const { file, home, env, dossier, service } = await setUp(smallJob)
    const { code, out } = await cli(['run', file], env, { signal: AbortSignal.abort() })
    expect(code).toBe(3)
    expect(out).toContain('the run was asked to stop')
    expect(service.counts.requests).toBe(0)
    expect((await dossier(['run', file, '--no-resume'])).notes).toMatch(/^starting run/)
    const states = await published(home, 'SELECT status FROM runs ORDER BY status')
    expect(states).toEqual([{ status: 'abandoned' }, { status: 'complete' }])
  })
})

describe('exit code 4: finished with gaps', () => {
  test('an enterprise that is not found, said in the summary and as a row; a key that is a word of both is struck out of texts only', async () => {
    const key = 'not_found'
    const { file, home, corpus, dossier } = await setUp(jobOver(['乙公司', `${key}公司`]))
    await writeFile(file, (await readFile(file, 'utf8')).replace('排查', `排查${key}`))
    const { url } = await serveCorpus(corpus, { apiKey: key })
    const { code, out } = await dossier(['run', file], { DOSSIER_BASE_URL: url, DOSSIER_API_KEY: key })
    expect(code).toBe(4)
    expect(out).toMatch(/^run {10}\S+ gaps · 排查\[key\]\n/)
    expect(out).toContain('gaps         enterprises not found: 1 ([key]公司); see job_enterprises.status')
    const rows = await published(home, 'SELECT given_name, status FROM job_enterprises ORDER BY 2')
    expect(rows).toEqual([
      { given_name: '乙公司', status: 'matched' },
      { given_name: `${key}公司`, status: 'not_found' },
    ])
  })
})

describe('exit code 5: not authorised', () => {
  test.each([
    [
      'no key',
      '',
      'there is no key; expected DOSSIER_API_KEY, or DOSSIER_API_KEY_FILE naming a private file that holds it',
    ],
    [
      'a key that no header can carry',
      '密钥 secret',
      'DOSSIER_API_KEY holds white space or characters other than ASCII; expected the key and nothing else',
    ],
  ])('%s: what is expected, and no call; the key is not shown', async (_, key, message) => {
    const { code, notes } = await refusalWith({ DOSSIER_API_KEY: key })
    expect([code, notes]).toEqual([5, `dossier: settings: ${message}`])
  })

  test('a key that the service refuses: what to do, and the key is not shown', async () => {
    const { file, dossier } = await setUp(smallJob)
    const { code, out, notes } = await dossier(['run', file], { DOSSIER_API_KEY: 'a-wrong-key' })
    expect(code).toBe(5)
    expect(out).toMatch(/^run {10}\S+ unauthorised/)
    expect(out).toContain(
      'the service refused the key (HTTP 401); expected the key it knows in DOSSIER_API_KEY',
    )
    expect(out).toContain('the run resumes')
    expect(out + notes).not.toContain('a-wrong-key')
  })
})

describe('DOSSIER_API_KEY_FILE', () => {
  async function keyFileOf(content: string, mode: number): Promise<string> {
    const keyFile = join(refusing.folder, `key-${mode}`)
    await writeFile(keyFile, content)
    await chmod(keyFile, mode)
    return keyFile
  }

  test('is read when only its owner can read it; flags go before the environment', async () => {
    const { folder, file, home, dossier, service } = await setUpNew(smallJob)
    const other = join(folder, 'other')
    await giveTables(homeAt(other))
    const { code } = await dossier(['run', file, '--home', other, '--base-url', service.url], {
      DOSSIER_BASE_URL: 'http://127.0.0.1:1',
      DOSSIER_API_KEY: '',
      DOSSIER_API_KEY_FILE: await keyFileOf(`${apiKey}\n`, 0o400),
    })
    expect(code).toBe(0)
    expect(await exists(join(other, 'latest'))).toBe(true)
    expect(await exists(home)).toBe(false)
  })

  const others = '{file} can be read by others; expected a private file: chmod 600 {file}'
  const spaced = '{file} holds white space or characters other than ASCII; expected the key and nothing else'
  const none = 'DOSSIER_API_KEY_FILE {file} does not exist; expected a private file that holds the key'
  test.each([
    ['its group can read it', () => keyFileOf(apiKey, 0o640), others],
    ['all but its group can read it', () => keyFileOf(apiKey, 0o604), others],
    ['it is empty', () => keyFileOf(' \n', 0o700), '{file} is empty; expected the key in it'],
    ['it holds two lines', () => keyFileOf(`${apiKey}\n${apiKey}\n`, 0o600), spaced],
    ['it is not there', () => '/nowhere/key', none],
  ])('is refused when %s', async (_, file, message) => {
    const keyFile = await file()
    const { code, notes } = await refusalWith({ DOSSIER_API_KEY: '', DOSSIER_API_KEY_FILE: keyFile })
    expect([code, notes]).toEqual([5, `dossier: settings: ${message.replaceAll('{file}', keyFile)}`])
  })
})

test('a run takes no part of its home from a link that points elsewhere; retry-failed says that there is none yet, then that nothing is left', async () => {
  const { folder, file, home, dossier, service } = await setUp(smallJob)
  await symlink(join(folder, 'corpus'), join(home, 'latest'))
  expect(await dossier(['retry-failed', file])).toEqual({
    code: 2,
    out: '',
    notes: 'dossier: retry-failed: job has not run yet; run it first: dossier run JOB',
  })
  expect((await dossier(['run', file])).code).toBe(0)
  expect(await readlink(join(home, 'latest'))).toMatch(/^runs\//)
  const { requests } = service.counts
  const { code, notes } = await dossier(['retry-failed', file])
  expect(code).toBe(0)
  expect(notes).toMatch(/^dossier: retry-failed: run \S+ of job left no call to ask again$/)
  expect(service.counts.requests).toBe(requests)
})
