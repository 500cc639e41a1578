import { foldedName, isHidden, isNaturalPerson, surnameLength } from '../legal/natural-person.ts'
import { introducedPersons } from './introduced-persons.ts'

/** A name of two characters is part of other words (高明, 黄金): it is looked for only where it is known to be a party. */
const shortestKnown = 3
const longestKnown = 4

/**
 * A text without persons: those given (of them, natural persons alone), those that it introduces by what they are, and
 * those that are known anywhere by a name of three or four characters.
 */
export function withoutPersons(
  text: string,
  given: readonly string[],
  known: ReadonlySet<string>,
  hide: (name: string) => string,
): { text: string; persons: number } {
  const names = [...given.filter(isNaturalPerson), ...introducedPersons(text), ...knownIn(text, known)]
  const sought = new Map(
    names.filter((name) => !isHidden(foldedName(name))).map((name) => [bare(name), name]),
  )
  const present = [...sought.keys()].filter((name) => name.length > 1 && bare(text).includes(name))
  if (present.length === 0) return { text, persons: 0 }
  let persons = 0
  const masked = text.replace(patternOf(present), (found) => {
    persons += 1
    return hide(sought.get(bare(found)) ?? found)
  })
  return { text: masked, persons }
}

const bare = (text: string): string => text.replace(/[\s\u3000]+/g, '')

/** The longest first: 张三丰 is not 张三. Characters may stand apart, as at the end of a document. */
function patternOf(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const sources = longestFirst.map((name) => [...name].map(escaped).join('[\\s\\u3000]{0,2}'))
  return new RegExp(sources.join('|'), 'gu')
}

const escaped = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function* knownIn(text: string, known: ReadonlySet<string>): Generator<string> {
  if (known.size === 0) return
  for (let at = 0; at + shortestKnown <= text.length; at += 1) {
    if (surnameLength(text.slice(at, at + shortestKnown)) === 0) continue
    for (let length = longestKnown; length >= shortestKnown; length -= 1) {
      const name = text.slice(at, at + length)
      if (known.has(name)) yield name
    }
  }
}
