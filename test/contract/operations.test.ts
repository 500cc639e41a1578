import { describe, expect, test } from 'vitest'
import { apiKeyHeader, parameterTypes } from '../../src/contract/operation.ts'
import {
  isOperationName,
  type OperationName,
  operationNames,
  operations,
} from '../../src/contract/operations.ts'

/** Written by hand from sections 2.1, 4, 4.7 and 7: what the code says is compared with it, not derived from it. */
const pinned = [
  ['case_vector_search', '4.1', 'POST', '/open/case_vector_search', 'A', [200, 201]],
  ['rh_case_details', '4.2', 'GET', '/open/rh_case_details', 'B', [200, 201]],
  ['rh_ft_search', '4.3', 'POST', '/open/rh_ft_search', 'B', [200, 201]],
  ['rh_enterpriseWritList', '4.4', 'GET', '/open/rh_enterpriseWritList', 'B', [200]],
  ['rh_enterpriseSearch', '4.5', 'GET', '/open/rh_enterpriseSearch', 'B', [200]],
  ['rh_company_info', '4.6', 'GET', '/open/rh_company_info', 'B', [200, 201]],
] as const

const pinnedTools = [
  ['case_vector_search', 'svc-case', '/mcp/case/stream', 'svc_case_vector_search'],
  ['rh_case_details', 'svc-case', '/mcp/case/stream', 'svc_rh_case_details'],
  ['rh_ft_search', 'svc-law', '/mcp/law/stream', 'svc_rh_ft_search'],
  ['rh_enterpriseWritList', 'svc-company', '/mcp/company/stream', 'svc_rh_enterpriseWritList'],
  ['rh_enterpriseSearch', 'svc-company', '/mcp/company/stream', 'svc_rh_enterpriseSearch'],
  ['rh_company_info', 'svc-company', '/mcp/company/stream', 'svc_rh_company_info'],
] as const

const pinnedParameters: readonly [OperationName, readonly (readonly [string, string])[]][] = [
  [
    'case_vector_search',
    [
      ['query', 'string'],
      ['rewrite_flag', 'boolean'],
      ['wenshu_filter', 'object'],
      ['return_num', 'integer'],
    ],
  ],
  [
    'rh_case_details',
    [
      ['id', 'string'],
      ['ah', 'string'],
      ['type', 'string'],
    ],
  ],
  [
    'rh_ft_search',
    [
      ['keyword', 'string'],
      ['search_mode', 'string'],
      ['fgmc', 'string'],
      ['xljb_1', 'string'],
      ['sxx', 'string'],
      ['dy', 'string'],
      ['fbrq_start', 'string'],
      ['fbrq_end', 'string'],
      ['ssrq_start', 'string'],
      ['ssrq_end', 'string'],
      ['top_k', 'integer'],
    ],
  ],
  [
    'rh_enterpriseWritList',
    [
      ['id', 'string'],
      ['tyshxydm', 'string'],
      ['pageNo', 'integer'],
    ],
  ],
  [
    'rh_enterpriseSearch',
    [
      ['name', 'string'],
      ['top_k', 'integer'],
    ],
  ],
  [
    'rh_company_info',
    [
      ['name', 'string'],
      ['num', 'integer'],
    ],
  ],
]

describe('section 4: the six operations', () => {
  test('are these, in the order of the contract', () => {
    expect(operationNames).toEqual(pinned.map(([name]) => name))
  })

  test.each(pinned)(
    '%s is section %s, %s %s, envelope %s',
    (name, section, method, path, envelope, codes) => {
      const op = operations[name]
      expect([op.name, op.section, op.method, op.path, op.envelope]).toEqual([
        name,
        section,
        method,
        path,
        envelope,
      ])
      expect(op.successCodes).toEqual(codes)
    },
  )

  test.each(pinnedTools)('section 4.7: %s is on %s at %s as %s', (name, server, path, tool) => {
    expect(operations[name].tool).toEqual({ server, path, name: tool })
  })

  test.each(pinnedParameters)('%s takes its parameters in the order and types given', (name, parameters) => {
    expect([...parameterTypes(operations[name])]).toEqual(parameters)
  })

  test('section 8: the defaults are those of the contract', () => {
    expect(Object.fromEntries(operationNames.map((name) => [name, operations[name].defaults]))).toEqual({
      case_vector_search: { rewrite_flag: true, return_num: 45 },
      rh_case_details: {},
      rh_ft_search: { search_mode: 'AND', top_k: 10 },
      rh_enterpriseWritList: { pageNo: 1 },
      rh_enterpriseSearch: { top_k: 10 },
      rh_company_info: { num: 2 },
    })
  })

  test('section 5 rule 1: the key travels in X-API-Key', () => {
    expect(apiKeyHeader).toBe('x-api-key')
  })

  test.each(['rh_ft_searches', 'RH_FT_SEARCH', '', 'constructor', '__proto__'])(
    '"%s" is no operation',
    (name) => {
      expect(isOperationName(name)).toBe(false)
    },
  )
})
