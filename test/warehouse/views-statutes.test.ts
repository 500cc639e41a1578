import { expect, test } from 'vitest'
import { rowsOf } from './litigation-world.ts'

/* Statutes that the full texts cite. */

test('an article is told with the text in force now, and how many judgments date from its days', async () => {
  expect(await rowsOf('SELECT * EXCLUDE (enterprise_name) FROM cited_articles ORDER BY ALL')).toEqual([
    [
      'e1',
      '公司法#20',
      '公司法',
      '第20条',
      '3',
      '2',
      '2021-10-01',
      'g2的第20条',
      'g2',
      '现行有效',
      true,
      '2021-06-01',
      null,
      '1',
      '2',
    ],
    [
      'e1',
      '合同法#107',
      '合同法',
      '第107条',
      '1',
      '1',
      '2021-03-01',
      '违约责任',
      'g3',
      '失效',
      false,
      '1999-10-01',
      null,
      null,
      '1',
    ],
    [
      'e1',
      '民法典#577',
      '民法典',
      '第577条',
      '1',
      '1',
      '2021-03-01',
      ...Array.from({ length: 7 }, () => null),
      '0',
    ],
  ])
})
