import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDossier } from '../../../src/app/dossier.ts'
import { childrenOf } from '../../support/processes.ts'
import { copyOfSampleHome, sampleHome } from '../../support/sample-home.ts'
import { exploring, reading } from './serving.ts'

test('a saved question has an address of its own, in later sessions too, until it is removed', {
  timeout: 240_000,
}, async () => {
  const folder = await copyOfSampleHome()
  const get = await reading(await exploring(folder))
  const sql = 'SELECT 7 * 6 AS answer'
  const saved = await get('/sql', { deed: 'save', name: '我的 <问题>', sql })
  expect(saved.status).toBe(303)
  const address = (saved.headers.get('location') ?? '').replace(/^\/[\w-]{32}/, '')
  expect(JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))).toEqual({ '我的 <问题>': sql })

  const again = await reading(await exploring(folder))
  const { text } = await again(address)
  expect(text).toContain(sql)
  expect(text).toMatch(/<td class="number">42<\/td>/)
  expect(text).toContain('我的 &lt;问题&gt;')

  await again('/sql', { deed: 'remove', name: '我的 <问题>' })
  expect((await get('/sql')).text).not.toContain('我的')
  expect((await get(address)).text).not.toContain(sql)
})

test('questions that are saved at the same time are all kept, under any name', async () => {
  const folder = await copyOfSampleHome()
  const sessions = await Promise.all([1, 2].map(async () => await reading(await exploring(folder))))
  const names = ['__proto__', 'constructor', ...Array.from({ length: 18 }, (_, at) => `问题 ${at}`)]
  const saved = await Promise.all(
    names.map((name, at) => sessions[at % 2]?.('/sql', { deed: 'save', name, sql: `SELECT ${at}` })),
  )
  expect(saved.map((answer) => answer?.status)).toEqual(names.map(() => 303))
  const { text = '' } = (await sessions[0]?.('/sql?saved=__proto__')) ?? {}
  expect(text).toContain('SELECT 0')
  const kept = Object.keys(JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8')))
  expect(kept.sort()).toEqual(names.sort())
  expect((await readdir(folder)).filter((name) => name.startsWith('questions.json.'))).toEqual([])
})

test('a file of questions that is none is left alone, and the page says what it should be', async () => {
  const folder = await copyOfSampleHome()
  const served = await exploring(folder)
  const get = await reading(served)
  await writeFile(join(folder, 'questions.json'), '[1]')
  expect((await get('/sql')).status).toBe(500)
  expect(served.notes.join('\n')).toContain('expected an object of statements by name')
  expect(await readFile(join(folder, 'questions.json'), 'utf8')).toBe('[1]')
})

test('a result is drawn: a chart for each column of numbers, without rows that have none', async () => {
  const get = await reading(await exploring((await sampleHome()).home))
  const page = async (sql: string): Promise<string> => (await get(`/sql?sql=${encodeURIComponent(sql)}`)).text
  const drawn = await page(
    "SELECT * FROM (VALUES ('甲', 3, 1500.25), ('乙', NULL, 2000.75), ('丙', 5, 10.5)) AS t(who, cases, money)",
  )
  expect(
    [...drawn.matchAll(/<div class="bars"[^>]*aria-label="([^"]*)"/g)].map(([, label = '']) => label),
  ).toEqual([
    expect.stringMatching(/cases: 甲 .*3; 丙 .*5$/),
    expect.stringMatching(/money （取整）: 甲 .*1500; 乙 .*2001; 丙 .*11$/),
  ])
  for (const sql of [
    'SELECT 1 AS a UNION ALL SELECT 2',
    "SELECT * FROM (VALUES ('甲', -1), ('乙', 2)) AS t(a, b)",
    "SELECT * FROM (VALUES ('甲', 0.5), ('乙', 0.25)) AS t(a, b)",
  ])
    expect(await page(sql)).not.toContain('<svg')
})

/** Processes of queries that this one started and that are there. */
const started = async (): Promise<number> => (await childrenOf(process.pid, 'query-process')).length

test('the next statement has a process that started before it, which ends with the pages', {
  timeout: 240_000,
}, async () => {
  // Those of the tests before.
  await expect.poll(started, { timeout: 60_000 }).toBe(0)
  {
    await using served = await openDossier({ home: (await sampleHome()).home, env: {} }).explore()
    const get = await reading({ url: served.url, origin: new URL(served.url).origin })
    for (const answer of [42, 43, 44]) {
      expect((await get(`/sql?sql=SELECT+${answer}+AS+answer`)).text).toContain(`>${answer}</td>`)
      await expect.poll(started, { timeout: 60_000 }).toBe(1)
    }
    for (const sql of ['SELECT nothing', 'DROP TABLE runs', "SELECT * FROM read_text('/etc/hostname')"])
      expect(await get(`/sql?${new URLSearchParams({ sql })}`)).toMatchObject({
        status: 422,
        text: expect.stringContaining('role="alert"'),
      })
  }
  await expect.poll(started, { timeout: 60_000 }).toBe(0)
})

test('25 statements at once have two processes, and one that waits: ten are answered, the others are asked to come again', {
  timeout: 240_000,
}, async () => {
  const get = await reading(await exploring((await sampleHome()).home, { language: 'en' }))
  const sql = 'SELECT sum(sin(range)) AS answer FROM range(8000000)'
  const before = await started()
  let isOver = false
  const asked = Promise.all(
    Array.from({ length: 25 }, (_, at) =>
      get(`${at % 5 === 0 ? '/download?format=csv&' : '/sql?'}${new URLSearchParams({ sql })}`),
    ),
  ).finally(() => {
    isOver = true
  })
  let most = 0
  while (!isOver) most = Math.max(most, (await started()) - before)
  const answers = await asked
  const byStatus = (status: number) => answers.filter((answer) => answer.status === status)
  expect([byStatus(200).length, byStatus(503).length]).toEqual([10, 15])
  expect(most).toBeLessThanOrEqual(3)
  for (const { headers, text } of byStatus(503)) {
    expect(headers.get('retry-after')).toBe('5')
    expect(text).toMatch(/gain in 5 seconds/)
  }
  expect((await get('/sql?sql=SELECT+42')).text).toContain('>42</td>')
})
