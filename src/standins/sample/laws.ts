import { createHash } from 'node:crypto'
import type { StatuteArticle } from '../../contract/records.ts'
import { type Day, dayOf, numeral, parseIsoDate } from './figures.ts'
import { chance, integer, pick, pickRanked, type Random } from './random.ts'
import {
  type ArticleLists,
  articles,
  type Family,
  grouped,
  type Law,
  type LawVersion,
  laws,
  type Outcome,
} from './words.ts'

/** One article as a list of citations names it; the version follows from the date. */
export interface ArticleRef {
  readonly law: Law
  /** Digits, with the number after 之: 577, 276-1. */
  readonly article: string
  readonly paragraph?: number
  readonly item?: number
}

/** The version in force on a day: the newest that has begun, or the oldest that the sample has. */
function versionAt(law: Law, day: Day): LawVersion {
  const begun = law.versions.filter((version) => parseIsoDate(version.from) <= day)
  const version = begun.at(-1) ?? law.versions[0]
  if (version === undefined) throw new Error(`sample: law ${law.name} has no version`)
  return version
}

/** The regulation's id: 32 hex characters that depend on the law and its version only. */
export const regulationId = (law: Law, version: LawVersion): string =>
  createHash('md5').update(`${law.name}@${version.from}`).digest('hex')

function articlesOfVersion(version: LawVersion): readonly string[] {
  if (version.only !== '') return version.only.split(' ')
  return Array.from({ length: version.articles }, (_, i) => String(i + 1))
}

const lists = new Map<string, readonly ArticleRef[]>()

/** Reads the notation of data/articles.json. */
function articleList(notation: string): readonly ArticleRef[] {
  const known = lists.get(notation)
  if (known !== undefined) return known
  const refs = notation.split(';').flatMap((part, index) => {
    const words = part.trim().split(' ')
    const named = laws().get(words[0] ?? '')
    if (named === undefined && index > 0) throw new Error(`sample: unknown law in "${part}"`)
    const law = named ?? laws().get('民事诉讼法')
    if (law === undefined) throw new Error('sample: 民事诉讼法 is missing from data/laws.csv')
    return words
      .slice(named === undefined ? 0 : 1)
      .filter((word) => word !== '')
      .map((word) => articleRef(law, word))
  })
  lists.set(notation, refs)
  return refs
}

function articleRef(law: Law, word: string): ArticleRef {
  const [article = '', paragraph, item] = word.split('.')
  return {
    law,
    article,
    ...(paragraph !== undefined && { paragraph: Number(paragraph) }),
    ...(item !== undefined && { item: Number(item) }),
  }
}

const civilCode = dayOf(2021, 1, 1)
const procedureVersions = [dayOf(2022, 1, 1), dayOf(2024, 1, 1)]

/** How many articles of the merits a judgment cites beside those of procedure: mean 3.4 (with them, 5). */
const meritsMean = 3.4
/** Share of citations outside the lists: any article of a law of the list. */
const tail = 0.08
/** Share of citations of an article that no version has. */
const mistaken = 0.005

/** Draws what a document cites, in order and without repetition. */
export function drawCitations(
  random: Random,
  family: Family,
  outcome: Outcome,
  day: Day,
): readonly ArticleRef[] {
  const merits = outcome.kind === '判决书' || outcome.kind === '调解书' ? meritsCount(random) : 0
  const { byFamily, common } = articles()
  const lists = { own: listAt(random, byFamily[family], day), common: listAt(random, common, day) }
  const refs = Array.from({ length: merits }, () =>
    merit(random, chance(random, 0.72) || family === 'administrative' ? lists.own : lists.common, day),
  )
  const unique = new Map([...refs, ...procedure(random, outcome, day)].map((ref) => [label(ref), ref]))
  return [...unique.values()]
}

