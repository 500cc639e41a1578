import { expect, test } from 'vitest'
import type { Database } from '../../src/warehouse/database.ts'
import { listSweepsOfRun, pagesToAsk } from '../../src/warehouse/views/list-life.ts'
import { emptyWarehouse } from '../support/tables.ts'
import { insert, linesIn } from './litigation-world.ts'

/* What is said of a list by the pages that were read of it, and which are asked for next (docs/completeness.md). */

/**
 * Pages that a run read: `1:ab+` is page 1 with documents a and b, and another page follows; `.` says that none does, `?` does not say it, and
 * `-` knows no such enterprise. Three documents are declared, two a page, unless the page says otherwise: `=4`, `@3`. | begins the next sweep.
 * Then what is said of the list, and what is asked for next: a sweep and its pages.
 */
const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a list of one page is complete, one of several when page 1 stands after the last was read': {
    '1:abc.': 'complete',
    '1:ab+ 2:c.': 'incomplete: page 1 was not read again after the last page, 2: 1',
    '1:ab+ 2:c. | 1:ab+': 'complete',
    '1:ab+ 2:c. | 2:c.': 'incomplete: page 1 was not read again after the last page, 2: 1',
    '1:ab+=5 2:cd+=5 3:e.=5': 'incomplete: page 1 was not read again after the last page, 2: 1',
  },
  'the pages that the total predicts are asked for, and one more while the last says that it follows': {
    '1:ab+': 'incomplete: 1 of 2 pages were read, 1: 2',
    '1:ab+=6': 'incomplete: 1 of 3 pages were read, 1: 2 3',
    '1:ab+ 2:cd+': 'incomplete: 2 of 2 pages were read, 1: 3',
    '1:ab+ 2:cd+ 3:ef+': 'incomplete: 3 of 2 pages were read, 1: 4',
    '2:c.': 'incomplete: 1 of 2 pages were read, 1: 1',
    '1:ab+=0 2:cd+=0': 'incomplete: 2 of 1 pages were read, 1: 3',
  },
  'a list that ends in another way is incomplete, for the first reason': {
    '1:ab+ 2:-': 'incomplete: page 2 was answered as not found',
    '1:ab+ 2:ab+': 'incomplete: page 2 repeats page 1',
    '1:ab+=9 2:ba+=9': 'incomplete: 2 of 5 pages were read, 1: 3 4 5',
    '1:ab+=9 2:ba+=9 3:baa+=9': 'incomplete: no new document on pages 2 and 3',
    '1:ab+=9 2:ba+=9 4:baa+=9': 'incomplete: 3 of 5 pages were read, 1: 3 5',
    '1:ab+=9 2:+=9 3:+=9': 'incomplete: no new document on pages 2 and 3',
    '1:ab.=4 2:cd.=4': 'incomplete: page 1 says that it is the last, and page 2 was there',
    '1:ab+=4 2:cd?=4': 'incomplete: page 2 does not say whether another follows',
    '1:ab+=5 2:cd?=5': 'incomplete: 2 of 3 pages were read, 1: 3',
    '1:ab+ 2:cd+ 3:ef+ 4:gh+': 'incomplete: the list goes on beyond its total',
    '1:ab+=4 2:c.=4 | 1:ab+=4': 'incomplete: 3 of 4 declared documents seen',
    '1:ab+=2 2:c.=2 | 1:ab+=2': 'incomplete: 3 of 2 declared documents seen',
  },
  'a list moves when a total, a size or a page differs, and is read again, up to three times': {
    '1:ab+ 2:c.=4': 'unstable: the total changed while the list was read, 2: 1',
    '1:ab+ 2:cd+@3': 'unstable: the list changed while it was read, 1: 3',
    // The last page may report how many documents it holds.
    '1:ab+ 2:c.@1': 'incomplete: page 1 was not read again after the last page, 2: 1',
    '1:ab+ 2:c.@3': 'unstable: the list changed while it was read, 2: 1',
    '1:ab+ 2:c. | 1:ad+': 'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
    '1:ab+ 2:c. | 1:ab+=4':
      'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
    '1:ab+ 2:c. | 1:ab+@3':
      'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
    '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ad+': 'complete',
    '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ae+ 2:c. | 1:ae+': 'complete',
    '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ae+ 2:c. | 1:af+': 'unstable: the list changed while it was read',
  },
  'an enterprise that the service does not know has no list': { '1:-': 'not_found' },
}

async function write(database: Database, pages: string, run = 'r1', list = 'e1'): Promise<void> {
  for (const [sweep, read] of pages.split(' | ').entries())
    for (const page of read.split(' ')) {
      const [, no, ids = '', mark = '', , total = '3', , size = '2'] =
        /^(\d):(\w*)([-+.?])(=(\d+))?(@(\d))?$/.exec(page) ?? []
      const is_found = mark !== '-'
      await insert(database, 'list_pages', {
        ...{ scan_run_id: run, run_id: run, subject: `id:${list}`, enterprise_id: list, is_found },
        ...{ call_key: `${run} ${list} ${sweep} ${no}`, sweep: sweep + 1, page_no: Number(no) },
        ...{ has_more: { '+': true, '.': false }[mark] ?? null, document_ids: [...ids], ids_digest: ids },
        ...(is_found && { declared_total: Number(total), page_size: Number(size) }),
      })
    }
}

