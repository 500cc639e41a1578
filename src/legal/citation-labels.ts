import { formatNumeral, parseNumeral } from './numerals.ts'

/** The service's article number (docs/contract.md, Article: `tid`): digits, with 之N as `120-1`. */
export const articleTid = (article: number, articleSub: number | null): string =>
  articleSub === null ? String(article) : `${article}-${articleSub}`

/** The article's label as statutes write it: 第五百七十七条, 第一百二十条之一. */
export function articleLabel(article: number, articleSub: number | null): string {
  const sub = articleSub === null ? '' : `之${formatNumeral(articleSub)}`
  return `第${formatNumeral(article)}条${sub}`
}

export function articleOfTid(tid: string) {
  const match = /^(\d{1,6})(?:-(\d{1,4}))?$/.exec(tid.trim())
  if (match === null) return undefined
  return { article: Number(match[1]), articleSub: match[2] === undefined ? null : Number(match[2]) }
}

export function articleOfLabel(label: string) {
  const match = /^第([^条]+)条(?:之(.+))?$/u.exec(label.trim())
  const article = parseNumeral(match?.[1] ?? '')
  const articleSub = match?.[2] === undefined ? null : parseNumeral(match[2])
  return article === undefined || articleSub === undefined ? undefined : { article, articleSub }
}

/** The key of an article of a law, `law` being a base name: paragraph and item stay on the citation. */
export const citationKey = (law: string, article: number, articleSub: number | null): string =>
  `${law}#${articleTid(article, articleSub)}`
