import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/contract/answer.ts'
import { parameterTypes } from '../../../src/contract/operation.ts'
import { caseFilter } from '../../../src/contract/operations/cases.ts'
import { type OperationName, operationNames, operations } from '../../../src/contract/operations.ts'
import { oneForm, sizeOf } from '../../support/forms.ts'
import { lostOf, misfits } from '../../support/oracle.ts'
import { flattened, flattenedBody } from './flattened.ts'
import {
  authoritativeCase,
  candidate,
  caseHit,
  documentPage,
  enterpriseDetail,
  listedDocument,
  ordinaryCase,
  statuteArticle,
} from './records.ts'

/** Answers that each of the two slow properties is tried with. */
const answers = sizeOf('DOSSIER_TEST_ANSWERS', { short: 500, long: 3_000 })

const samples = [
  caseHit,
  ordinaryCase,
  authoritativeCase,
  statuteArticle,
  candidate,
  documentPage,
  listedDocument,
  enterpriseDetail,
]
/** Names that the modules of an enterprise are read by, and some that only look like one. */
const likely = [
  'id',
  '名称',
  '作品名称',
  '申请日期',
  '登记号',
  '风险类型',
  '执行标的',
  '出资比例',
  '认缴出资额',
]
const dynamic = [
  '董事',
  '总经理(法定代表人)',
  '分支机构详情',
  '风险明细',
  '对外投资列表',
  '__proto__',
  'constructor',
]
const members = [...new Set([...samples.flatMap((sample) => Object.keys(sample)), ...likely, ...dynamic])]

/** Of any length that a text may hold, most of them beyond 32 bits. */
const number = fc.integer({ min: 1, max: 16 }).chain((digits) => fc.nat({ max: 10 ** digits }))

/** Texts near to what the parsers read, numbers too large for any column among them. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '《民法典》',
    '第',
    '条',
    '之',
    '款',
    '×',
    '号',
    '\u0000',
    '\uD800',
    '__proto__',
    'true',
  ),
  fc.integer({ min: 0 }).map(String),
  fc.constantFrom(
    '99999999999',
    '-2147483649',
    '2147483648',
    '1e400',
    '2020-02-30',
    '0000-00-00',
    '二〇二〇年',
  ),
  fc.tuple(number, number).map(([a, b]) => `依照《民法典》第${a}条之${b}第${b}款第（${a}）项`),
  fc.tuple(number, number).map(([a, b]) => `依照《民法典》第${a}条第${b}款`),
  fc.tuple(fc.bigInt(), fc.nat()).map(([a, b]) => `（${b % 3000}）京0105民初${a}-${b}号`),
  fc.string(),
)
const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
const sums = fc.constantFrom(
  '1000万元人民币',
  '500.5万美元',
  '99999999999999999999万元',
  '0.001元',
  '60%',
  '1e5',
)
const item = fc.dictionary(fc.constantFrom(...members), fc.oneof(scalar, sums), { maxKeys: 4 })
const member = fc.oneof(
  scalar,
  sums,
  fc.array(scalar, { maxLength: 3 }),
  fc.array(fc.oneof({ weight: 3, arbitrary: item }, scalar), { maxLength: 3 }),
  item,
  fc.jsonValue({ maxDepth: 2 }),
)
const record = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom(...members), fc.string()), member, { maxKeys: 12 }),
  fc
    .tuple(
      fc.constantFrom<JsonObject>(...samples),
      fc.dictionary(fc.constantFrom(...members), member, { maxKeys: 4 }),
    )
    .map(([sample, changed]) => ({ ...sample, ...changed })),
  fc.record({ content: text, yyft: fc.array(text, { maxLength: 2 }), tid: text, ft_num: text, total: text }),
)
const page = fc.tuple(record, fc.array(record, { maxLength: 3 })).map(([one, list]) => ({ ...one, list }))
const data = fc.oneof(
  fc.array(record, { maxLength: 3 }),
  record,
  page,
  fc.array(record, { maxLength: 2 }).map((lst) => ({ lst })),
  fc.jsonValue(),
)
const body = fc.oneof(
  { weight: 6, arbitrary: data.map((value) => ({ status: 'success', code: 200, data: value })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(record, data)
      .map(([envelope, value]) => ({ ...envelope, code: 200, extra: { ...envelope, wenshu: value } })),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const call = fc.constantFrom(...operationNames).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    params: fc.dictionary(
      fc.constantFrom(...parameterTypes(operations[operation]).keys()),
      fc.oneof(member, fc.dictionary(fc.constantFrom(...Object.keys(caseFilter.shape)), member)),
      { maxKeys: 4 },
    ),
    // JSON text and back: what really arrives has no undefined, no NaN, no -0.
    body: body.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  }),
)

test('whatever the service answers, flatten gives rows with exactly the columns of their tables, of their types', () => {
  fc.assert(
    fc.property(call, ({ operation, params, body: answer }) => {
      expect(misfits(flattenedBody(operation, params, answer))).toEqual([])
    }),
    { numRuns: answers },
  )
})

oneForm('flatten does not change the answer it reads', () => {
  fc.assert(
    fc.property(call, ({ operation, params, body: answer }) => {
      const before = JSON.stringify([params, answer])
      flattenedBody(operation, params, answer)
      expect(JSON.stringify([params, answer])).toBe(before)
    }),
    { numRuns: 500 },
  )
})

oneForm('every record of an answer has its row', () => {
  const tables = {
    rh_case_details: 'cases',
    rh_ft_search: 'articles',
    rh_enterpriseSearch: 'enterprise_candidates',
    rh_company_info: 'enterprises',
    case_vector_search: 'case_hits',
  } as const
  const operation = fc.constantFrom(...(Object.keys(tables) as (keyof typeof tables)[]))
  fc.assert(
    fc.property(operation, fc.array(record, { maxLength: 5 }), (name, records) => {
      const answer = { status: 'success', code: 200, data: records, extra: { wenshu: records } }
      const rows = flattenedBody(name, { type: 'ptal' }, answer)
      expect(rows[tables[name]] ?? []).toHaveLength(records.length)
    }),
  )
})

test('every value of a record stands in a column, in extra or in a record as it came', () => {
  const operation = fc.constantFrom(
    'rh_company_info',
    'rh_enterpriseSearch',
    'rh_ft_search',
    'case_vector_search',
  )
  const one = record.map(
    (value) => JSON.parse(JSON.stringify({ ...value, 企业ID: 'e1', id: 'e1' })) as JsonObject,
  )
  fc.assert(
    fc.property(operation, one, (name, value) => {
      const envelope = {
        status: 'success',
        code: 200,
        message: '请求成功',
        data: [value],
        extra: { wenshu: [value] },
      }
      expect(lostOf(value, flattenedBody(name as OperationName, {}, envelope))).toEqual([])
    }),
    { numRuns: answers },
  )
})

oneForm('members that differ in width or blanks from one of the contract are kept beside it', () => {
  const variants = { ' 企业名称': '甲', '企业名称 ': '乙', '统一社会信用代码\u3000': '丙', 企业ＩＤ: '丁' }
  const { enterprises, unlisted_members } = flattened('rh_company_info', { name: 'x' }, [
    { 企业ID: 'e1', 企业名称: '示例', ...variants },
  ])
  expect(enterprises?.[0]).toMatchObject({ enterprise_id: 'e1', name: '示例', uscc: null, extra: variants })
  expect(unlisted_members?.map(({ path, example }) => [path, example])).toEqual(
    Object.entries(variants).map(([member, value]) => [`data[].${member}`, value]),
  )
})
