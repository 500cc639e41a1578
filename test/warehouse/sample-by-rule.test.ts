import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home/home.ts'
import { writeSampleCorpus } from '../../src/sample/corpus.ts'
import { Database } from '../../src/warehouse/database.ts'
import { homeOf } from '../report/world.ts'
import { temporaryFolder } from '../support/folder.ts'

/*
 * Flags, sums and results of every enterprise of a sample, against SQL over the base tables that says each rule of
 * docs/domain.md in its own way: nothing here is made of the views.
 */

const setting = {} as { database: Database }

beforeAll(async () => {
  const folder = await temporaryFolder(afterAll)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed: 1, enterprises: 16 })
  const ids = (await readFile(join(corpus, 'enterprises.ndjson'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { 企业ID: string }).企业ID)
  const job = `pipeline: enterprise-due-diligence
enterprises: [${ids.map((id) => `{ id: ${id} }`).join(', ')}]
litigation: { since: 2020-01-01 }
rate: { perSecond: unlimited }
exports: []
`
  const { home } = await homeOf(corpus, folder, job, afterAll)
  setting.database = await Database.open(homeAt(home).published, { readOnly: true })
  afterAll(() => setting.database.close())
})

/** Listed documents with what their full text says where one is held. */
const documents = `
  SELECT d.*, coalesce(d.case_number_key, d.document_id) AS k, c.library, c.case_id, coalesce(c.outcome, d.outcome, '') AS decided,
    coalesce(c.category, d.number_category) AS case_category, coalesce(d.number_procedure, d.procedure) LIKE '%一审%' AS is_first
  FROM enterprise_documents AS d LEFT JOIN cases AS c ON c.case_id = d.document_id`

const risks = `
  SELECT *, coalesce(case_number_key, case_number, 'entry ' || ordinal) AS k, concat_ws(' ', kind, description) AS says,
    coalesce(status, '') SIMILAR TO '.*(解除|撤销|移出|移除|删除|屏蔽|失效).*' AS is_lifted
  FROM enterprise_risks`

/** Rows that a rule fires on, twice or more within two years. */
const repeated = (flag: string, item: string): string => `
  SELECT a.enterprise_id, '${flag}', a.ordinal::VARCHAR FROM enterprise_changes AS a JOIN enterprise_changes AS b
    ON a.enterprise_id = b.enterprise_id AND a.ordinal <> b.ordinal AND a.item SIMILAR TO '${item}' AND b.item SIMILAR TO '${item}'
    AND a.changed_on BETWEEN b.changed_on - INTERVAL 24 MONTH AND b.changed_on + INTERVAL 24 MONTH`

const flags = `
  WITH docs AS (${documents}), risks AS (${risks}),
  enforced AS (SELECT * FROM docs WHERE number_category = '执行案件' AND role = 'defendant'),
  suits AS (SELECT * FROM docs WHERE role = 'defendant' AND is_first),
  unwon AS (SELECT * FROM suits WHERE decided NOT IN ('dismissed', 'rejected', 'inadmissible')),
  yearly AS (
    SELECT *, count(DISTINCT k) OVER (PARTITION BY enterprise_id, year(decided_on)) AS cases,
      max(year(decided_on)) OVER (PARTITION BY enterprise_id) AS last_year FROM suits)
  SELECT enterprise_id, 'ended_unpaid' AS flag, k FROM enforced WHERE result LIKE '%终结%本次执行%'
  UNION SELECT enterprise_id, 'ended_unpaid', k FROM risks WHERE concat(says, status) SIMILAR TO '.*(终本|终结本次).*'
  UNION SELECT enterprise_id, 'dishonest', k FROM enforced WHERE result LIKE '%纳入失信%'
  UNION SELECT enterprise_id, 'dishonest', k FROM risks WHERE says LIKE '%失信%' AND NOT is_lifted
  UNION SELECT enterprise_id, 'restricted', k FROM enforced WHERE result LIKE '%限制%消费%'
  UNION SELECT enterprise_id, 'restricted', k FROM risks WHERE says SIMILAR TO '.*(限制.*消费|限高).*' AND NOT is_lifted
  UNION SELECT enterprise_id, 'frozen_shares', k FROM risks WHERE says LIKE '%股权%' AND says LIKE '%冻结%' AND NOT is_lifted
  UNION SELECT enterprise_id, 'revoked', 'status' FROM enterprises WHERE status LIKE '%吊销%'
  UNION SELECT enterprise_id, 'deregistered', 'status' FROM enterprises WHERE status LIKE '%注销%' AND status NOT LIKE '%未注销%'
  UNION SELECT enterprise_id, 'wages', document_id FROM unwon WHERE cause LIKE '劳动%'
  UNION SELECT enterprise_id, 'guarantees', document_id FROM unwon WHERE cause LIKE '保证合同%' OR cause LIKE '追偿权%'
  UNION SELECT enterprise_id, 'sued_often', document_id FROM yearly WHERE cases >= 5 AND year(decided_on) >= last_year - 2
  UNION ${repeated('representatives', '.*法定代表人.*')}
  UNION ${repeated('addresses', '.*(住所|地址).*')}`

