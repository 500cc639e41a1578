import type { Dossier } from '../dossier.ts'
import { type Html, html, note } from '../html.ts'
import { type Item, itemSign } from '../references.ts'
import { groupsBy, type Role } from '../rows.ts'
import { isMarkEntry, marksOn } from '../standing.ts'
import { listing } from '../tables.ts'
import { isReview } from './decided.ts'
import { casesEnforced, isEnforcement } from './enforcement.ts'
import { litigationCases } from './families.ts'

/* 时间轴: suits, decisions, enforcement and marks by year, as signs that print in black and white and that a Word file has, too. */

interface Event {
  /** A day, or a year. */
  readonly when: string | null
  readonly sign: string
  /** Case or document. */
  readonly what: string | null
  readonly item: Item | undefined
}

const signOf = (role: Role): string => (role === 'defendant' ? '●' : role === 'plaintiff' ? '○' : '◐')

const markSigns = { dishonest: ['■', '□'], restricted: ['▲', '△'] } as const

const yearInNumber = (key: string): string | null => /^\((\d{4})\)/.exec(key)?.[1] ?? null

function eventsOf(dossier: Dossier): (readonly [kind: string, events: readonly Event[]])[] {
  const { words, listed, rowsOf, disputeOf } = dossier
  const suits = rowsOf(litigationCases)
  const firstOf = (ids: readonly string[]): Item | undefined => listed(ids)[0]?.item
  const begun = [...groupsBy(suits, ({ family_key }) => disputeOf(family_key))].map(([key, of]): Event => {
    const role = of.find(({ original_role }) => original_role !== null)?.original_role ?? null
    // The last row of a dispute is its first case.
    return {
      when: yearInNumber(key),
      sign: signOf(role),
      what: key,
      item: firstOf(of.at(-1)?.document_ids ?? []),
    }
  })
  const decided = listed(suits.flatMap(({ document_ids: ids }) => ids)).map(
    ({ row, item }): Event => ({
      when: row.decided_on,
      // Who appeals brings the decision on the appeal.
      sign: signOf(isReview({ row }) ? (row.role ?? row.original_role) : (row.original_role ?? row.role)),
      what: row.case_number,
      item,
    }),
  )
  const enforced = casesEnforced(dossier)
    .filter(isEnforcement)
    .map(
      ({ row, item }): Event => ({
        when: row.filed_on ?? yearInNumber(row.case_key),
        sign: signOf(row.role),
        what: row.case_number,
        item: firstOf(row.document_ids) ?? item,
      }),
    )
  const marked = rowsOf(marksOn).map(
    (row): Event => ({
      // The day of an entry is not that of the mark.
      when: isMarkEntry(row) && row.is_since_stated !== true ? null : row.since,
      sign: markSigns[row.mark][row.is_in_force ? 0 : 1],
      what: row.case_key,
      item: firstOf(row.document_id === null ? [] : [row.document_id]),
    }),
  )
  const { timeline: say, columns } = words
  return [
    [say.suits, begun],
    [say.decisions, decided],
    [say.enforcement, enforced],
    [columns.marks, marked],
  ]
}

/** Columns that fit on a page; years before them share the first. */
const mostYears = 11
const mostSigns = 8

/** Years in which something happened as columns, kinds as rows, and a sign an event that leads to its document. */
export function timeline(dossier: Dossier): Html {
  const { words, plain } = dossier
  const { timeline: say } = words
  const yearOf = ({ when }: Event): string => (when ?? '').slice(0, 4)
  const kinds = eventsOf(dossier)
    .map(([kind, events]) => [kind, events.filter(({ when }) => when !== null)] as const)
    .filter(([, events]) => events.length > 0)
  const years = [...new Set(kinds.flatMap(([, events]) => events.map(yearOf)))].sort()
  const from = Math.max(0, years.length - mostYears)
  const before = years[from - 1]
  if (years.length === 0) return html``
  const signs = (events: readonly Event[]): Html => {
    const inOrder = [...events].sort((a, b) => (a.when ?? '').localeCompare(b.when ?? ''))
    const more = events.length - mostSigns
    return html`${inOrder.slice(0, mostSigns).map(({ when, sign, what, item }) => itemSign(item, sign, `${when} ${plain(what, 'label')}`))}${more > 0 && ` +${more}`}`
  }
  const rows = kinds.map(([kind, events]) => {
    const byYear = groupsBy(events, yearOf)
    const early = years.slice(0, from).flatMap((year) => byYear.get(year) ?? [])
    const inYears = years.slice(from).map((year) => signs(byYear.get(year) ?? []))
    return [kind, ...(before === undefined ? [] : [signs(early)]), ...inYears]
  })
  const heads = [words.columns.item, ...(before === undefined ? [] : [`≤ ${before}`]), ...years.slice(from)]
  const columns = heads.map((label, at) => [label, (cells: (typeof rows)[number]) => cells[at]] as const)
  const shown = listing(columns, rows, { id: 'timeline' })
  return html`<h3>${say.title}</h3>${shown}${note(say.signs)}`
}
