import { foldBrackets } from './aliases.ts'
import type { Party } from './parties.ts'
import { POSITION } from './positions.ts'

/** Where a sentence names parties: by name, by a short name it defined, or by their position. */
export type Mention = {
  readonly start: number
  readonly end: number
  /** As named; a position in front of a name is left out. */
  readonly text: string
  /** Name keys of the parties meant; none where a position is nobody's. */
  readonly keys: readonly string[]
  /** Whether it is a name, not a position. */
  readonly isName: boolean
}

const ROLE = new RegExp(`(?:([两二三四五六七八九十])|各|上述|本案|全体)?(${POSITION})`, 'g')

/** Finds mentions of these parties in sentences. Made once a document. */
export function mentionFinder(parties: readonly Party[]): (sentence: string) => Mention[] {
  const names = namesOf(parties)
  return (sentence) => {
    const folded = foldBrackets(sentence)
    const named = names.flatMap(({ name, key }) => occurrences(folded, name, key))
    const roles = [...sentence.matchAll(ROLE)].map((match) => roleMention(match, parties))
    return withoutOverlaps([...named, ...roles]).filter((mention, index, all) => {
      const next = all[index + 1]
      return mention.isName || next === undefined || !next.isName || next.start !== mention.end
    })
  }
}

/** Longest first, so that 甲公司北京分公司 is never taken for 甲公司. A short name of two parties is neither's. */
function namesOf(parties: readonly Party[]): { name: string; key: string }[] {
  const keys = new Map<string, Set<string>>()
  for (const { name, key, aliases } of parties) {
    for (const one of [name, ...aliases]) {
      const folded = foldBrackets(one)
      keys.set(folded, (keys.get(folded) ?? new Set()).add(key))
    }
  }
  return [...keys]
    .flatMap(([name, [key, other]]) => (key === undefined || other !== undefined ? [] : [{ name, key }]))
    .sort((a, b) => b.name.length - a.name.length)
}

function occurrences(sentence: string, name: string, key: string): Mention[] {
  const found: Mention[] = []
  for (let start = sentence.indexOf(name); start >= 0; start = sentence.indexOf(name, start + name.length)) {
    found.push({ start, end: start + name.length, text: name, keys: [key], isName: true })
  }
  return found
}

/** 二被告 means nobody for certain where there are three. */
function roleMention(match: RegExpExecArray, parties: readonly Party[]): Mention {
  const [text, count, position = ''] = match
  const now = parties.filter((party) => party.position === position)
  const meant =
    now.length > 0 ? now : parties.filter(({ originalPosition }) => isAmong(position, originalPosition))
  const keys = [...new Set(meant.map(({ key }) => key))]
  const isCounted =
    count === undefined || keys.length === ' 一二三四五六七八九十'.indexOf(count.replace('两', '二'))
  return {
    start: match.index,
    end: match.index + text.length,
    text,
    keys: isCounted ? keys : [],
    isName: false,
  }
}

const isAmong = (position: string, positions: string | null): boolean =>
  positions?.split(/[、，,]/).includes(position) ?? false

function withoutOverlaps(found: Mention[]): Mention[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Mention[] = []
  for (const mention of found) if (mention.start >= (kept.at(-1)?.end ?? 0)) kept.push(mention)
  return kept
}
