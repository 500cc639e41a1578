import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../../src/standins/service/service.ts'
import { closedAddress } from '../../cli/setting.ts'
import { cli } from '../../support/cli.ts'
import { temporaryFolder, whenAllOver } from '../../support/folder.ts'
import { isLong } from '../../support/forms.ts'
import { type Spawned, spawnDossier } from '../../support/processes.ts'
import { civilCode, enterprise, judgment, listed } from '../../support/records.ts'
import { apiKey, published, writeCorpus } from '../../support/run.ts'
import { setClock } from '../../support/virtual-time.ts'
import { receiverFor } from '../notify/receiver.ts'

/** Nights that pass, in the long form, for each costs the processor time of a process; DOSSIER_TEST_NIGHTS=7 is the week. */
const nights = Number(process.env.DOSSIER_TEST_NIGHTS ?? 4)
/** The daemon is killed before this night, and started in the morning after it. */
const missedNight = 3
/** Nights in which the service has nothing new. */
const isQuiet = (night: number): boolean => night === 0 || night % 4 === 1

const dayMs = 86_400_000
const monday = Date.UTC(2026, 2, 2)
/** Two in the morning of a night, Beijing time. */
const timeOf = (night: number): Date => new Date(monday + night * dayMs - 6 * 3_600_000)

const jobOf = (name: string, cron: string, hooks: readonly string[]) => `pipeline: enterprise-due-diligence
enterprises: [{ name: ${name} }]
rate: { perSecond: unlimited }
exports: [{ format: csv, tables: [enterprise_documents] }]
schedule: { cron: ${cron} }
notify: [${hooks.map((url) => `{ url: "${url}", on: [changes] }`).join(', ')}]
retention: { exports: 2d, logs: 4d }
`

/** What the service knows on a night: one more document of 甲公司 a night, but for the quiet ones. */
function corpusOn(night: number) {
  const ids = ['d0']
  for (let day = 1; day <= night; day += 1) if (!isQuiet(day)) ids.push(`d${day}`)
  return {
    enterprises: [enterprise('e1', '甲公司'), enterprise('e2', '乙公司')],
    'enterprise-documents': [...ids.map((id) => listed('e1', id)), listed('e2', 'x1')],
    cases: [...ids, 'x1'].map((id) => judgment(id)),
    statutes: civilCode,
  }
}

interface Request {
  readonly path: string
  readonly night: number
}

