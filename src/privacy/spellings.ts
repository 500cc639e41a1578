import { enterpriseNameKey } from '../legal/enterprise-names.ts'

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

let spellingsByKey: ReadonlyMap<string, string> | undefined

/** Characters by the one that they all fold to. Worked out once, and only when there is a name to look for. */
function spellings(): ReadonlyMap<string, string> {
  spellingsByKey ??= inverseOfFolding()
  return spellingsByKey
}

function inverseOfFolding(): Map<string, string> {
  const found = new Map<string, string>()
  for (const [first, last] of foldingBlocks) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCharCode(code)
      const key = enterpriseNameKey(character)
      if (key.length === 1) found.set(key, (found.get(key) ?? '') + character)
    }
  }
  return found
}

/** Source of a regular expression (flags `iu`) that matches any spelling of a name. */
export const patternOf = (name: string): string =>
  [...enterpriseNameKey(name)].map(patternOfCharacter).join(GAP)

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
