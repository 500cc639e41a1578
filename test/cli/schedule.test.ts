import { mkdir, readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiver } from '../app/notify/receiver.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { problemsOf } from '../support/problems.ts'
import { processesWith, started } from '../support/processes.ts'
import { searchFolder } from '../support/search-home.ts'
import { setClock } from '../support/virtual-time.ts'
import { jobOver, setUp, smallJob } from './setting.ts'

const jobWith = (keys: string) => jobOver(['乙公司'], `exports: []\n${keys}`)

async function jobFile(keys: string, name = 'night.yaml', folder?: string): Promise<string> {
  const file = join(folder ?? (await temporaryFolder()), name)
  await writeFile(file, jobWith(keys))
  return file
}

describe('what a job says of its schedule', () => {
  test.each([
    ['schedule: { cron: "0 2 * * *" }', []],
    ['schedule: { cron: "0 9-17/2 * * mon-fri", timeZone: UTC }', []],
    ['schedule: { cron: "0 2 * * *", home: ../out }', ['home']],
    ['schedule: { cron: "61 * * * *" }', ['expected five fields']],
    ['schedule: { cron: "0 0 30 2 *" }', ['expected five fields']],
    ['schedule: { cron: "0 0 * * 5L" }', ['expected five fields']],
    ['schedule: { cron: "@daily" }', ['expected five fields']],
    ['schedule: { cron: "0 2 * * *", timeZone: Mars }', ['expected the name of a time zone']],
    ['schedule: { cron: "0 2 * * *", jitter: 10m }', ['jitter']],
    ['notify: [{ kind: wecom }]', ['expected exactly one of urlEnv, urlFile and url']],
    ['notify: [{ url: "file:///etc" }]', ['expected an address that begins with https:// or http://']],
    ['notify: [{ kind: wecom, urlEnv: HOOK, secretEnv: S }]', ['a bot of wecom has no secret']],
    ['retention: { exports: 30 }', ['expected a duration such as 30d, 400d']],
    ['retention: { exports: 30d, logs: 400d }', []],
  ])('%s is checked', async (keys, expected) => {
    const found = await problemsOf(await jobFile(keys))
    expect(found).toHaveLength(expected.length)
    for (const [at, words] of expected.entries()) expect(found[at]).toContain(words)
  })
})

describe('dossier schedule', () => {
  test('refuses a job that says nothing of when, and says what to write', async () => {
    const { code, notes } = await cli(['schedule', await jobFile('')])
    expect(code).toBe(2)
    expect(notes).toContain('does not say when it runs; expected schedule: { cron: "30 2 * * *" } in it')
  })

  test('tells all that is wrong with all jobs of a folder at once', async () => {
    const folder = await temporaryFolder()
    await jobFile('schedule: { cron: nightly }', 'a.yaml', folder)
    await jobFile('schedule: { cron: "0 2 * * *", jiter: 10m }', 'b.yml', folder)
    const { code, notes } = await cli(['schedule', folder])
    expect(code).toBe(2)
    expect(notes).toMatch(/a\.yaml:6: .*five fields/)
    expect(notes).toMatch(/b\.yml:6: .*jiter/)
  })

  test('refuses two jobs of one name, for they would resume each other', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'other'))
    const one = await jobFile('schedule: { cron: "0 2 * * *" }', 'night.yaml', folder)
    const other = await jobFile('schedule: { cron: "0 3 * * *" }', 'night.yaml', join(folder, 'other'))
    const { code, notes } = await cli(['schedule', one, other])
    expect(code).toBe(2)
    expect(notes).toContain('are both called night')
  })

  test('asked to stop, asks its run, once; asked again, ends at once and the run with it', async () => {
    const hung = await receiver({ isSilent: true })
    const { folder, home, file } = await setUp(jobWith('schedule: { cron: "0 2 * * *" }'))
    const clock = join(folder, 'clock')
    await setClock(clock, new Date('2026-03-01T12:00:00Z'))
    const env = { DOSSIER_HOME: home, DOSSIER_BASE_URL: hung.url, DOSSIER_API_KEY: 'k', DOSSIER_CLOCK: clock }
    const daemon = started(['schedule', file], env)
    await daemon.note('job: next at 2026-03-02 02:00:00 Asia/Shanghai')
    expect((await cli(['status'], env)).out).toMatch(
      /^no run is going on\na schedule is kept by process \d+, since .* UTC, and waits:\n {2}job: next at 2026-03-01 18:00:00 UTC\n/,
    )
    const { schedule } = JSON.parse((await cli(['status', '--json'], env)).out)
    expect(schedule).toMatchObject({
      owner: { pid: daemon.process.pid },
      jobs: [{ job: 'job', next: '2026-03-01T18:00:00.000Z' }],
    })
    await setClock(clock, new Date('2026-03-01T18:00:00Z'))
    await daemon.note('[job] starting run')
    await hung.asked()
    daemon.process.kill('SIGTERM')
    await daemon.note('[job] stopping:')
    daemon.process.kill('SIGTERM')
    const { code } = await daemon.ended
    expect(code).toBe(3)
    expect((await cli(['status'], env)).out).not.toContain('a schedule is kept')
    await expect.poll(() => processesWith('cmdline', file), { timeout: 60_000 }).toEqual([])
  })
})

