import type { ListedDocument } from '../contract/records.ts'
import { drawDocket } from './docket.ts'
import type { Document } from './document.ts'
import { chance, integer, type Random, randomStream } from './random.ts'
import { listedDocument } from './records.ts'
import { type CountOptions, type Subject, subjectAt } from './subject.ts'

/** Share of list items that come a second time, as when a list shifts between two pages. */
const repeated = 0.02

/** An enterprise's own documents; the first `next` of them are disputes with the enterprise after it. */
export function docketAt(options: CountOptions & { readonly seed: number }, index: number) {
  const { seed } = options
  const subject = subjectAt(seed, index, options)
  const neighbour = subjectAt(seed, index + 1, options)
  const before = index === 0 ? 0 : sharedBetween(subjectAt(seed, index - 1, options), subject)
  const next = sharedBetween(subject, neighbour)
  const own = drawDocket(seed, subject, neighbour, next, subject.documents - before)
  return { subject, own, next: Math.min(next, own.length) }
}

/** How many disputes two neighbours have with each other: few, and none where one has no documents. */
const sharedBetween = (one: Subject, other: Subject): number =>
  Math.min(Math.ceil(one.documents * 0.02), Math.floor(one.documents / 3), Math.floor(other.documents / 3))

/** The list of an enterprise, newest first, with a few entries that come again further down. */
export function listOf(
  seed: number,
  subject: Subject,
  documents: readonly Document[],
): readonly ListedDocument[] {
  const random = randomStream('list', seed, subject.index)
  const newest = [...documents].sort((a, b) => b.decided - a.decided || (a.id < b.id ? -1 : 1))
  return repeat(random, newest).map(listedDocument)
}

function repeat(random: Random, documents: readonly Document[]): readonly Document[] {
  const list = [...documents]
  documents.forEach((document, place) => {
    if (chance(random, repeated)) list.splice(integer(random, place + 1, list.length), 0, document)
  })
  return list
}
