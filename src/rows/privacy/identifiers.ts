import { isRegistrationNumber, isUscc } from '../../contract/identifiers.ts'
import { matchesOf } from '../../legal/text.ts'
import { betweenDigits, type Found, numbersIn, type Range, type Span } from './number-groups.ts'

/*
 * Numbers in a text that tell who a person is or reach their money: identity cards, phones, bank accounts, and whatever a
 * label says is one (docs/privacy.md). Credit codes, registration numbers, case numbers, ids, hashes, dates and sums
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

/** What stands in the place of one: its last four characters, by which a person who knows it recognises it. */
const maskedIdentifier = (value: string): string =>
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

interface Window extends Range {
  end: number
  /** The digits that it was opened for. Others in it are known already, or the edge cuts off the words that would classify them. */
  readonly asked: Range[]
}

/** As much as a label, a unit or a list has room in. */
const around = 48

/** The parts of a text that digits stand in: the rest of a judgment is not looked at. */
function windowsOf(text: string): Window[] {
  const windows: Window[] = []
  hinted.lastIndex = 0
  for (let found = hinted.exec(text); found !== null; found = hinted.exec(text)) {
    if (isSum(text, found[0], hinted.lastIndex)) continue
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

/** In their order. Of what a label says is a number, the parts that are numbers by their shape are distinguished. */
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

/** Numbers in a labelled value beside those that their shape shows. */
const restOf = (text: string, { start, end }: Span, within: readonly Span[]): Span[] =>
  matchesOf(text.slice(start, end), /[0-9A-Za-z-]{7,}/g)
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

/*
 * Numbers behind a label: whatever their shape is, they are what the label says. A list behind a label is a list of such.
 */

/** Labels of a person, of what reaches a person, and of money. */
const chinese =
  '(?:居民)?身份证件?|身份号|公民身份|证件|护照|通行证|台胞证|台湾证|回乡证|居留证|居住证|军官证|士兵证|驾驶证|驾照|社会保障卡?|社保卡?|电话|手机|座机|固话|小灵通|联系方式|传真|银行卡|卡号|[账帐][号户]|银行[账帐户]号?|微信|支付宝'
/** Two letters may be the end of an enterprise's code, too. */
const latin =
  '(?<![A-Za-z]|[0-9A-Za-z]{14})(?:tel|mob|cell|qq|wx|vx|a/c|acct|iban|card|account)|telephone|phone|mobile|passport|fax|wechat|alipay|id_?card'
/** What may stand between a label and its number. */
const glue = '(?:号码?|码|编号|数字|number|no\\.?|[为是系:：=＝(（\\[【#№"“\'‘._\\s\u00a0\u3000－-])'
const numberShape = '[A-Za-z]{0,3}\\d(?:[0-9A-Za-z]|[ -]\\d){5,28}(?:[(（][0-9A][)）])?'
const labelled = new RegExp(`(?:${chinese}|${latin})${glue}{0,8}?(${numberShape})(?![0-9A-Za-z])`, 'gi')
/** What else a list behind a label goes on with. */
const anotherNumber = new RegExp(
  `(?:\\s?(?:[/、,，;；|\\\\]|和|及|或|以及|\\s)\\s?)(${numberShape})(?![0-9A-Za-z])`,
  'y',
)

const shortest = 7
/** Hong Kong's cards have six digits and one in brackets. */
const bracketed = /^[A-Za-z]{1,2}\d{6}[(（][0-9A][)）]$/
const dateShape = /^(?:19|20)\d{2}-\d{1,2}(?:-\d{1,2})?(?:\D|$)/
const countBehind =
  /^(?:[.．]\d{1,4}(?!\d))?\s?(?:元|万|亿|美元|港元|欧元|日元|股|份|吨|%|％|年|月|号楼|号房)|^[.．]\d{1,4}(?!\d)|^[,，]\d{3}(?!\d)/

/** Spans of labelled numbers, from the first on. The text is of half width. */
function* labelledIn(text: string): Generator<Span> {
  for (const found of matchesOf(text, labelled)) {
    const [whole, given = ''] = found
    const start = found.index + whole.length - given.length
    if (!isLabelledNumber(text, start, given, whole)) continue
    yield { start, end: start + given.length, value: given }
    yield* listed(text, start + given.length, whole)
  }
}

function* listed(text: string, from: number, label: string): Generator<Span> {
  anotherNumber.lastIndex = from
  for (let found = anotherNumber.exec(text); found !== null; found = anotherNumber.exec(text)) {
    const [whole, given = ''] = found
    const start = found.index + whole.length - given.length
    if (!isLabelledNumber(text, start, given, label)) return
    yield { start, end: start + given.length, value: given }
    anotherNumber.lastIndex = start + given.length
  }
}

function isLabelledNumber(text: string, start: number, given: string, label: string): boolean {
  if (given.replace(/[ -]/g, '').length < shortest && !bracketed.test(given)) return false
  if (dateShape.test(given) || countBehind.test(text.slice(start + given.length, start + given.length + 10)))
    return false
  return !isEnterpriseCode(given, label)
}

/** A code of an enterprise stands behind 证件号码 too; behind the label of a card or a phone digits alone are none. */
function isEnterpriseCode(given: string, label: string): boolean {
  const code = given.toUpperCase().replace(/[ -]/g, '')
  return isUscc(code) && (/[A-WYZ]/.test(code) || (/证件/.test(label) && /^9[1-3]/.test(code)))
}
