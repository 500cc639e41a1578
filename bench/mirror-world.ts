import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Home } from '../src/run/home/home.ts'
import { Database } from '../src/warehouse/database.ts'
import { createSchema } from '../src/warehouse/schema.ts'

/** How large a world the mirror is timed on. */
export interface MirrorSize {
  readonly documents: number
  readonly enterprises: number
}

/** Articles, of the size and number of those that cases cite. */
export const worldArticles = 14_000
/** Answers that one statement writes: what is in memory at one time. */
const batch = 16_000

const number = "'（' || (2010 + i % 15) || '）京' || lpad((i % 97)::VARCHAR, 4, '0') || '民初' || i || '号'"
const regulation = (article: string): string => `'法规' || ${article} // 200`
const label = (article: string): string => `'第' || ${article} % 200 + 1 || '条'`

/** Words of two to four characters out of the common ones, so that texts share some bigrams and not others. */
const words = `CREATE TEMP TABLE word AS
  SELECT w, string_agg(chr((19968 + floor(1600 * pow((hash(w, c) % 1000003)::DOUBLE / 1000003, 1.6)))::INTEGER), '' ORDER BY c) AS text
  FROM range(6000) AS r(w), range(4) AS s(c) WHERE c < 2 + w % 3 GROUP BY w`
const phrases = `CREATE TEMP TABLE phrase AS
  SELECT p, string_agg(text, '' ORDER BY k) || '，' AS text
  FROM (SELECT p, k, floor(6000 * pow((hash(p, k) % 1000003)::DOUBLE / 1000003, 2))::INTEGER AS w FROM range(8000) AS r(p), range(5) AS s(k))
  JOIN word USING (w) GROUP BY p`
/** All phrases as one list, from which a text takes some by number. */
const phraseList = 'CREATE TEMP TABLE phrases AS SELECT list(text ORDER BY p) AS texts FROM phrase'

const textOf = (salt: number, least: number, spread: number): string =>
  `array_to_string(list_transform(range((${least} + hash(i, ${salt}) % ${spread})::BIGINT),
    lambda k: texts[(floor(8000 * pow((hash(i, k, ${salt}) % 1000003)::DOUBLE / 1000003, 1.5)))::BIGINT + 1]), '')`

/** A body of each kind of answer, as the source would write it. */
const success = (data: string): string =>
  `'{"status":"success","code":200,"message":"请求成功","data":' || (${data})::VARCHAR || '}'`

const caseBody = success(`json_array(json_object(
  'type', '普通案例', 'id', md5('d' || i), 'ah', ${number}, 'title', '第' || i // 200 || '号公司合同纠纷',
  'jbdw', '北京市第' || i % 300 || '人民法院', 'ajlb', '民事案件', 'spcx', '一审', 'wszl', ['判决书', '裁定书'][1 + i % 2],
  'ay', ['买卖合同纠纷', '劳动争议', '租赁合同纠纷', '金融借款合同纠纷'][1 + i % 4],
  'cprq', (2010 + i % 15) || '年' || (1 + i % 12) || '月' || (1 + i % 28) || '日', 'xzqh_p', '北京', 'xzqh_c', '北京市',
  'ajjbqk', facts, 'fxgc', reasons, 'pjjg', '驳回诉讼请求。', 'content', facts || reasons || rest))`)
const listBody =
  success(`json_object('id', 'e' || i // 7, 'name', '第' || i // 7 || '号公司', 'total', 200, 'pageNo', i % 7 + 1,
  'pageSize', 30, 'hasMore', i % 7 < 6, 'list', list_transform(range(CASE WHEN i % 7 = 6 THEN 20 ELSE 30 END), lambda k: json_object(
    '文书id', md5('d' || (i // 7 * 200 + i % 7 * 30 + k)), '标题', '文书' || k, '案号', '（2023）京0105民初' || k || '号',
    '时间', '2023-05-06', '案由', '买卖合同纠纷', '起诉方', ['甲公司'], '应诉方', ['乙公司'], '第三方', [], '裁判结果', '驳回诉讼请求。')))`)
const companyBody =
  success(`json_array(json_object('企业ID', 'e' || i, '企业名称', '第' || i || '号公司', '统一社会信用代码', 'C' || i,
  '法定代表人', '王某', '经营状态', '存续', '经营范围', facts))`)
const articleBody =
  success(`json_array(json_object('id', 'f' || i, '_score', 12.5, 'fgid', 'g' || i // 200, 'tid', (i % 200 + 1)::VARCHAR,
  'fgmc', ${regulation('i')}, 'ft_num', ${label('i')}, 'ftmc', ${regulation('i')} || ${label('i')}, 'title', ${regulation('i')} || ${label('i')},
  'content', facts, 'sxx', ['现行有效', '失效'][1 + i % 2], 'xljb_1', '法律', 'ssrq', '2021-01-01', 'fbrq', '2020-05-28'))`)

