import { join } from 'node:path'
import { operations } from '../src/contract/operations.ts'
import { Database } from '../src/warehouse/database.ts'
import { type Asked, documentCount, pagesOf, type WorldSpec } from './world/spec.ts'

/** Articles of one law that fit into one call, three versions of each (docs/architecture.md). */
const articlesPerCall = 15

/**
 * Calls without which the job cannot be done: the record of each enterprise, each page of its list, page 1 once more where there
 * are several (that the list stood still), each full text, and the cited articles.
 */
export function necessaryCalls(spec: WorldSpec, statutes: number, hasTexts: boolean): number {
  const lists = Array.from({ length: spec.enterprises }, (_, enterprise) => pagesOf(spec, enterprise))
  const pages = lists.reduce((sum, count) => sum + count + (count > 1 ? 1 : 0), 0)
  return spec.enterprises + pages + (hasTexts ? documentCount(spec) : 0) + statutes
}

/** Calls that the articles cited in a published warehouse need, up to 15 of one law in each. */
export async function necessaryStatutes(home: string): Promise<number> {
  await using reader = await Database.open(join(home, 'dossier.duckdb'), { readOnly: true })
  const [row] = await reader.rows(
    `SELECT coalesce(sum(ceil(articles / ${articlesPerCall})), 0)::INTEGER AS calls FROM (
       SELECT count(DISTINCT citation_key) AS articles FROM case_citations WHERE citation_key IS NOT NULL GROUP BY law)`,
  )
  return Number(row?.calls)
}

export const statuteCalls = ({ requests }: Asked): number =>
  requests.filter(({ url }) => url.startsWith(operations.rh_ft_search.path)).length

/** What was asked, in an order of its own: two that are equal asked for the same. */
export const signature = ({ requests }: Asked): string =>
  requests
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
    .sort()
    .join('\n')
