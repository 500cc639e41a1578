import { basename } from 'node:path'
import { z } from 'zod'
import {
  caseCategories,
  caseProvinces,
  courtLevels,
  documentKinds,
  effectLevels,
  statuteRegions,
  validities,
} from '../../contract/enumerations.ts'
import { operations } from '../../contract/operations.ts'
import { articleLabel, citationKey, findCitations } from '../../legal/citations.ts'
import { inputOf, type JobInput } from './input.ts'
import { datesInOrder, key, optional, said, someOf, strictDate } from './keys.ts'

/** Questions of a job: the parameters of the case search (docs/contract.md) in plain English, with the contract's values. */

const kindNames = Object.values(documentKinds)
const codeOfKind = new Map(Object.entries(documentKinds).map(([code, kind]) => [kind as string, code]))

/** Filter conditions; several values of one key combine by OR. */
const filterShape = {
  category: optional('case category (wenshu_type)', z.enum(caseCategories)),
  causes: optional('full names of causes of action (ay)', someOf(said)),
  kinds: optional('document kinds (wszl)', someOf(z.enum(kindNames))),
  closedAfter: optional('closed after this date (ja_start)', strictDate),
  closedBefore: optional('closed before this date (ja_end)', strictDate),
  authoritativeOnly: optional('the authoritative library only (dianxing)', z.boolean()),
  courts: optional('full names of courts (fayuan)', someOf(said)),
  courtLevel: optional('court level (cj)', z.enum(courtLevels)),
  province: optional('province (xzqh_p)', z.enum(caseProvinces)),
  city: optional(
    'prefecture-level city (xzqh_c)',
    said.regex(/[市州盟]$|地区$/u, { error: 'expected a prefecture-level city with its suffix, as 深圳市' }),
  ),
}

const searchShape = {
  ...filterShape,
  rewrite: optional('whether the service may reword it (rewrite_flag)', z.boolean()),
  hits: optional('cases to return; default 45 (return_num)', z.int().min(1)),
}

const closedInOrder = datesInOrder('closedAfter', 'closedBefore')

/** Conditions that all questions of a job share unless they say otherwise. */
export const caseFilters = z.strictObject(searchShape).refine(...closedInOrder)

/** One question: a text, or a text with conditions of its own. */
export const caseQuery = z.union([
  said,
  z.strictObject({ query: key('text to search for', said), ...searchShape }).refine(...closedInOrder),
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

/** Statutes to watch: the parameters of the statute search (docs/contract.md) in plain English, or citations of articles. */

const keyword = z
  .string()
  .trim()
  .regex(/^\S+$/u, { error: 'expected one keyword without spaces; several stand in a list' })

/** One search; several values of one key combine by OR, keywords as `match` says. */
export const statuteSearch = z
  .strictObject({
    keywords: key('one keyword, or a list (keyword)', z.union([keyword, someOf(keyword)])),
    match: optional('how keywords combine; default all (search_mode)', z.enum(['all', 'any'])),
    law: optional('regulation name must hold all its parts (fgmc)', said),
    effectLevels: optional('effect levels (xljb_1)', someOf(z.enum(effectLevels))),
    validity: optional('validity (sxx)', someOf(z.enum(validities))),
    regions: optional('regions (dy)', someOf(z.enum(statuteRegions))),
    publishedFrom: optional('published on or after (fbrq_start)', strictDate),
    publishedTo: optional('published on or before (fbrq_end)', strictDate),
    effectiveFrom: optional('effective on or after (ssrq_start)', strictDate),
    effectiveTo: optional('effective on or before (ssrq_end)', strictDate),
    articles: optional('articles to return; default 10 (top_k)', z.int().min(1).max(50)),
  })
  .refine(...datesInOrder('publishedFrom', 'publishedTo'))
  .refine(...datesInOrder('effectiveFrom', 'effectiveTo'))

type StatuteSearch = z.infer<typeof statuteSearch>

/** The call's parameters: keys and values that combine by OR sorted, so that equal searches are one call. */
export function statuteSearchParams(search: StatuteSearch): Record<string, unknown> {
  const keywords = [search.keywords].flat()
  const spaced = (values: readonly string[] | undefined) => distinct(values)?.join(' ')
  const { defaults } = operations.rh_ft_search
  return sorted({
    keyword: keywords.join(' '),
    search_mode: search.match === 'any' ? 'OR' : undefined,
    fgmc: search.law,
    xljb_1: spaced(search.effectLevels),
    sxx: spaced(search.validity),
    dy: spaced(search.regions),
    fbrq_start: search.publishedFrom,
    fbrq_end: search.publishedTo,
    ssrq_start: search.effectiveFrom,
    ssrq_end: search.effectiveTo,
    top_k: search.articles === defaults.top_k ? undefined : search.articles,
  })
}

/** What the statute steps ask by; a citation without a law or article is none. */
const articlesIn = (text: string) =>
  findCitations(text).flatMap(({ law, article, articleSub }) =>
    law === null || article === null
      ? []
      : [
          {
            article,
            article_label: articleLabel(article, articleSub),
            article_sub: articleSub ?? 0,
            citation: text,
            citation_key: citationKey(law, article, articleSub),
            law,
          },
        ],
  )

export const citationEntry = z
  .string()
  .trim()
  .refine((text) => articlesIn(text).length > 0, {
    error: 'names no article of a law; expected one as 中华人民共和国民法典第五百七十七条',
  })

/** The articles that citations name, one by one; ranges and lists are taken apart. */
export const readCitations = (citations: readonly string[], jobFile: string): JobInput[] =>
  citations.flatMap(articlesIn).map((article) => inputOf('citation', article, basename(jobFile)))
