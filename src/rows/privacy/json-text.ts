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
