import type { Dossier } from '../dossier.ts'
import { type Html, html } from '../html.ts'
import { type Behind, refer } from '../references.ts'
import type { Fact } from '../tables.ts'
import { type SectionName, sectionId, sectionNumber, type Words } from '../words/words.ts'

/** A figure with the rows behind it; none for a zero. */
export function fact(
  { words }: Dossier,
  label: string,
  counts: string,
  rows: readonly Behind[],
  id?: string,
): Fact[] {
  if (rows.length === 0) return []
  const { figures, mark } = refer(`${words.sections.summary}${words.colon}${label}`, [[counts, rows, id]])
  return [[label, html`${figures} ${mark}`]]
}

/** What the index of a batch leads to on the page of an enterprise. */
export const anchors = {
  documents: 'appendix-D',
  defendant: 'as-defendant',
  enforcement: 'enforcement-against',
  endedUnpaid: 'ended-unpaid',
  atStake: 'at-stake-CNY',
} as const

/** The way to where a section tells more. */
export const sectionLink = (words: Words, name: SectionName): Html =>
  html`<a class="ref" href="#${sectionId(words, name)}">${words.summary.section(sectionNumber(words, name))}</a>`
