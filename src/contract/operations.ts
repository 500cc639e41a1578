import type { z } from 'zod'
import { caseDetails, caseSearch } from './operations/cases.ts'
import { companyInfo, enterpriseSearch, litigationList } from './operations/enterprises.ts'
import { statuteSearch } from './operations/statutes.ts'

/** The six operations, by name, in the contract's order. */
export const operations = {
  case_vector_search: caseSearch,
  rh_case_details: caseDetails,
  rh_ft_search: statuteSearch,
  rh_enterpriseWritList: litigationList,
  rh_enterpriseSearch: enterpriseSearch,
  rh_company_info: companyInfo,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations
export type ResponseOf<Name extends OperationName> = z.infer<Operations[Name]['response']>

export const operationNames = Object.keys(operations) as OperationName[]

export const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name)
