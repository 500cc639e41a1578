import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExportOptions } from '../../../src/readers/exports/export.ts'
import type { RelationInfo } from '../../../src/readers/exports/relation.ts'
import { exported, type Published, published, relation, textOf } from './warehouse.ts'

const columns = { id: 'INTEGER', name: 'VARCHAR', run_id: 'VARCHAR' }
const keyed: RelationInfo = relation('t', columns)
const label = (info: RelationInfo): RelationInfo => ({
  ...info,
  columns: info.columns.map((column) => ({ ...column, holds: 'label' })),
})
const t = label(keyed)
const before =
  "CREATE TABLE t AS SELECT * FROM (VALUES (1, 'kept', 'r1'), (2, 'old', 'r1'), (3, 'gone', 'r1')) v (id, name, run_id)"
const after =
  "CREATE TABLE t AS SELECT * FROM (VALUES (1, 'kept', 'r2'), (2, 'new', 'r2'), (4, NULL, 'r2')) v (id, name, run_id)"

/** What `before` exported as Parquet, and what has changed in another world since. */
async function changed(
  world: Published,
  info: RelationInfo,
  request: Partial<ExportOptions['requests'][number]> = {},
  earlier: { readonly statement?: string; readonly info?: RelationInfo; readonly request?: object } = {},
): Promise<string> {
  const past = await published(earlier.statement ?? before)
  const manifest = await exported({
    ...past,
    relations: [earlier.info ?? info],
    requests: [{ format: 'parquet', ...earlier.request }],
    run: { run_id: 'run-0' },
  })
  const found = { run_id: 'run-0', folder: past.folder, manifest }
  await exported({
    ...world,
    relations: [info],
    requests: [{ format: 'csv', headers: 'en', since: 'run-0', ...request }],
    findEarlier: async () => found,
  })
  return textOf(world.folder, `${info.name}.delta.csv`)
}

describe('what has changed since an earlier export', () => {
  test('is added, modified and deleted rows by key; a row that was only read again has not changed', async () => {
    expect(await changed(await published(after), t)).toBe(
      '\ufeffchange,id,name,run_id\r\nMOD,2,new,r2\r\nDEL,3,gone,r1\r\nADD,4,,r2\r\n',
    )
  })

  test('is whole rows of a view, which has no key', async () => {
    const view = { ...t, key: t.columns.map(({ name }) => name) }
    expect(await changed(await published(after), view, { columns: ['id', 'name'] })).toBe(
      '\ufeffchange,id,name\r\nADD,2,new\r\nDEL,2,old\r\nDEL,3,gone\r\nADD,4,\r\n',
    )
  })

  test('of a view leaves out rows that differ only in the run they are of, as many as there were', async () => {
    const view = { ...t, key: t.columns.map(({ name }) => name) }
    const world = await published(`${after}; INSERT INTO t VALUES (1, 'kept', 'r2')`)
    expect(await changed(world, view)).toBe(
      '\ufeffchange,id,name,run_id\r\nADD,1,kept,r2\r\nADD,2,new,r2\r\nDEL,2,old,r1\r\nDEL,3,gone,r1\r\nADD,4,,r2\r\n',
    )
  })

  test('does not compare a column that is new, or gone, and takes one of another type as it can', async () => {
    const old = "CREATE TABLE t AS SELECT * FROM (VALUES (1, 1, 'x'), (2, 2, 'x')) v (id, name, gone)"
    const info = label(relation('t', { id: 'INTEGER', name: 'INTEGER', gone: 'VARCHAR' }))
    const now = "CREATE TABLE t AS SELECT * FROM (VALUES (1, '1', 'r2'), (2, '3', 'r2')) v (id, name, run_id)"
    expect(await changed(await published(now), t, {}, { statement: old, info })).toBe(
      '\ufeffchange,id,name,run_id\r\nMOD,2,3,r2\r\n',
    )
  })

  test('is nothing where nothing has, and the manifest says since when', async () => {
    const world = await published(before)
    expect(await changed(world, t)).toBe('\ufeffchange,id,name,run_id\r\n')
    const { files } = JSON.parse(await textOf(world.folder, 'manifest.json'))
    expect(files).toMatchObject([{ file: 't.delta.csv', table: 't', rows: 0, since: 'run-0' }])
  })

  test.each([
    [
      'exported no Parquet of it',
      { format: 'csv' },
      /what has changed in t since run-0 is unknown: .* has no Parquet file of it; .*add \{ format: parquet, tables: \[t\] \} to the job/s,
    ],
    ['presented it otherwise', { privacy: { persons: 'mask' } }, 'with another filter or other privacy'],
    [
      'exported a SELECT of its name',
      { sql: { file: 't.sql', text: 'SELECT id, name, run_id FROM t' }, name: 't' },
      'what another SELECT gave',
    ],
  ])('is unknown when that run %s', async (_, request, message) => {
    await expect(changed(await published(after), t, {}, { request })).rejects.toThrow(message)
  })

  test('of a SELECT is told from what the same SELECT gave, and from nothing else', async () => {
    const sqlOf = (text: string) => ({ sql: { file: '/jobs/q.sql', text }, name: 'q' })
    const deltaOf = async (then: string, now: string): Promise<string> => {
      const [past, world] = [await published(before), await published(after)]
      const manifest = await exported({
        ...past,
        relations: [],
        requests: [{ format: 'parquet', ...sqlOf(then) }],
      })
      const found = { run_id: 'run-0', folder: past.folder, manifest }
      const requests = [{ format: 'csv', headers: 'en', since: 'run-0', ...sqlOf(now) }] as const
      await exported({ ...world, relations: [], requests, findEarlier: async () => found })
      return textOf(world.folder, 'q.delta.csv')
    }
    const select = 'SELECT id, name FROM t'
    expect(await deltaOf(select, select)).toBe(
      '\ufeffchange,id,name\r\nADD,2,new\r\nDEL,2,old\r\nDEL,3,gone\r\nADD,4,\r\n',
    )
    await expect(deltaOf(select, `${select} WHERE id < 3`)).rejects.toThrow(
      /what has changed in q since run-0 is unknown: .* holds what another SELECT gave under that name; .*add \{ format: parquet, sql: the same file \} to the job, run it once without this delta/s,
    )
  })

  test('is unknown from a file that is no longer what was written', async () => {
    const past = await published(before)
    const manifest = await exported({ ...past, relations: [t], requests: [{ format: 'parquet' }] })
    await writeFile(join(past.folder, 't.parquet'), 'other')
    const asked = exported({
      ...(await published(after)),
      relations: [t],
      requests: [{ format: 'csv', since: 'run-0' }],
      findEarlier: async () => ({ run_id: 'run-0', folder: past.folder, manifest }),
    })
    await expect(asked).rejects.toThrow('t.parquet is no longer what run-0 wrote')
  })
})
