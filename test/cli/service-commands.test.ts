import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { processesWith, started } from '../support/processes.ts'
import { published } from '../support/run.ts'
import { sampleHome } from '../support/sample-home.ts'
import { jobOver, setUp, sluice } from './setting.ts'

const get = (url: string, key: string) =>
  fetch(`${url}/open/rh_enterpriseSearch?name=甲`, { headers: { 'x-api-key': key } })

describe('serve', () => {
  test('prints its address and a key it made, or takes a given key and does not print it; ends on SIGTERM with code 0', async () => {
    const { corpus } = await setUp()
    for (const given of [undefined, 'given-key']) {
      const env = given === undefined ? {} : { DOSSIER_API_KEY: given }
      const service = started(['serve', '--corpus', corpus], env)
      const url = await service.line('DOSSIER_BASE_URL=')
      const key = given ?? (await service.line('DOSSIER_API_KEY='))
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(key).toMatch(/^([0-9a-f]{32}|given-key)$/)
      expect((await get(url, key)).status).toBe(200)
      expect((await get(url, 'another')).status).toBe(401)
      service.process.kill('SIGTERM')
      expect(await service.ended).toEqual({ code: 0, signal: null })
      expect(service.out() + service.notes()).not.toContain('given-key')
    }
  })

  test('ends with the npm that started it, which passes no signal on', async () => {
    const { corpus } = await setUp()
    const npm = spawn('npm', ['run', '-s', 'dossier', '--', 'serve', '--corpus', corpus], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(async () => {
      for (const pid of await processesWith('cmdline', corpus)) process.kill(pid, 'SIGKILL')
    })
    await once(npm.stdout, 'data')
    npm.kill('SIGTERM')
    // Whoever writes there is gone when it closes: the program as well as npm.
    await once(npm, 'close')
    expect(await processesWith('cmdline', corpus)).toEqual([])
  })

  test('a corpus that is not there, and a port that is taken, are told in a sentence', async () => {
    const { corpus, folder, service } = await setUp()
    expect(await cli(['serve', '--corpus', join(folder, 'none')])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('none cannot be read: expected a folder of .ndjson files'),
    })
    expect(await cli(['serve', '--corpus', corpus, '--port', String(service.port)])).toMatchObject({
      code: 2,
      notes: `dossier: serve: port ${service.port} is taken; expected a free --port, or 0 to pick one`,
    })
  })
})

describe('sample', () => {
  test('says as JSON what it wrote', async () => {
    const { out } = await cli(['sample', '--out', join(await temporaryFolder(), 'c'), '--enterprises', '4'])
    expect(JSON.parse(out)).toMatchObject({ enterprises: 4, files: { 'enterprises.ndjson': { records: 4 } } })
  })
})

describe('a run in a process of its own', () => {
  const patient = { timeout: 60_000 }
  const names = Array.from({ length: 12 }, (_, index) => `无此公司${index}`)

  test('brings home what is under way on SIGTERM, ends with code 3, and resumes', async () => {
    const { file, home, service, env, dossier } = await setUp(jobOver(names))
    const held = await sluice(service.url, 3)
    const run = started(['run', file], { ...env, DOSSIER_BASE_URL: held.url })
    await run.note('known to be left')
    run.process.kill('SIGTERM')
    await run.note('stopping: calls under way are brought home; interrupt once more to stop at once')
    held.open()
    expect(await run.ended).toEqual({ code: 3, signal: null })
    expect(run.out()).toContain('the run was asked to stop')
    const [loaded] = await published(home, 'SELECT count(*)::INTEGER AS n FROM calls')
    expect(loaded?.n).toBe(service.counts.requests)
    const again = await dossier(['run', file])
    expect(again.notes).toMatch(/^resuming run/)
    expect(again.code).toBe(4)
    // A name that no candidate has is asked for once more, as a former or short name.
    expect(service.counts.byOperation).toMatchObject({ rh_enterpriseSearch: 12, rh_company_info: 12 })
  })

  test('says what a second interrupt does, too', async () => {
    const { file, env, service, dossier } = await setUp(jobOver(names))
    const held = await sluice(service.url, 3)
    const run = started(['run', file], { ...env, DOSSIER_BASE_URL: held.url })
    await run.note('known to be left')
    run.process.kill('SIGINT')
    run.process.kill('SIGTERM')
    expect(await run.ended).toEqual({ code: 3, signal: null })
    expect(run.notes()).toContain('stopping at once, as asked: what has landed is kept')
    expect((await dossier(['status'])).out).toMatch(/run \S+ of job was interrupted/)
  })

  const endless = 'SELECT count(*)::VARCHAR AS name FROM range(1000000000000) AS r(i) WHERE i % 7 = 3'

  test('ends at the third signal where an endless SELECT of a step holds up the second', async () => {
    const { env, file, folder } = await setUp('pipeline: ./own.ts\n')
    const steps = `[step('ask', 'rh_enterpriseSearch', sql\`${endless}\`, { freshFor: '30d' })]`
    const own = `{ name: 'endless', meaning: 'asks for ever', job: z.strictObject(commonJob), inputs: () => [], variables: () => ({}), steps: ${steps} }`
    await writeFile(
      join(folder, 'own.ts'),
      `import { commonJob, definePipeline, sql, step, z } from 'dossier/pipeline'\nexport default definePipeline(${own})\n`,
    )
    const run = started(['run', file], env)
    await run.note('starting run')
    const ticks = async () =>
      Number((await readFile(`/proc/${run.process.pid}/stat`, 'latin1')).split(' ')[13])
    const before = await ticks()
    await expect.poll(ticks, patient).toBeGreaterThan(before + 100)
    for (const said of ['interrupt once more to stop at once', 'a third interrupt ends it']) {
      run.process.kill('SIGINT')
      await run.note(said)
    }
    run.process.kill('SIGINT')
    expect(await run.ended).toEqual({ code: null, signal: 'SIGINT' })
  })

  test('ends quietly when whoever reads its output goes away', async () => {
    const { home } = await sampleHome()
    const query = started(['query', "SELECT repeat('x', 60) AS x FROM range(100000)", '--limit', '100000'], {
      DOSSIER_HOME: home,
    })
    await once(query.process.stdout, 'data')
    query.process.stdout.destroy()
    expect((await query.ended).code).toBe(0)
    expect(query.notes()).not.toContain('EPIPE')
  })
})
