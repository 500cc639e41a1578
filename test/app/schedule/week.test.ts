import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../../src/standins/service/service.ts'
import { closedAddress } from '../../cli/setting.ts'
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

const jobWith = (hooks: readonly string[]) => `pipeline: enterprise-due-diligence
enterprises: [{ name: 甲公司 }]
rate: { perSecond: unlimited }
exports: [{ format: csv, tables: [enterprise_documents] }]
schedule: { cron: "0 2 * * *" }
notify: [${hooks.map((url) => `{ url: "${url}", on: [changes] }`).join(', ')}]
`

/** What the service knows on a night: one more document of 甲公司 a night, but for the quiet ones. */
function corpusOn(night: number) {
  const ids = ['d0']
  for (let day = 1; day <= night; day += 1) if (!isQuiet(day)) ids.push(`d${day}`)
  return {
    enterprises: [enterprise('e1', '甲公司')],
    'enterprise-documents': ids.map((id) => listed('e1', id)),
    cases: ids.map((id) => judgment(id)),
    statutes: civilCode,
  }
}

describe.runIf(isLong)(`${nights} nights`, { timeout: 600_000 }, () => {
  const seen = {
    notes: '',
    messages: [] as (readonly [number, number])[],
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
    await writeFile(join(jobs, 'nightly.yaml'), jobWith(hooks))

    const serve = async (night: number, port: number) =>
      await startService({
        corpus: await writeCorpus(join(folder, `corpus-${night}`), corpusOn(night)),
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
    await daemon.note('nightly: next at')
    for (let night = 0; night < nights; night += 1) {
      const port = Number(new URL(service.url).port)
      await service.close()
      service = await serve(night, port)
      const ended = () => notes().split('nightly: ended').length - 1
      const wanted = ended() + 1
      if (night === missedNight) {
        await daemon.kill()
        seen.notes = notes()
        await setClock(clock, new Date(timeOf(night).getTime() + 6 * 3_600_000))
        daemon = start()
      } else await setClock(clock, timeOf(night))
      const told = hook.received.length
      await untilTold(() => ended() >= wanted, daemon)
      for (const { body } of hook.received.slice(told))
        seen.messages.push([night, (body.changes as { new_document: number }).new_document])
      seen.opened.push(await openedBy(daemon))
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

  test('leave no file open', () => {
    expect(seen.opened).toHaveLength(nights)
    const own = (night: number) => (night < missedNight ? night : night - missedNight)
    for (const [night, opened] of seen.opened.entries())
      expect(opened).toBeLessThanOrEqual((seen.opened[night - own(night)] ?? 0) + 2)
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
