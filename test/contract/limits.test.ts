import { describe, expect, test } from 'vitest'
import { effectiveLimit } from '../../src/contract/operation.ts'
import { maximumCaseRecords } from '../../src/contract/operations/cases.ts'
import { defaultPageSize } from '../../src/contract/operations/enterprises.ts'
import { operations } from '../../src/contract/operations.ts'

const { case_vector_search, rh_ft_search, rh_enterpriseWritList, rh_enterpriseSearch, rh_company_info } =
  operations

describe('section 8: the value the service works with', () => {
  test.each([
    ['4.1 return_num', case_vector_search.limits.return_num, undefined, 45],
    ['4.1 return_num', case_vector_search.limits.return_num, 1, 1],
    ['4.1 return_num', case_vector_search.limits.return_num, 0, 45],
    ['4.1 return_num', case_vector_search.limits.return_num, 1_000_000, 1_000_000],
    ['4.3 top_k', rh_ft_search.limits.top_k, undefined, 10],
    ['4.3 top_k', rh_ft_search.limits.top_k, null, 10],
    ['4.3 top_k', rh_ft_search.limits.top_k, Number.NaN, 10],
    ['4.3 top_k', rh_ft_search.limits.top_k, -1, 10],
    ['4.3 top_k', rh_ft_search.limits.top_k, 0, 10],
    ['4.3 top_k', rh_ft_search.limits.top_k, 1, 1],
    ['4.3 top_k', rh_ft_search.limits.top_k, 49.9, 49],
    ['4.3 top_k', rh_ft_search.limits.top_k, 50, 50],
    ['4.3 top_k', rh_ft_search.limits.top_k, 51, 50],
    ['4.3 top_k', rh_ft_search.limits.top_k, Number.POSITIVE_INFINITY, 50],
    ['4.4 pageNo', rh_enterpriseWritList.limits.pageNo, undefined, 1],
    ['4.4 pageNo', rh_enterpriseWritList.limits.pageNo, 0, 1],
    ['4.4 pageNo', rh_enterpriseWritList.limits.pageNo, 7, 7],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, undefined, 10],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, 0, 10],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, 1, 1],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, 50, 50],
    ['4.5 top_k', rh_enterpriseSearch.limits.top_k, 51, 10],
    ['4.6 num', rh_company_info.limits.num, undefined, 2],
    ['4.6 num', rh_company_info.limits.num, -1, 10],
    ['4.6 num', rh_company_info.limits.num, 0, 0],
    ['4.6 num', rh_company_info.limits.num, 50, 50],
    ['4.6 num', rh_company_info.limits.num, 51, 10],
  ])('%s: %o given %s is %d', (_, limit, given, expected) => {
    if (limit === undefined) throw new Error('the operation has no such limit')
    expect(effectiveLimit(limit, given)).toBe(expected)
  })

  test('4.2 rule 3: a lookup answers at most 10 records; 4.4: a page has 30 items unless it says otherwise', () => {
    expect([maximumCaseRecords, defaultPageSize]).toEqual([10, 30])
  })
})
