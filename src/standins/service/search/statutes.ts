import { z } from 'zod'
import { type StatuteArticle, statuteArticle } from '../../../contract/records.ts'
import { type CorpusFolder, compareText, recordsOf } from '../corpus/records.ts'
import { averageLength, searchText, termWeight } from './similarity.ts'

const articleLine = statuteArticle.extend({
  fgid: z.string(),
  tid: z.string(),
  fgmc: z.string(),
  ft_num: z.string(),
  content: z.string(),
})

/** An article with the members of 2.6 that the corpus gives, and those that can be worked out. */
type Article = StatuteArticle & z.infer<typeof articleLine> & { readonly ftmc: string }

/** Written only when the regulation has a value for it (contract 2.6). */
const regulationFields = ['sxx', 'dy', 'xljb_1', 'xljb_2', 'ssrq', 'fbrq', 'fbbm', 'fwzh'] as const

export async function loadStatutes(folder: CorpusFolder): Promise<readonly Article[]> {
  const articles: Article[] = []
  for await (const { value } of recordsOf(folder, 'statutes', articleLine)) articles.push(completed(value))
  return articles
}

function completed(line: z.infer<typeof articleLine>): Article {
  const { id, _score: _, ...rest } = line
  const ftmc = line.ftmc || `${line.fgmc}${line.ft_num}`
  const article: Article = {
    id,
    _score: 0,
    ...rest,
    ftmc,
    title: line.title || ftmc,
    url: line.url || `/zxt/statuteDetail/detailPage/${line.fgid}?text=${line.tid}`,
    llm_content: line.llm_content || ` - 《${line.fgmc}》${line.ft_num}##${line.content}`,
  }
  for (const field of regulationFields) if (!article[field]) delete article[field]
  return article
}

/** Conditions of the statute search (contract 4.3); an empty value restricts nothing. */
export interface StatuteQuery {
  readonly keywords: readonly string[]
  readonly mode: 'AND' | 'OR'
  /** Parts that the regulation's title must all contain. */
  readonly regulation: readonly string[]
  /** Values of which the article must have one. */
  readonly anyOf: Readonly<Record<'xljb_1' | 'sxx' | 'dy', readonly string[]>>
  /** Inclusive bounds, yyyy-MM-dd. An article whose regulation does not say its date is within none. */
  readonly within: Readonly<Record<'fbrq' | 'ssrq', { readonly from: string; readonly to: string }>>
  readonly limit: number
}

/** What a keyword is worth in an article's title, beside up to 2.2 for its occurrences in the text. */
const IS_THE_LABEL = 100
const IN_THE_TITLE = 10

const searchedOf = (article: Article) => ({
  article,
  title: searchText(article.ftmc),
  regulation: searchText(article.fgmc),
  label: searchText(article.ft_num),
  content: searchText(article.content),
})
type SearchedArticle = ReturnType<typeof searchedOf>

export function statuteSearchOver(all: readonly Article[]) {
  const articles = all.map(searchedOf)
  const average = averageLength(articles.map(({ title, content }) => `${title}\n${content}`))
  return (given: StatuteQuery): StatuteArticle[] => {
    const query = {
      ...given,
      keywords: [...new Set(given.keywords.map(searchText))],
      regulation: given.regulation.map(searchText),
    }
    return matchesOf(articles, average, query)
      .sort((a, b) => b.score - a.score || compareText(a.article.id, b.article.id))
      .slice(0, query.limit)
      .map(({ article, score }) => ({ ...article, _score: score }))
  }
}

/** The articles that match, each with its score to four decimals; in the order of the corpus. */
function matchesOf(articles: readonly SearchedArticle[], average: number, query: StatuteQuery) {
  const joined = query.mode === 'AND' ? 'every' : 'some'
  return articles.flatMap((found) => {
    if (!meets(found, query)) return []
    const worths = query.keywords.map((keyword) => worthOf(found, keyword, average))
    if (!worths[joined]((worth) => worth > 0)) return []
    const score = worths.reduce((sum, worth) => sum + worth, 0)
    return [{ article: found.article, score: Math.round(score * 1e4) / 1e4 }]
  })
}

const meets = ({ article, regulation }: SearchedArticle, query: StatuteQuery): boolean =>
  query.regulation.every((part) => regulation.includes(part)) &&
  entriesOf(query.anyOf).every(
    ([field, wanted]) => wanted.length === 0 || wanted.includes(article[field] ?? ''),
  ) &&
  entriesOf(query.within).every(([field, { from, to }]) => {
    const date = article[field] ?? ''
    return (from === '' || date >= from) && (to === '' || (date !== '' && date <= to))
  })

const entriesOf = Object.entries as <Key extends string, Value>(of: Record<Key, Value>) => [Key, Value][]

/** What one keyword adds to an article's score; 0 when it is in neither title nor text. */
function worthOf({ title, label, content }: SearchedArticle, keyword: string, averageLength: number): number {
  const inText = termWeight(occurrencesOf(keyword, content), content.length, averageLength)
  if (!title.includes(keyword)) return inText
  // 第五百七十七条, 民法典第五百七十七条 and the whole title name the article; 七条 and 民法典 do not.
  const isLabel = label !== '' && keyword.endsWith(label) && title.endsWith(keyword)
  return inText + (isLabel ? IS_THE_LABEL : IN_THE_TITLE)
}

function occurrencesOf(keyword: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + keyword.length)) count++
  return count
}
