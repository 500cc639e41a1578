import type { OperationName } from '../../../src/contract/operations.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { flatten } from '../../../src/rows/flatten/index.ts'
import type { Rows } from '../../../src/rows/tables/index.ts'

export const callKey = 'k1'

/** What contract 7 answers when there is nothing. */
export const noCase = { status: 'success', code: 200, message: '未查询到相关内容', data: null }
export const notFound = { status: 'notFound', code: 404, message: '未找到', data: null }

/** Rows of a success answer with this data. */
export const flattened = (operation: OperationName, params: JsonObject, data: unknown): Rows =>
  flattenedBody(operation, params, { status: 'success', code: 200, message: '请求成功', data })

export const flattenedBody = (operation: OperationName, params: JsonObject, body: unknown): Rows =>
  flatten({ operation, params, callKey, runId: 'r1', sweep: 1 }, body)
