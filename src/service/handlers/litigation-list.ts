import { litigationList as op } from '../../contract/operations/enterprises.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Litigation documents of an enterprise, page by page (contract 4.4). */
export const litigationList: Handler = async ({ documentPage }, params) => {
  const of = { id: textOf(params.id), creditCode: textOf(params.tyshxydm) }
  if (of.id === '' && of.creditCode === '') return failure(op, 500, '参数异常!')
  const page = await documentPage(of, limitOf(op, 'pageNo', params.pageNo))
  return page === undefined ? notFound() : success(page)
}