/** 《中华人民共和国民法典》第五百七十七条、第五百八十五条第一款，《中华人民共和国民事诉讼法》第六十七条 */
export function citationClause(random: Random, refs: readonly ArticleRef[], day: Day): string {
  const named = refs.map((ref) => {
    const { suffix } = versionAt(ref.law, day)
    const name = suffix !== '' && chance(random, 0.04) ? ref.law.name + suffix : ref.law.name
    return { name, label: articleLabel(ref) }
  })
  return grouped(named, ({ name }) => name)
    .map((cited) => `《${cited[0].name}》${cited.map(({ label }) => label).join('、')}`)
    .join('，')
}

/** A citation as `yyft` gives it, without book-title marks: 中华人民共和国民法典第五百七十七条 */
export const label = (ref: ArticleRef): string => ref.law.name + articleLabel(ref)

/** 第二百七十六条之一第一款第（二）项 */
export function articleLabel({ article, paragraph, item }: ArticleRef): string {
  const [main = '', sub] = article.split('-')
  return (
    `第${numeral(Number(main))}条` +
    (sub === undefined ? '' : `之${numeral(Number(sub))}`) +
    (paragraph === undefined ? '' : `第${numeral(paragraph)}款`) +
    (item === undefined ? '' : `第（${numeral(item)}）项`)
  )
}

function meritsCount(random: Random): number {
  let count = 1
  while (count < 15 && chance(random, 1 - 1 / meritsMean)) count++
  return count
}

/** After the Civil Code began, one document in ten still decides by the older law. */
const listAt = (random: Random, lists: ArticleLists, day: Day): readonly ArticleRef[] =>
  articleList(day < civilCode || (day < civilCode + 730 && chance(random, 0.1)) ? lists.before : lists.since)

function merit(random: Random, list: readonly ArticleRef[], day: Day): ArticleRef {
  const ref = pickRanked(random, list)
  const { articles, only } = versionAt(ref.law, day)
  if (chance(random, mistaken)) return { law: ref.law, article: String(articles + integer(random, 1, 60)) }
  if (only === '' && chance(random, tail))
    return { law: ref.law, article: String(integer(random, 1, articles)) }
  if (ref.paragraph !== undefined || chance(random, 0.85)) return ref
  return {
    ...ref,
    paragraph: integer(random, 1, 2),
    ...(chance(random, 0.2) && { item: integer(random, 1, 4) }),
  }
}

function procedure(random: Random, outcome: Outcome, day: Day): readonly ArticleRef[] {
  const versions = articles().procedure[outcome.articles]
  if (versions === undefined) throw new Error(`sample: no articles of procedure for ${outcome.articles}`)
  const refs = articleList(versions[procedureVersions.filter((from) => from <= day).length] ?? versions[2])
  const [first] = refs
  if (first === undefined) return []
  return refs.length > 1 && chance(random, 0.6) ? [first, pick(random, refs.slice(1))] : [first]
}

/** Every article of the sample's laws. Labels and dates are real; the text is not the law's. */
export function* statuteArticles(): Generator<StatuteArticle> {
  for (const law of laws().values()) {
    for (const version of law.versions) {
      for (const article of articlesOfVersion(version)) yield statuteArticle(law, version, article)
    }
  }
}

function statuteArticle(law: Law, version: LawVersion, article: string): StatuteArticle {
  const fgid = regulationId(law, version)
  const fgmc = law.name + version.suffix
  const label = articleLabel({ law, article })
  const content = `【示例条文】本条为示例数据，仅载明“${law.name}”${label}的位置，不是法律原文。`
  return {
    id: `${fgid}_${article}`,
    ftmc: fgmc + label,
    title: fgmc + label,
    fgid,
    tid: article,
    url: `/zxt/statuteDetail/detailPage/${fgid}?text=${article}`,
    content,
    fgmc,
    ft_num: label,
    llm_content: ` - 《${fgmc}》${label}##${content}`,
    sxx: version.validity,
    dy: '中央',
    xljb_1: version.level,
    xljb_2: version.level,
    ssrq: version.from,
    fbrq: version.published,
    fbbm: version.department,
    ...(version.number !== '' && { fwzh: version.number }),
  }
}
