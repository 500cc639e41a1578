import { enterpriseSearch as op } from '../../contract/operations/enterprises.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler, NamedCandidate } from './handler.ts'

/** Enterprise candidates by part of the name (contract 4.5): the same name, then a prefix of it, then others. */
export const enterpriseSearch: Handler = ({ candidates }, params) => {
  const name = enterpriseNameKey(textOf(params.name))
  if (name === '') return failure(op, 501, 'name 参数不可为空!')
  const found = candidates(name)
  if (found.length === 0) return notFound()
  const limit = limitOf(op, 'top_k', params.top_k)
  // They come in the order of names, and so does each rank.
  const ranked = [0, 1, 2].flatMap((rank) => found.filter((one) => rankOf(one, name) === rank))
  return success(ranked.slice(0, limit).map(({ candidate }) => candidate))
}

function rankOf({ nameKey }: NamedCandidate, name: string): number {
  if (nameKey === name) return 0
  return nameKey.startsWith(name) ? 1 : 2
}
