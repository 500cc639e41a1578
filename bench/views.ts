import { join } from 'node:path'
import type { Columns, View } from '../src/rows/tables/table.ts'
import { Database } from '../src/warehouse/database.ts'
import { createSchema } from '../src/warehouse/schema.ts'
import { views } from '../src/warehouse/views/index.ts'
import { refreshDerived } from '../src/warehouse/warehouse.ts'
import type { Figure } from './figure.ts'

const documentsPerEnterprise = 200
const settings = { threads: 2, memoryLimit: '1GB' }

/** Every documented view over a generated warehouse, whole and for one enterprise: medians of `runs`, in seconds. */
export async function viewFigures(folder: string, documents: number, runs: number): Promise<Figure[]> {
  const file = join(folder, 'views.duckdb')
  const spillTo = join(folder, 'spill')
  const filled = await secondsOf(() => fill(file, spillTo, documents))
  await using database = await Database.open(file, { readOnly: true, spillTo, ...settings })
  const [one] = await database.rows(
    'SELECT enterprise_id FROM enterprise_documents GROUP BY 1 ORDER BY abs(count(*) - 200), 1 LIMIT 1',
  )
  const figures: Figure[] = [
    {
      figure: `seconds to make a warehouse of ${documents} listed documents`,
      measured: filled.toFixed(0),
      aim: '< 90',
    },
  ]
  for (const [name, view] of Object.entries(views as Readonly<Record<string, View>>)) {
    const whole = await medianSeconds(database, evaluationOf(name, view.columns), runs)
    const isOfEnterprises = 'enterprise_id' in view.columns
    const sql = `${evaluationOf(name, view.columns)} WHERE enterprise_id = '${one?.enterprise_id}'`
    const single = isOfEnterprises ? await medianSeconds(database, sql, runs) : undefined
    figures.push({
      figure: `seconds of ${name}${single === undefined ? '' : ', whole and for one enterprise'}`,
      measured: [whole, ...(single === undefined ? [] : [single])]
        .map((seconds) => seconds.toFixed(2))
        .join(' · '),
      aim: '< 1',
    })
  }
  return figures
}

const fill = (file: string, spillTo: string, documents: number): Promise<void> =>
  fillWorld(file, spillTo, {
    documents,
    enterprises: Math.max(10, Math.round(documents / documentsPerEnterprise)),
  })

/** A warehouse of this size, made up. */
export async function fillWorld(file: string, spillTo: string, size: WorldSize): Promise<void> {
  await using database = await Database.open(file, { spillTo, memoryLimit: '2GB' })
  await createSchema(database)
  const { write } = size
  const written = write && database.define(2, (number, parties) => write(Number(number), parties ?? ''))
  const content = written && `${written}(i::VARCHAR, '原告' || subject || '与被告' || opponent)`
  for (const statement of worldStatements(size, content)) await database.run(statement)
  await refreshDerived(database)
}

/** A SELECT that needs every column of every row, and gives one row. */
const evaluationOf = (name: string, columns: Columns): string => {
  const aggregates = Object.entries(columns).map(([column, { type }]) =>
    type === 'JSON' ? `count(${column})` : type === 'VARCHAR[]' ? `sum(len(${column}))` : `max(${column})`,
  )
  return `SELECT count(*), ${aggregates.join(', ')} FROM ${name}`
}

async function medianSeconds(database: Database, sql: string, runs: number): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run < runs; run += 1) seconds.push(await secondsOf(() => database.rows(sql)))
  return seconds.sort((a, b) => a - b)[runs >> 1] ?? 0
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** How large a world the views are timed on. */
interface WorldSize {
  readonly documents: number
  readonly enterprises: number
  /** Writes the full text of a document by its number and its parties; without it a text is one sentence, repeated. */
  readonly write?: (number: number, parties: string) => string
}

/** Enterprises with a list of their own length; the others share the rest, unevenly. */
const giants = 5
const giantDocuments = 20_000

