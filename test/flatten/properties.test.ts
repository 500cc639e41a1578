import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/contract/answer.ts'
import { parameterTypes } from '../../src/contract/operation.ts'
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts'
import type { ColumnType } from '../../src/warehouse/column.ts'
import type { Table } from '../../src/warehouse/table.ts'
import { dataTables, type TableName } from '../../src/warehouse/tables/index.ts'
import { flattenedBody } from './flattened.ts'
import {
  authoritativeCase,
  candidate,
  documentPage,
  enterpriseDetail,
  listedDocument,
  ordinaryCase,
  statuteArticle,
} from './records.ts'

const samples = [
  ordinaryCase,
  authoritativeCase,
  statuteArticle,
  candidate,
  documentPage,
  listedDocument,
  enterpriseDetail,
]
const members = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]

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
const member = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }))
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
  { weight: 1, arbitrary: fc.jsonValue() },
)
const call = fc.constantFrom(...operationNames).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    params: fc.dictionary(fc.constantFrom(...parameterTypes(operations[operation]).keys()), member, {
      maxKeys: 4,
    }),
    // JSON text and back: what really arrives has no undefined, no NaN, no -0.
    body: body.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  }),
)

const fits: Partial<Record<ColumnType, (value: unknown) => boolean>> = {
  VARCHAR: (value) => value === null || typeof value === 'string',
  'VARCHAR[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  INTEGER: (value) =>
    value === null || (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31),
  BOOLEAN: (value) => value === null || typeof value === 'boolean',
  DATE: (value) =>
    value === null ||
    (typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}$/.test(value) &&
      new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)),
  JSON: (value) => value === null || typeof value === 'object',
}

/** What is wrong with the rows of an answer, one sentence each. */
function misfits(operation: OperationName, params: JsonObject, answer: unknown): string[] {
  return Object.entries(flattenedBody(operation, params, answer)).flatMap(([name, rows]) => {
    const { columns } = dataTables[name as TableName] as Table
    return rows.flatMap((row) => {
      const values = row as Readonly<Record<string, unknown>>
      const missing = Object.keys(columns).filter((column) => !(column in values))
      const unknown = Object.keys(values).filter((column) => !(column in columns))
      const unfit = Object.entries(columns).filter(
        ([column, { type }]) => fits[type]?.(values[column]) !== true,
      )
      return [
        ...missing.map((column) => `${name} lacks ${column}`),
        ...unknown.map((column) => `${name} has no column ${column}`),
        ...unfit.map(
          ([column, { type }]) => `${name}.${column} is no ${type}: ${JSON.stringify(values[column])}`,
        ),
      ]
    })
  })
}

test('whatever the service answers, flatten gives rows with exactly the columns of their tables, of their types', () => {
  fc.assert(
    fc.property(call, ({ operation, params, body: answer }) => {
      expect(misfits(operation, params, answer)).toEqual([])
    }),
    { numRuns: 3_000 },
  )
})

test('flatten does not change the answer it reads', () => {
  fc.assert(
    fc.property(call, ({ operation, params, body: answer }) => {
      const before = JSON.stringify([params, answer])
      flattenedBody(operation, params, answer)
      expect(JSON.stringify([params, answer])).toBe(before)
    }),
    { numRuns: 500 },
  )
})

test('every record of an answer has its row', () => {
  const tables = {
    rh_case_details: 'cases',
    rh_ft_search: 'articles',
    rh_enterpriseSearch: 'enterprise_candidates',
    rh_company_info: 'enterprises',
  } as const
  const operation = fc.constantFrom(...(Object.keys(tables) as (keyof typeof tables)[]))
  fc.assert(
    fc.property(operation, fc.array(record, { maxLength: 5 }), (name, records) => {
      const rows = flattenedBody(name, { type: 'ptal' }, { status: 'success', code: 200, data: records })
      expect(rows[tables[name]]).toHaveLength(records.length)
    }),
  )
})
