import { type Day, dayOf } from './days.ts'
import { type ArticleRef, articleList, versionAt } from './laws.ts'
import { numeral } from './numerals.ts'
import { chance, integer, pick, pickRanked, type Random } from './random.ts'
import { type ArticleLists, articlesOf, commonArticles } from './words/articles.ts'
import type { Family } from './words/causes.ts'
import type { Outcome } from './words/outcomes.ts'
import { procedureArticles } from './words/procedure-articles.ts'

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
  const lists = { own: listAt(random, articlesOf[family], day), common: listAt(random, commonArticles, day) }
  const refs = Array.from({ length: merits }, () =>
    merit(random, chance(random, 0.72) || family === 'administrative' ? lists.own : lists.common, day),
  )
  const unique = new Map([...refs, ...procedure(random, outcome, day)].map((ref) => [label(ref), ref]))
  return [...unique.values()]
}

/** 《中华人民共和国民法典》第五百七十七条、第五百八十五条第一款，《中华人民共和国民事诉讼法》第六十七条 */
export function citationClause(random: Random, refs: readonly ArticleRef[], day: Day): string {
  const byLaw = new Map<string, string[]>()
  for (const ref of refs) {
    const suffix = versionAt(ref.law, day).suffix
    const name = suffix !== undefined && chance(random, 0.04) ? ref.law.name + suffix : ref.law.name
    const labels = byLaw.get(name)
    if (labels === undefined) byLaw.set(name, [articleLabel(ref)])
    else labels.push(articleLabel(ref))
  }
  return [...byLaw].map(([name, labels]) => `《${name}》${labels.join('、')}`).join('，')
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
  if (only === undefined && chance(random, tail))
    return { law: ref.law, article: String(integer(random, 1, articles)) }
  if (ref.paragraph !== undefined || chance(random, 0.85)) return ref
  return {
    ...ref,
    paragraph: integer(random, 1, 2),
    ...(chance(random, 0.2) && { item: integer(random, 1, 4) }),
  }
}

function procedure(random: Random, outcome: Outcome, day: Day): readonly ArticleRef[] {
  const versions = procedureArticles[outcome.articles]
  if (versions === undefined) throw new Error(`sample: no articles of procedure for ${outcome.articles}`)
  const refs = articleList(versions[procedureVersions.filter((from) => from <= day).length] ?? versions[2])
  const [first] = refs
  if (first === undefined) return []
  return refs.length > 1 && chance(random, 0.6) ? [first, pick(random, refs.slice(1))] : [first]
}
