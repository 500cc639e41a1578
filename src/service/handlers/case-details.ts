import { caseLibraries } from '../../contract/enumerations.ts'
import { maximumCaseRecords, caseDetails as op } from '../../contract/operations/cases.ts'
import { foldWidth } from '../../legal/text.ts'
import { textOf } from '../parameters.ts'
import { failure, successWithNothing, successWithRecords } from '../reply.ts'
import type { Handler } from './handler.ts'

/** Case detail (contract 4.2): by id, else by case number, in one of the two libraries. */
export const caseDetails: Handler = async ({ cases }, params) => {
  const id = textOf(params.id)
  const number = foldWidth(textOf(params.ah))
  if (id === '' && number === '') return failure(op, 500, '参数异常!')
  const type = textOf(params.type)
  const library = caseLibraries.find((name) => name === type)
  if (library === undefined) return failure(op, 500, `不支持的type(${type})类型`)
  const found = await cases(library, id === '' ? { number } : { id })
  if (found.length === 0) return successWithNothing(null, '未查询到相关内容')
  return successWithRecords(found.slice(0, maximumCaseRecords))
}
