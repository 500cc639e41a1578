import { splitOnSpaces } from '../../contract/operation.ts'
import { statuteSearch as op } from '../../contract/operations/statutes.ts'
import { dateOf, limitOf, textOf } from '../parameters.ts'
import { failure, success, successWithNothing } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Statute search (contract 4.3, rules 1–3 and 5). */
export const statuteSearch: Handler = async ({ searchStatutes }, params) => {
  if (Object.keys(params).length === 0) return failure(op, 500, '请求参数不能为空')
  const keywords = partsOf(params.keyword)
  if (keywords.length === 0) return failure(op, 501, 'keyword 参数不可为空!')
  const found = await searchStatutes({
    keywords,
    mode: textOf(params.search_mode).toUpperCase() === 'OR' ? 'OR' : 'AND',
    regulation: partsOf(params.fgmc),
    levels: partsOf(params.xljb_1),
    validities: partsOf(params.sxx),
    regions: partsOf(params.dy),
    published: { from: dateOf(params.fbrq_start), to: dateOf(params.fbrq_end) },
    implemented: { from: dateOf(params.ssrq_start), to: dateOf(params.ssrq_end) },
    limit: limitOf(op, 'top_k', params.top_k),
  })
  return found.length === 0 ? successWithNothing([]) : success(found)
}

const partsOf = (value: unknown): string[] => splitOnSpaces(textOf(value))
