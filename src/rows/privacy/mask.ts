import { once } from '../../contract/values.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { Tombstone } from './tombstones.ts'

/** What stands where a name was. It is no name: nothing matches it, and no call is made that holds it. */
export const maskText = '〔已删除〕'

/** A text with its masks, and how many there are. */
export interface Masked {
  readonly text: string
  readonly masks: number
}

/** Puts masks where texts name what was forgotten. */
export interface Mask {
  text(text: string): Masked
  /** A JSON text, at any depth and however it is escaped; all else in it stays byte for byte. */
  json(json: string): Masked
}

/** Shorter ids and codes could be part of any text: they are masked where they stand alone. */
const shortestPart = 8
/** Longer values are no names. */
const longestName = 128

const isPart = (identifier: string): boolean => identifier.length >= shortestPart

export function createMask(tombstones: readonly Tombstone[]): Mask {
  const identifiers = tombstones.flatMap(({ ids, codes }) => [...ids, ...codes])
  const parts = [...tombstones.flatMap(({ names }) => names), ...identifiers.filter(isPart)]
  const alone = new Set(
    [...tombstones.flatMap((one) => one.alone), ...identifiers.filter((one) => !isPart(one))].map(
      enterpriseNameKey,
    ),
  )
  const digits = new Set(identifiers.filter((one) => /^\d+$/.test(one)))
  const pattern = patternOfAll(parts)

  const text = (given: string): Masked => {
    if (alone.size > 0 && given.length <= longestName && alone.has(enterpriseNameKey(given)))
      return { text: maskText, masks: 1 }
    let masks = 0
    const masked =
      pattern === undefined
        ? given
        : given.replace(pattern, () => {
            masks += 1
            return maskText
          })
    return { text: masked, masks }
  }

  const json = (given: string): Masked => {
    let masks = 0
    const masked = changeJsonText(given, {
      text: (value) => {
        const found = text(value)
        masks += found.masks
        return found.text
      },
      between: (punctuation) =>
        digits.size === 0
          ? punctuation
          : punctuation.replace(/-?\d[\d.eE+-]*/g, (number) => {
              if (!digits.has(number)) return number
              masks += 1
              return JSON.stringify(maskText)
            }),
    })
    return masks === 0 ? { text: given, masks } : { text: masked, masks }
  }

  return { text, json }
}

/** The longest first: a name is masked whole where another is a part of it. */
function patternOfAll(parts: readonly string[]): RegExp | undefined {
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length)
  return longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(patternOf).join('|'), 'giu')
}

/*
 * A pattern that finds a name however it is spelt: in full width or half, with other brackets or dashes, with white space
 * or invisible characters between its characters, or in the escapes that JSON, HTML and URLs have for Chinese characters.
 */

const GAP = '[\\s\\p{Default_Ignorable_Code_Point}]*'
/** Blocks whose characters may fold to another: the unified ideographs between them fold to themselves. */
const foldingBlocks = [
  [0x20, 0x33ff],
  [0xf900, 0xffef],
] as const

/** Characters by the one that they all fold to. Worked out only when there is a name to look for. */
const spellings = once((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [first, last] of foldingBlocks) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCharCode(code)
      const key = enterpriseNameKey(character)
      if (key.length === 1) found.set(key, (found.get(key) ?? '') + character)
    }
  }
  return found
})

/** Source of a regular expression (flags `iu`) that matches any spelling of a name. */
const patternOf = (name: string): string => [...enterpriseNameKey(name)].map(patternOfCharacter).join(GAP)

function patternOfCharacter(character: string): string {
  const plain = `[${escaped(character + (spellings().get(character) ?? ''))}]`
  return character.charCodeAt(0) < 0x80 ? plain : `(?:${[plain, ...escapesOf(character)].join('|')})`
}

/** How JSON within a text, HTML and a URL write a character; letters and digits they leave as they are. */
function escapesOf(character: string): string[] {
  const code = character.codePointAt(0) ?? 0
  const units = [...Array(character.length).keys()].map((index) => hex(character.charCodeAt(index)))
  return [
    units.map((unit) => `\\\\u${unit}`).join(''),
    `&#0*${code};`,
    `&#x0*${code.toString(16)};`,
    encodeURIComponent(character),
  ]
}

const hex = (unit: number): string => unit.toString(16).padStart(4, '0')

const escaped = (characters: string): string => characters.replace(/[\\\]^[-]/g, '\\$&')

/*
 * Changing texts within JSON without parsing it: white space, digits of numbers, the order of members and members that
 * come twice all stay as they came.
 */

export interface JsonTextChange {
  /** A string value or a member's name, without quotes and escapes; returns what stands there instead. */
  readonly text: (text: string, isMember: boolean) => string
  /** What stands between two strings: numbers and punctuation, as written. */
  readonly between: (json: string) => string
}

/** Applies a change to a JSON text; strings that it leaves alone stay byte for byte. */
export function changeJsonText(json: string, { text, between }: JsonTextChange): string {
  const parts: string[] = []
  let at = 0
  for (let quote = json.indexOf('"'); quote !== -1; quote = json.indexOf('"', at)) {
    const end = endOfString(json, quote)
    const literal = json.slice(quote, end)
    const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
    const changed = text(value, isMember(json, end))
    parts.push(between(json.slice(at, quote)), changed === value ? literal : JSON.stringify(changed))
    at = end
  }
  parts.push(between(json.slice(at)))
  return parts.join('')
}

/** Whether what ends there is the name of a member: a colon follows. */
function isMember(json: string, end: number): boolean {
  let at = end
  while (' \t\r\n'.includes(json.charAt(at)) && at < json.length) at += 1
  return json.charAt(at) === ':'
}

const literals = /"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\p{Cc}]*)*"/gu
const punctuation = /^[\s{}[\],:\d.eE+\-truefalsn]*$/

/** Whether a text is JSON, or several JSON texts side by side: prose may begin with a bracket, and may hold anything. */
export const isJsonText = (text: string): boolean =>
  /^\s*[[{]/.test(text) && punctuation.test(text.replace(literals, ''))

/** Where a string literal ends, its closing quote included. */
function endOfString(json: string, quote: number): number {
  for (let end = json.indexOf('"', quote + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    if (!isEscaped(json, end)) return end + 1
  }
  return json.length
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
