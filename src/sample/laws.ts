import { createHash } from 'node:crypto'
import { type Day, parseIsoDate } from './days.ts'
import { type Law, type LawVersion, laws } from './words/laws.ts'

/** One article as a list of citations names it; the version follows from the date. */
export interface ArticleRef {
  readonly law: Law
  /** Digits, with the number after 之: 577, 276-1. */
  readonly article: string
  readonly paragraph?: number
  readonly item?: number
}

/** The version in force on a day: the newest that has begun, or the oldest that the sample has. */
export function versionAt(law: Law, day: Day): LawVersion {
  const begun = law.versions.filter((version) => parseIsoDate(version.from) <= day)
  const version = begun.at(-1) ?? law.versions[0]
  if (version === undefined) throw new Error(`sample: law ${law.key} has no version`)
  return version
}

/** The regulation's id: 32 hex characters that depend on the law and its version only. */
export const regulationId = (law: Law, version: LawVersion): string =>
  createHash('md5').update(`${law.name}@${version.from}`).digest('hex')

/** The articles that the sample has of a version. */
export function articlesOfVersion(version: LawVersion): readonly string[] {
  if (version.only !== undefined) return version.only.split(' ')
  return Array.from({ length: version.articles }, (_, i) => String(i + 1))
}

const lists = new Map<string, readonly ArticleRef[]>()

/** Reads the notation of words/articles.ts. */
export function articleList(notation: string): readonly ArticleRef[] {
  const known = lists.get(notation)
  if (known !== undefined) return known
  const refs = notation.split(';').flatMap((part, index) => {
    const words = part.trim().split(' ')
    const named = lawByKey(words[0] ?? '')
    if (named === undefined && index > 0) throw new Error(`sample: unknown law in "${part}"`)
    const law = named ?? lawByKey('民事诉讼法')
    if (law === undefined) throw new Error('sample: 民事诉讼法 is missing from words/laws.ts')
    return words
      .slice(named === undefined ? 0 : 1)
      .filter((word) => word !== '')
      .map((word) => articleRef(law, word))
  })
  lists.set(notation, refs)
  return refs
}

const lawByKey = (key: string): Law | undefined => laws.find((law) => law.key === key)

function articleRef(law: Law, word: string): ArticleRef {
  const [article = '', paragraph, item] = word.split('.')
  return {
    law,
    article,
    ...(paragraph !== undefined && { paragraph: Number(paragraph) }),
    ...(item !== undefined && { item: Number(item) }),
  }
}