const asking = (every = false, left = 'NULL') =>
  `SELECT enterprise_id AS list, string_agg(DISTINCT page_no::VARCHAR, ' ' ORDER BY page_no::VARCHAR) AS pages, sweep FROM (
     ${pagesToAsk(`(SELECT *, ${every} AS every_page, ${left} AS calls_left FROM (${listSweepsOfRun('r1')}))`)})
   WHERE (enterprise_id, sweep, page_no) NOT IN (SELECT (enterprise_id, sweep, page_no) FROM list_pages) GROUP BY ALL`

const all = Object.entries(cases).flatMap(([rule, of]) =>
  Object.entries(of).map((one) => [rule, ...one] as const),
)

test('a list is what its pages say of it', async () => {
  await using database = await emptyWarehouse()
  for (const [at, [, pages]] of all.entries()) await write(database, pages, 'r1', `e${at}`)
  const scans = await linesIn(
    database,
    `SELECT concat_ws(', ', concat_ws(': ', verdict, reason), a.sweep || ': ' || a.pages)
     FROM list_scans_history AS s LEFT JOIN (${asking()}) AS a ON 'id:' || a.list = s.subject ORDER BY substr(subject, 5)::INTEGER`,
  )
  const found = all.map(([rule, pages], at) => `${rule}: ${pages} → ${scans[at]}`)
  expect(found).toEqual(all.map(([rule, pages, said]) => `${rule}: ${pages} → ${said}`))
})

test('a list is unchanged when page 1, its size and the total are those of the last complete scan before', async () => {
  await using database = await emptyWarehouse()
  const whole = '1:ab+ 2:c. | 1:ab+'
  const histories: Readonly<Record<string, readonly (readonly [pages: string, said: string])[]>> = {
    e1: [
      [whole, 'complete | -'],
      ['1:ab+', 'unchanged | r1'],
      ['1:ab+', 'unchanged | r1'],
    ],
    e2: [
      [whole, 'complete | -'],
      ['1:ad+', 'incomplete | -'],
      ['1:ab+', 'unchanged | r1'],
    ],
    e3: [
      [whole, 'complete | -'],
      ['1:ab+=4', 'incomplete | -'],
      ['1:ab+@3', 'incomplete | -'],
    ],
    e4: [
      ['1:ad+ 2:c. | 1:ad+', 'complete | -'],
      [whole, 'complete | -'],
      ['1:ab+', 'unchanged | r2'],
    ],
    e5: [
      ['1:ab+', 'incomplete | -'],
      [whole, 'complete | -'],
      ['1:ab+ 2:c.', 'incomplete | -'],
    ],
    e6: [
      ['1:abc.', 'complete | -'],
      ['1:abc.', 'complete | -'],
      ['2:c.', 'incomplete | -'],
    ],
  }
  const runs = Object.entries(histories).flatMap(([list, of]) =>
    of.map(([pages, said], at) => ({ list, run: `r${at + 1}`, pages, said })),
  )
  for (const { list, run, pages } of runs) await write(database, pages, run, list)
  const sql = 'SELECT enterprise_id, run_id, verdict, based_on_run FROM list_scans_history ORDER BY 1, 2'
  expect(await linesIn(database, sql)).toEqual(
    runs.map(({ list, run, said }) => `${list} | ${run} | ${said}`),
  )
})

const [read, moved, ended] = ['1:ab+ 2:cd+', '1:ab+ 2:c.=4', '1:ab+ 2:c.']
const five = '1:ab+=5 2:cd+=5 3:e.=5'
test.each([
  ['page 1 alone confirms a list', 'false', 'NULL', [five], '2: 1'],
  [
    'or all pages but the last, and page 1 at the end',
    'true',
    'NULL',
    [five, `${five} | 2:cd+=5`],
    '2: 2, 2: 1',
  ],
  ['then the last is read after all others', 'true', 'NULL', ['1:ab+=5', '1:ab+=5 2:cd+=5'], '1: 2, 1: 3'],
  [
    'and one beyond the predicted after them',
    'true',
    'NULL',
    ['1:ab+ 2:cd+', '1:ab+=5 3:ef+=5'],
    '1: 3, 1: 2',
  ],
  [
    'of a list with another number of documents page 1 alone',
    'true',
    'NULL',
    [five.replaceAll('5', '6')],
    '2: 1',
  ],
  [
    'a further reading is begun where calls are left for all of it',
    'false',
    '6',
    [moved, moved],
    '2: 1, 2: 1',
  ],
  ['of several the first', 'false', '5', [moved, moved], '2: 1'],
  ['and none where they are not', 'false', '2', [moved, moved], ''],
  ['it goes on where they are left for the rest', 'false', '2', [`${ended} | 1:ad+`], '2: 2'],
  ['not with fewer', 'false', '1', [`${ended} | 1:ad+`], ''],
  ['the first reading is paid, and what confirms it', 'false', '0', [read, ended, moved], '1: 3, 2: 1'],
])('%s', async (_, every, left, lists, expected) => {
  await using database = await emptyWarehouse()
  for (const [at, pages] of lists.entries()) await write(database, pages, 'r1', `e${at}`)
  const asked = await database.rows(`${asking(every === 'true', left)} ORDER BY 1`)
  expect(asked.map(({ sweep, pages }) => `${sweep}: ${pages}`).join(', ')).toBe(expected)
})