interface Kind {
  readonly operation: string
  readonly count: number
  /** Parameters as sent, and with all names for the key. */
  readonly params: string
  readonly key: string
  readonly body: string
}

const kinds = ({ documents, enterprises }: MirrorSize): readonly Kind[] => [
  {
    operation: 'rh_case_details',
    count: documents,
    params: "json_object('id', md5('d' || i), 'type', 'ptal')",
    key: "{ah: NULL::VARCHAR, id: md5('d' || i), type: 'ptal'}",
    body: caseBody,
  },
  {
    operation: 'rh_enterpriseWritList',
    count: enterprises * 7,
    params: "json_object('id', 'e' || i // 7, 'pageNo', i % 7 + 1)",
    key: "{id: 'e' || i // 7, pageNo: i % 7 + 1, tyshxydm: NULL::VARCHAR}",
    body: listBody,
  },
  {
    operation: 'rh_company_info',
    count: enterprises,
    params: "json_object('name', '第' || i || '号公司')",
    key: "{name: '第' || i || '号公司', num: 2}",
    body: companyBody,
  },
  {
    operation: 'rh_ft_search',
    count: worldArticles,
    params: `json_object('fgmc', ${regulation('i')}, 'keyword', ${label('i')})`,
    key: `{dy: NULL::VARCHAR, fbrq_end: NULL::VARCHAR, fbrq_start: NULL::VARCHAR, fgmc: ${regulation('i')}, keyword: ${label('i')},
      search_mode: 'AND', ssrq_end: NULL::VARCHAR, ssrq_start: NULL::VARCHAR, sxx: NULL::VARCHAR, top_k: 10, xljb_1: NULL::VARCHAR}`,
    body: articleBody,
  },
]

/** A home as a run leaves it, as far as a mirror reads it: the ledger, and raw in the archive, files of the archive's own size. */
export async function fillHome(home: Home, spillTo: string, size: MirrorSize): Promise<void> {
  await mkdir(home.state.raw, { recursive: true })
  await mkdir(dirname(home.published), { recursive: true })
  await using database = await Database.open(home.published, { spillTo, memoryLimit: '3GB' })
  await createSchema(database)
  for (const statement of [words, phrases, phraseList]) await database.run(statement)
  for (const kind of kinds(size)) {
    for (let from = 0; from < kind.count; from += batch)
      await writeAnswers(database, home, kind, { from, to: Math.min(from + batch, kind.count) })
  }
}

async function writeAnswers(
  database: Database,
  home: Home,
  { operation, params, key, body }: Kind,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const segment = `'20260101T000000Z-bench-${operation}-${String(from).padStart(9, '0')}'`
  const isCase = operation === 'rh_case_details'
  await database.run(`CREATE OR REPLACE TEMP TABLE answered AS
    SELECT i, md5('${operation} ' || to_json(${key})) AS call_key, ${params} AS params, ${body} AS body
    FROM (SELECT i, ${textOf(1, 20, isCase ? 60 : 10)} AS facts, ${isCase ? textOf(2, 20, 60) : "''"} AS reasons,
      ${isCase ? textOf(3, 90, 120) : "''"} AS rest FROM range(${from}, ${to}) AS r(i), phrases)`)
  await database.run(`INSERT INTO calls BY NAME
    SELECT ${segment} AS segment, i - ${from} + 1 AS line, '${operation}' AS operation, 'bench' AS step, params, 'hit' AS outcome,
      200 AS http_status, 200 AS code, 1 AS attempts, 1.0 AS cost, TIMESTAMP '2026-01-01' AS fetched_at, strlen(body) AS bytes,
      sha256(body) AS sha256, call_key, '20260101T000000Z-bench' AS run_id FROM answered`)
  await database.run(`COPY (
    SELECT '${operation}' AS operation, '2026-01-01' AS day, ${segment} AS segment, i - ${from} + 1 AS line, call_key,
      '{"callKey":"' || call_key || '","operation":"${operation}","step":"bench","runId":"20260101T000000Z-bench","params":' || params::VARCHAR
      || ',"fetchedAt":"2026-01-01T00:00:00.000Z","attempts":1,"latencyMs":1,"cost":1,"httpStatus":200,"error":null,"bytes":'
      || strlen(body) || ',"sha256":"' || sha256(body) || '","body":' || body || '}' AS record
    FROM answered ORDER BY i)
    TO '${home.state.raw}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE 2048, PARTITION_BY (operation, day),
      FILENAME_PATTERN '${operation}_${from}_{i}', OVERWRITE_OR_IGNORE)`)
}
