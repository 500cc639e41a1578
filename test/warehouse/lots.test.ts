import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadCall } from '../../src/calls/landing/entry.ts'
import { flatten } from '../../src/rows/flatten/index.ts'
import { allDigests } from '../../src/warehouse/compare.ts'
import { mergeSegments } from '../../src/warehouse/load.ts'
import { stageSegment } from '../../src/warehouse/stage.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sizeOf } from '../support/forms.ts'
import { hit, judgment, listed, readCall } from '../support/records.ts'
import { emptyWarehouse } from '../support/tables.ts'

/** Ways in which answers are cut into lots. */
const cuts = sizeOf('DOSSIER_TEST_LOAD_LOTS', { short: 2, long: 6 })

/** An answer, whose call has a key of its name. */
const answered = (name: string, body: unknown, asked: Partial<ReadCall>): ReadCall =>
  readCall(createHash('md5').update(name).digest('hex'), body, asked)

const text = (id: string, content: string): ReadCall => {
  const yyft = content === '' ? [] : ['中华人民共和国民法典第五百七十七条']
  const record = judgment(id, { content, yyft, 法官: content })
  return answered(`text ${id} ${content}`, hit(record), { params: { id, type: 'ptal' } })
}

const page = (id: string, pageNo: number, documents: readonly string[]): ReadCall => {
  const list = documents.map((document) => listed(id, document, { 起诉方: [`${id}的原告`] }))
  const data = { id, name: '甲公司', total: 9, pageNo, pageSize: 3, hasMore: true, list }
  const asked = { operation: 'rh_enterpriseWritList', params: { id, pageNo } } as const
  return answered(`page ${id} ${pageNo} ${documents.join()}`, { status: 'success', code: 200, data }, asked)
}

const search = (query: string, ...ids: string[]): ReadCall => {
  const extra = { wenshu: ids.map((scid) => ({ scid, score: 1 })) }
  const asked = { operation: 'case_vector_search', params: { query } } as const
  return answered(`search ${query} ${ids.join()}`, { code: 200, msg: 'ok', extra }, asked)
}

/** Few documents and many answers about them, also of ids that JSON escapes, or that are blank. */
const ids = fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd"5', 'd\\6', ' ')
const answer = fc.oneof(
  fc
    .tuple(ids, fc.constantFrom('', '先说的内容。', '后说的内容。'))
    .map(([id, content]) => text(id, content)),
  fc
    .tuple(fc.constantFrom('e1', 'e2'), fc.integer({ min: 1, max: 2 }), fc.array(ids, { maxLength: 3 }))
    .map(([id, pageNo, documents]) => page(id, pageNo, documents)),
  fc
    .tuple(fc.constantFrom('买卖合同', '租赁合同'), fc.array(ids, { maxLength: 3 }))
    .map(([query, found]) => search(query, ...found)),
)

const segments = fc.array(fc.array(answer, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })

test('what lots leave does not depend on how many segments are in each', async () => {
  const folder = await temporaryFolder()
  const loaded = async (runs: readonly (readonly ReadCall[][])[], perLot: number) => {
    await using database = await emptyWarehouse()
    for (const [number, of] of runs.entries()) {
      const runId = `run-${number + 1}`
      const staged = await Promise.all(
        of.map((answers, ordinal) =>
          stageSegment({
            segment: `${runId}-${ordinal}`,
            calls: answers.map((call, index) => ({ ...call, runId, line: index + 1 })),
            flatten,
            stagingFolder: join(folder, 'staging'),
            ordinal,
          }),
        ),
      )
      for (let at = 0; at < staged.length; at += perLot)
        await mergeSegments(database, staged.slice(at, at + perLot), new Date(0))
    }
    const temporary = 'SELECT table_name FROM duckdb_tables() WHERE temporary AND NOT internal'
    expect(await database.rows(temporary)).toEqual([])
    return await allDigests(database)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(segments, { minLength: 1, maxLength: 2 }), async (runs) => {
      const singly = await loaded(runs, 1)
      expect(await loaded(runs, 4)).toEqual(singly)
    }),
    { numRuns: cuts },
  )
})

test('rows of every length are on disk as they were, with the answer that they come from', async () => {
  const pieces = ['案', '😀', 'é', '"\\', 'x']
  const texts = [0, 1, 90_000, 2, 300_000, 87_381, 3].map((length, index) =>
    (pieces[index % pieces.length] ?? '').repeat(length),
  )
  const rows = texts.map((cause, index) => ({ case_id: 'c', library: 'ptal', ordinal: index + 1, cause }))
  const call = text('d1', '')
  const { tables } = await stageSegment({
    segment: 's',
    calls: [{ ...call, line: 5 }],
    flatten: () => ({ case_causes: rows }),
    stagingFolder: await temporaryFolder(),
    ordinal: 2,
  })
  const causes = tables.find(({ table }) => table === 'case_causes')
  const lines = (await readFile(causes?.file ?? '', 'utf8')).split('\n')
  expect(lines.pop()).toBe('')
  const origin = { call_key: call.callKey, line_: 2 * 2 ** 32 + 5 }
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows.map((row) => ({ ...row, ...origin })))
  const lengths = lines.map((line) => Buffer.byteLength(line) + 1)
  expect(causes).toMatchObject({
    bytes: lengths.reduce((sum, length) => sum + length, 0),
    longestRow: Math.max(...lengths),
  })
})
