import { expect, test } from 'vitest'
import { rowsOf } from './litigation-world.ts'

/* What a run saw, what it misses, and what is new in it. */

test('coverage holds the declared total against what was listed, held, absent and cited', async () => {
  expect(await rowsOf('SELECT * FROM coverage ORDER BY run_id')).toEqual([
    [
      'r1',
      'e1',
      '甲建设有限公司',
      8,
      8,
      'complete',
      null,
      '10',
      '9',
      '0',
      '1',
      '0',
      '5',
      '4',
      '2026-01-01 08:00:00',
    ],
    [
      'r2',
      'e1',
      '甲建设有限公司',
      11,
      10,
      'incomplete',
      null,
      '10',
      '9',
      '0',
      '1',
      '0',
      '5',
      '4',
      '2026-04-01 08:00:00',
    ],
  ])
})

test('changes are what the second run found and the first had not; the first finds none', async () => {
  expect(await rowsOf('SELECT * FROM changes ORDER BY ALL')).toEqual([
    ['new_document', 'r2', 'r1', 'e1', '甲建设有限公司', 'document_id', null, 'd10'],
    ['new_document', 'r2', 'r1', 'e1', '甲建设有限公司', 'document_id', null, 'd9'],
    ['new_hit', 'r2', 'r1', 's1', '拖欠货款', 'case_id', null, 'h3'],
    ['new_version', 'r2', 'r1', 'g2', '公司法', 'regulation_id', 'g1', 'g2'],
    ['registration', 'r2', 'r1', 'e1', '甲建设有限公司', 'status', '存续', '注销'],
    [
      'shareholder_changed',
      'r2',
      'r1',
      'e1',
      '甲建设有限公司',
      '张三',
      '{"name":"张三","kind":"自然人股东","share":60}',
      '{"name":"张三","kind":"自然人股东","share":70}',
    ],
    [
      'shareholder_joined',
      'r2',
      'r1',
      'e1',
      '甲建设有限公司',
      '王五',
      null,
      '{"name":"王五","kind":"自然人股东","share":30}',
    ],
    [
      'shareholder_left',
      'r2',
      'r1',
      'e1',
      '甲建设有限公司',
      '李四',
      '{"name":"李四","kind":"自然人股东","share":40}',
      null,
    ],
    ['statute_validity', 'r2', 'r1', 'g1', '公司法', 'validity', '现行有效', '失效'],
  ])
})

test('a document has its text by its id, or by its number where the id holds none', async () => {
  expect(await rowsOf("SELECT * FROM document_details WHERE case_id IN ('d1', 'q10') ORDER BY ALL")).toEqual([
    ['d1', 'ptal', 'd1', 'id'],
    ['d10', 'qwal', 'q10', 'number'],
    ['q10', 'qwal', 'q10', 'id'],
  ])
})
