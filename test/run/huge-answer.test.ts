import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDossier } from '../../src/app/dossier.ts'
import { encodeEntry } from '../../src/calls/landing/entry.ts'
import { OpenSegment, sealedPath } from '../../src/calls/landing/segment.ts'
import { maximumAnswerBytes } from '../../src/contract/json.ts'
import { homeAt, makeHome } from '../../src/run/home/home.ts'
import { loadLanded } from '../../src/run/home/loading.ts'
import { rebuildHome } from '../../src/run/home/rebuild.ts'
import type { Database } from '../../src/warehouse/database.ts'
import { openWarehouse } from '../../src/warehouse/warehouse.ts'
import { landed } from '../calls/landing/landed.ts'
import { temporaryFolder } from '../support/folder.ts'
import { longForm, oneForm } from '../support/forms.ts'
import { measured } from '../support/measured.ts'
import { spawnDossier } from '../support/processes.ts'
import { civilCode, enterprise, judgment, listed } from '../support/records.ts'
import { apiKey, published, testEffects } from '../support/run.ts'
import { jobOn, litigationOf, numbered, worldOf } from '../support/world.ts'
import { judgmentCall, landIn } from './landed-home.ts'

const name = '王小明'

/** An answer of 60 MB in the middle of a run's others: an earlier version took 64 MiB. */
async function landHuge(home: string, runId: string) {
  const value = {
    status: 'success',
    code: 200,
    data: { ...judgment('d0009'), content: `原告${name}。${'当事人一方不履行合同义务，'.repeat(1_600_000)}` },
  }
  const body = Buffer.from(JSON.stringify(value))
  const segment = await OpenSegment.create(homeAt(home).state.landing, `${runId}-900000`)
  const call = { operation: 'rh_case_details', step: 'judgments', runId } as const
  const callKey = '9'.repeat(32)
  await segment.append([
    encodeEntry(landed({ ...call, callKey: '8'.repeat(32) })),
    encodeEntry(landed({ ...call, callKey, body, value })),
  ])
  await segment.seal()
  return { callKey, bytes: body.byteLength }
}

longForm('a home in which an answer of 60 MB landed runs, forgets and rebuilds', async () => {
  const cases = [judgment('d0001'), judgment('d0002', { content: `原告${name}。` })]
  const { home: root, run } = await worldOf({ ...litigationOf(numbered(2)), cases })
  const { run: first } = await run()
  const { callKey, bytes } = await landHuge(root, first.run_id)
  const ledger = () =>
    published(root, `SELECT outcome, failure, message FROM calls WHERE call_key = '${callKey}'`)
  const found = {
    outcome: 'failed',
    failure: 'shape',
    message: `not JSON: ${bytes} bytes; expected ${maximumAnswerBytes} at most`,
  }

  expect((await run()).run.status).toBe('complete')
  expect(await ledger()).toEqual([found])
  expect(await published(root, 'SELECT call_key, failure FROM dead_letters')).toContainEqual({
    call_key: callKey,
    failure: 'shape',
  })

  const home = homeAt(root)
  const effects = testEffects()
  const onDamage = (message: string) => expect.unreachable(message)
  await rebuildHome({ home, effects, mayLose: false, onDamage })
  expect(await ledger()).toEqual([found])

  const { forget } = openDossier({
    home: root,
    onNote: (note) => expect(note).toMatch(/ such as job\.yaml;/),
  })
  const whom = { person: name }
  const { purge } = await forget(whom, { dryRun: true })
  expect(purge.masked.calls).toBe(2)
  await forget(whom)
  const [call] = await published(root, `SELECT bytes, masked FROM calls WHERE call_key = '${callKey}'`)
  expect(call).toMatchObject({ bytes: '0' })
  expect((await run()).run.status).toBe('complete')
})

longForm(
  'texts of 14 MB that together exceed the memory of the database load, and its file opens again',
  async () => {
    const home = homeAt(join(await temporaryFolder(), 'home'))
    await makeHome(home)
    const runId = '20260102T030405Z-0001'
    const open = async () => {
      const database = await openWarehouse(home.state.warehouse, { spillTo: home.state.spill })
      if (database === undefined) throw new Error('expected tables of this version')
      return database
    }
    const heldIn = (database: Database) =>
      database.rows('SELECT count(*)::INTEGER AS texts, min(strlen(content)) > 14e6 AS are_whole FROM cases')
    {
      await using database = await open()
      for (let n = 1; n <= 22; n += 1) {
        const content = `${n}${'当事人一方不履行合同义务。'.repeat(360_000)}`
        const segment = `${runId}-${String(n).padStart(6, '0')}`
        await landIn(home, [[judgmentCall(`d${n}`, content, { runId })]], { nameOf: () => segment })
        await loadLanded({ database, home, now: new Date() }, segment)
        await rm(sealedPath(home.state.landing, segment))
      }
      await database.run('CHECKPOINT')
      expect(await heldIn(database)).toEqual([{ texts: 22, are_whole: true }])
    }
    await using again = await open()
    expect(await heldIn(again)).toEqual([{ texts: 22, are_whole: true }])
  },
)