/** What a process has open in a folder; nothing where the system does not list it. */
async function filesOpenIn(folder: string, pid: number | undefined): Promise<string[]> {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const paths = await Promise.all(open.map((one) => readlink(`/proc/${pid}/fd/${one}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(folder))
}

test('status --check is well while a schedule lives and its jobs leave runs, and says what is wrong else', async () => {
  const nightly = `${smallJob}schedule: { cron: "0 2 * * *" }\n`
  const { folder, home, file, env, dossier } = await setUp(nightly)
  const clock = join(folder, 'clock')
  await setClock(clock, new Date('2026-03-01T12:00:00Z'))
  const check = () => dossier(['status', '--check'], { DOSSIER_CLOCK: clock })
  expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('no schedule is kept with') })

  const daemon = started(['schedule', file], { ...env, DOSSIER_CLOCK: clock })
  await daemon.note('job: next at 2026-03-02 02:00:00')
  expect(await check()).toMatchObject({ code: 0, out: expect.stringMatching(/^the schedule is alive/) })

  daemon.process.kill('SIGSTOP')
  const sixMinutesAgo = new Date(Date.now() - 6 * 60_000)
  await utimes(join(home, '.state/schedule.json'), sixMinutesAgo, sixMinutesAgo)
  expect(await check()).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^the schedule, process \d+.*, gave no sign of life for 6 minutes; start it again/,
    ),
  })
  daemon.process.kill('SIGCONT')
  await expect.poll(async () => (await check()).code).toBe(0)

  await setClock(clock, new Date('2026-03-01T18:00:00Z'))
  await daemon.note('job: next at 2026-03-03 02:00:00')
  expect((await check()).code).toBe(0)

  await setClock(clock, new Date('2026-03-02T18:00:00Z'))
  await daemon.note('job: next at 2026-03-04 02:00:00')
  await expect.poll(() => filesOpenIn(home, daemon.process.pid), { timeout: 10_000 }).toEqual([])

  await writeFile(file, 'pipeline: none\n')
  await setClock(clock, new Date('2026-03-03T18:00:00Z'))
  await daemon.note('job: next at 2026-03-05 02:00:00')
  expect(await check()).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^job began at 2026-03-03 18:00:00 UTC and left no run; see what the schedule printed/,
    ),
  })

  await daemon.kill()
  const json = await dossier(['status', '--check', '--json'])
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toEqual({ problems: [expect.stringContaining('no schedule is kept with')] })
})

describe('a webhook of a run', () => {
  test('is told of a run that could not begin, and the exit code stays', async () => {
    const hook = await receiver({})
    const { dossier, file } = await setUp(jobWith('notify: [{ kind: feishu, urlEnv: HOOK, on: [failed] }]'))
    const { code } = await dossier(['run', file], { DOSSIER_API_KEY: '', HOOK: hook.url })
    expect(code).toBe(5)
    expect(hook.received).toHaveLength(1)
    expect(hook.received[0]?.body.content).toMatchObject({
      text: expect.stringContaining('排查：密钥缺失或被拒绝'),
    })
  })

  test('is tried by one message that is marked as a test, and what it answers is said', async () => {
    const [well, ill] = [
      await receiver({}),
      await receiver({ body: '{"errcode":93000,"errmsg":"no such bot"}' }),
    ]
    const { dossier, file } = await setUp()
    const tried = async (...hooks: string[]) => {
      await writeFile(file, jobWith(`notify: [${hooks.join(', ')}]`))
      return await dossier(['notify', file, '--test'], { WELL: well.url })
    }
    const taking = '{ kind: feishu, urlEnv: WELL, on: [failed] }'
    expect(await tried(taking)).toMatchObject({
      code: 0,
      out: 'notify[0] (feishu)     took the message: HTTP 200, code 0',
    })
    expect(well.received[0]?.body.content).toEqual({
      text: '排查：测试消息\n收到本消息，说明此 Webhook 可用。本消息不属于任何一次运行',
    })
    expect(await tried(taking, `{ kind: wecom, url: "${ill.url}" }`, '{ urlEnv: NONE }')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /took the message: .*\nnotify\[1\] \(wecom\) +did not take the message: code 93000, no such bot\n.* did not take the message: NONE is not set/,
      ),
    })
    expect(ill.received).toHaveLength(1)
    expect(await dossier(['notify', await jobFile(''), '--test'])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('names no webhook; expected its key notify'),
    })
    expect(await dossier(['notify', file])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('notify: expected --test'),
    })
  })

  test('that has no address, or does not take the message, is told and stops nothing; no note and no log has its address', async () => {
    const hook = await receiver({
      body: '{"errcode":93000,"errmsg":"invalid webhook url, key=secret-key-693a"}',
    })
    const hooks = ['NONE', 'HOOK'].map((urlEnv) => `{ kind: wecom, urlEnv: ${urlEnv}, on: [finished] }`)
    const { dossier, file, home } = await setUp(`${smallJob}notify: [${hooks.join(', ')}]\n`)
    const { code, notes } = await dossier(['run', file], { HOOK: `${hook.url}/send?key=secret-key-693a` })
    expect(code).toBe(0)
    expect(notes).toMatch(
      /^notify\[0\] \(wecom\): no message will be sent: NONE is not set; expected its address there\nstarting run/,
    )
    expect(notes).toContain(
      'notify[1] (wecom): the message about the end of the run was not taken: code 93000',
    )
    expect(notes).not.toContain('secret-key')
    expect(await searchFolder(home, ['secret-key-693a'])).toEqual([])
  })
})
