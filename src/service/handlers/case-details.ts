import { caseLibraries } from '../../contract/enumerations.ts'
import { maximumCaseRecords, caseDetails as op } from '../../contract/operations/case-details.ts'
import { foldWidth } from '../../legal/text.ts'
import { textOf } from '../parameters.ts'
import { failure, success, successWithRecords } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Case detail (contract 4.2): by id, else by case number, in one of the two libraries. */
export const caseDetails: Handler = ({ corpus }, params) => {
  const id = textOf(params.id)
  const number = foldWidth(textOf(params.ah))
  if (id === '' && number === '') return failure(op, 500, '参数异常!')
  const type = textOf(params.type)
  const library = caseLibraries.find((name) => name === type)
  if (library === undefined) return failure(op, 500, `不支持的type(${type})类型`)
  const cases = corpus.cases[library]
  const found = id === '' ? cases.byNumber.get(number) : cases.byId.get(id)
  if (found === undefined) return success(null, '未查询到相关内容')
  return successWithRecords(found.slice(0, maximumCaseRecords).map(({ json }) => json))
}