/** A number in [0, 1) that depends on nothing but its arguments. */
const uniform = (...values: string[]): string => `((hash(${values.join(', ')}) % 1000003)::DOUBLE / 1000003)`

/**
 * A position's case: of ten neighbouring documents six are of first instance, two appeals, one an enforcement that
 * cites the first appeal, one a retrial that cites the second. Every other fourth document shares its number with
 * the third, as a ruling before the judgment does.
 */
const numberOf = (position: string): string => `
  '(' || (2014 + (${position}) // 10 % 11) || ')' || ['京', '沪', '粤', '浙', '苏', '川'][1 + (${position}) // 10 % 6]
  || CASE WHEN (${position}) % 10 < 6 THEN '010' || ((${position}) // 10 % 9) || '民初'
    WHEN (${position}) % 10 < 8 THEN '01民终' WHEN (${position}) % 10 = 8 THEN '0101执' ELSE '民再' END
  || (${position} - CASE WHEN (${position}) % 20 = 3 THEN 1 ELSE 0 END) || '号'`

const citedPosition = 'CASE WHEN p IN (6, 7) THEN i - 6 WHEN p IN (8, 9) THEN i - 2 ELSE i END'
const caseNumber = `
  number AS case_number, number AS case_number_canonical, number AS case_number_key, 'parsed' AS case_number_status,
  2014 + b % 11 AS case_year, CASE p WHEN 8 THEN '执' WHEN 9 THEN '民再' WHEN 6 THEN '民终' WHEN 7 THEN '民终' ELSE '民初' END
    AS type_code,
  CASE p WHEN 8 THEN '执行案件' ELSE '民事案件' END AS number_category,
  CASE p WHEN 8 THEN '执行' WHEN 9 THEN '再审' WHEN 6 THEN '二审' WHEN 7 THEN '二审' ELSE '一审' END AS number_procedure,
  CASE p WHEN 9 THEN '高级' WHEN 6 THEN '中级' WHEN 7 THEN '中级' ELSE '基层' END AS number_court_level,
  ['北京', '上海', '广东', '浙江', '江苏', '四川'][1 + b % 6] AS number_province`
const outcome = `
  CASE WHEN p < 6 THEN ['granted', 'partly_granted', 'granted', 'dismissed', 'withdrawn', 'seized', NULL][1 + h % 7]
    WHEN p < 8 THEN ['upheld', 'upheld', 'reversed', 'remanded', 'appeal_withdrawn'][1 + h % 5]
    WHEN p = 8 THEN 'enforcement_suspended' ELSE 'upheld' END AS outcome,
  '1:rule' AS outcome_rule, '判决如下：被告于本判决生效之日起十日内支付原告货款。' AS outcome_evidence`
const subjectIsPlaintiff = 'h // 7 % 3 = 0'
const decidedOn = "DATE '2014-01-01' + ((b % 11) * 365 + p * 80 + (h % 60)::INTEGER)::INTEGER"

/**
 * Statements that fill an empty warehouse: listed documents with their full texts, parties, sums, citations and
 * references; two runs, of which the second found a fifth of the lists changed.
 */
export const worldStatements = (size: WorldSize, content = shortText): string[] => [
  ...listedDocuments(size),
  ...fullTexts(content),
  ...citations(),
  ...lookups(),
  ...listPages(),
  ...runs(),
  ...['world', 'document', 'held', 'article', 'page'].map((name) => `DROP TABLE ${name}`),
]

