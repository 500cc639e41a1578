import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { changeJsonText } from './json-text.ts'
import { maskText } from './mask-text.ts'
import { patternOf } from './spellings.ts'
import type { Tombstone } from './tombstone.ts'

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
