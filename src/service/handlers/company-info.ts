import { companyInfo as op } from '../../contract/operations/enterprises.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Enterprise detail by current, former or short name, in that order (contract 4.6). */
export const companyInfo: Handler = async ({ companies }, params) => {
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = await companies(name)
  if (found.length === 0) return notFound()
  return success(found.slice(0, limitOf(op, 'num', params.num)))
}
