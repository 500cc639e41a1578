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
const cases: Readonly<Record<string, string>> = {
  // A list of one page is complete, one of several when page 1 stands after the last was read.
  '1:abc.': 'complete',
  '1:ab+ 2:c.': 'incomplete: page 1 was not read again after the last page, 2: 1',
  '1:ab+ 2:c. | 1:ab+': 'complete',
  '1:ab+ 2:c. | 2:c.': 'incomplete: page 1 was not read again after the last page, 2: 1',
  '1:ab+=5 2:cd+=5 3:e.=5': 'incomplete: page 1 was not read again after the last page, 2: 1',
  // The pages that the total predicts are asked for, and one more while the last says that it follows.
  '1:ab+': 'incomplete: 1 of 2 pages were read, 1: 2',
  '1:ab+=6': 'incomplete: 1 of 3 pages were read, 1: 2 3',
  '1:ab+ 2:cd+': 'incomplete: 2 of 2 pages were read, 1: 3',
  '1:ab+ 2:cd+ 3:ef+': 'incomplete: 3 of 2 pages were read, 1: 4',
  '2:c.': 'incomplete: 1 of 2 pages were read, 1: 1',
  '1:ab+=0 2:cd+=0': 'incomplete: 2 of 1 pages were read, 1: 3',
  // A list that ends in another way is incomplete, for the first reason.
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
  // A list moves when a total, a size or a page differs, and is read again, up to three times.
  '1:ab+ 2:c.=4': 'unstable: the total changed while the list was read, 2: 1',
  '1:ab+ 2:cd+@3': 'unstable: the list changed while it was read, 1: 3',
  // The last page may report how many documents it holds.
  '1:ab+ 2:c.@1': 'incomplete: page 1 was not read again after the last page, 2: 1',
  '1:ab+ 2:c.@3': 'unstable: the list changed while it was read, 2: 1',
  '1:ab+ 2:c. | 1:ad+': 'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
  '1:ab+ 2:c. | 1:ab+=4': 'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
  '1:ab+ 2:c. | 1:ab+@3': 'unstable: the list changed while it was read, and sweep 2 was not finished, 2: 2',
  '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ad+': 'complete',
  '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ae+ 2:c. | 1:ae+': 'complete',
  '1:ab+ 2:c. | 1:ad+ 2:c. | 1:ae+ 2:c. | 1:af+': 'unstable: the list changed while it was read',
  // An enterprise that the service does not know has no list.
  '1:-': 'not_found',
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

const asking = (every = false, left = 'null') =>
  `SELECT enterprise_id AS list, string_agg(DISTINCT page_no::VARCHAR, ' ' ORDER BY page_no::VARCHAR) AS pages, sweep FROM (
     ${pagesToAsk(`(SELECT *, ${every} AS every_page, ${left} AS calls_left FROM (${listSweepsOfRun('r1')}))`)})
   WHERE (enterprise_id, sweep, page_no) NOT IN (SELECT (enterprise_id, sweep, page_no) FROM list_pages) GROUP BY ALL`

test('a list is what its pages say of it', async () => {
  await using database = await emptyWarehouse()
  for (const [at, pages] of Object.keys(cases).entries()) await write(database, pages, 'r1', `e${at}`)
  const scans = await linesIn(
    database,
    `SELECT concat_ws(', ', concat_ws(': ', verdict, reason), a.sweep || ': ' || a.pages)
     FROM list_scans_history AS s LEFT JOIN (${asking()}) AS a ON 'id:' || a.list = s.subject ORDER BY substr(subject, 5)::INTEGER`,
  )
  expect(Object.fromEntries(Object.keys(cases).map((pages, at) => [pages, scans[at]]))).toEqual(cases)
})

/** Pages of a list in the first, second and third run; then the verdict of each and the run that it rests on. */
const nights: Readonly<Record<string, string>> = {
  '1:ab+ 2:c. | 1:ab+ / 1:ab+ / 1:ab+': 'complete, unchanged r1, unchanged r1',
  '1:ab+ 2:c. | 1:ab+ / 1:ad+ / 1:ab+': 'complete, incomplete, unchanged r1',
  '1:ab+ 2:c. | 1:ab+ / 1:ab+=4 / 1:ab+@3': 'complete, incomplete, incomplete',
  '1:ad+ 2:c. | 1:ad+ / 1:ab+ 2:c. | 1:ab+ / 1:ab+': 'complete, complete, unchanged r2',
  '1:ab+ / 1:ab+ 2:c. | 1:ab+ / 1:ab+ 2:c.': 'incomplete, complete, incomplete',
  '1:abc. / 1:abc. / 2:c.': 'complete, complete, incomplete',
}
test('a list is unchanged when page 1, its size and the total are those of the last complete scan before', async () => {
  await using database = await emptyWarehouse()
  for (const [at, history] of Object.keys(nights).entries())
    for (const [night, pages] of history.split(' / ').entries())
      await write(database, pages, `r${night + 1}`, `e${at}`)
  const said = "string_agg(concat_ws(' ', verdict, based_on_run), ', ' ORDER BY run_id)"
  const sql = `SELECT ${said} FROM list_scans_history GROUP BY enterprise_id ORDER BY enterprise_id`
  expect(await linesIn(database, sql)).toEqual(Object.values(nights))
})

const [read, moved, ended] = ['1:ab+ 2:cd+', '1:ab+ 2:c.=4', '1:ab+ 2:c.']
const five = '1:ab+=5 2:cd+=5 3:e.=5'
/** Lists, whether every page confirms one, and how many calls are left; then the sweeps and pages that are asked for. */
const plans: Readonly<
  Record<string, readonly [every: boolean, left: number | null, lists: string[], asked: string]>
> = {
  'page 1 alone confirms a list': [false, null, [five], '2: 1'],
  'or all pages but the last, and page 1 at the end': [true, null, [five, `${five} | 2:cd+=5`], '2: 2, 2: 1'],
  'then the last is read after all others': [true, null, ['1:ab+=5', '1:ab+=5 2:cd+=5'], '1: 2, 1: 3'],
  'and one beyond the predicted after them': [true, null, [read, '1:ab+=5 3:ef+=5'], '1: 3, 1: 2'],
  'of one with another number of documents page 1': [true, null, [five.replaceAll('5', '6')], '2: 1'],
  'another reading is begun where calls are left for all of it': [false, 6, [moved, moved], '2: 1, 2: 1'],
  'of several the first': [false, 5, [moved, moved], '2: 1'],
  'and none where they are not': [false, 2, [moved, moved], ''],
  'it goes on where they are left for the rest': [false, 2, [`${ended} | 1:ad+`], '2: 2'],
  'not with fewer': [false, 1, [`${ended} | 1:ad+`], ''],
  'the first reading is paid, and what confirms it': [false, 0, [read, ended, moved], '1: 3, 2: 1'],
}
test.each(Object.entries(plans))('%s', async (_, [every, left, lists, expected]) => {
  await using database = await emptyWarehouse()
  for (const [at, pages] of lists.entries()) await write(database, pages, 'r1', `e${at}`)
  const asked = await database.rows(`${asking(every, String(left))} ORDER BY 1`)
  expect(asked.map(({ sweep, pages }) => `${sweep}: ${pages}`).join(', ')).toBe(expected)
})
