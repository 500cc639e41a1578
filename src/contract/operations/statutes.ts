import { z } from 'zod'
import { articleOfLabel, articleTid } from '../../legal/citation-labels.ts'
import { foldWidth } from '../../legal/text.ts'
import { effectLevels, statuteRegions, validities } from '../enumerations.ts'
import { anyOfSpaced, date, effectiveLimit, type Limit, operation, splitOnSpaces } from '../operation.ts'
import { envelopeB, statuteArticle } from '../records.ts'
import { identifierOf, integerOf, type JsonObject, textOf } from '../values.ts'

const topKLimit: Limit = { default: 10, minimum: 1, maximum: 50, below: 10, above: 50 }

export const statuteSearch = operation({
  name: 'rh_ft_search',
  title: '法条关键词检索',
  description: 'Searches statute articles by keyword; answers articles, not whole regulations.',
  method: 'POST',
  envelope: 'B',
  server: 'svc-law',
  params: z.strictObject({
    keyword: z
      .string()
      .regex(/\S/u)
      .meta({ description: 'keywords, split on spaces and joined with search_mode' }),
    search_mode: z
      .enum(['AND', 'OR'])
      .optional()
      .meta({ description: 'how keywords combine', default: 'AND' }),
    fgmc: z.string().optional().meta({ description: 'parts that the regulation name must all match' }),
    xljb_1: anyOfSpaced(effectLevels, 'effect level'),
    sxx: anyOfSpaced(validities, 'validity'),
    dy: anyOfSpaced(statuteRegions, 'region'),
    fbrq_start: date('publication date from, inclusive'),
    fbrq_end: date('publication date to, inclusive'),
    ssrq_start: date('implementation date from, inclusive'),
    ssrq_end: date('implementation date to, inclusive'),
    top_k: z.int().min(1).max(50).optional().meta({ description: 'maximum number of items', default: 10 }),
  }),
  defaults: { search_mode: 'AND', top_k: 10 },
  limits: { top_k: topKLimit },
  response: envelopeB(z.array(statuteArticle)),
  successCodes: [200, 201],
  rejections: [
    { code: 501, message: /.*/ },
    { code: null, message: /请求参数不能为空/ },
  ],
  mostRecords: ({ top_k }) => effectiveLimit(topKLimit, integerOf(top_k)),
  hasEmptyList: true,
  namesQuestion: ({ fgmc }) => textOf(fgmc) !== null,
  mismatch: (asked, { records }) => {
    if (records.length === 0) return null
    if (!records.every(isArticle)) return 'asked for articles, answered with records of another kind'
    const broken = Object.keys(meets).find((name) => {
      const parts = splitOnSpaces(textOf(asked[name]) ?? '')
      return parts.length > 0 && !records.every((found) => meets[name]?.(parts, found) ?? true)
    })
    if (broken !== undefined) return `asked for articles by ${broken}, answered with others`
    const words = splitOnSpaces(textOf(asked.keyword) ?? '')
    return words.length === 0 || records.some((found) => words.some((word) => holds(word, found)))
      ? null
      : `asked for articles by keyword, answered with ${records.length} that hold none of the words`
  },
})

/** Whether a record has something that only an article has (docs/contract.md, Article). */
const isArticle = (found: JsonObject): boolean =>
  [found.fgid, found.tid, found.fgmc, found.ftmc, found.ft_num].some((value) => textOf(value) !== null)

/** Whether an article meets a condition of the search (docs/contract.md, rh_ft_search); undefined when it does not say. */
const meets: Readonly<Record<string, (parts: readonly string[], found: JsonObject) => boolean | undefined>> =
  {
    fgmc: (parts, { fgmc, ftmc }) => {
      const title = bare(fgmc) || bare(ftmc)
      return title === '' ? undefined : parts.every((part) => title.includes(bare(part)))
    },
    xljb_1: (parts, { xljb_1 }) => isAmong(parts, xljb_1),
    sxx: (parts, { sxx }) => isAmong(parts, sxx),
    dy: (parts, { dy }) => isAmong(parts, dy),
    fbrq_start: ([from = ''], { fbrq }) => isOrdered(from, fbrq),
    fbrq_end: ([to = ''], { fbrq }) => isOrdered(fbrq, to),
    ssrq_start: ([from = ''], { ssrq }) => isOrdered(from, ssrq),
    ssrq_end: ([to = ''], { ssrq }) => isOrdered(ssrq, to),
  }

const isAmong = (parts: readonly string[], given: unknown): boolean | undefined =>
  textOf(given) === null ? undefined : parts.includes(String(given))

const isOrdered = (first: unknown, second: unknown): boolean | undefined =>
  [first, second].every((day) => /^\d{4}-\d\d-\d\d$/.test(String(day)))
    ? String(first) <= String(second)
    : undefined

/**
 * Whether an article may be found by a word: it has all its characters, for a search splits words in its own way, or is the article
 * that the word names. One without a text does not contradict.
 */
function holds(word: string, found: JsonObject): boolean {
  const article = articleOfLabel(word)
  if (article !== undefined && identifierOf(found.tid) === articleTid(article.article, article.articleSub))
    return true
  const text = folded([found.fgmc, found.ftmc, found.ft_num, found.content].map(textOf).join(''))
  if (text === '') return true
  return article === undefined
    ? [...folded(word)].every((character) => text.includes(character))
    : text.includes(folded(word))
}

const folded = (text: unknown): string => foldWidth(textOf(text) ?? '').toLowerCase()

/** A title without its marks and brackets, which are set in many ways. */
const bare = (title: unknown): string => folded(title).replace(/[《》〈〉<>()“”"]/g, '')
