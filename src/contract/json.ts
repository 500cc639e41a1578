import { isUtf8, transcode } from 'node:buffer'
import { parse, stringify } from 'lossless-json'
import { isExact } from './values.ts'

/**
 * A body's JSON value. `value` is undefined and `reason` says why when the bytes are not JSON in UTF-8, are larger than any answer,
 * nested deeper or made of more values, or say two things under one name.
 */
export interface Json {
  readonly isJson: boolean
  readonly value: unknown
  readonly reason?: string | undefined
}

/**
 * Bytes that an answer may have, as sent and decompressed: a large record has about a megabyte. What landed within it loads and archives
 * within the memory that the database has (src/warehouse/database.ts).
 */
export const maximumAnswerBytes = 16 << 20

/** Levels of objects and arrays; deeper ones break programs that write the value out again. */
export const maximumDepth = 64

/**
 * Members of objects and items of arrays; a large record has some ten thousand. Each takes a hundred bytes of memory, however short it
 * is written, and a row may be made of it.
 */
export const maximumValues = 1 << 18

/**
 * Parses bytes strictly and without loss. Bad UTF-8 is not JSON, because replacing it would change
 * the text silently; one byte order mark is skipped. For the rest see `parseJsonText`.
 */
export function parseJson(body: Uint8Array): Json {
  if (body.byteLength > maximumAnswerBytes) return notJson(tooLarge(body.byteLength))
  if (!isUtf8(body)) return notJson(`bad UTF-8 at byte ${badUtf8At(Buffer.from(body))}`)
  // By way of UTF-16, for text that is mostly Chinese, in a quarter of the time that decoding UTF-8 takes.
  const text = body.byteLength === 0 ? '' : transcode(body, 'utf8', 'ucs2').toString('ucs2')
  return parseJsonText(text.startsWith('\ufeff') ? text.slice(1) : text)
}

/**
 * Parses a text strictly and without loss. A number becomes a number when its decimal value comes back exactly (1.10 is
 * 1.1, 1e2 is 100, -0 is zero); one that does not (9007199254740993, 1e400), or of more than 21 digits, which would be spelt
 * with an exponent, becomes its text as written, so that an id keeps its digits. A name given twice with unlike values is
 * not JSON, with equal ones it is. `__proto__` is a member like any other.
 */
export function parseJsonText(text: string): Json {
  const excess = text.length > mostOfFew ? excessIn(text) : undefined
  if (excess !== undefined) return notJson(excess)
  try {
    const value: unknown = JSON.parse(text)
    const members = membersIn(value, maximumDepth)
    if (Number.isNaN(members)) return notJson(tooDeep)
    const isPlain = members === membersWritten(text) && !inexactNumbers(text)
    return isPlain ? { isJson: true, value } : parseExactly(text)
  } catch {
    return parseExactly(text)
  }
}

/** A reason is shown on terminals: what it quotes of the answer has no control characters or marks of direction. */
const notJson = (reason: string): Json => ({
  isJson: false,
  value: undefined,
  reason: `not JSON: ${reason.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')}`,
})

/** A value takes two characters, itself and what parts it from the next: a text that is longer is looked through before it is parsed. */
const mostOfFew = 2 * maximumValues

const tooDeep = `more than ${maximumDepth} levels deep`
const tooMany = `more than ${maximumValues} values`
const tooLarge = (bytes: number): string => `${bytes} bytes; expected ${maximumAnswerBytes} at most`

/** Members of all objects in a value; NaN when it is nested more than `levels` deep. */
function membersIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (levels === 0) return Number.NaN
  let members = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value))
    if (typeof inner === 'object') members += membersIn(inner, levels - 1)
  return members
}

/**
 * Members as the text writes them, at the least: a quote and a colon inside a text count as well, which costs time and
 * nothing else. When the value has as many, none of them replaced another.
 */
function membersWritten(text: string): number {
  let members = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) members += 1
  for (const _ of text.matchAll(/"[ \t\n\r]+:/g)) members += 1
  return members
}

/** Numbers of 15 characters or more, or with an exponent; all others come back exactly. Finds some inside texts, too. */
const longNumber = /(?:^|[:,[])[ \t\n\r]*(-?\d[\d.]{14}[\d.eE+-]*|-?\d[\d.]*[eE][\d+-]+)/g

const inexactNumbers = (text: string): boolean => {
  for (const [, number = ''] of text.matchAll(longNumber)) if (!isExact(number)) return true
  return false
}

/** Slow, and exact about numbers, names given twice, and what is wrong with a text. */
function parseExactly(text: string): Json {
  // The parser of exact values recurses: it is not given what is too deep.
  const excess = excessIn(text)
  if (excess !== undefined) return notJson(excess)
  try {
    return { isJson: true, value: parse(text, undefined, { parseNumber, onDuplicateKey }) }
  } catch (error) {
    return notJson(error instanceof Error ? error.message : String(error))
  }
}

/** What a text has more of than any answer; undefined when there is nothing. */
function excessIn(text: string): string | undefined {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isText = !isText
    else if (isText) at += character === '\\' ? 1 : 0
    else if (character === ',') values += 1
    else if (character === '{' || character === '[') {
      depth += 1
      values += isClosing(text[at + 1]) ? 0 : 1
    } else if (isClosing(character)) depth -= 1
    if (depth > maximumDepth) return tooDeep
    if (values > maximumValues) return tooMany
  }
  return undefined
}

const isClosing = (character: string | undefined): boolean => character === '}' || character === ']'

const parseNumber = (written: string): number | string => (isExact(written) ? Number(written) : written)

/** A name is quoted so far. */
const longestName = 80

const onDuplicateKey = ({ key, position }: { key: string; position: number }): never => {
  throw new SyntaxError(
    `duplicate member ${key.slice(0, longestName)} with another value at position ${position}`,
  )
}

const replacement = Buffer.from('\ufffd')

/** Where the first bytes stand that are no UTF-8; replacement characters that came as such are passed over. */
function badUtf8At(body: Buffer): number {
  let offset = 0
  for (const piece of body.toString('utf8').split('\ufffd')) {
    offset += Buffer.byteLength(piece)
    if (!body.subarray(offset, offset + 3).equals(replacement)) return offset
    offset += 3
  }
  return offset
}

/** A text as JSON, of its numbers every digit, as `spreadOut` writes it; the text itself where it is none. */
export function inFull(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return text
  }
}

/** JSON on lines of its own, two spaces a level; numbers as `inFull` has them. */
export const spreadOut = (value: unknown): string => stringify(value, null, 2) ?? ''
