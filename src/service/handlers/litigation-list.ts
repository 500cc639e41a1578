import { litigationList as op } from '../../contract/operations/litigation-list.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { limitOf, textOf } from '../parameters.ts'
import { failure, notFound, success } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Litigation documents of an enterprise, page by page (contract 4.4). */
export const litigationList: Handler = ({ corpus, pageSize }, params) => {
  const id = textOf(params.id)
  const creditCode = textOf(params.tyshxydm)
  if (id === '' && creditCode === '') return failure(op, 500, '参数异常!')
  const owner = id === '' ? ownerByCode(corpus, creditCode) : ownerById(corpus, id)
  if (owner === undefined) return notFound()
  const { documents, total } = corpus.documents.get(owner.id) ?? { documents: [], total: 0 }
  const pageNo = limitOf(op, 'pageNo', params.pageNo)
  const end = pageNo * pageSize
  return success({
    ...owner,
    total,
    pageNo,
    pageSize,
    hasMore: end < documents.length,
    list: documents.slice(end - pageSize, end),
  })
}

interface Owner {
  readonly id: string
  readonly name: string
}

/** An enterprise may be known by its documents only; then it has no name. */
const ownerById = ({ enterprises, documents }: Corpus, id: string): Owner | undefined => {
  const name = enterprises.byId.get(id)?.[0]?.name
  return name === undefined && !documents.has(id) ? undefined : { id, name: name ?? '' }
}

function ownerByCode({ enterprises }: Corpus, creditCode: string): Owner | undefined {
  const found = enterprises.byCreditCode.get(creditCode)?.[0]
  return found && { id: found.id, name: found.name }
}
