import type { z } from 'zod'
import type { PrivacyOptions } from '../../rows/privacy/present.ts'
import type { Holds } from '../../rows/tables/table.ts'
import type { reportRequest } from '../../run/job/outputs.ts'
import type { DocumentRow, Holdings, PaymentRow } from './holdings.ts'
import { type Html, html } from './html.ts'
import type { Behind, Item } from './references.ts'
import { groupsBy, type StatuteChange } from './rows.ts'
import { phrasesOf } from './sections/phrases.ts'
import { type Presenter, showing } from './shown.ts'
import type { Words } from './words/words.ts'

/** What is made of a dossier once, however often it is asked for. */
export function once<Made>(make: (dossier: Dossier) => Made): (dossier: Dossier) => Made {
  const made = new WeakMap<Dossier, { readonly of: Made }>()
  return (dossier) => {
    const found = made.get(dossier) ?? { of: make(dossier) }
    made.set(dossier, found)
    return found.of
  }
}

/** How a job names an enterprise: its name, code and id, those of them that it gives, each of which is presented by itself. */
export type Given = readonly string[]

export interface Subject {
  readonly enterpriseId: string
  readonly name: string
  readonly uscc: string | null
  /** As the job gives it, each way once. Empty when the job does not list it. */
  readonly given: readonly Given[]
}

export interface RunFacts {
  readonly runId: string
  readonly title: string | null
  readonly job: string
  readonly lastRunId: string
  /** What ended it before all was asked for; null when nothing did. */
  readonly stop: Stop | null
}

export interface Stop {
  readonly kind: keyof Words['stop']
  readonly reason: string | null
}

/** `report` of a job, as far as pages show it, and what they are made with. */
export interface ReportSettings
  extends Pick<z.output<typeof reportRequest>, 'language' | 'purpose' | 'judgments' | 'print'> {
  /** What Word files are put into. */
  readonly template?:
    | {
        readonly bytes: Uint8Array
        /** Ids of its styles by their names, in small letters. */
        readonly styles: ReadonlyMap<string, string>
      }
    | undefined
  readonly version: string
  readonly madeAt: Date
}

/** A row with its number in the appendix, or in a table of its own. */
export interface Numbered<Row, Kind extends Item['kind']> {
  readonly row: Row
  readonly item: Item & { readonly kind: Kind }
}

/** Rows numbered from 1, or behind those that stand before them. */
export const itemised = <Row, const Kind extends Item['kind']>(
  rows: readonly Row[],
  kind: Kind,
  before = 0,
): Numbered<Row, Kind>[] => rows.map((row, index) => ({ row, item: { kind, number: before + index + 1 } }))

export type Listed = Numbered<DocumentRow, 'D'>
export type Sum = Numbered<PaymentRow, 'P'>

/** A section without findings: which sources were searched, and what does not follow from it. */
export class Nothing {
  readonly reasons: Html

  constructor(reasons: readonly (Html | string)[]) {
    this.reasons = html`${reasons.filter((reason) => reason !== '').map((reason) => html`<p>${reason}</p>`)}`
  }
}

/** A section of a dossier. Its title, in texts.json, gives it its place. */
export type Section = (dossier: Dossier) => Html | Nothing

export const givenText = (given: Given, present: (value: string, holds: Holds) => string): string =>
  given.map((part) => present(part, 'roll')).join(' ')

export const itemsOf = (listed: readonly { readonly item: Item }[]): Item[] => listed.map(({ item }) => item)

export const rowsIn = <Row>(listed: readonly { readonly row: Row }[]): Row[] => listed.map(({ row }) => row)

const together = (documents: readonly Listed[], keyOf: (row: DocumentRow) => string): Behind[] =>
  [...groupsBy(documents, ({ row }) => keyOf(row)).values()].map((found) => ({ items: itemsOf(found) }))

/** Distinct cases of documents: by number, or the document where it has none that can be read. */
export const casesOf = (documents: readonly Listed[]): Behind[] =>
  together(documents, ({ case_key }) => case_key)

/** Distinct disputes of documents: a case with its appeal and its enforcement is one. */
export const disputesOf = (documents: readonly Listed[]): Behind[] =>
  together(documents, ({ family_key }) => family_key)

export interface Shared {
  readonly run: RunFacts
  readonly settings: ReportSettings
  readonly privacy: PrivacyOptions
  readonly present: Presenter
  readonly words: Words
  readonly statuteChanges: ReadonlyMap<string, readonly StatuteChange[]>
}

export type Dossier = Readonly<ReturnType<typeof makeDossier>>

/** Numbers the rows of an enterprise for its appendix and binds how they are shown. */
export function makeDossier(subject: Subject, held: Holdings, shared: Shared) {
  const documents: readonly Listed[] = itemised(held.documents, 'D')
  const byId = new Map(documents.map((document) => [document.row.document_id, document]))
  const own = personsOf(subject, held)
  const { show, plain, showName, plainName, showWords } = showing({
    report: shared.words,
    present: (value, holds, persons) => shared.present(value, holds, persons, own),
  })
  const listed = (ids: readonly (string | null)[]): Listed[] => ids.flatMap((id) => byId.get(id ?? '') ?? [])
  const likely = new Map(held.joins.map(({ family_key, likely_key }) => [family_key, likely_key]))
  /** An objection likely is of an enforcement, which likely is of a judgment. */
  const next = (family: string): string => likely.get(family) ?? family
  return {
    ...shared,
    subject,
    held,
    rowsOf: held.rows,
    columns: shared.words.columns,
    /** Words of page one. */
    say: shared.words.brief,
    /** The dispute that a family, or a case that is only entered in the registration, is or likely is one with. */
    disputeOf: (family: string): string => next(next(family)),
    documents,
    payments: itemised(held.payments, 'P') as readonly Sum[],
    orderedToPay: new Set(held.payments.filter(isOrderToPay).map(({ document_id }) => document_id)),
    /** Calls other than those for single full texts, in the order of the appendix. */
    calls: itemised(
      held.calls.filter(({ operation }) => operation !== 'rh_case_details'),
      'C',
    ),
    listed,
    ...phrasesOf({ words: shared.words, show, listed }),
    /** What is shown may name persons of the document that it stands in; those of the enterprise are looked for anywhere. */
    show,
    showName,
    showWords,
    plainName,
    plain: (...said: Parameters<typeof plain>): string => plain(...said) || shared.words.unknown,
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
