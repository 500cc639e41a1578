import { enterpriseSearch as op } from '../../contract/operations/enterprise-search.ts'
import { enterpriseNameKey } from '../../legal/enterprise-names.ts'
import type { Enterprise } from '../corpus/enterprises.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Enterprise candidates by part of the name (contract 4.5): the same name, then a prefix of it, then others. */
export const enterpriseSearch: Handler = ({ corpus }, params) => {
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = corpus.enterprises.all.filter(({ nameKey }) => nameKey.includes(name))
  if (found.length === 0) return notFound()
  const limit = limitOf(op, 'top_k', params.top_k)
  // The corpus is in order of name, and so is each rank.
  const ranked = [0, 1, 2].flatMap((rank) => found.filter((enterprise) => rankOf(enterprise, name) === rank))
  return success(ranked.slice(0, limit).map(({ candidate }) => candidate))
}

function rankOf({ nameKey }: Enterprise, name: string): number {
  if (nameKey === name) return 0
  return nameKey.startsWith(name) ? 1 : 2
}
