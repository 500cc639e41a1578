import { foldedName, isHidden, isNaturalPerson, isPersonHere, surnameLength } from '../../legal/names.ts'
import { matchesOf } from '../../legal/text.ts'

/** A name of two characters is part of other words (高明, 黄金): it is looked for only where it is known to be a party. */
const shortestKnown = 3
const longestKnown = 4

/**
 * A text without persons: those sought (of them, natural persons alone), those that it introduces by what they are, and
 * those that are known anywhere by a name of three or four characters.
 */
export function withoutPersons(
  text: string,
  sought: Sought,
  known: ReadonlySet<string>,
): { text: string; persons: number } {
  const names = [
    ...sought.persons.filter(isNaturalPerson),
    ...indexOf(sought.own).in(text),
    ...introducedPersons(text),
    ...knownIn(text, known),
  ]
  const bares = new Set(names.filter((name) => !isHidden(foldedName(name))).map(bare))
  const present = [...bares].filter((name) => bare(text).includes(name))
  if (present.length === 0) return { text, persons: 0 }
  let persons = 0
  const masked = text.replace(patternOf(present), (found) => {
    persons += 1
    return maskedName(found)
  })
  return { text: masked, persons }
}

/** Names that a text is searched for: those of its row or document, and those that it shares with many. */
export interface Sought {
  readonly persons: readonly string[]
  readonly own: readonly string[]
}

export const isAmong = (name: string, { persons, own }: Sought): boolean =>
  persons.includes(name) || indexOf(own).names.has(name)

const indices = new WeakMap<readonly string[], ReturnType<typeof indexed>>()

function indexOf(names: readonly string[]) {
  const made = indices.get(names) ?? indexed(names)
  indices.set(names, made)
  return made
}

function indexed(all: readonly string[]) {
  const byBare = new Map(all.filter(isNaturalPerson).map((name) => [bare(name), name]))
  const lengths = [...new Set([...byBare.keys()].map(({ length }) => length))]
  return {
    names: new Set(all),
    /** Those of natural persons that stand in a text: it is read once, however many names there are. */
    *in(text: string) {
      const searched = lengths.length === 0 ? '' : bare(text)
      for (let at = 0; at < searched.length; at += 1)
        for (const length of lengths) {
          const name = byBare.get(searched.slice(at, at + length))
          if (name !== undefined) yield name
        }
    },
  }
}

const bare = (text: string): string => text.replace(/[\s\u3000]+/g, '')

/** The longest first: 张三丰 is not 张三. Characters may stand apart, as at the end of a document. */
function patternOf(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
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

/** Who acts for a party or sits in judgment: named in a text, and in no table. */
const roles =
  '法定代表人|法人代表|执行事务合伙人|负责人|主要负责人|经营者|经营人|业主|投资人|(?:共同)?(?:委托)?(?:诉讼)?代理人|委托代理人|法定代理人|监护人|辩护人|审判长|代理审判员|审判员|人民陪审员|执行员|法官助理|书记员|联系人|证人|鉴定人|被告人|被害人|原告|被告|第三人|上诉人|被上诉人|申请人|被申请人|申请执行人|被执行人|案外人|利害关系人'
const introduced = new RegExp(
  `(?:${roles})(?:[（(][^（()）]{1,30}[)）])?(?:[:：]|[ \\u3000]{1,4})\\s?(\\p{Script=Han}(?:[ \\u3000]?[\\p{Script=Han}·•・]){1,11}?)(?=[，,。；;、：:\\s（()）]|$)`,
  'gu',
)

/** Persons that a text introduces by what they are: 委托诉讼代理人：张三，, 审判长　李四. As written. */
function introducedPersons(text: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of matchesOf(text, introduced)) if (isPersonHere(name)) names.add(name)
  return [...names]
}

/** 张三 as 张某, 欧阳修 as 欧阳某, 买买提·艾力 as 买某, John Smith as J某. */
export function maskedName(name: string): string {
  const folded = foldedName(name)
  return `${folded.slice(0, Math.max(1, surnameLength(folded)))}某`
}
