import { describe, expect, test } from 'vitest'
import { effectiveLimit, parameterTypes } from '../../src/contract/operation.ts'
import { maximumCaseRecords } from '../../src/contract/operations/cases.ts'
import { defaultPageSize } from '../../src/contract/operations/enterprises.ts'
import {
  isOperationName,
  type OperationName,
  operationNames,
  operations,
} from '../../src/contract/operations.ts'

/** Written by hand from sections 2.1, 4, 4.7 and 7: what the code says is compared with it, not derived from it. */
const pinned = [
  ['case_vector_search', 'POST', 'A', [200, 201], 'svc-case', '/mcp/case/stream'],
  ['rh_case_details', 'GET', 'B', [200, 201], 'svc-case', '/mcp/case/stream'],
  ['rh_ft_search', 'POST', 'B', [200, 201], 'svc-law', '/mcp/law/stream'],
  ['rh_enterpriseWritList', 'GET', 'B', [200], 'svc-company', '/mcp/company/stream'],
  ['rh_enterpriseSearch', 'GET', 'B', [200], 'svc-company', '/mcp/company/stream'],
  ['rh_company_info', 'GET', 'B', [200, 201], 'svc-company', '/mcp/company/stream'],
] as const

const pinnedParameters = {
  case_vector_search: 'query string, rewrite_flag boolean, wenshu_filter object, return_num integer',
  rh_case_details: 'id string, ah string, type string',
  rh_ft_search:
    'keyword string, search_mode string, fgmc string, xljb_1 string, sxx string, dy string, ' +
    'fbrq_start string, fbrq_end string, ssrq_start string, ssrq_end string, top_k integer',
  rh_enterpriseWritList: 'id string, tyshxydm string, pageNo integer',
  rh_enterpriseSearch: 'name string, top_k integer',
  rh_company_info: 'name string, num integer',
}

describe('section 4: the six operations', () => {
  test('are these, in the order of the contract', () => {
    expect(operationNames).toEqual(pinned.map(([name]) => name))
  })

  test.each(pinned)(
    '%s is a %s with envelope %s, with success by %j, and its tool is on %s at %s',
    (name, method, envelope, successCodes, server, path) => {
      const tool = { server, path, name: `svc_${name}` }
      const pins = { name, method, path: `/open/${name}`, envelope, successCodes, tool }
      expect(operations[name]).toMatchObject(pins)
    },
  )

  test('take their parameters in the order and types given', () => {
    const parametersOf = (name: OperationName) =>
      [...parameterTypes(operations[name])].map((parameter) => parameter.join(' ')).join(', ')
    expect(Object.fromEntries(operationNames.map((name) => [name, parametersOf(name)]))).toEqual(
      pinnedParameters,
    )
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

  const others = ['rh_ft_searches', 'RH_FT_SEARCH', '', 'constructor', '__proto__']
  test.each(others)('"%s" is no operation', (name) => {
    expect(isOperationName(name)).toBe(false)
  })
})

describe('section 8: the value the service works with', () => {
  const { NaN: none, POSITIVE_INFINITY: endless } = Number
  const { case_vector_search, rh_ft_search, rh_enterpriseWritList, rh_enterpriseSearch, rh_company_info } =
    operations
  test.each([
    ['4.1 return_num', case_vector_search.limits.return_num, [undefined, 1, 0, 1e6], [45, 1, 45, 1e6]],
    ['4.3 top_k', rh_ft_search.limits.top_k, [undefined, null, none, -1, 0], [10, 10, 10, 10, 10]],
    ['4.3 top_k', rh_ft_search.limits.top_k, [1, 49.9, 50, 51, endless], [1, 49, 50, 50, 50]],
    ['4.4 pageNo', rh_enterpriseWritList.limits.pageNo, [undefined, 0, 7], [1, 1, 7]],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, [undefined, 0, 1, 50, 51], [10, 10, 1, 50, 10]],
    ['4.6 num', rh_company_info.limits.num, [undefined, -1, 0, 50, 51], [2, 10, 0, 50, 10]],
  ])('%s: %o given each of %j is each of %j', (_, limit, given, expected) => {
    expect(limit && given.map((one) => effectiveLimit(limit, one))).toEqual(expected)
  })

  test('4.2 rule 3: a lookup answers at most 10 records; 4.4: a page has 30 items unless it says otherwise', () => {
    expect([maximumCaseRecords, defaultPageSize]).toEqual([10, 30])
  })
})
