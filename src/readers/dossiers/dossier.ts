import type { Holds } from '../../rows/tables/table.ts'
import { groupsBy } from './groups.ts'
import type { AnyQuery, Holdings } from './holdings.ts'
import { type Html, html, quoted } from './html.ts'
import { type NameKind, named, namedText, shortName } from './named.ts'
import type { Behind, Item } from './references.ts'
import type { DocumentRow, PaymentRow } from './rows.ts'
import type { Words } from './words/words.ts'

/** How a job names an enterprise: its name, code and id, those of them that it gives, each of which is presented by itself. */
export type Given = readonly string[]

/** An enterprise that a dossier is about, and how the job names it. */
export interface Subject {
  readonly enterpriseId: string
  readonly name: string
  readonly uscc: string | null
  /** As the job gives it, each way once. Empty when the job does not list it. */
  readonly given: readonly Given[]
}

/** The run that a dossier is of, and the last one that the published warehouse knows. */
export interface RunFacts {
  readonly runId: string
  readonly title: string | null
  readonly job: string
  readonly lastRunId: string
  /** What ended it before all was asked for; null when nothing did. */
  readonly stop: Stop | null
}

/** Why a run ended early: its kind, and its own words. */
export interface Stop {
  readonly kind: 'budget' | 'stopped' | 'blocked' | 'failed' | 'unauthorised' | 'running' | 'abandoned'
  readonly reason: string | null
}

/** What a dossier says that is not read from the warehouse. */
export interface ReportSettings {
  readonly language: 'zh' | 'en'
  readonly purpose: string
  /** Whether each judgment whose full text is held has a page of its own. */
  readonly judgments: boolean
  readonly version: string
  readonly madeAt: Date
}

/**
 * A value as it may be shown: who is a natural person and what is an identifier is decided elsewhere. `persons` are names
 * that belong to what it was read from; those of organisations are left alone.
 */
export type Presenter = (value: string, holds: Holds, persons?: readonly string[]) => string

/** What was done to persons and identifiers, as the page says it. */
export interface PrivacyNotice {
  readonly persons: 'keep' | 'mask' | 'alias'
  readonly identifiers: 'mask' | 'keep'
}

/** A document with its number in the appendix. */
export interface Numbered<Row, Kind extends Item['kind']> {
  readonly row: Row
  readonly item: Item & { readonly kind: Kind }
}

export type Listed = Numbered<DocumentRow, 'D'>
export type Sum = Numbered<PaymentRow, 'P'>

/** A change of a law that a run found. */
export interface StatuteChange {
  readonly kind: string
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
  readonly earlierRunId: string | null
}

/** Everything that the sections of one dossier are written from. */
export interface Dossier {
  readonly subject: Subject
  readonly run: RunFacts
  readonly settings: ReportSettings
  readonly privacy: PrivacyNotice
  readonly words: Words
  readonly held: Holdings
  readonly documents: readonly Listed[]
  readonly payments: readonly Sum[]
  /** Ids of documents that order the enterprise itself to pay. */
  readonly orderedToPay: ReadonlySet<string>
  /** Calls other than those for single full texts, in the order of the appendix. */
  readonly calls: readonly Numbered<Holdings['calls'][number], 'C'>[]
  readonly statuteChanges: ReadonlyMap<string, readonly StatuteChange[]>
  /**
   * A text of the warehouse as markup, presented and set apart; an empty one is said to be missing. `persons` are those of
   * the document that it stands in; those of the enterprise are looked for anywhere.
   */
  readonly show: (value: string | null, holds: Holds, persons?: readonly string[] | null) => Html
  /** The same as plain text, for charts and labels. */
  readonly plain: (value: string | null, holds: Holds, persons?: readonly string[] | null) => string
  /** A cause, court or law as markup: on English pages with its English name, where it has one. */
  readonly showName: (kind: NameKind, value: string | null) => Html
  /** The same as plain text. */
  readonly plainName: (kind: NameKind, value: string | null) => string
  /** One of the names: the English one, where there is one. */
  readonly shortName: (kind: NameKind, value: string | null) => string
}

/** That nothing was found of what a section is about: what was searched for it, and what does not follow. */
export class Nothing {
  readonly reasons: Html

  constructor(reasons: readonly (Html | string)[]) {
    this.reasons = html`${reasons.filter((reason) => reason !== '').map((reason) => html`<p>${reason}</p>`)}`
  }
}

/** A section of a dossier. Its title, in words.ts, gives it its place. */
export interface Section {
  /** What it asks of the warehouse beside what every dossier is made of. */
  readonly queries?: readonly AnyQuery[]
  readonly write: (dossier: Dossier) => Html | Nothing
}

