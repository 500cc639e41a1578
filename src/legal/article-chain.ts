import { MOST_CITATIONS } from './bounds.ts'
import { parseNumeral } from './numerals.ts'
import { foundAt, matchesOf } from './text.ts'

/** An article, or a paragraph or item of it, by numbers from 1; null where none is named. */
export type CitedPlace = {
  readonly article: number | null
  /** The N of 第…条之N. */
  readonly articleSub: number | null
  readonly paragraph: number | null
  readonly item: number | null
}
export type ChainPart = CitedPlace & { readonly start: number; readonly end: number }
export type Chain = { readonly parts: readonly ChainPart[]; readonly end: number }

const [WIDEST_RANGE, HIGHEST_ARTICLE] = [100, 9999]

const NUMERAL = '[0-9０-９〇○零一二三四五六七八九十百千万两㈠-㈩⑴-⒇]{1,12}'
const ONE = `(?:[（(]\\s?${NUMERAL}\\s?[）)]|${NUMERAL}(?:之${NUMERAL})?)`
const JOINT = '(?:[、和及与至到~～—–－-]|以及|或者?)'
const LIST = `(?:${ONE}(?:\\s?${JOINT}\\s?第?\\s?${ONE}){0,30})`
const HIDDEN = '[×xX某*＊]{1,4}'
const UNIT = '([条款项目])'
const AFTER = `(?:(?<=条)之(${NUMERAL})(?![般切致定种个是]))?`
/** 第七十二第一款 has dropped its 条. */
const FIRST = new RegExp(
  `第\\s?(${LIST}|${HIDDEN})\\s?(?:条(?!件)(?:之(${NUMERAL})(?![般切致定种个是]))?|(?<=[二三四五六七八九十百]{2})(?=第[一二三四五六七八九]款))`,
  'y',
)
/** 第一百条零一条 repeats 条 inside its number. */
const SLIP = /第\s?((?:[一二三四五六七八九]千)?[一二三四五六七八九]百)条(零[一二三四五六七八九])条/y
const NEXT = new RegExp(
  `(\\s?(?:[、，,和及与至到~～—–－-]|以及|或者?)?)\\s?(第?)\\s?(${LIST})\\s?${UNIT}(?![件目])${AFTER}`,
  'y',
)
const NOT_AN_ITEM = /(?:诉讼|上诉|反诉|仲裁)?(?:请求|诉请)|判决|判项|工程|费用|主张|上诉|内容/y
const TOKEN = new RegExp(`(${NUMERAL})(?:之(${NUMERAL}))?|([至到~～—–－-])`, 'g')
const SPAN = /[至到~～—–－-]/

type Numbered = { readonly value: number | null; readonly sub: number | null }
const NONE: Numbered = { value: null, sub: null }
type Element = {
  readonly unit: string
  readonly numbers: readonly Numbered[]
  readonly start: number
  readonly end: number
  readonly joint: string
}

/** Reads 第五百七十七条、第五百八十五条第一款第（二）项 as far as only joints stand between; null where no article stands at `at`. */
export function readChain(text: string, at: number): Chain | null {
  const first = firstAt(text, at)
  if (first === null) return null
  const { numbers, end } = first
  const parts = articlesOf({ unit: '条', numbers, start: at, end, joint: '' })
  for (let to = end; ; ) {
    const [last, next] = [parts.at(-1), elementAt(text, to)]
    if (!last || !next || parts.length >= MOST_CITATIONS || !accepts(text, last, next))
      return { parts, end: to }
    parts.splice(-1, 1, ...extended(last, next))
    to = next.end
  }
}

function firstAt(text: string, at: number) {
  const slip = foundAt(SLIP, text, at)
  const [whole, given = '', sub] = slip ?? foundAt(FIRST, text, at) ?? []
  if (whole === undefined) return null
  const numbers = slip ? numbersOf(`${given}${sub}`, undefined) : numbersOf(given, sub)
  return { numbers, end: at + whole.length }
}