function listedDocuments({ documents, enterprises }: WorldSize): string[] {
  const large = Math.min(giantDocuments, Math.floor(documents / (4 * giants)))
  return [
    `CREATE TEMP TABLE world AS
      SELECT row_number() OVER (ORDER BY e, k) - 1 AS i, e FROM (
        SELECT k, CASE WHEN k < ${giants * large} THEN k // ${large}
          ELSE ${giants} + floor(${enterprises - giants} * pow(${uniform('k', '1')}, 1.4))::INTEGER END AS e
        FROM range(${documents}) AS r(k))`,
    `CREATE TEMP TABLE document AS
      SELECT i, i // 10 AS b, i % 10 AS p, (hash(i) >> 2)::BIGINT AS h, e, md5('e' || e) AS enterprise_id, md5('d' || i) AS document_id,
        ${numberOf('i')} AS number, '第' || e || '号建设有限公司' AS subject,
        CASE WHEN hash(i, 3) % 2 = 0 THEN '长期往来' || e || '之' || hash(i, 4) % 40 || '贸易有限公司'
          ELSE '一次往来' || i || '商贸有限公司' END AS opponent
      FROM world ORDER BY i`,
    `INSERT INTO enterprises BY NAME
      SELECT md5('e' || e) AS enterprise_id, '第' || e || '号建设有限公司' AS name, name AS name_key,
        '存续' AS status, 'r1' AS run_id, 'c' || e AS call_key
      FROM range(${enterprises}) AS r(e)`,
    `INSERT INTO enterprise_documents BY NAME
      SELECT enterprise_id, document_id, subject || '与' || opponent || '合同纠纷' AS title, ${caseNumber},
        ${decidedOn} AS decided_on, ['买卖合同纠纷', '劳动争议', '金融借款合同纠纷', '建设工程合同纠纷', '租赁合同纠纷'][1 + h // 11 % 5] AS cause,
        number_procedure AS procedure, CASE WHEN h % 2 = 0 THEN '判决书' ELSE '裁定书' END AS document_kind,
        CASE WHEN ${subjectIsPlaintiff} THEN [subject] ELSE [opponent] END AS plaintiffs,
        CASE WHEN ${subjectIsPlaintiff} THEN [opponent] ELSE [subject] END AS defendants, []::VARCHAR[] AS third_parties,
        '判决如下：被告支付货款，驳回其他诉讼请求。' AS result,
        CASE WHEN h % 50 = 0 THEN NULL WHEN ${subjectIsPlaintiff} THEN 'plaintiff' ELSE 'defendant' END AS role, ${outcome},
        md5('l' || i // 30) AS call_key, 'r1' AS run_id
      FROM document ORDER BY i`,
    `INSERT INTO document_parties BY NAME
      SELECT document_id, side, ordinal, name, name AS name_key, md5('l' || i // 30) AS call_key, 'r1' AS run_id
      FROM (
        SELECT i, document_id, unnest([
          {side: CASE WHEN ${subjectIsPlaintiff} THEN 'plaintiff' ELSE 'defendant' END, ordinal: 1, name: subject},
          {side: CASE WHEN ${subjectIsPlaintiff} THEN 'defendant' ELSE 'plaintiff' END, ordinal: 1, name: opponent},
          {side: 'defendant', ordinal: 2, name: '连带' || h % 100000 || '投资有限公司'}][:(2 + i % 2)::BIGINT], recursive := true)
        FROM document) ORDER BY i`,
  ]
}

const shortText = "repeat('本院认为，原告与被告签订的合同合法有效，' || h, (h % 30)::INTEGER)"

