import type {
  Dossier,
  Listed,
  Presenter,
  PrivacyNotice,
  ReportSettings,
  RunFacts,
  StatuteChange,
  Subject,
  Sum,
} from './dossier.ts'
import { html, quoted } from './html.ts'
import { References } from './references.ts'
import type { Holdings } from './sources.ts'
import type { Words } from './words/words.ts'

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
  return {
    ...shared,
    subject,
    held,
    documents,
    payments,
    calls,
    references: new References(),
    show: (value, holds, persons) =>
      isMissing(value)
        ? html`<span class="unknown">${words.unknown}</span>`
        : quoted(present(value, holds, [...own, ...(persons ?? [])])),
    plain: (value, holds, persons) =>
      isMissing(value) ? words.unknown : present(value, holds, [...own, ...(persons ?? [])]),
  }
}

/** Who the job and the registration name: an enterprise may be called as its owner is. */
function personsOf({ name, given }: Subject, { registration, lists }: Holdings): string[] {
  const named = [...lists.members, ...lists.shareholders].map(({ cells }) => cells[0])
  const heads = registration.map(({ legal_representative }) => legal_representative)
  const all = [name, ...given.flat(), ...heads, ...named]
  return [...new Set(all.filter((name) => name !== null && name !== undefined))]
}
