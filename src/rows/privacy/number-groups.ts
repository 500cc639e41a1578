import { isUscc } from '../../contract/identifiers.ts'
import { matchesOf } from '../../legal/text.ts'

/*
 * Numbers as people break them up: a cluster is digits with no more than a mark or two between them, such as
 * 138-0013-8000/… or (010) 6234 5678, and its groups are what stands between the marks. Several numbers may stand in one cluster.
 */

/** What may stand between the digits of one number, or of two. Invisible characters come with copied text. */
export const betweenDigits = '[ \u00a0\u2000-\u200d\u2060\u3000\ufeff\u00ad()（）\u2010-\u2015\u2212－-]'
const clusters = new RegExp(`\\d(?:${betweenDigits}{0,3}\\d){6,}`, 'g')
const groups = /\d+/g
const dash = /[\u2010-\u2015\u2212－-]/

/** Part of a text, from its first character to behind its last. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Part of a text, and the number that it says. */
export interface Span extends Range {
  /** What a mask may show the end of. */
  readonly value: string
}

/** What a number is, by its shape: `certain` ones are what they are whatever stands around them. */
export type Kind = 'certain' | 'likely' | 'account' | undefined

export interface Found extends Span {
  readonly kind: Exclude<Kind, undefined>
}

/** Numbers that tell a person, in a text of half width. An `account` is one only where a bank is named. */
export function* numbersIn(text: string): Generator<Found> {
  for (const cluster of matchesOf(text, clusters)) {
    const start = cluster.index
    yield* numbersOf(
      text,
      matchesOf(cluster[0], groups).map((group) => ({
        start: start + group.index,
        end: start + group.index + group[0].length,
      })),
    )
  }
}

function* numbersOf(text: string, all: readonly Range[]): Generator<Found> {
  let at = attachedBefore(text, all)
  const end = all.length - attachedBehind(text, all)
  while (at < end) {
    const found = longestAt(text, all, at, end)
    if (found === undefined) at += 1
    else {
      yield found.number
      at = found.next
    }
  }
}

/** One group, if it is a number by itself; else the most groups that make one number. An account number only if it can be nothing else. */
function longestAt(
  text: string,
  all: readonly Range[],
  at: number,
  end: number,
): { number: Found; next: number } | undefined {
  const most = Math.min(end, at + mostGroups)
  let account: { number: Found; next: number } | undefined
  for (let tried = at; tried < most; tried += 1) {
    const next = tried === at ? at + 1 : most - (tried - at) + 1
    const number = numberOf(text, all.slice(at, next))
    if (number !== undefined && number.kind !== 'account') return { number, next }
    if (number !== undefined) account ??= { number, next }
  }
  return account
}

/** +86 (0) 10 6234 5678 - 801 */
const mostGroups = 7

function numberOf(text: string, parts: readonly Range[]): Found | undefined {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const digits = parts.map(({ start, end }) => text.slice(start, end)).join('')
  const marked = parts
    .map(({ start, end }, index) => markBefore(text, parts[index - 1], start) + text.slice(start, end))
    .join('')
  const check = /^[ -]?[Xx](?![A-Za-z])/.exec(text.slice(last.end, last.end + 3))
  const [card, end] = [`${digits}X`, last.end + (check?.[0].length ?? 0)]
  // Where digits follow, it is the end of a card only if it is right.
  if (check !== null && isIdentityCard(card) && (hasRightCheck(card) || !/\d/.test(text.charAt(end))))
    return { start: first.start, end, value: card, kind: kindOfCard(card) }
  const kind = kindOf(marked, digits)
  return kind === undefined
    ? undefined
    : { start: begun(text, first.start), end: extended(text, last.end, kind), value: digits, kind }
}

/** With the + of a country and the bracket of an area code. */
const begun = (text: string, start: number): number =>
  /[+＋]/.test(text.charAt(start - 1)) || /^[(（]\d{2,4}[)）]/.test(text.slice(start - 1, start + 5))
    ? start - 1
    : start

const markBefore = (text: string, before: Range | undefined, start: number): string =>
  before === undefined ? '' : dash.test(text.slice(before.end, start)) ? '-' : ' '

/** A phone's extension belongs to it: 转8001, 分机801. */
const extension = /^[ -]?(?:转|分机|ext\.?|内线)[ :：]?\d{1,6}(?!\d)/i
const extended = (text: string, end: number, kind: Kind): number =>
  kind === 'likely' ? end + (extension.exec(text.slice(end, end + 16))?.[0].length ?? 0) : end

const kindOfCard = (number: string): Found['kind'] =>
  number.length === 18 && hasRightCheck(number) ? 'certain' : 'likely'

/** 13800138000, 138-0013-8000, +86 138 0013 8000, 1380-013-8000. */
const mobile =
  /^(?:(?:00)?86[ -]?|0)?1[3-9](?:\d{9}|\d[ -]\d{4}[ -]\d{4}|\d-\d{8}|\d{2}[ -]\d{3}[ -]\d{4}|\d[ -]\d{3}[ -]\d{5})$/