const fullTexts = (content: string): string[] => [
  `CREATE TEMP TABLE held AS SELECT *, CASE WHEN h % 50 = 0 THEN 'qwal' ELSE 'ptal' END AS library, md5('k' || i) AS call_key
    FROM document WHERE i % 33 <> 0 ORDER BY i`,
  `INSERT INTO cases BY NAME
    SELECT document_id AS case_id, library, subject || '与' || opponent || '合同纠纷' AS title, ${caseNumber},
      number_province || '市第' || b % 70 || '人民法院' AS court, number_category AS category, number_procedure AS procedure,
      CASE WHEN h % 2 = 0 THEN '判决书' ELSE '裁定书' END AS document_kind, ${decidedOn} AS decided_on,
      number_province AS province, number_province || '市' AS city, number_court_level AS court_level,
      number_province AS court_province,
      ${content} AS content,
      ${outcome}, ${numberOf(citedPosition)} AS origin_number_key, call_key, 'r1' AS run_id
    FROM held ORDER BY i`,
  `INSERT INTO case_causes BY NAME
    SELECT document_id AS case_id, library, 1 AS ordinal, '买卖合同纠纷' AS cause, call_key, 'r1' AS run_id FROM held ORDER BY i`,
  `INSERT INTO case_parties BY NAME
    SELECT document_id AS case_id, library, ordinal, name, name AS name_key, []::VARCHAR[] AS aliases, side,
      CASE WHEN p IN (6, 7, 9) THEN side END AS original_side,
      CASE side WHEN 'plaintiff' THEN '原告' ELSE '被告' END AS position, call_key, 'r1' AS run_id
    FROM (
      SELECT i, p, document_id, library, call_key, unnest([
        {ordinal: 1, side: CASE WHEN ${subjectIsPlaintiff} THEN 'plaintiff' ELSE 'defendant' END, name: subject},
        {ordinal: 2, side: CASE WHEN ${subjectIsPlaintiff} THEN 'defendant' ELSE 'plaintiff' END, name: opponent},
        {ordinal: 3, side: 'defendant', name: '连带' || h % 100000 || '投资有限公司'}][:(2 + i % 2)::BIGINT], recursive := true)
      FROM held) ORDER BY i`,
  `INSERT INTO case_amounts BY NAME
    SELECT document_id AS case_id, library, ordinal, CASE ordinal WHEN 1 THEN 'order' ELSE 'claim' END AS part, 1 AS item,
      CASE ordinal WHEN 1 THEN '本金' ELSE '标的' END AS role, (h % 100000000 / 100)::DECIMAL(20,2) AS amount, 'CNY' AS currency,
      '十万元' AS amount_text, 'judgment' AS source, 20 AS text_offset, ordinal = 1 AS is_ordered,
      CASE WHEN ${subjectIsPlaintiff} THEN [opponent] ELSE [subject] END AS payers, payers AS payer_keys,
      CASE WHEN ${subjectIsPlaintiff} THEN [subject] ELSE [opponent] END AS payees, payees AS payee_keys,
      '被告于本判决生效之日起十日内支付原告货款' || h % 100000 || '元。' AS evidence, call_key, 'r1' AS run_id
    FROM (SELECT *, unnest(CASE WHEN p < 8 THEN [1, 2] ELSE [1] END) AS ordinal FROM held WHERE i % 9 < 5) ORDER BY i`,
  `INSERT INTO case_references BY NAME
    SELECT document_id AS case_id, library, ordinal, ${numberOf(citedPosition)} AS number, number AS number_key,
      'parsed' AS number_status, 'litigation_record' AS source, 10 AS text_offset, call_key, 'r1' AS run_id
    FROM (SELECT *, unnest([1, 2][:1 + i % 2]) AS ordinal FROM held WHERE p > 5) ORDER BY i`,
]

/** Articles that citations name. */
const cited = 3000

