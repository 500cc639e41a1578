import { type Chain, type CitedPlace, readChain } from './article-chain.ts'
import { MOST_CITATIONS } from './bounds.ts'
import {
  type Attribution,
  bareNameAt,
  type CitationReason,
  lawOfArticle,
  type Previous,
} from './law-of-article.ts'
import { type Named, nothingNamed, readMark, remember } from './named-instruments.ts'
import { foundAt } from './text.ts'

export { articleLabel, articleOfLabel, articleOfTid, articleTid, citationKey } from './citation-labels.ts'

export type Citation = CitedPlace & {
  readonly ordinal: number
  /** The law or agreement as the text named it, also where the name was carried; null when none was. */
  readonly givenLaw: string | null
  /** Its base name; null when it is not a law or none could be carried, and `reason` says which. */
  readonly law: string | null
  /** Where `text` begins, in UTF-16 units. */
  readonly offset: number
  /** The article as written, without the law's name. A range or a list gives each citation its whole text. */
  readonly text: string
  readonly reason: CitationReason | null
}

const NOT_AN_ARTICLE =
  /道路|路|线|生产线|船|街|河|铁轨|高速|地铁|通道|跑道|裤|微博|微信|短信|消息|新闻|信息|视频|评论|朋友圈|意见|建议|证据|措施|线索|记录|管道|狗|鱼/y

/**
 * Every 第…条 of the text with the law it belongs to, ranges and lists exploded. The law's name is carried along lists, over sentences (1,500
 * characters at most) and through abbreviations the text defines; clauses of contracts are listed with reason `not a law`, things that are no
 * articles (第三条道路) left out. A law named without an article is no citation. Linear in the length of the text. Source: docs/domain.md, Citations.
 */
export function findCitations(given: string): Citation[] {
  // 〈〈合同法〉〉, <<合同法>>: typed for 《合同法》; and 〈…适用〈民法典〉…的解释〉. Offsets stay as they are.
  const text = given
    .replace(/〈(最高人民[^〈〉《》\n]{2,40}〈[^〈〉《》\n]{2,40}〉[^〈〉《》\n]{0,40})〉/g, '《$1》')
    .replace(/[〈<＜﹤]{2}([^〈〉<>＜＞﹤﹥《》\n]{2,60})[〉>＞﹥]{2}/g, '\u3000《$1》\u3000')
  const named = nothingNamed(text)
  const citations: Citation[] = []
  const nameBefore = (end: number) => bareNameAt(named, end, previous?.end ?? 0)
  let previous: Previous | null = null
  for (let at = nextSign(text, 0); at >= 0 && citations.length < MOST_CITATIONS; ) {
    const isMark = text.charAt(at) === '《'
    const chain = isMark ? null : readChain(text, at)
    const end = isMark ? readMark(named, at, nameBefore) : (chain?.end ?? at + 1)
    if (chain) {
      const attribution = lawOfArticle(named, at, end, previous)
      if (attribution.adjacent || foundAt(NOT_AN_ARTICLE, text, end) === null) {
        addCitations(citations, named, chain, attribution)
        previous = { attribution, end }
      }
    }
    at = nextSign(text, end)
  }
  return citations
}

const nextSign = (text: string, from: number): number => foundAt(/[《第]/g, text, from)?.index ?? -1

function addCitations(citations: Citation[], named: Named, { parts }: Chain, attribution: Attribution) {
  const { instrument, reason } = attribution
  const last = parts.at(-1)
  if (last) remember(named, { given: instrument?.given ?? '', law: instrument?.law ?? null, end: last.end })
  for (const { start, end, ...place } of parts) {
    citations.push({
      ordinal: citations.length + 1,
      givenLaw: instrument?.given || null,
      law: instrument?.law ?? null,
      ...place,
      offset: start,
      text: named.text.slice(start, end),
      reason: place.article === null && reason === null ? 'number not readable' : reason,
    })
  }
}