/** The rows of one relation that the other lacks, either way. */
const differing = (rule: string, view: string): string => `
  WITH rule AS (${rule}), shown AS (${view})
  SELECT 'the rule alone' AS found, * FROM (SELECT * FROM rule EXCEPT SELECT * FROM shown)
  UNION ALL SELECT 'the view alone', * FROM (SELECT * FROM shown EXCEPT SELECT * FROM rule)`

test('every enterprise has the red flags that the rules give by hand, on the same rows', async () => {
  const shown = `SELECT enterprise_id, flag, row_key AS k FROM red_flags
    WHERE flag IN (SELECT flag FROM (${flags})) AND (flag <> 'guarantees' OR source = 'subject_documents')`
  expect(await setting.database.rows(differing(flags, shown))).toEqual([])
  const [met] = await setting.database.rows(
    `SELECT count(DISTINCT flag)::INTEGER AS flags, count(DISTINCT enterprise_id)::INTEGER AS enterprises FROM (${flags})`,
  )
  expect(Number(met?.flags)).toBeGreaterThan(7)
  expect(Number(met?.enterprises)).toBeGreaterThan(5)
})

test('every enterprise is ordered to pay what its documents order it by name, by full texts and by the list', async () => {
  const sums = `
    WITH docs AS (${documents}),
    names AS (
      SELECT enterprise_id, name_key FROM enterprise_names WHERE kind <> 'short'
      UNION SELECT enterprise_id, name_key FROM enterprises),
    ordered AS (
      SELECT d.enterprise_id, d.document_id, a.amount, a.role, 'full text' AS basis, a.payer_keys
      FROM docs AS d JOIN case_amounts AS a ON a.case_id = d.case_id AND a.library = d.library
      WHERE a.part = 'order' AND a.is_ordered
      UNION ALL SELECT d.enterprise_id, d.document_id, a.amount, a.role, 'list', a.payer_keys
      FROM docs AS d JOIN document_amounts AS a ON a.document_id = d.document_id WHERE d.case_id IS NULL AND a.is_ordered)
    SELECT s.enterprise_id, s.basis, count(*) AS sums, sum(s.amount) AS total
    FROM ordered AS s JOIN docs AS d USING (enterprise_id, document_id)
    WHERE s.amount IS NOT NULL AND s.role NOT IN ('案件受理费', '保全费', '执行费', '罚款', '基数', '限额', '单价', '已付', '合计')
      AND d.case_category <> '执行案件'
      AND d.decided IN ('granted', 'partly_granted', 'reversed', 'partly_reversed', 'mediated', 'payment_order')
      AND NOT (d.decided = 'granted' AND d.role = 'plaintiff')
      AND EXISTS (FROM names AS n WHERE n.enterprise_id = s.enterprise_id AND list_contains(s.payer_keys, n.name_key))
      AND NOT EXISTS (FROM cases AS l WHERE l.origin_number_key = d.case_number_key AND l.case_id <> d.document_id
        AND l.outcome IN ('reversed', 'partly_reversed', 'remanded'))
    GROUP BY ALL`
  const shown = `SELECT enterprise_id, basis, count(*) AS sums, sum(amount) AS total FROM ordered_payments WHERE is_counted GROUP BY ALL`
  expect(await setting.database.rows(differing(sums, shown))).toEqual([])
  expect((await setting.database.rows(shown)).length).toBeGreaterThan(6)
})

test('every judgment of first instance between two parties is won by one side and lost by the other', async () => {
  const results = `
    SELECT enterprise_id, document_id, CASE WHEN outcome = 'partly_granted' THEN 'partly'
        WHEN (outcome = 'granted') = (role = 'plaintiff') THEN 'won' ELSE 'lost' END AS result
    FROM enterprise_documents
    WHERE number_procedure = '一审' AND document_kind = '判决书' AND outcome IN ('granted', 'dismissed', 'partly_granted')
      AND role IN ('plaintiff', 'defendant') AND len(plaintiffs) = 1 AND len(defendants) = 1`
  const shown = `SELECT enterprise_id, document_id, subject_outcome AS result FROM subject_documents
    WHERE (enterprise_id, document_id) IN (SELECT (enterprise_id, document_id) FROM (${results}))`
  expect(await setting.database.rows(differing(results, shown))).toEqual([])
  expect((await setting.database.rows(results)).length).toBeGreaterThan(40)
})
