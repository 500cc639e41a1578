import { noteBound } from './bounds.ts'
import { parseNumeral } from './numerals.ts'
import { rangesOf } from './text.ts'

/** A question that the court says the case turns on (争议焦点). */
export type Issue = {
  readonly text: string
  /** In UTF-16 units, in content. */
  readonly offset: number
}

const HEADING =
  /(?:争议|争执|诉争|争点)(?:的)?(?:主要)?(?:焦点|问题)(?:问题)?(?:应?主要)?(?:归纳|总结|确定|集中)?(?:为|是|有|在于|包括|如下|在)?(?:以下|如下)?(?:[一二两三四五六七八九\d]{1,2}(?:个|点|项|方面)(?:方面|问题|焦点)?)?(?:问题)?(?:[：:，]|(?<=[为是在于]))/g
/** 一、 1. （一） ① 一是: what numbers a list of issues. */
const NUMBER =
  /^\s?(?:(?:第)?([一二三四五六七八九十]{1,2})(?:[、．.]|是)|[（(]?([一二三四五六七八九十\d]{1,2})[)）]、?|(\d{1,2})[、．.](?!\d)|([①②③④⑤⑥⑦⑧⑨]))/
const CIRCLED = '①②③④⑤⑥⑦⑧⑨'
const OF_OTHERS =
  /(?:一审|原审|仲裁)[^。；\n]{0,40}$|(?:原告|被告|上诉人|被上诉人|申请人)[^。；\n]{0,12}(?:认为|称|提出)[^。；\n]{0,20}$/
const OPINION = /本院(?:经[^，。；]{0,8})?认为/g
const LONGEST = 1500
const LONGEST_ISSUE = 300
const MOST = 20
const MOST_HEADINGS = 50

/**
 * The issues as the court states them: those behind the last heading in its own opinion, else before it where no lower court speaks. None
 * where the text states none. Linear. Source: docs/decisions.md, Issues.
 */
export function findIssues(content: string): Issue[] {
  const opinion = rangesOf(OPINION, content).at(-1)
  const own = opinion === undefined ? [] : issuesFrom(content, opinion.from)
  return own.length > 0 || /(?:一审|原审)法院(?:经审理)?认为/.test(content) ? own : issuesFrom(content, 0)
}

function issuesFrom(content: string, from: number): Issue[] {
  HEADING.lastIndex = from
  for (const { index, 0: heading } of [...content.matchAll(HEADING)].slice(0, MOST_HEADINGS)) {
    const start = index + heading.length
    const isOwn = !OF_OTHERS.test(content.slice(Math.max(0, index - 60), index))
    const issues = isOwn ? issuesOf(content.slice(start, start + LONGEST), start) : []
    if (issues.length > 0) return issues
  }
  return []
}

function issuesOf(passage: string, offset: number): Issue[] {
  const issues: Issue[] = []
  let at = /^\s*/.exec(passage)?.[0].length ?? 0
  while (issues.length < MOST) {
    const rest = passage.slice(at, at + LONGEST_ISSUE)
    const number = numberAt(rest)
    if (number === null ? issues.length > 0 : number.value !== issues.length + 1) break
    const from = number?.length ?? 0
    const end = endOf(rest.slice(from), number === null ? null : number.value + 1)
    if (end === null) break
    const text = rest.slice(from, from + end).trim()
    if (text.length >= 4) issues.push({ text, offset: offset + at + rest.indexOf(text) })
    if (number === null) break
    at += from + end + (/^[；;，,。、\s]*/.exec(passage.slice(at + from + end))?.[0].length ?? 0)
  }
  if (issues.length === MOST) noteBound('case_issues')
  return issues
}

function numberAt(text: string): { readonly value: number; readonly length: number } | null {
  const found = NUMBER.exec(text)
  if (found === null) return null
  const [whole, ordinal, bracketed, digits, circled] = found
  const numeral = ordinal ?? bracketed ?? digits
  const value = circled !== undefined ? CIRCLED.indexOf(circled) + 1 : parseNumeral(numeral ?? '')
  return value === undefined ? null : { value, length: whole.length }
}

/** Where an issue ends: at the next number behind a mark, else at the end of its sentence. Null where it has no end. */
function endOf(text: string, next: number | null): number | null {
  for (const { index } of text.matchAll(/[；;。，,、\n？?]/g)) {
    const mark = text.charAt(index)
    const isNext = next !== null && numberAt(text.slice(index + 1))?.value === next
    if (isNext || /[。；;\n？?]/.test(mark)) return index
  }
  return null
}
