import { z } from 'zod'
import { caseCategories, caseProvinces, courtLevels, documentKinds } from '../contract/enumerations.ts'
import { operations } from '../contract/operations.ts'
import { inOrder, strictDate } from './schema.ts'

/** Questions of a job: the parameters of the case search (contract 4.1) in plain English, with the contract's values. */

const said = z.string().trim().min(1)
const kindNames = Object.values(documentKinds)
const codeOfKind = new Map(Object.entries(documentKinds).map(([code, kind]) => [kind as string, code]))

/** Filter conditions; several values of one key combine by OR. */
const filterShape = {
  category: z.enum(caseCategories).optional().meta({ description: 'case category (wenshu_type)' }),
  causes: z.array(said).min(1).optional().meta({ description: 'full names of causes of action (ay)' }),
  kinds: z.array(z.enum(kindNames)).min(1).optional().meta({ description: 'document kinds (wszl)' }),
  closedAfter: strictDate.optional().meta({ description: 'closed after this date (ja_start)' }),
  closedBefore: strictDate.optional().meta({ description: 'closed before this date (ja_end)' }),
  authoritativeOnly: z
    .boolean()
    .optional()
    .meta({ description: 'the authoritative library only (dianxing)' }),
  courts: z.array(said).min(1).optional().meta({ description: 'full names of courts (fayuan)' }),
  courtLevel: z.enum(courtLevels).optional().meta({ description: 'court level (cj)' }),
  province: z.enum(caseProvinces).optional().meta({ description: 'province (xzqh_p)' }),
  city: said
    .regex(/[市州盟]$|地区$/u, { error: 'expected a prefecture-level city with its suffix, as 深圳市' })
    .optional()
    .meta({ description: 'prefecture-level city (xzqh_c)' }),
}

const searchShape = {
  ...filterShape,
  rewrite: z.boolean().optional().meta({ description: 'whether the service may reword it (rewrite_flag)' }),
  hits: z.int().min(1).optional().meta({ description: 'cases to return; default 45 (return_num)' }),
}

const closedInOrder = { path: ['closedBefore'], error: 'expected a date not before closedAfter' }

/** Conditions that all questions of a job share unless they say otherwise. */
export const caseFilters = z
  .strictObject(searchShape)
  .refine(({ closedAfter, closedBefore }) => inOrder(closedAfter, closedBefore), closedInOrder)

/** One question: a text, or a text with conditions of its own. */
export const caseQuery = z.union([
  said,
  z
    .strictObject({ query: said.meta({ description: 'text to search for' }), ...searchShape })
    .refine(({ closedAfter, closedBefore }) => inOrder(closedAfter, closedBefore), closedInOrder),
])

export type CaseQuery = z.infer<typeof caseQuery>
export type CaseFilters = z.infer<typeof caseFilters>

/** The call's parameters: keys sorted and values that combine by OR too, so that equal questions are one call. */
export function caseSearchParams(query: CaseQuery, shared: CaseFilters): Record<string, unknown> {
  const { query: text, ...asked } = typeof query === 'string' ? { query } : query
  const { rewrite, hits, ...conditions } = { ...shared, ...asked }
  const filter = sorted({
    wenshu_type: conditions.category,
    ay: distinct(conditions.causes),
    wszl: distinct(conditions.kinds?.map((kind) => codeOfKind.get(kind) ?? kind)),
    ja_start: conditions.closedAfter,
    ja_end: conditions.closedBefore,
    dianxing: conditions.authoritativeOnly || undefined,
    fayuan: distinct(conditions.courts),
    cj: conditions.courtLevel,
    xzqh_p: conditions.province,
    xzqh_c: conditions.city,
  })
  return sorted({
    query: text,
    // What the service does anyway is not asked for: with it and without it are one call.
    rewrite_flag: rewrite === defaults.rewrite_flag ? undefined : rewrite,
    return_num: hits === defaults.return_num ? undefined : hits,
    wenshu_filter: Object.keys(filter).length === 0 ? undefined : filter,
  })
}

const { defaults } = operations.case_vector_search

export const distinct = (values: readonly string[] | undefined): string[] | undefined =>
  values === undefined ? undefined : [...new Set(values)].sort()

/** Members that are given, by name: what the ledger has as the parameters of a call. */
export const sorted = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
