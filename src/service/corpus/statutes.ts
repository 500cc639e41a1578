import { z } from 'zod'
import { type StatuteArticle, statuteArticle } from '../../contract/records.ts'
import { type CorpusFolder, recordsOf } from './records.ts'

const articleLine = statuteArticle.extend({
  fgid: z.string(),
  tid: z.string(),
  fgmc: z.string(),
  ft_num: z.string(),
  content: z.string(),
})

/** An article with every member of 2.6 that the corpus gives or that follows from what it gives. */
export type Article = StatuteArticle & z.infer<typeof articleLine> & { readonly ftmc: string }

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
