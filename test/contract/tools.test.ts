import { expect, test } from 'vitest'
import { toolServers } from '../../src/contract/tools.ts'

/** Written by hand from section 4.7. */
const pinned = [
  {
    server: 'svc-case',
    path: '/mcp/case/stream',
    tools: [
      { name: 'svc_case_vector_search', operation: 'case_vector_search' },
      { name: 'svc_rh_case_details', operation: 'rh_case_details' },
    ],
  },
  {
    server: 'svc-law',
    path: '/mcp/law/stream',
    tools: [{ name: 'svc_rh_ft_search', operation: 'rh_ft_search' }],
  },
  {
    server: 'svc-company',
    path: '/mcp/company/stream',
    tools: [
      { name: 'svc_rh_enterpriseWritList', operation: 'rh_enterpriseWritList' },
      { name: 'svc_rh_enterpriseSearch', operation: 'rh_enterpriseSearch' },
      { name: 'svc_rh_company_info', operation: 'rh_company_info' },
    ],
  },
]

test('section 4.7: three entries with two tools, one and three', () => {
  expect(toolServers).toEqual(pinned)
})
