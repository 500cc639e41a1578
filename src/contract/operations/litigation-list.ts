import { z } from 'zod'
import { envelopeB } from '../envelopes.ts'
import { operation } from '../operation.ts'
import { documentPage } from '../records.ts'
import { identifierOf, integerOf, isObject } from '../values.ts'

/** Items a page when the service does not say otherwise (4.4); the effective size is the one reported. */
export const defaultPageSize = 30

/**
 * Times that a run reads one list at the most; one that moved in the last of them is left as unstable (issue 4). The sweep
 * behind it only confirms it. The pipeline plans by it and `list_scans` judges by it.
 */
export const mostSweeps = 3

export const litigationList = operation({
  name: 'rh_enterpriseWritList',
  section: '4.4',
  title: '企业涉诉文书列表',
  description: 'Lists summaries of the litigation documents of an enterprise, page by page.',
  method: 'GET',
  path: '/open/rh_enterpriseWritList',
  envelope: 'B',
  tool: { server: 'svc-company', path: '/mcp/company/stream', name: 'svc_rh_enterpriseWritList' },
  params: z
    .strictObject({
      id: z.string().optional().meta({ description: 'enterprise id' }),
      tyshxydm: z.string().optional().meta({ description: 'unified social credit code' }),
      pageNo: z.int().min(1).optional().meta({ description: 'page number', default: 1 }),
    })
    .refine(({ id, tyshxydm }) => Boolean(id || tyshxydm), { error: 'expected id or tyshxydm' }),
  defaults: { pageNo: 1 },
  limits: { pageNo: { default: 1, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, below: 1, above: 1 } },
  response: envelopeB(documentPage),
  successCodes: [200],
  rejections: [],
  mostRecords: () => null,
  hasEmptyList: true,
  namesQuestion: ({ id }) => identifierOf(id) !== null,
  mismatch: (asked, { records, data }) => {
    const page = isObject(data) ? data : {}
    const [id, given] = [identifierOf(asked.id), identifierOf(page.id)]
    // A page that names no enterprise and holds nothing is how some services say that there is none.
    if (id !== null && given !== id && (given !== null || records.length > 0))
      return `asked for the list of enterprise ${id}, answered with that of ${given ?? 'an enterprise without id'}`
    const [pageNo, givenNo] = [integerOf(asked.pageNo) ?? 1, integerOf(page.pageNo)]
    if (givenNo !== null && givenNo !== pageNo)
      return `asked for page ${pageNo}, answered with page ${givenNo}`
    // How many there are in all is the service's word, and lists repeat documents: only the size of a page binds it.
    const size = integerOf(page.pageSize) || Number.POSITIVE_INFINITY
    return records.length > size
      ? `asked for page ${pageNo}, answered with ${records.length} documents in pages of ${size}`
      : null
  },
})
