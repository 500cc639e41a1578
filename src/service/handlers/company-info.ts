import { companyInfo as op } from '../../contract/operations/company-info.ts'
import { enterpriseNameKey } from '../../legal/enterprise-names.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Enterprise detail by current, former or short name, in that order (contract 4.6). */
export const companyInfo: Handler = ({ corpus }, params) => {
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = new Set(corpus.enterprises.byAnyName.flatMap((names) => names.get(name) ?? []))
  if (found.size === 0) return notFound()
  const limit = limitOf(op, 'num', params.num)
  return success([...found].slice(0, limit).map(({ detail }) => detail))
}
