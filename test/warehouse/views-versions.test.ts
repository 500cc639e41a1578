import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { refreshDerived } from '../../src/warehouse/warehouse.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert } from './litigation-world.ts'

/* Which version of an article was in force on the day of a judgment, and which changes of versions are news. */

interface Version {
  readonly id: string
  readonly from: string | null
  readonly validity: string | null
  /** Run that saw it first. */
  readonly run?: string
}

/** A warehouse with these versions of article 107 of a law, which a judgment of that day cites. */
async function warehouse(
  law: string,
  decided: string | null,
  versions: readonly Version[],
): Promise<Database> {
  const database = await emptyWarehouse()
  const key = `${law}#107`
  await insert(database, 'enterprise_documents', {
    enterprise_id: 'e1',
    document_id: 'd1',
    decided_on: decided,
  })
  await insert(database, 'cases', { case_id: 'd1', library: 'ptal', decided_on: decided })
  const cited = { case_id: 'd1', library: 'ptal', ordinal: 1, law, citation_key: key, is_first: true }
  await insert(database, 'case_citations', cited)
  for (const { id, from, validity, run } of versions) {
    const regulation = { regulation_id: id, name: law, law, effective_on: from, validity }
    await insert(database, 'articles', { article_id: `${id}_107`, regulation_id: id, law, citation_key: key })
    await insert(database, 'regulations', regulation)
    await insert(database, 'regulation_history', { ...regulation, seen_run_id: run ?? 'r1' })
  }
  await refreshDerived(database)
  return database
}

const contract = '中华人民共和国合同法'
const company = '中华人民共和国公司法'
const old = (more: Partial<Version> = {}): Version => ({
  id: 'v1',
  from: '1999-10-01',
  validity: '失效',
  ...more,
})

async function inForce(law: string, decided: string | null, ...versions: Version[]): Promise<unknown> {
  await using database = await warehouse(law, decided, versions)
  const rows = await database.rows(
    'SELECT in_force_at_judgment AS it FROM citation_articles ORDER BY regulation_id',
  )
  return rows.length === 1 ? rows[0]?.it : rows.map(({ it }) => it)
}

test.each([
  ['2019-05-01', true],
  ['2020-12-31', true],
  ['2021-01-01', false],
  ['2023-05-01', false],
  ['1998-01-01', false],
  [null, null],
])('a law that the Civil Code ended was in force on %s: %s', async (decided, expected) => {
  expect(await inForce(contract, decided, old())).toBe(expected)
})

test('of a law that ended on a day nobody tells, nobody tells whether it was in force', async () => {
  expect(await inForce(company, '2019-05-01', old())).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '已被修改' }))).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '部分失效' }))).toBeNull()
  expect(await inForce(company, '2019-05-01', old({ validity: '现行有效' }))).toBe(true)
})

test('a version ends when the next one comes into force, also where two ids stand for one version', async () => {
  const now = { id: 'v3', from: '2024-07-01', validity: '现行有效' }
  const versions = [old({ validity: '已被修改' }), old({ id: 'v2', validity: '已被修改' }), now]
  expect(await inForce(company, '2019-05-01', ...versions)).toEqual([true, true, false])
  expect(await inForce(company, '2024-07-01', ...versions)).toEqual([false, false, true])
  await using database = await warehouse(company, '2019-05-01', [
    old({ validity: '现行有效' }),
    old({ id: 'v2', validity: '现行有效' }),
  ])
  expect(
    await database.rows('SELECT documents_under_version::INTEGER AS n, is_in_force FROM cited_articles'),
  ).toEqual([{ n: 1, is_in_force: true }])
})

test('whether an article of a law that ended in part is in force is not known', async () => {
  await using database = await warehouse(company, null, [old({ validity: '部分失效' })])
  expect(await database.rows('SELECT is_in_force FROM cited_articles')).toEqual([{ is_in_force: null }])
})

const newVersions = async (...versions: Version[]) => {
  await using database = await warehouse(company, null, versions)
  return await database.rows("SELECT run_id, before, after FROM changes WHERE kind = 'new_version'")
}

test('a later version that a run sees first is news, an older one that it happens to see is none', async () => {
  const held = { id: 'v2', from: '2018-10-26', validity: '已被修改' }
  expect(await newVersions(held, { id: 'v3', from: '2024-07-01', validity: '现行有效', run: 'r2' })).toEqual([
    { run_id: 'r2', before: 'v2', after: 'v3' },
  ])
  expect(await newVersions(held, old({ run: 'r2' }))).toEqual([])
})
