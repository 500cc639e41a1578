import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { homeAt } from '../../src/engine/home/home.ts'
import { writeSampleCorpus } from '../../src/sample/corpus.ts'
import { Database } from '../../src/warehouse/database.ts'
import { codeWords } from '../../src/words/code-words.ts'
import { homeOf } from '../report/world.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'

/*
 * Flags, sums and results of every enterprise of a sample, against SQL over the base tables that says each rule of
 * docs/domain.md in its own way: nothing here is made of the views.
 */

const setting = {} as { database: Database }

const seed = 4

const whenOver = whenAllOver()
beforeAll(async () => {
  const folder = await temporaryFolder(whenOver)
  const corpus = join(folder, 'corpus')
  await writeSampleCorpus({ out: corpus, seed, enterprises: 16 })
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
  const { home } = await homeOf(corpus, folder, job, whenOver)
  setting.database = await Database.open(homeAt(home).published, { readOnly: true })
  whenOver(() => setting.database.close())
})

/** Listed documents with what their full text says where one is held, by id or else by number. */
const documents = `
  SELECT d.*, coalesce(d.case_number_key, d.document_id) AS k, c.library, c.case_id, coalesce(c.outcome, d.outcome, '') AS decided,
    coalesce(c.category, d.number_category) AS case_category, coalesce(d.number_procedure, d.procedure) LIKE '%一审%' AS is_first
  FROM enterprise_documents AS d LEFT JOIN cases AS c ON c.case_id = coalesce(
    (SELECT min(n.case_id) FROM cases AS n WHERE n.case_id = d.document_id),
    (SELECT min(n.case_id) FROM cases AS n WHERE n.case_number_key = d.case_number_key
      AND n.case_id NOT IN (SELECT document_id FROM enterprise_documents)))`

const risks = `
  SELECT *, coalesce(case_number_key, case_number, 'entry ' || ordinal) AS k, concat_ws(' ', kind, description) AS says,
    coalesce(status, '') SIMILAR TO '.*(解除|撤销|移出|移除|删除|屏蔽|失效).*' AS is_lifted
  FROM enterprise_risks`