const citations = (): string[] => [
  `CREATE TEMP TABLE article AS
    SELECT a, '法律' || a % 300 AS law, '法律' || a % 300 || '#' || (a // 300 + 1) AS citation_key FROM range(${cited}) AS r(a)`,
  `INSERT INTO regulations BY NAME
    SELECT 'g' || l || '_' || v AS regulation_id, '法律' || l AS name, '法律' || l AS law,
      CASE WHEN v = 1 AND l % 3 = 0 THEN '已被修改' ELSE '现行有效' END AS validity,
      (DATE '2005-01-01' + (l % 300 + (v - 1) * 5000)::INTEGER) AS effective_on, 'c' || l AS call_key, 'r1' AS run_id
    FROM range(300) AS r(l), range(1, 3) AS s(v) WHERE v = 1 OR l % 3 = 0`,
  `INSERT INTO regulation_history BY NAME
    SELECT regulation_id, seen_run_id, name, law, CASE WHEN seen_run_id = 'r2' AND hash(regulation_id) % 20 = 0 THEN '已废止' ELSE validity END AS validity,
      effective_on, call_key, run_id FROM regulations, (VALUES ('r1'), ('r2')) AS s(seen_run_id)`,
  `INSERT INTO articles BY NAME
    SELECT regulation_id || '_' || a // 300 AS article_id, regulation_id, law, citation_key, '第' || (a // 300 + 1) || '条' AS label,
      repeat('当事人应当按照约定全面履行自己的义务。', (a % 10)::INTEGER) AS content, 'c1' AS call_key, 'r1' AS run_id
    FROM article JOIN regulations USING (law) ORDER BY a`,
  `INSERT INTO article_lookups BY NAME
    SELECT citation_key, law, 'x' AS label, false AS asked_singly, true AS is_found, 20 AS hits, 'c1' AS call_key, 'r1' AS run_id FROM article`,
  `INSERT INTO case_citations BY NAME
    SELECT case_id, library, ordinal, 'text' AS origin, law || '第' || article || '条' AS citation, 10 AS text_offset,
      law AS given_law, law, article, 0 AS article_sub, '第' || article || '条' AS article_label, law || '#' || article AS citation_key,
      is_first, call_key, 'r1' AS run_id
    FROM (
      SELECT i, document_id AS case_id, library, call_key, ordinal, ordinal = min(ordinal) OVER (PARTITION BY i, a) AS is_first, '法律' || a % 300 AS law, (a // 300 + 1)::INTEGER AS article
      FROM (SELECT *, floor(exp(${uniform('i', 'ordinal')} * ln(${cited})))::INTEGER % ${cited} AS a
        FROM (SELECT i, document_id, library, call_key, unnest(range(1, (3 + h % 5)::BIGINT)) AS ordinal FROM held)))
    ORDER BY i`,
]

const lookups = (): string[] => [
  `INSERT INTO case_lookups BY NAME
    SELECT 'ptal' AS library, 'id' AS asked_by, document_id AS asked, CASE WHEN i % 33 = 0 THEN 0 ELSE 1 END AS hits,
      md5('k' || i) AS call_key, 'r1' AS run_id FROM document ORDER BY i`,
  `INSERT INTO case_lookups BY NAME
    SELECT library, asked_by, CASE asked_by WHEN 'id' THEN document_id ELSE number END AS asked, 0 AS hits,
      md5(library || asked_by || i) AS call_key, 'r1' AS run_id
    FROM document, (VALUES ('ptal', 'number'), ('qwal', 'id'), ('qwal', 'number')) AS l(library, asked_by)
    WHERE i % 33 = 0 AND i % 66 = 0 ORDER BY i`,
]

/** The pages of two runs. */
const listPages = (): string[] => [
  `CREATE TEMP TABLE page AS
    SELECT e, enterprise_id, subject AS enterprise_name, n // 30 + 1 AS page_no, count(*) AS held, list(document_id ORDER BY n) AS document_ids,
      total, min(i) // 30 AS first
    FROM (SELECT *, row_number() OVER (PARTITION BY e ORDER BY i DESC) - 1 AS n, count(*) OVER (PARTITION BY e) AS total FROM document)
    GROUP BY ALL`,
  ...['r1', 'r2'].map(
    (run) => `INSERT INTO list_pages BY NAME
    SELECT '${run}' AS scan_run_id, 'id:' || enterprise_id AS subject, 1 AS sweep, page_no, true AS is_found, enterprise_id, enterprise_name,
      ${run === 'r1' ? 'CASE WHEN e % 5 = 0 THEN total - 1 ELSE total END' : 'total'} AS declared_total, 30 AS page_size,
      page_no * 30 < total AS has_more,
      ${run === 'r1' ? 'CASE WHEN e % 5 = 0 AND page_no = 1 THEN document_ids[2:] ELSE document_ids END' : 'document_ids'} AS document_ids,
      md5(array_to_string(document_ids, chr(10))) AS ids_digest,
      md5('${run}' || enterprise_id || page_no) AS call_key, '${run}' AS run_id
    FROM page ${run === 'r1' ? '' : 'WHERE e % 5 = 0 OR page_no = 1'} ORDER BY e, page_no`,
  ),
  // A list that was read through is asked for page 1 again.
  `INSERT INTO list_pages BY NAME
    SELECT * REPLACE (2 AS sweep) FROM list_pages AS p
    WHERE page_no = 1 AND EXISTS (
      SELECT 1 FROM list_pages AS q WHERE q.scan_run_id = p.scan_run_id AND q.subject = p.subject AND q.page_no = 2)
    ORDER BY scan_run_id, enterprise_id`,
]

