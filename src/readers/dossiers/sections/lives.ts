import { z } from 'zod'
import { type Dossier, type Listed, once } from '../dossier.ts'
import { code, count, groupsBy, type RowOf, result, role, stage, texts, viewQuery } from '../rows.ts'

/* Disputes, and their documents in the order of days. */

export const caseFamilies = viewQuery('case_families', 'last_on DESC NULLS LAST, family_key', {
  family_key: z.string(),
  documents: count,
  cases: count,
  stages: z.array(stage),
  dispute_outcome: result,
  ...texts('latest_outcome', 'likely_key', 'first_on', 'last_on'),
  latest_subject_outcome: result,
  original_role: role,
  state: code('disputeState'),
})

export type FamilyRow = RowOf<typeof caseFamilies>

/** The documents of each dispute, the first by date first; what has none stands at the beginning of the year of its number. */
export const livesOf = once((dossier) => {
  const { disputeOf, documents } = dossier
  const dayOf = ({ row: { decided_on: on, case_key: key } }: Listed): string =>
    on ?? `${/^\((\d{4})\)/.exec(key)?.[1] ?? ''}-00-00`
  const life = documents.toReversed().sort((a, b) => dayOf(a).localeCompare(dayOf(b)))
  return groupsBy(life, ({ row }) => disputeOf(row.family_key))
})

export const lifeOf = (dossier: Dossier, family: string): readonly Listed[] =>
  livesOf(dossier).get(dossier.disputeOf(family)) ?? []

/** What takes a decision below away. */
const takesWhole = ['reversed', 'remanded', 'set_aside', 'retrial_ordered']

/** Documents of a dispute from the last that took a decision away, in whole or in part, on: what those before say may stand no more. */
export function standingIn(dossier: Dossier, dispute: string, taken: 'whole' | 'part'): ReadonlySet<string> {
  const life = (livesOf(dossier).get(dispute) ?? []).filter(({ row }) => row.decided_on !== null)
  const isTaken = ({ row: { outcome } }: Listed): boolean =>
    takesWhole.includes(outcome ?? '') || (taken === 'part' && outcome === 'partly_reversed')
  return new Set(life.slice(Math.max(0, life.findLastIndex(isTaken))).map(({ row }) => row.document_id))
}

/** The document by whose number a dispute is called: the first of its suit, not of what was preserved before it; without one of its enforcement, not of an objection to it. */
export const calledBy = (life: readonly Listed[]): Listed | undefined =>
  life.find(({ row }) => row.stage === 'first instance') ??
  life.find(({ row }) => row.stage === 'enforcement' && !/执[异复保]/.test(row.case_key)) ??
  life.find(({ row }) => row.stage !== 'other') ??
  life[0]

const confirming: readonly string[] = ['upheld', 'appeal_withdrawn', 'retrial_refused', 'objection_refused']
/** Whether a decision below stays as it is. */
const isConfirming = ({ stage, outcome }: Listed['row']): boolean =>
  confirming.includes(outcome ?? '') || (stage === 'retrial' && outcome === 'application_withdrawn')

/** The last of these documents that decides something of its own. */
export const lastDecided = (life: readonly Listed[]): Listed | undefined =>
  life.findLast(({ row }) => row.outcome !== null && !isConfirming(row))

/** Whether a ruling corrects a sum: what it changes is read by no rule. */
export const correctsSum = ({ outcome, evidence }: Listed['row']): boolean =>
  outcome === 'correction' && /元/.test(evidence ?? '')

/** Whether the last that is seen of a decision is that it is tried again: its enforcement is then suspended as a rule (Civil Procedure Law, article 217). */
export function isReopened(dossier: Dossier, dispute: string): boolean {
  const life = livesOf(dossier).get(dispute) ?? []
  const isReview = ({ stage, outcome }: Listed['row']): boolean =>
    (stage === 'appeal' || stage === 'retrial') && outcome !== null
  return life.findLast(({ row }) => isReview(row))?.row.outcome === 'retrial_ordered'
}

const setsAwardAside = ({ case_key: key, outcome, evidence }: Listed['row']): boolean =>
  key.includes('民特') &&
  outcome === 'application_granted' &&
  /撤销[^。；]*裁决(?![^。；]*(?:第[^。；]{1,9}项|部分))/.test(evidence ?? '')

/**
 * Whether what is enforced was set aside after that began, and no order to pay stands: an award by a court, a judgment by an appeal or a
 * retrial that it won, and whose text is held.
 */
export function isBasisVoid(dossier: Dossier, dispute: string): boolean {
  const life = livesOf(dossier).get(dispute) ?? []
  const isReversal = ({
    stage,
    outcome,
    subject_outcome: result,
    text_state: text,
  }: Listed['row']): boolean =>
    (stage === 'appeal' || stage === 'retrial') &&
    outcome === 'reversed' &&
    result === 'won' &&
    text === 'held'
  const last =
    life.findLast(({ row }) => setsAwardAside(row)) ??
    lastDecided(life.filter(({ row: { stage } }) => stage === 'appeal' || stage === 'retrial'))
  const began = life.find(({ row }) => row.stage === 'enforcement')
  return (
    last !== undefined &&
    (setsAwardAside(last.row) || isReversal(last.row)) &&
    began !== undefined &&
    life.indexOf(began) < life.indexOf(last) &&
    !dossier.payments.some(
      ({ row }) => row.view === 'ordered' && row.is_counted && dossier.disputeOf(row.family_key) === dispute,
    )
  )
}