/** 010-62345678, (0755) 8234 5678-801, +86 10 62345678, 01062345678. */
const landline =
  /^(?:(?:(?:00)?86[ -]?)?0(?:10|2\d|[3-9]\d{2})[ -](?:\d{7,8}|\d{3,4}[ -]\d{4})(?:-\d{1,6})?|(?:00)?86[ -](?:10|2\d|[3-9]\d{2})[ -]\d{7,8}|0(?:(?:10|2\d)[2-9]\d{7}|[3-9]\d{2}[2-9]\d{6,7}))$/
/** As on the card, 4 by 4, or in one piece; after six of the bank, sometimes. */
const asOnCard = /^(?:\d+|\d{4}([ -])\d{4}(?:\1\d{4}){1,2}(?:\1\d{1,4})?|\d{6}[ -]\d{8,13})$/
/** As people break up the number of an identity card whose check character is wrong. */
const asOnIdentityCard =
  /^(?:\d+|\d{6}[ -]\d{8}[ -]\d{4}|\d{6}(?:[ -]\d{4}){3}|\d{6}[ -]\d{6}[ -]\d{3}|\d{3}[ -]\d{3}(?:[ -]\d{4}){3})$/

function kindOf(marked: string, digits: string): Kind {
  if (mobile.test(marked) || landline.test(marked)) return 'likely'
  if (isIdentityCard(digits)) {
    const kind = kindOfCard(digits)
    if (kind === 'certain' || asOnIdentityCard.test(marked)) return kind
  }
  return asOnCard.test(marked) ? kindOfAccount(digits) : undefined
}

/** A card by its check digit, or a number of that length, which is one where a bank is named. Cards of 18 digits begin with 62. */
function kindOfAccount(digits: string): Kind {
  const { length } = digits
  if (length < 14 || length > 19) return undefined
  const isEnterprise = length === 18 && isUscc(digits) && !digits.startsWith('62')
  if (isEnterprise) return undefined
  return length >= 16 && /^(?:[3-6]|9558|8)/.test(digits) && isLuhn(digits) ? 'likely' : 'account'
}

/** Words that stand before a number without belonging to it; other letters do: CN-138…, 5a1e…. */
const word = /^(?:id|no|tel|telephone|phone|mob|mobile|cell|fax|qq|wx|vx|wechat|card|account|acct|ext)$/i
const lettersBefore = /([0-9]?)([A-Za-z]+)([._＿-]?)$/
const lettersBehind = /^[_-]?([A-Za-z]+)/

/**
 * Whether letters are part of the token that a number begins in, or the whole part of a decimal stands before it. X ends the
 * number of an identity card.
 */
function isWithinToken(before: string): boolean {
  const [, digit = '', letters = '', mark = ''] = lettersBefore.exec(before) ?? []
  if (letters !== '' && mark !== '.') return digit === '' ? !word.test(letters) : !/^x$/i.test(letters)
  return /(?<!\d)\d{1,7}[.．]$|[￥¥$]\s?$/.test(before)
}

/** How many groups belong to a token of letters, an id or the number of a contract, or to a decimal: those with a dash to it. */
function attachedBefore(text: string, all: readonly Range[]): number {
  const [first] = all
  if (first === undefined || !isWithinToken(text.slice(Math.max(0, first.start - 20), first.start))) return 0
  const free = all.findIndex(
    (group, index) => index > 0 && markBefore(text, all[index - 1], group.start) === ' ',
  )
  return free === -1 ? all.length : free
}

function attachedBehind(text: string, all: readonly Range[]): number {
  const last = all.at(-1)
  if (last === undefined) return 0
  const behind = text.slice(last.end, last.end + 16)
  const letters = lettersBehind.exec(behind)?.[1]
  const isFree = letters === undefined || /^x$/i.test(letters) || word.test(letters)
  return isFree && !/^[.．]\d{1,6}(?!\d)/.test(behind) ? 0 : 1
}

const birthday = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const current = new RegExp(`^[1-9]\\d{5}(?:18|19|20)\\d{2}${birthday}\\d{3}[\\dX]$`)
const former = new RegExp(`^[1-9]\\d{5}\\d{2}${birthday}\\d{3}$`)
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Whether the check character of 18 is right (GB 11643). */
export function hasRightCheck(number: string): boolean {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number.charAt(index)), 0)
  return '10X98765432'.charAt(sum % 11) === number.charAt(17)
}

/**
 * Whether 18 or 15 characters in half width are the number of an identity card. One with a wrong check character is one
 * too (texts have slips), unless it is a right code of an enterprise. Where both are right, codes of enterprises begin with 91 to 93
 * and no district does.
 */
function isIdentityCard(number: string): boolean {
  if (number.length === 15) return former.test(number)
  if (!current.test(number)) return false
  return !isUscc(number) || (hasRightCheck(number) && !/^9[1-3]/.test(number))
}

/** Whether the check digit of a card of a bank is right (Luhn, ISO/IEC 7812). */
export function isLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const doubled = Number(number.charAt(number.length - 1 - index)) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
