import { isRegistrationNumber } from '../legal/identifiers.ts'
import { labelledIn } from './labelled-numbers.ts'
import { betweenDigits, type Found, isRestOfToken, numbersIn, type Span } from './number-groups.ts'

/*
 * Numbers in a text that tell who a person is or reach their money: identity cards, phones, bank accounts, and whatever a
 * label says is one (domain rule, section 4). Credit codes, registration numbers, case numbers, ids, hashes, dates and sums
 * of money are none, also where they look like one.
 */

const hint = (digits: string): string => `[0-9０-９](?:${betweenDigits}{0,3}[0-9０-９])${digits}`

/**
 * Source of a pattern that every text with an identifier matches: seven digits with no more than marks between them. It is one to
 * JavaScript and to DuckDB, which works it out fast, so that few texts are looked at here.
 */
export const identifierHint = hint('{6}')
const mayHold = new RegExp(identifierHint)
const hinted = new RegExp(hint('{6,}'), 'g')

/** What stands in the place of one: its last four characters tell it from others to somebody who knows it. */
export const maskedIdentifier = (value: string): string =>
  `****${value
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(-4)}`

/** A text without identifiers, and how many there were. */
export function maskIdentifiers(text: string): { readonly text: string; readonly identifiers: number } {
  const spans = windowsOf(text).flatMap(({ start, end, asked }) => {
    const found = identifiersIn(halfWidth(text.slice(start, end)))
    return overlapping(
      found.map((span) => moved(span, start)),
      asked,
    )
  })
  if (spans.length === 0) return { text, identifiers: 0 }
  const parts: string[] = []
  let at = 0
  for (const { start, end, value } of spans) {
    parts.push(text.slice(at, start), maskedIdentifier(value))
    at = end
  }
  return { text: parts.join('') + text.slice(at), identifiers: spans.length }
}

/** The same of a value that stands under a label, such as a member of JSON: 电话, idCard. */
export function maskUnder(
  label: string,
  value: string,
): { readonly text: string; readonly identifiers: number } {
  if (!mayHold.test(value)) return { text: value, identifiers: 0 }
  const before = mayHold.test(label) ? '' : `${label}：`
  const { text, identifiers } = maskIdentifiers(before + value)
  return { text: text.slice(before.length), identifiers }
}

interface Range {
  readonly start: number
  readonly end: number
}

interface Window {
  readonly start: number
  end: number
  /** The digits that it was opened for. Others in it are told already, or cut off at its edge from what tells what they are. */
  readonly asked: Range[]
}

/** As much as a label, a unit or a list has room in. */
const around = 48

/** The parts of a text that digits stand in: the rest of a judgment is not looked at. */
function windowsOf(text: string): Window[] {
  const windows: Window[] = []
  hinted.lastIndex = 0
  for (let found = hinted.exec(text); found !== null; found = hinted.exec(text)) {
    if (isSum(text, found[0], hinted.lastIndex) || isRestOfToken(text, found.index, found[0])) continue
    const digits = { start: found.index, end: hinted.lastIndex }
    const [start, end] = [Math.max(0, digits.start - around), digits.end + around]
    const last = windows.at(-1)
    if (last === undefined || last.end < start) windows.push({ start, end, asked: [digits] })
    else {
      last.end = end
      last.asked.push(digits)
    }
  }
  return windows
}

/** Spans that have something in common with a range; both are in their order. */
function overlapping(spans: readonly Span[], ranges: readonly Range[]): Span[] {
  let at = 0
  return spans.filter(({ start, end }) => {
    while ((ranges[at]?.end ?? end) <= start) at += 1
    return (ranges[at]?.start ?? end) < end
  })
}

/** Most long numbers of a judgment are sums of money and numbers of papers, which need no closer look. */
const yuan = /(?:[.．][0-9０-９]{1,4})?\s?[元万亿]/y
const isOneGroup = /^[0-9０-９]+$/

function isSum(text: string, digits: string, end: number): boolean {
  yuan.lastIndex = end
  return yuan.test(text) && isOneGroup.test(digits)
}

const moved = ({ start, end, value }: Span, by: number): Span => ({ start: start + by, end: end + by, value })

/** Letters and digits alone: every character stays where it is. */
const fullWidth = /[０-９Ａ-Ｚａ-ｚ]/g
const halfWidth = (text: string): string =>
  text.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))

/** In their order. Of what a label says is a number, the parts that are numbers by their shape are told apart. */
function identifiersIn(text: string): Span[] {
  const byShape = [...numbersIn(text)].filter((found) => isIdentifier(text, found))
  const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end
  const labelled = [...labelledIn(text)].filter(({ value }) => mayHold.test(value))
  const byLabel = labelled.flatMap((span) => {
    const within = byShape.filter((found) => overlaps(found, span))
    return within.some(({ start }) => start <= span.start) ? restOf(text, span, within) : [span]
  })
  const others = byShape.filter((found) => !byLabel.some((span) => overlaps(found, span)))
  return [...byLabel, ...others].sort((a, b) => a.start - b.start)
}

/** Numbers in a labelled value beside those that are told by their shape. */
const restOf = (text: string, { start, end }: Span, within: readonly Span[]): Span[] =>
  [...text.slice(start, end).matchAll(/[0-9A-Za-z-]{7,}/g)]
    .map(([value], at, all) => {
      const from = start + (all[at]?.index ?? 0)
      return { start: from, end: from + value.length, value }
    })
    .filter((span) => within.every((found) => span.end <= found.start || found.end <= span.start))

/** What makes a number no identifier, by what stands around it: sums of money, case numbers, shares, numbers of papers. */
const countedBehind =
  /^\s?(?:[(（]?(?:[百千]?[万亿])?元|[万亿]|美元|港元|欧元|日元|股|份|吨|平方|千克|公斤|字第|[%％年])/
const moneyBefore =
  /(?:人民币|RMB|CNY|USD|HKD|EUR|金额|资本|款项?|[价总罚]款|[本利]金|标的额?|amount|capital|price|money|fee)(?:[(（](?:[万亿]?元)[)）])?["”]?[为是:：=＝]?\s?$/i
const caseNumberBefore = /[字第初终执恢保再申辖监撤督特破清赔复异协更]$/
const paperBefore =
  /(?:编号|单号|流水号|凭证号|合同号|发票(?:代码|号码?)|批次?号|条形?码|文号|案号|证书号|许可证号|注册号|登记号|代码|专利号|申请号|(?<![A-Za-z])id)["”]?[为是:：=＝]?\s?$/i
const registrationBefore = /(?:注册|登记|工商)(?:号码?|编号|证号)?[为是:：=＝]?\s?$/
const bankBefore = /银行|信用社|农商行|[账帐][户号]/
/** Longer ones are no sums. */
const longestSum = 14

function isIdentifier(text: string, { start, end, value, kind }: Found): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  const behind = text.slice(end, end + 8)
  if (countedBehind.test(behind) || (behind.startsWith('号') && caseNumberBefore.test(before))) return false
  if (kind === 'certain') return true
  if (paperBefore.test(before) || (value.length <= longestSum && moneyBefore.test(before))) return false
  if (value.length === 15 && isRegistrationNumber(value) === 'valid' && registrationBefore.test(before))
    return false
  return kind !== 'account' || (bankBefore.test(before) && isRegistrationNumber(value) !== 'valid')
}
