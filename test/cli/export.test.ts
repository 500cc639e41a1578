import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { tablesMemory } from '../../src/app/export.ts'
import { Database } from '../../src/warehouse/database.ts'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { longForm, oneForm } from '../support/forms.ts'
import { sampleHome } from '../support/sample-home.ts'

/** A command over the sample's home, which it only reads. */
async function dossier(args: readonly string[], more: Parameters<typeof cli>[2] = {}) {
  const { home } = await sampleHome()
  return await cli(args, { DOSSIER_HOME: home }, more)
}

/** Exports a SELECT into a folder of its own; what is left there is told with it. */
async function exportSql(sql: string, flags: readonly string[] = [], signal?: AbortSignal) {
  const folder = await temporaryFolder()
  const [file, out] = [join(folder, 'q.sql'), join(folder, 'out')]
  await writeFile(file, sql)
  const args = ['export', '--format', 'csv', '--sql', file, '--out', out, ...flags]
  const told = await dossier(args, signal === undefined ? {} : { signal })
  return { ...told, left: await readdir(out).catch(() => []) }
}

const endless = 'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t) SELECT count(*) AS n FROM t'
/** Its first rows come at once. */
const tooLong = 'SELECT range AS n FROM range(1000000000000)'

describe('an export of a SELECT of a user', () => {
  oneForm('has its rows', async () => {
    expect(await exportSql('SELECT count(*) AS n FROM runs')).toMatchObject({
      code: 0,
      notes: '',
      left: expect.arrayContaining(['manifest.json', 'q.csv']),
    })
  })

  oneForm.each([
    ['without an end', endless, 1, 'q.sql cannot be run: it took longer than 1 s and was ended; expected'],
    [
      'whose first rows come at once',
      tooLong,
      // A process has to start within the time, on a busy machine too.
      4,
      'took longer than 4 s to be read through and was ended; expected',
    ],
  ])('%s is given up in the time of a query', async (_, sql, seconds, reason) => {
    const { code, notes, left } = await exportSql(sql, ['--timeout', String(seconds)])
    expect([code, left]).toEqual([2, []])
    expect(notes).toContain(reason)
  })

  longForm('that takes more memory than tables get is made with more', async () => {
    const heavy = 'len((SELECT list(range) FROM range(8000000))) > 0'
    await using small = await Database.open(':memory:', { memoryLimit: tablesMemory })
    await expect(small.rows(`SELECT ${heavy}`)).rejects.toThrow(/out of memory/i)
    const out = join(await temporaryFolder(), 'out')
    const args = ['export', '--format', 'csv', '--tables', 'runs', '--where', heavy, '--out', out]
    expect(await dossier(args)).toMatchObject({ code: 0, notes: '' })
    expect(await readdir(out)).toContain('runs.csv')
  })

  oneForm('with a filter that takes too long is given up too', async () => {
    const filter = '(SELECT count(*) FROM range(1000000000000)) > 0'
    const out = join(await temporaryFolder(), 'out')
    const args = ['export', '--tables', 'runs', '--where', filter, '--out', out, '--timeout', '1']
    expect(await dossier(args)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('does not fit runs: it took longer than 1 s and was ended'),
    })
  })

  oneForm('says what DuckDB says of it, and no flag that an export has not', async () => {
    const { code, notes } = await exportSql('SELECT n FROM nowhere')
    expect(code).toBe(2)
    expect(notes).toMatch(/q\.sql cannot be run: Catalog Error: Table with name nowhere does not exist/)
    const wide = await exportSql("SELECT list(repeat('x', 1000) || i) FROM range(4000000) r(i)")
    expect(wide).toMatchObject({ code: 2, left: [] })
    expect(wide.notes).toContain('cannot be run: it needs more than 1GB of memory; expected')
  })

  oneForm.each([
    ['before it began', () => AbortSignal.abort()],
    ['while it goes on', () => AbortSignal.timeout(500)],
  ])('that is asked to stop %s says so at once, and leaves nothing', async (_, signal) => {
    const began = performance.now()
    expect(await exportSql(endless, [], signal())).toEqual({
      code: 3,
      out: '',
      notes: 'dossier: export: it was asked to stop; nothing was exported',
      left: [],
    })
    // Half of the time that it has.
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})
