import { articleLabel, type Citation, citationKey, findCitations } from '../legal/citations.ts'
import type { TableRow } from '../warehouse/tables/index.ts'
import type { CaseKey } from './case-rows.ts'
import { integerOf } from './values.ts'

/**
 * Rows for the articles a case lists (`yyft`) and for those its text names, in that order. One literal a row: a case has
 * hundreds at times, and spreading them costs more than reading them.
 */
export function citationRows(
  { case_id, library }: CaseKey,
  listed: readonly string[],
  content: string,
): TableRow<'case_citations'>[] {
  const inList = listed.flatMap(listedCitations)
  const found: readonly Found[] = [...inList, ...findCitations(content)]
  const keys = new Set<string>()
  return found.map(withinColumns).map((citation, index) => {
    const key = keyOf(citation)
    const isFirst = key === null ? null : !keys.has(key)
    if (key !== null) keys.add(key)
    return {
      case_id,
      library,
      ordinal: index + 1,
      origin: index < inList.length ? 'listed' : 'text',
      citation: citation.text,
      text_offset: citation.offset,
      given_law: citation.givenLaw,
      law: citation.law,
      article: citation.article,
      article_sub: citation.articleSub,
      article_label: citation.article === null ? null : articleLabel(citation.article, citation.articleSub),
      paragraph: citation.paragraph,
      item: citation.item,
      citation_key: key,
      is_first: isFirst,
      reason: citation.reason,
    }
  })
}

const keyOf = ({ law, article, articleSub }: Found): string | null =>
  law === null || article === null ? null : citationKey(law, article, articleSub)

type Found = Omit<Citation, 'reason' | 'offset'> & {
  readonly reason: string | null
  readonly offset: number | null
}

/** A longer entry is not repeated with each of its citations: what an answer takes up must not grow with its square. */
const LONGEST_REPEATED = 1500

/**
 * Each citation of a listed entry keeps the entry as given, of a very long one the first does, the others their own words;
 * an entry that holds no citation is kept with the reason.
 */
function listedCitations(entry: string): Found[] {
  const citations = findCitations(entry)
  if (citations.length === 0) return [unparsed(entry)]
  const isRepeated = entry.length <= LONGEST_REPEATED
  return citations.map((citation, index) => ({
    ...citation,
    text: isRepeated || index === 0 ? entry : citation.text,
    offset: null,
  }))
}

/** A number that no column holds is no article of any law: one such text must not keep its answer from loading. */
function withinColumns(citation: Found): Found {
  const { article, articleSub, paragraph, item } = citation
  const numbers = [article, articleSub, paragraph, item]
  if (numbers.every((number) => number === integerOf(number))) return citation
  const unread = { article: null, articleSub: null, paragraph: null, item: null }
  return { ...citation, ...unread, reason: citation.reason ?? 'number not readable' }
}

const unparsed = (entry: string): Found => ({
  ordinal: 1,
  givenLaw: null,
  law: null,
  article: null,
  articleSub: null,
  paragraph: null,
  item: null,
  offset: null,
  text: entry,
  reason: 'no article named',
})
