import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Operation, type ParameterType, parameterTypes } from '../../src/contract/operation.ts'
import { type OperationName, operationNames, operations } from '../../src/contract/operations.ts'
import { literal } from '../../src/contract/sql.ts'
import { step } from '../../src/run/pipeline.ts'
import { nextCalls } from '../../src/run/plan-sql.ts'
import type { Database } from '../../src/warehouse/database.ts'
import { temporaryFolder, whenAllOver } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'

const seed = Number(process.env.DOSSIER_TEST_CALL_KEY_SEED ?? 1)
let database: Database
const whenOver = whenAllOver()
beforeAll(async () => {
  database = await emptyWarehouse(await temporaryFolder(whenOver))
  return () => database.close()
})

/** The key that the planner gives to a call with these parameters, and the parameters as it would send them. */
async function planned(op: Operation, params: Readonly<Record<string, unknown>>) {
  const given = Object.entries(params).map(([name, value]) => `${sqlOf(value)} AS ${name}`)
  const select = { parts: [`SELECT ${given.join(', ')}`] }
  const query = {
    step: step('s', op.name as OperationName, select, { freshFor: 'run' }),
    columns: new Set(Object.keys(params)),
  }
  const run = { run_id: 'r', fresh_after: '1970-01-01', refused_after: '1970-01-01', calls_left: null }
  const [row] = await database.rows(nextCalls(query, run, 1))
  const sent = Object.entries(JSON.parse(String(row?.params))).filter(([, value]) => value !== null)
  return { key: String(row?.call_key), sent: Object.fromEntries(sent) }
}

const sqlOf = (value: unknown): string =>
  typeof value === 'object'
    ? `${literal(JSON.stringify(value))}::JSON`
    : typeof value === 'string'
      ? literal(value)
      : String(value)

/** The MD5 of the operation and its parameters as JSON: names sorted, defaults applied, null where there is none. */
function keyOf(op: Operation, sent: Readonly<Record<string, unknown>>): string {
  const names = [...parameterTypes(op).keys()].sort()
  const members = Object.fromEntries(names.map((name) => [name, sent[name] ?? op.defaults[name] ?? null]))
  return createHash('md5')
    .update(`${op.name} ${JSON.stringify(members)}`)
    .digest('hex')
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text)),
  fc.constantFrom('（2023）京0105民初1号', ' 甲公司 ', '', '"\\/', "'", '👍', '全角　空格'),
)
const values: Readonly<Record<ParameterType, fc.Arbitrary<unknown>>> = {
  string: anyText,
  integer: fc.integer({ min: -5, max: 99 }),
  boolean: fc.boolean(),
  object: fc.dictionary(
    fc.constantFrom('ay', 'cj', 'dianxing'),
    fc.oneof(anyText, fc.boolean(), fc.array(anyText)),
  ),
}

test.each(operationNames)(
  `of %s the key of a request is the key of the call that the planner made (seed ${seed})`,
  async (name: OperationName) => {
    const op: Operation = operations[name]
    const shape = Object.fromEntries(
      [...parameterTypes(op)].map(([parameter, type]) => [
        parameter,
        fc.option(values[type], { nil: undefined }),
      ]),
    )
    const params = fc
      .record(shape)
      .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
      .filter((given) => Object.keys(given).length > 0)
    await fc.assert(
      fc.asyncProperty(params, async (given) => {
        const { key, sent } = await planned(op, given)
        expect(keyOf(op, sent)).toBe(key)
      }),
      { seed, numRuns: Number(process.env.DOSSIER_TEST_CALL_KEYS ?? 12) },
    )
  },
)