const runs = (): string[] => [
  `INSERT INTO calls BY NAME
    SELECT 's' || i // 1000 AS segment, i % 1000 AS line, 'rh_case_details' AS operation, 'details' AS step,
      to_json({id: document_id, type: 'ptal'}) AS params, 'hit' AS outcome, 1 AS attempts, 5.0 AS cost, md5('k' || i) AS call_key,
      'r1' AS run_id, TIMESTAMP '2026-01-01' + to_milliseconds(i * 20) AS fetched_at FROM document ORDER BY i`,
  `INSERT INTO calls BY NAME
    SELECT 'l' || row_number() OVER (ORDER BY scan_run_id, subject, page_no) // 1000 AS segment, page_no AS line, 'rh_enterpriseWritList' AS operation, 'litigation' AS step,
      'hit' AS outcome, 1 AS attempts, 10.0 AS cost, call_key, run_id,
      TIMESTAMP '2026-01-01' + to_days(CASE run_id WHEN 'r1' THEN 0 ELSE 90 END) AS fetched_at FROM list_pages`,
  `INSERT INTO enterprise_history BY NAME
    SELECT enterprise_id, seen_run_id, to_json({
        name: name, uscc: uscc, legal_representative: CASE WHEN seen_run_id = 'r2' AND hash(enterprise_id) % 10 = 0 THEN '李四' ELSE '张三' END,
        status: status, address: '某路' || enterprise_id, registered_capital: '100万元', business_scope: repeat('技术服务；', 20)}) AS registration,
      json('[{"name":"甲投资","kind":"法人","share":60},{"name":"' || CASE WHEN seen_run_id = 'r2' AND hash(enterprise_id) % 20 = 0 THEN '丙' ELSE '乙' END || '","kind":"自然人","share":40}]') AS shareholders,
      call_key, seen_run_id AS run_id
    FROM enterprises, (VALUES ('r1'), ('r2')) AS s(seen_run_id)`,
  `INSERT INTO case_searches BY NAME
    SELECT seen_run_id AS search_run_id, 's' || k AS search_key, '货款纠纷' || k AS query, 50 AS hits,
      list_transform(range(CASE seen_run_id WHEN 'r1' THEN k ELSE k + k % 3 END, k + 50), lambda x: md5('d' || x * 17)) AS case_ids,
      seen_run_id AS run_id, 'c' || k AS call_key
    FROM range(500) AS r(k), (VALUES ('r1'), ('r2')) AS s(seen_run_id)`,
  `INSERT INTO runs BY NAME
    SELECT run_id, 'job' AS job, 'complete' AS status, TIMESTAMP '2026-01-01' AS started_at FROM (VALUES ('r1'), ('r2')) AS r(run_id)`,
  `INSERT INTO job_inputs BY NAME
    SELECT run_id, (row_number() OVER (PARTITION BY run_id ORDER BY enterprise_id))::INTEGER AS ordinal, 'enterprise' AS kind, enterprise_id AS given_id
    FROM (SELECT DISTINCT scan_run_id AS run_id, enterprise_id FROM list_pages)`,
]
