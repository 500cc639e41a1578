import { basename, dirname, resolve } from 'node:path'
import { z } from 'zod'
import { effectLevels, statuteRegions, validities } from '../contract/enumerations.ts'
import { operations } from '../contract/operations.ts'
import { articleLabel, citationKey, findCitations } from '../legal/citations.ts'
import { distinct, sorted } from './case-query.ts'
import { inputOf, type JobInput } from './input.ts'
import { readListFile } from './list-file.ts'
import { JobError, type Problem, throughAll } from './problem.ts'
import { inOrder, strictDate } from './schema.ts'

/** Statutes to watch: the parameters of the statute search (contract 4.3) in plain English, or citations of articles. */

const keyword = z
  .string()
  .trim()
  .regex(/^\S+$/u, { error: 'expected one keyword without spaces; several stand in a list' })
const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1)])

/** One search; several values of one key combine by OR, keywords as `match` says. */
export const statuteSearch = z
  .strictObject({
    keywords: oneOrMore(keyword).meta({ description: 'one keyword, or a list (keyword)' }),
    match: z
      .enum(['all', 'any'])
      .optional()
      .meta({ description: 'how keywords combine; default all (search_mode)' }),
    law: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'regulation name must hold all its parts (fgmc)' }),
    effectLevels: z
      .array(z.enum(effectLevels))
      .min(1)
      .optional()
      .meta({ description: 'effect levels (xljb_1)' }),
    validity: z.array(z.enum(validities)).min(1).optional().meta({ description: 'validity (sxx)' }),
    regions: z.array(z.enum(statuteRegions)).min(1).optional().meta({ description: 'regions (dy)' }),
    publishedFrom: strictDate.optional().meta({ description: 'published on or after (fbrq_start)' }),
    publishedTo: strictDate.optional().meta({ description: 'published on or before (fbrq_end)' }),
    effectiveFrom: strictDate.optional().meta({ description: 'effective on or after (ssrq_start)' }),
    effectiveTo: strictDate.optional().meta({ description: 'effective on or before (ssrq_end)' }),
    articles: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'articles to return; default 10 (top_k)' }),
  })
  .refine(({ publishedFrom, publishedTo }) => inOrder(publishedFrom, publishedTo), {
    path: ['publishedTo'],
    error: 'expected a date not before publishedFrom',
  })
  .refine(({ effectiveFrom, effectiveTo }) => inOrder(effectiveFrom, effectiveTo), {
    path: ['effectiveTo'],
    error: 'expected a date not before effectiveFrom',
  })

export type StatuteSearch = z.infer<typeof statuteSearch>

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

const namesNoArticle = 'names no article of a law; expected one as 中华人民共和国民法典第五百七十七条'

/** One citation, or a text file of them, one a line. */
export const citationEntry = z.union([
  z
    .string()
    .trim()
    .refine((text) => articlesIn(text).length > 0, { error: namesNoArticle }),
  z.strictObject({ file: z.string().meta({ description: 'text file, one citation a line' }) }),
])

export type CitationEntry = z.infer<typeof citationEntry>

/** The articles that citations name, one by one; ranges and lists are taken apart. @throws JobError */
export async function* readCitations(
  entries: readonly CitationEntry[],
  jobFile: string,
): AsyncGenerator<JobInput> {
  yield* throughAll(
    entries.map(
      (entry) => () =>
        typeof entry === 'string'
          ? citationsOf(entry, basename(jobFile))
          : readCitationFile(resolve(dirname(jobFile), entry.file)),
    ),
  )
}

const citationsOf = (text: string, source: string): JobInput[] =>
  articlesIn(text).map((article) => inputOf('citation', article, source))

async function* readCitationFile(file: string): AsyncGenerator<JobInput> {
  const text = readListFile(file, 'a text file of citations')
  const problems: Problem[] = []
  let found = 0
  for (const [index, cited] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (cited.trim() === '') continue
    found += 1
    const inputs = citationsOf(cited.trim(), `${basename(file)}:${index + 1}`)
    const message = `${namesNoArticle}; found ${JSON.stringify(cited.trim())}`
    if (inputs.length === 0) problems.push({ file, line: index + 1, message })
    yield* inputs
  }
  if (found === 0) problems.push({ file, line: 1, message: 'lists no citation; expected one a line' })
  if (problems.length > 0) throw new JobError(problems)
}