oneForm(
  'a text that cites 3,000 articles costs calls for 2,000, and coverage says that it may cite more',
  async () => {
    const cited = Array.from({ length: 3_000 }, (_, at) => `第${at + 1}条`).join('、')
    const { home: root, run } = await worldOf({
      enterprises: [enterprise('e1', '甲公司'), enterprise('e2', '乙公司')],
      'enterprise-documents': [listed('e1', 'd0001'), listed('e2', 'd0002')],
      cases: [
        judgment('d0001', { yyft: [], content: `依照《甲法》${cited}，判决如下：驳回。` }),
        judgment('d0002'),
      ],
      statutes: civilCode,
    })
    const { calls } = await run(jobOn('{ id: e1 }, { id: e2 }'))
    // 15 articles of one law to a call, and the civil code.
    expect(calls.byOperation).toContainEqual(
      expect.objectContaining({ operation: 'rh_ft_search', calls: Math.ceil(2_000 / 15) + 1 }),
    )
    const bound = 'SELECT enterprise_id, at_bound FROM coverage ORDER BY ALL'
    expect(await published(root, bound)).toEqual([
      { enterprise_id: 'e1', at_bound: ['case_citations'] },
      { enterprise_id: 'e2', at_bound: [] },
    ])
    expect(await published(root, "SELECT path FROM drift WHERE type = 'bound'")).toEqual([])
  },
)

const [holders, marks, articles] = [60_000, 2_000_000, 500_000]

longForm(
  `${holders} shareholders, a text of ${marks} 《, one of ${articles} articles and one of 30,000 orders: a run, a rebuild and a report end on SIGTERM; the next takes seconds and bounded memory`,
  { timeout: 600_000 },
  async () => {
    const cited = Array.from({ length: articles }, (_, at) => `第${at + 1}条`).join('、')
    const sentence = '依照《中华人民共和国民法典》第五百七十七条，判决如下：被告乙公司给付原告甲公司100元。'
    const { folder, home, url } = await worldOf({
      enterprises: [
        {
          ...enterprise('e1', '甲公司'),
          股东详情: Array.from({ length: holders }, (_, at) => ({
            名称: `股东${at}公司`,
            股东类型: '企业法人',
          })),
        },
      ],
      'enterprise-documents': numbered(3).map((id) => listed('e1', id)),
      cases: [
        judgment('d0001', { yyft: [], content: '《》《甲'.repeat(marks / 2) }),
        judgment('d0002', { yyft: [], content: `依照《甲法》${cited}，判决如下：驳回。` }),
        judgment('d0003', { content: sentence.repeat(30_000) }),
      ],
      statutes: civilCode,
    })
    const file = join(folder, 'job.yaml')
    await writeFile(file, jobOn())
    const { state } = homeAt(home)
    const env = { DOSSIER_HOME: home, DOSSIER_BASE_URL: url, DOSSIER_API_KEY: apiKey }
    /** How it ends, asked to when a name of this kind is there. */
    const stopped = async (args: readonly string[], where: string, name: RegExp) => {
      const child = spawnDossier(args, env)
      const names = () => readdir(where).catch(() => [])
      const wait = { timeout: 120_000, interval: 20 }
      await expect.poll(names, wait).toContainEqual(expect.stringMatching(name))
      const asked = performance.now()
      child.process.kill('SIGTERM')
      const end = await child.ended
      expect(performance.now() - asked, args[0]).toBeLessThan(30_000)
      return end
    }
    const whole = async (...args: readonly string[]) => {
      const { code, notes, seconds, megabytes } = await measured(args, env)
      expect(code, notes).toBe(0)
      process.stdout.write(`${args[0]}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB\n`)
      expect(seconds, args[0]).toBeLessThan(25)
      expect(megabytes, args[0]).toBeLessThan(700)
    }
    await stopped(['run', file], state.staging, /./)
    await whole('run', file)
    const rebuilding = await stopped(['rebuild'], join(home, '.state'), /rebuilding/)
    expect(rebuilding).toEqual({ code: null, signal: 'SIGTERM' })
    await whole('rebuild')
    const reports = join(home, 'latest', 'reports')
    expect(await stopped(['report'], reports, /partial/)).toEqual({ code: 3, signal: null })
    expect(await readdir(reports)).toEqual([])
    await whole('report', '--format', 'html', 'docx')
    await whole('verify', '--quick')
  },
)