describe.runIf(isLong)(`${nights} nights`, { timeout: 600_000 }, () => {
  const seen = {
    notes: '',
    requests: [] as Request[],
    messages: [] as (readonly [number, number])[],
    bytes: [] as number[],
    opened: [] as number[],
    home: '',
  }

  const whenOver = whenAllOver()
  beforeAll(async () => {
    const folder = await temporaryFolder(whenOver)
    const [clock, home, jobs] = [join(folder, 'clock'), join(folder, 'home'), join(folder, 'jobs')]
    seen.home = home
    const hook = await receiverFor(whenOver, [{}])
    await writeCorpus(jobs, {})
    const hooks = [hook.url, await closedAddress()]
    await writeFile(join(jobs, 'nightly.yaml'), jobOf('甲公司', '"0 2 * * *"', hooks))
    await writeFile(join(jobs, 'weekly.yaml'), jobOf('乙公司', '"0 2 * * mon"', hooks))

    const serve = async (night: number, port: number) =>
      await startService({
        corpus: await writeCorpus(join(folder, `corpus-${night}`), corpusOn(night)),
        accessLog: join(folder, `access-${night}.ndjson`),
        apiKey,
        port,
      })
    let service = await serve(0, 0)
    whenOver(() => service.close())
    const env = {
      DOSSIER_HOME: home,
      DOSSIER_BASE_URL: service.url,
      DOSSIER_API_KEY: apiKey,
      DOSSIER_CLOCK: clock,
    }
    const start = () => spawnDossier(['schedule', jobs], env)
    await setClock(clock, new Date(timeOf(0).getTime() - 3_600_000))
    let daemon = start()
    const notes = () => seen.notes + daemon.notes()
    await daemon.note('weekly: next at')
    for (let night = 0; night < nights; night += 1) {
      const port = Number(new URL(service.url).port)
      await service.close()
      service = await serve(night, port)
      const ended = (job: string) => notes().split(`${job}: ended`).length - 1
      const wanted = ended('nightly') + 1
      if (night === missedNight) {
        await daemon.kill()
        seen.notes = notes()
        await setClock(clock, new Date(timeOf(night).getTime() + 6 * 3_600_000))
        daemon = start()
      } else await setClock(clock, timeOf(night))
      const told = hook.received.length
      await untilTold(() => ended('nightly') >= wanted, daemon)
      if (night % 7 === 0) await untilTold(() => ended('weekly') > night / 7, daemon)
      for (const { body } of hook.received.slice(told))
        seen.messages.push([night, (body.changes as { new_document: number }).new_document])
      seen.bytes.push(await bytesIn(join(home, 'runs')))
      seen.opened.push(await openedBy(daemon))
      seen.requests.push(...(await requestsIn(join(folder, `access-${night}.ndjson`), night)))
    }
    daemon.process.kill('SIGTERM')
    expect(await daemon.ended).toEqual({ code: 0, signal: null })
    seen.notes = notes()
  }, 600_000)

  test('make one run a night, the missed one in the morning', async () => {
    const runs = await published(
      seen.home,
      "SELECT started_at::VARCHAR AS at, status FROM runs WHERE job = 'nightly' ORDER BY 1",
    )
    expect(runs).toHaveLength(nights)
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['complete']))
    expect(runs.map(({ at }) => String(at).slice(11, 13))).toEqual(
      runs.map((_, night) => (night === missedNight ? '00' : '18')),
    )
    expect(seen.notes).toContain('nightly: starting, one run for 1 time missed, the last at')
  })

  test('never run two jobs of the home at once', () => {
    const events = [...seen.notes.matchAll(/Z \w+: (starting|ended)/g)].map(([, what]) => what)
    expect(events.length).toBe(2 * (nights + Math.ceil(nights / 7)))
    expect(events).toEqual(events.map((_, at) => (at % 2 === 0 ? 'starting' : 'ended')))
    expect(seen.notes).not.toContain('is in use')
  })

  test('report each change once, in its night, though one receiver is never there', async () => {
    const loud = Array.from({ length: nights }, (_, night) => night).filter((night) => !isQuiet(night))
    expect(seen.messages).toEqual(loud.map((night) => [night, 1]))
    const rows = await published(
      seen.home,
      "SELECT after FROM changes_history WHERE kind = 'new_document' ORDER BY run_id",
    )
    expect(rows.map(({ after }) => after)).toEqual(loud.map((night) => `d${night}`))
    expect(seen.notes).toContain(
      'notify[1] (generic): the message about the end of the run was not taken: ECONNREFUSED',
    )
  })

  test('call for nothing that is fresh: a list a night, and each full text once', () => {
    const asked = (night: number) =>
      seen.requests.filter((request) => request.night === night).map(({ path }) => path)
    const texts = seen.requests.filter(({ path }) => path.includes('case_details'))
    expect(texts).toHaveLength(1 + 1 + seen.messages.length)
    for (let night = 1; night < Math.min(nights, 7); night += 1) {
      const lists = asked(night).filter((path) => /writlist/i.test(path))
      const others = asked(night).filter((path) => !/writlist/i.test(path))
      expect(lists).toHaveLength(1)
      expect(others).toHaveLength(isQuiet(night) ? 0 : 1)
    }
  })

  test('leave no file open', () => {
    expect(seen.opened).toHaveLength(nights)
    const own = (night: number) => (night < missedNight ? night : night - missedNight)
    for (const [night, opened] of seen.opened.entries())
      expect(opened).toBeLessThanOrEqual((seen.opened[night - own(night)] ?? 0) + 2)
  })

  test('leave no more than the retention says, and a home that is whole', async () => {
    const runs = (await readdir(join(seen.home, 'runs'))).sort()
    const held = async (name: string) => {
      const has = await Promise.all(
        runs.map((run) => readdir(join(seen.home, 'runs', run)).then((names) => names.includes(name))),
      )
      return has.filter(Boolean).length
    }
    expect(runs.length).toBeGreaterThan(4)
    // Those of two days and the weekly job's last.
    expect(await held('exports')).toBeLessThanOrEqual(4)
    expect(await held('log.ndjson')).toBeLessThanOrEqual(6)
    expect(await held('run.json')).toBe(runs.length)
    if (nights > 9) expect(seen.bytes.at(-1)).toBeLessThan((seen.bytes[6] ?? 0) * 1.2 + 20_000 * nights)
    expect(await cli(['verify', '--home', seen.home])).toMatchObject({ code: 0 })
  })
})

/** Waits for what the daemon notes; fails when it ends before. */
async function untilTold(isTold: () => boolean, daemon: Spawned): Promise<void> {
  while (!isTold()) {
    if (daemon.process.exitCode !== null) throw new Error(`the daemon ended: ${daemon.notes()}`)
    await new Promise((resolve) => daemon.process.stderr.once('data', resolve))
  }
}

/** Files that the daemon has open; 0 where the system does not list them. */
const openedBy = (daemon: Spawned): Promise<number> =>
  readdir(`/proc/${daemon.process.pid}/fd`).then(
    (names) => names.length,
    () => 0,
  )

async function requestsIn(file: string, night: number): Promise<Request[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ path: (JSON.parse(line) as { path: string }).path, night }))
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}