/** How the job names an enterprise, for a reader. */
export const givenText = (given: Given, present: (value: string, holds: Holds) => string): string =>
  given.map((part) => present(part, 'roll')).join(' ')

export const itemsOf = (listed: readonly { readonly item: Item }[]): Item[] => listed.map(({ item }) => item)

const together = (documents: readonly Listed[], keyOf: (row: DocumentRow) => string): Behind[] =>
  [...groupsBy(documents, ({ row }) => keyOf(row)).values()].map((found) => ({ items: itemsOf(found) }))

/** Distinct cases of documents: by number, or the document where it has none that can be read. */
export const casesOf = (documents: readonly Listed[]): Behind[] =>
  together(documents, ({ case_key }) => case_key)

/** Distinct disputes of documents: a case with its appeal and its enforcement is one. */
export const disputesOf = (documents: readonly Listed[]): Behind[] =>
  together(documents, ({ family_key }) => family_key)

export const documentsById = ({ documents }: Pick<Dossier, 'documents'>): Map<string, Listed> =>
  new Map(documents.map((document) => [document.row.document_id, document]))

/** What all dossiers of a batch share. */
export interface Shared {
  readonly run: RunFacts
  readonly settings: ReportSettings
  readonly privacy: PrivacyNotice
  readonly present: Presenter
  readonly words: Words
  readonly statuteChanges: ReadonlyMap<string, readonly StatuteChange[]>
}

/** Numbers the rows of an enterprise for its appendix and binds how they are shown. */
export function makeDossier(subject: Subject, held: Holdings, shared: Shared): Dossier {
  const { present, words } = shared
  const documents: Listed[] = held.documents.map((row, index) => ({
    row,
    item: { kind: 'D', number: index + 1 },
  }))
  const payments: Sum[] = held.payments.map((row, index) => ({ row, item: { kind: 'P', number: index + 1 } }))
  const calls = held.calls
    .filter(({ operation }) => operation !== 'rh_case_details')
    .map((row, index) => ({ row, item: { kind: 'C' as const, number: index + 1 } }))
  const own = personsOf(subject, held)
  const isMissing = (value: string | null): value is null | '' => value === null || value === ''
  const missing = html`<span class="unknown">${words.unknown}</span>`
  return {
    ...shared,
    subject,
    held,
    documents,
    payments,
    orderedToPay: new Set(held.payments.filter(isOrderToPay).map(({ document_id }) => document_id)),
    calls,
    show: (value, holds, persons) =>
      isMissing(value) ? missing : quoted(present(value, holds, [...own, ...(persons ?? [])])),
    plain: (value, holds, persons) =>
      isMissing(value) ? words.unknown : present(value, holds, [...own, ...(persons ?? [])]),
    showName: (kind, value) =>
      isMissing(value) ? missing : named(words, kind, value, present(value, 'label', own)),
    plainName: (kind, value) =>
      isMissing(value) ? words.unknown : namedText(words, kind, value, present(value, 'label', own)),
    shortName: (kind, value) =>
      isMissing(value) ? words.unknown : shortName(words, kind, value, present(value, 'label', own)),
  }
}

/** Whether a sum is what its document orders the enterprise to pay, in force or not. */
const isOrderToPay = ({ view, effectiveness, not_counted_because: why }: PaymentRow): boolean =>
  view === 'ordered' && effectiveness !== null && !byOthers.has(why)

const byOthers: ReadonlySet<string | null> = new Set([
  'costs, a base or a total',
  'the text does not say who pays',
  'a branch of it is ordered to pay',
])

/** Who the job and the registration name: an enterprise may be called as its owner is. */
function personsOf({ name, given }: Subject, { registration, lists }: Holdings): string[] {
  const named = [...lists.members, ...lists.shareholders].map(({ cells }) => cells[0])
  const heads = registration.map(({ legal_representative }) => legal_representative)
  const all = [name, ...given.flat(), ...heads, ...named]
  return [...new Set(all.filter((name) => name !== null && name !== undefined))]
}

const beijingMs = 8 * 3_600_000

/** A moment of the warehouse, which is UTC, as clocks in Beijing showed it: 2026-03-01 10:00:05. */
export const inBeijing = (utc: string): string =>
  new Date(Date.parse(`${utc.replace(' ', 'T')}Z`) + beijingMs).toISOString().slice(0, 19).replace('T', ' ')

/** A moment as the warehouse writes it. */
export const asUtc = (time: Date): string => time.toISOString().slice(0, 23).replace('T', ' ')
