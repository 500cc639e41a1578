import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordFlags } from '../../src/warehouse/runs.ts'
import { likelyJoins } from '../../src/warehouse/views/likely-joins.ts'
import { longForm } from '../support/forms.ts'
import { emptyWarehouse } from '../support/tables.ts'

longForm('flags of 90,000 judgments with 360,000 sums are recorded in the memory of a run', async () => {
  await using database = await emptyWarehouse()
  await database.run(`SET memory_limit = '256MB';
    CREATE TEMP TABLE made AS SELECT 'd' || i AS document_id, 'c' || i AS case_id, 'e' || i // 200 AS enterprise_id, i // 200 || '号有限公司' AS us,
      i % 97 || '号材料有限公司' AS them, CASE i % 4 WHEN 0 THEN '民终' WHEN 1 THEN '执' ELSE '民初' END AS type, '(2024)京0105' || type || i || '号' AS key,
      DATE '2023-01-01' + (i % 700)::INTEGER AS decided_on FROM range(90_000) AS t(i);
    INSERT INTO enterprises BY NAME SELECT DISTINCT enterprise_id, us AS name, us AS name_key FROM made;
    INSERT INTO cases BY NAME SELECT 'ptal' AS library, case_id, key AS case_number, key AS case_number_key, decided_on, 'granted' AS outcome,
      CASE type WHEN '民终' THEN '二审' WHEN '执' THEN '执行' ELSE '一审' END AS number_procedure FROM made;
    INSERT INTO case_parties BY NAME SELECT 'ptal' AS library, case_id, ordinal, name, name AS name_key, side, [] AS aliases
      FROM made, LATERAL (VALUES (1, them, 'plaintiff'), (2, us, 'defendant')) AS v(ordinal, name, side);
    INSERT INTO case_amounts BY NAME SELECT 'ptal' AS library, case_id, item AS ordinal, item, 'order' AS part, '本金' AS role, 100.0 * item AS amount,
      'CNY' AS currency, true AS is_ordered, [us] AS payers, [us] AS payer_keys, [them] AS payees, [them] AS payee_keys, repeat('被告应于本判决生效之日起十日内支付原告货款', 4) AS evidence
      FROM made, range(1, 5) AS v(item);
    INSERT INTO subject_documents BY NAME SELECT document_id, enterprise_id, 'ptal' AS library, case_id, key AS case_key, key AS family_key, key AS case_number_key,
      key AS case_number, '劳动争议' AS cause, '劳动争议判决书' || document_id AS title, year(decided_on) AS year, 'defendant' AS original_role, CASE type WHEN '民终' THEN 'appeal' WHEN '执' THEN 'enforcement' ELSE 'first instance' END AS stage, decided_on,
      'defendant' AS role, true AS closes_case, 'granted' AS outcome, 'lost' AS subject_outcome FROM made;
    INSERT INTO stated_events BY NAME SELECT enterprise_id, 'full text' AS source, 'case_enforcement' AS stated_in, document_id, 1 AS ordinal, 'dishonest' AS kind,
      key AS case_key, key AS family_key, 'defendant' AS role, true AS is_decided, false AS is_lifted, decided_on AS said_on,
      repeat('将被执行人纳入失信被执行人名单', 6) AS evidence FROM made;
    INSERT INTO enforcement_cases BY NAME SELECT enterprise_id, key AS case_key, key AS family_key, 'defendant' AS role, 'ended_unpaid' AS state,
      100.0 AS amount, 'CNY' AS currency, true AS is_counted, true AS is_recent FROM made WHERE type = '执'`)
  const recorded = await recordFlags(database, { runId: 'r1', entries: 'enterprises' })
  expect(JSON.parse(recorded.split('\n')[0] ?? '')).toEqual({
    enterprise_id: 'e0',
    flags: ['dishonest', 'ended_unpaid', 'judged', 'sued_often', 'wages'],
  })
})

longForm('that 200,000 documents have few parties takes no more memory than a run has', async () => {
  await using database = await emptyWarehouse()
  await database.run(`
    SET memory_limit = '256MB'; CREATE TEMP TABLE made AS SELECT 'd' || i AS document_id, 'e' || i // 10_000 AS enterprise_id, i // 20 % 50 AS other, CASE i % 10 WHEN 0 THEN 'appeal' WHEN 1 THEN 'enforcement' WHEN 2 THEN 'enforcement' ELSE 'first instance' END AS stage,
      '(2024)京0105' || CASE i % 10 WHEN 0 THEN '民终' WHEN 1 THEN '执' WHEN 2 THEN '执' ELSE '民初' END || i || '号' AS case_key, DATE '2023-01-01' + (i % 700)::INTEGER AS decided_on FROM range(200_000) AS t(i);
    INSERT INTO subject_documents BY NAME SELECT document_id, enterprise_id, case_key, case_key AS family_key, case_key AS case_number_key, stage, decided_on, 'defendant' AS role, true AS closes_case, 'granted' AS outcome, 'open' AS text_state FROM made;
    INSERT INTO document_parties BY NAME SELECT document_id, side, 1 AS ordinal, name AS name, name AS name_key FROM (
      SELECT document_id, 'defendant' AS side, enterprise_id || '有限公司' AS name FROM made UNION ALL SELECT document_id, 'plaintiff', other || '号材料有限公司' FROM made)`)
  const [row] = await database.rows(`SELECT count(*)::INTEGER AS n FROM (${likelyJoins})`)
  // Only on the first days has a document just one judgment before it.
  expect(row).toEqual({ n: 1140 })
})

test('rows that nothing refers to are collected when memory is given back', async () => {
  await using database = await emptyWarehouse()
  const read = async () => new WeakRef(await database.rows('SELECT 1 AS one'))
  const rows = await read()
  await setImmediate()
  await database.release()
  expect(rows.deref()).toBeUndefined()
})