/** Enforcement cases by their numbers: what their documents decide, and what the registration has of them. */
const enforcement = `
  WITH papers AS (
    SELECT enterprise_id, coalesce(case_number_key, document_id) AS k, string_agg(result, ' ') AS results, list(role) AS roles
    FROM enterprise_documents WHERE number_category = '执行案件' GROUP BY ALL),
  registered AS (
    SELECT enterprise_id, coalesce(case_number_key, case_number, 'entry ' || ordinal) AS k, string_agg(kind) AS kinds,
      max(amount) FILTER (kind NOT LIKE '%股权%') AS amount, max(unpaid) AS unpaid
    FROM enterprise_risks WHERE kind SIMILAR TO '.*(执行|失信|限制高?消费|终本|冻结).*' GROUP BY ALL)
  SELECT enterprise_id, k,
    CASE WHEN kinds IS NOT NULL OR list_contains(roles, 'defendant') THEN 'defendant'
      WHEN list_contains(roles, 'plaintiff') THEN 'plaintiff' ELSE 'third_party' END AS side,
    CASE WHEN k LIKE '%执保%' THEN 'preservation'
      WHEN kinds LIKE '%终本%' OR results SIMILAR TO '.*终结.*本次执行.*' THEN 'ended_unpaid'
      WHEN results SIMILAR TO '.*终结.*执行.*' THEN 'ended'
      WHEN kinds IS NULL AND k SIMILAR TO '.*执[异复监].*' THEN 'review' ELSE 'open' END AS state,
    coalesce(amount, taken) AS amount, unpaid
  FROM papers FULL JOIN registered USING (enterprise_id, k) LEFT JOIN (
    SELECT d.enterprise_id, d.case_number_key AS k, sum(a.amount) AS taken FROM enterprise_documents AS d
    JOIN document_amounts AS a USING (document_id)
    WHERE d.number_category = '执行案件' AND d.role = 'defendant' AND a.evidence SIMILAR TO '.*(划拨|提取).*' GROUP BY ALL)
    USING (enterprise_id, k)`

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
      max(year(decided_on)) OVER (PARTITION BY enterprise_id) AS last_year FROM suits),
  owed AS (
    SELECT *, sum(amount) OVER (PARTITION BY enterprise_id) AS owed FROM (${enforcement})
    WHERE side = 'defendant' AND state IN ('open', 'ended_unpaid'))
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
  UNION SELECT enterprise_id, 'guarantees', ordinal::VARCHAR FROM risks WHERE says LIKE '%股权出质%' AND NOT is_lifted
  UNION SELECT enterprise_id, 'sued_often', document_id FROM yearly WHERE cases >= 5 AND year(decided_on) >= last_year - 2
  UNION SELECT enterprise_id, 'bankruptcy', document_id FROM docs WHERE number_category = '强制清算与破产案件'
    AND role = 'defendant' AND result NOT LIKE '%不予受理%'
  UNION SELECT enterprise_id, 'bankruptcy', ordinal::VARCHAR FROM risks WHERE says LIKE '%破产%' AND NOT is_lifted
  UNION SELECT enterprise_id, 'unpaid_against_capital', k FROM owed JOIN enterprises AS e USING (enterprise_id)
    WHERE 2 * owed >= registered_amount
  UNION SELECT enterprise_id, 'penalties', ordinal::VARCHAR FROM risks WHERE says SIMILAR TO '.*(处罚|罚款).*税.*|.*税.*(处罚|罚款).*'
  UNION SELECT enterprise_id, 'irregular', ordinal::VARCHAR FROM risks WHERE says LIKE '%经营异常%'
  UNION ${repeated('representatives', '.*法定代表人.*')}
  UNION ${repeated('addresses', '.*(住所|地址).*')}`

/** The rows of one relation that the other lacks, either way. */
const differing = (rule: string, view: string): string => `
  WITH rule AS (${rule}), shown AS (${view})
  SELECT 'the rule alone' AS found, * FROM (SELECT * FROM rule EXCEPT SELECT * FROM shown)
  UNION ALL SELECT 'the view alone', * FROM (SELECT * FROM shown EXCEPT SELECT * FROM rule)`

test('every enterprise has the red flags that the rules give by hand, on the same rows', async () => {
  const shown = 'SELECT enterprise_id, flag, row_key AS k FROM red_flags'
  expect(await setting.database.rows(differing(flags, shown))).toEqual([])
  const met = await setting.database.rows(`SELECT DISTINCT flag FROM (${flags}) ORDER BY flag`)
  expect(met.map(({ flag }) => flag)).toEqual(Object.keys(codeWords.flag).sort())
})

test('every enterprise has its enforcement cases by side and state, with what is to be enforced and what is unpaid', async () => {
  const totals = (from: string, side: string, isCounted: string): string => `
    SELECT enterprise_id, ${side} AS side, state, count(*) AS cases, count(amount) AS stated,
      sum(amount) FILTER (${isCounted}) AS amount, sum(unpaid) FILTER (${isCounted}) AS unpaid
    FROM (${from}) GROUP BY ALL`
  const rule = totals(enforcement, 'side', "state NOT IN ('preservation', 'review')")
  const shown = totals('SELECT * FROM enforcement_cases', 'role', 'is_counted')
  expect(await setting.database.rows(differing(rule, shown))).toEqual([])
  const states = await setting.database.rows(`SELECT DISTINCT state FROM (${shown}) WHERE side = 'defendant'`)
  expect(states.length).toBeGreaterThan(3)
})

test('a dispute whose first judgment stands is won or lost by it, whoever appeals, withdraws or enforces', async () => {
  const results = `
    WITH docs AS (
      SELECT d.*, c.origin_number_key, coalesce(c.outcome, d.outcome) AS decided
      FROM enterprise_documents AS d LEFT JOIN cases AS c ON c.case_id = d.document_id),
    overturned AS (
      SELECT enterprise_id, origin_number_key AS k FROM docs
      WHERE decided IN ('reversed', 'partly_reversed', 'remanded', 'retrial_ordered', 'set_aside', 'mediated')
        AND origin_number_key IS NOT NULL)
    SELECT enterprise_id, document_id, CASE WHEN decided = 'partly_granted' THEN 'partly'
        WHEN (decided = 'granted') = (role = 'plaintiff') THEN 'won' ELSE 'lost' END AS result
    FROM docs AS d
    WHERE number_procedure = '一审' AND role IN ('plaintiff', 'defendant') AND decided IN ('granted', 'dismissed', 'partly_granted')
      AND NOT EXISTS (FROM overturned AS o WHERE o.enterprise_id = d.enterprise_id AND o.k = d.case_number_key)`
  const shown = `
    SELECT s.enterprise_id, s.document_id, f.dispute_outcome AS result
    FROM subject_documents AS s JOIN case_families AS f USING (enterprise_id, family_key)
    WHERE (s.enterprise_id, s.document_id) IN (SELECT (enterprise_id, document_id) FROM (${results}))`
  expect(await setting.database.rows(differing(results, shown))).toEqual([])
  const [met] = await setting.database.rows(`
    SELECT count(*)::INTEGER AS disputes, (count(*) FILTER (f.documents > 1))::INTEGER AS went_on
    FROM (${results}) AS r JOIN subject_documents AS s USING (enterprise_id, document_id)
    JOIN case_families AS f ON f.enterprise_id = s.enterprise_id AND f.family_key = s.family_key`)
  expect(Number(met?.disputes)).toBeGreaterThan(40)
  expect(Number(met?.went_on)).toBeGreaterThan(10)
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