function elementAt(text: string, at: number): Element | null {
  const found = foundAt(NEXT, text, at)
  if (!found) return null
  const [whole = '', joint = '', ordinal, list = '', unit = '', sub] = found
  const trimmed = joint.trim()
  if (ordinal === '' && !canDropOrdinal(trimmed, list, unit)) return null
  const start = at + whole.length - whole.slice(joint.length).trimStart().length
  return { unit, numbers: numbersOf(list, sub), start, end: at + whole.length, joint: trimmed }
}

/** 第三条、四条 and 第一款（二）项 leave 第 out; 第三条和三项请求 does not cite an item. */
function canDropOrdinal(joint: string, list: string, unit: string): boolean {
  if (unit === '条') return joint === '、' || SPAN.test(joint)
  return unit === '项' && /^[（(㈠-㈩⑴-⒇]/.test(list)
}

function accepts(text: string, last: ChainPart, { unit, joint, end }: Element): boolean {
  if (unit === '条') return joint !== ''
  if (joint === '，' || joint === ',') return false
  if (unit === '目') return joint === '' && last.item !== null
  return unit !== '项' || joint === '' || foundAt(NOT_AN_ITEM, text, end) === null
}

function extended(last: ChainPart, element: Element): ChainPart[] {
  const { unit, numbers, start, end, joint } = element
  const [first = NONE, ...others] = numbers
  if (unit === '目') return [{ ...last, end }]
  if (unit === '条') {
    if (!SPAN.test(joint) || last.paragraph !== null || last.item !== null)
      return [last, ...articlesOf(element)]
    const from = { value: last.article, sub: last.articleSub }
    return articlesOf({ ...element, numbers: [...between(from, first), ...others], start: last.start })
  }
  const level = unit === '款' ? 'paragraph' : 'item'
  const base = unit === '款' ? { ...last, item: null } : last
  const before = last[level]
  if (joint === '' && before === null) return numbers.map(({ value }) => ({ ...base, [level]: value, end }))
  const isRange = SPAN.test(joint) && before !== null && first.value !== null
  const from = isRange ? between({ value: before, sub: null }, { ...first, sub: null }).slice(1) : [first]
  const place = { start: isRange ? last.start : start, end }
  return [last, ...[...from, ...others].map(({ value }) => ({ ...base, [level]: value, ...place }))]
}

function articlesOf(element: Element): ChainPart[] {
  const inner = { paragraph: null, item: null, start: element.start, end: element.end }
  return element.numbers.map(({ value, sub }) => ({ article: value, articleSub: sub, ...inner }))
}

/** The numbers of 三、四、五, 三至五, (二); `lastSub` is the N of 之N after the unit. */
function numbersOf(list: string, lastSub: string | undefined): Numbered[] {
  const numbers: Numbered[] = []
  let spans = false
  for (const token of matchesOf(list, TOKEN)) {
    const [, value, sub, span] = token
    if (span !== undefined) spans = true
    else {
      const next = { value: readable(value), sub: sub === undefined ? null : (parseNumeral(sub) ?? null) }
      const from = spans ? numbers.pop() : undefined
      numbers.push(...(from ? between(from, next) : [next]))
      spans = false
    }
  }
  const last = numbers.pop() ?? NONE
  return [...numbers, lastSub === undefined ? last : { ...last, sub: parseNumeral(lastSub) ?? null }]
}

function readable(numeral = ''): number | null {
  const value = parseNumeral(numeral.normalize('NFKC').replace(/[()]/g, ''))
  return value === undefined || value < 1 || value > HIGHEST_ARTICLE ? null : value
}

/** Both ends and what lies between them; 120-1 is the way the service writes 第一百二十条之一. */
function between(first: Numbered, last: Numbered): Numbered[] {
  const { value: from } = first
  const { value: to } = last
  if (from === null || to === null) return [first, last]
  if (from === to && last.sub !== null)
    return steps(first.sub ?? 0, last.sub).map((sub) => ({ value: from, sub: sub || null }))
  if (first.sub !== null || last.sub !== null) return [first, last]
  if (to < from) return to < 10 ? [{ value: from, sub: to }] : [first, last]
  return steps(from, to).map((value) => ({ value, sub: null }))
}

function steps(from: number, to: number): number[] {
  if (to < from || to - from > WIDEST_RANGE) return [from, to]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
