import { mapTexts } from './values.ts'

const struck = '[key]'

/** A shorter secret is a word or a figure that texts hold by chance: striking it out would tell it, and nothing else. */
const shortest = 8

/** Replaces secrets by their value, wherever they stand and however they are written. */
export interface StrikeOut {
  readonly text: (given: string) => string
  /** A copy of texts, lists and objects in which no text and no name holds a secret; other values are the same. */
  readonly value: <T>(given: T) => T
}

/**
 * Strikes out the key and what else is secret: as it is, in addresses and forms, in JSON, also in JSON within
 * JSON, in hexadecimal and base64. Where there is no secret of 8 characters, texts and values are handed back as they are.
 */
export function strikingOut(secrets: readonly string[]): StrikeOut {
  // The longest first: a form that holds another must not be left in halves.
  const forms = [...new Set(secrets.filter(({ length }) => length >= shortest).flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  )
  const text = (given: string): string => forms.reduce((left, form) => left.replaceAll(form, struck), given)
  return { text, value: forms.length === 0 ? (given) => given : (given) => mapTexts(given, text) }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const inForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase())

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inAddress = [encodeURIComponent(secret), inForm(secret)]
  const hex = bytes.toString('hex')
  return [
    secret,
    inJson(secret),
    inJson(inJson(secret)),
    ...inAddress,
    ...inAddress.map(lowerEscapes),
    hex,
    hex.toUpperCase(),
    ...base64Of(bytes),
  ]
}

/** In base64 a text looks different at each of three places in another one; its ends mix with what is around it. */
function base64Of(bytes: Buffer): string[] {
  const within = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before, 0x20), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4)
      .replace(/.{4}$/, ''),
  )
  // Of a short secret nothing is left that only it would have.
  const forms = [bytes.toString('base64'), ...within.filter(({ length }) => length >= 8)]
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
