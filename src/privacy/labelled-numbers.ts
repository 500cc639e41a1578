import { isUscc } from '../legal/identifiers.ts'
import type { Span } from './number-groups.ts'

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
const value = '[A-Za-z]{0,3}\\d(?:[0-9A-Za-z]|[ -]\\d){5,28}(?:[(（][0-9A][)）])?'
const labelled = new RegExp(`(?:${chinese}|${latin})${glue}{0,8}?(${value})(?![0-9A-Za-z])`, 'gi')
/** What else a list behind a label goes on with. */
const another = new RegExp(`(?:\\s?(?:[/、,，;；|\\\\]|和|及|或|以及|\\s)\\s?)(${value})(?![0-9A-Za-z])`, 'y')

const shortest = 7
/** Hong Kong's cards have six digits and one in brackets. */
const bracketed = /^[A-Za-z]{1,2}\d{6}[(（][0-9A][)）]$/
const date = /^(?:19|20)\d{2}-\d{1,2}(?:-\d{1,2})?(?:\D|$)/
const countedBehind =
  /^(?:[.．]\d{1,4}(?!\d))?\s?(?:元|万|亿|美元|港元|欧元|日元|股|份|吨|%|％|年|月|号楼|号房)|^[.．]\d{1,4}(?!\d)|^[,，]\d{3}(?!\d)/

/** Spans of labelled numbers, from the first on. The text is of half width. */
export function* labelledIn(text: string): Generator<Span> {
  for (const found of text.matchAll(labelled)) {
    const [whole, given = ''] = found
    const start = found.index + whole.length - given.length
    if (!isIdentifier(text, start, given, whole)) continue
    yield { start, end: start + given.length, value: given }
    yield* listed(text, start + given.length, whole)
  }
}

function* listed(text: string, from: number, label: string): Generator<Span> {
  another.lastIndex = from
  for (let found = another.exec(text); found !== null; found = another.exec(text)) {
    const [whole, given = ''] = found
    const start = found.index + whole.length - given.length
    if (!isIdentifier(text, start, given, label)) return
    yield { start, end: start + given.length, value: given }
    another.lastIndex = start + given.length
  }
}

function isIdentifier(text: string, start: number, given: string, label: string): boolean {
  if (given.replace(/[ -]/g, '').length < shortest && !bracketed.test(given)) return false
  if (date.test(given) || countedBehind.test(text.slice(start + given.length, start + given.length + 10)))
    return false
  return !isEnterpriseCode(given, label)
}

/** A code of an enterprise stands behind 证件号码 too; behind the label of a card or a phone digits alone are none. */
function isEnterpriseCode(given: string, label: string): boolean {
  const code = given.toUpperCase().replace(/[ -]/g, '')
  return isUscc(code) && (/[A-WYZ]/.test(code) || (/证件/.test(label) && /^9[1-3]/.test(code)))
}
