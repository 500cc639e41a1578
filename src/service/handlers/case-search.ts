import { isObject, type JsonObject } from '../../contract/answer.ts'
import { documentKinds } from '../../contract/enumerations.ts'
import { caseSearch as op } from '../../contract/operations/cases.ts'
import { foldWidth } from '../../legal/text.ts'
import { dateOf, limitOf, textOf, textsOf } from '../parameters.ts'
import { failure, successWithHits } from '../reply.ts'
import type { CaseFilter } from '../search/case-facets.ts'
import type { Handler } from './handler.ts'

/** Case search (contract 4.1). `rewrite_flag` changes nothing: there is no rewriter here. */
export const caseSearch: Handler = async ({ searchCases }, params) => {
  const query = textOf(params.query)
  if (query === '') return failure(op, 501, 'query 参数不可为空!')
  const limit = limitOf(op, 'return_num', params.return_num)
  return successWithHits(await searchCases(query, filterOf(params.wenshu_filter), limit))
}

function filterOf(value: unknown): CaseFilter {
  const given: JsonObject = isObject(value) ? value : {}
  return {
    category: textOf(given.wenshu_type),
    causes: textsOf(given.ay),
    kinds: textsOf(given.wszl).map(kindOf),
    after: dateOf(given.ja_start),
    before: dateOf(given.ja_end),
    authoritativeOnly: given.dianxing === true,
    courts: textsOf(given.fayuan).map(foldWidth),
    level: textOf(given.cj),
    province: textOf(given.xzqh_p),
    city: textOf(given.xzqh_c),
  }
}

const kinds: Readonly<Record<string, string>> = documentKinds

/** Name of a document kind code (contract 2.3); a code that is not one stays, and matches nothing. */
const kindOf = (code: string): string => kinds[code] ?? code
