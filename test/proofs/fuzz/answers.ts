import type { z } from 'zod'
import type { OperationName } from '../../../src/contract/operations.ts'
import * as contract from '../../../src/contract/records.ts'
import type { JsonObject } from '../../../src/contract/values.ts'
import { writeSampleCorpus } from '../../../src/standins/sample/corpus.ts'
import { corpusAnswers } from '../../../src/standins/service/answers.ts'
import * as records from '../../rows/flatten/records.ts'
import { fillerOf } from '../../rows/flatten/schema-values.ts'
import { temporaryFolder, type Whenever } from '../../support/folder.ts'

/** A call and the answer to it, as the service or the contract would have it. */
export interface Sample {
  readonly operation: OperationName
  readonly params: JsonObject
  readonly body: unknown
}

/** Answers of all operations: of the embedded service over its sample corpus, and in every shape of the contract. */
export async function sampleAnswers(whenOver: Whenever): Promise<Sample[]> {
  const out = await temporaryFolder(whenOver)
  await writeSampleCorpus({ out, seed: 1, enterprises: 4, contentCharacters: [300, 1200] })
  const { answer } = await corpusAnswers(out, 3)
  const ask = async (operation: OperationName, params: JsonObject): Promise<Sample> => ({
    operation,
    params,
    body: JSON.parse(String((await answer(operation, params)).body)),
  })
  const name = '示例建设集团有限公司'
  const [enterprise] = recordsIn(await ask('rh_enterpriseSearch', { name }))
  const pages = await Promise.all(
    [1, 2].map((pageNo) => ask('rh_enterpriseWritList', { id: enterprise?.id, pageNo })),
  )
  const documents = pages.flatMap(recordsIn)
  const asked = await Promise.all([
    ask('rh_enterpriseSearch', { name: '示例' }),
    ask('rh_enterpriseSearch', { name: '不存在的公司' }),
    ask('rh_company_info', { name, num: 1 }),
    ask('rh_company_info', { name: '不存在的公司' }),
    ask('rh_enterpriseWritList', { tyshxydm: enterprise?.统一社会信用代码 }),
    ...documents.map(({ 文书id: id }) => ask('rh_case_details', { id, type: 'ptal' })),
    ask('rh_case_details', { ah: documents[0]?.案号, type: 'qwal' }),
    ask('rh_ft_search', {
      keyword: '第五百七十七条 第五百八十五条',
      fgmc: '民法典',
      search_mode: 'OR',
      top_k: 5,
    }),
    ask('rh_ft_search', { keyword: '' }),
    ask('case_vector_search', { query: '违约金过高时法院如何调整', return_num: 3 }),
  ])
  return [...asked, ...pages, ...contractAnswers()]
}

const recordsIn = ({ body }: Sample): JsonObject[] => {
  const { data } = body as { data: JsonObject | JsonObject[] | null }
  const list = Array.isArray(data) ? data : data?.list
  return Array.isArray(list) ? list : []
}

/** A record with the members that its schema lists beside its own. */
const full = (schema: z.ZodType, record: JsonObject): JsonObject => ({
  ...fillerOf('first', {}).object(schema, ''),
  ...record,
})

/** One answer of each shape, with every member that the contract lists. */
function contractAnswers(): Sample[] {
  const success = (data: unknown) => ({ status: 'success', code: 200, message: '请求成功', data })
  const one = (operation: OperationName, params: JsonObject, body: unknown) => ({ operation, params, body })
  const ordinaryCase = full(contract.ordinaryCase, records.ordinaryCase)
  const authoritativeCase = full(contract.authoritativeCase, records.authoritativeCase)
  const article = full(contract.statuteArticle, records.statuteArticle)
  const candidate = full(contract.enterpriseCandidate, records.candidate)
  const list = [full(contract.listedDocument, records.listedDocument)]
  const page = full(contract.documentPage, { ...records.documentPage, list })
  // Its shareholders do not say all that the contract lists of one.
  const { 股东详情: _, ...company } = records.enterpriseDetail
  return [
    one('rh_case_details', { id: 'a', type: 'ptal' }, success([ordinaryCase])),
    one('rh_case_details', { ah: 'b', type: 'qwal' }, success(authoritativeCase)),
    one('rh_ft_search', { keyword: '第五百七十七条' }, success({ lst: [article] })),
    one('rh_enterpriseSearch', { name: 'x' }, success([candidate])),
    one('rh_enterpriseWritList', { id: 'a', pageNo: 1 }, success(page)),
    one('rh_enterpriseWritList', { tyshxydm: '91110108MA0074PN30' }, success({ total: 1, list })),
    one('rh_company_info', { name: 'x' }, success([full(contract.enterpriseDetail, company)])),
    one(
      'case_vector_search',
      { query: 'x' },
      {
        msg: '成功',
        code: 200,
        answer: '',
        extra: { wenshu: [full(contract.caseHit, records.caseHit)] },
        messageId: '',
        style: '',
        request_id: '',
      },
    ),
  ]
}
