import { z } from 'zod'
import { casesOf, type Dossier, itemsOf, type Listed, type Nothing, once } from '../dossier.ts'
import { type Html, html, note } from '../html.ts'
import { type Behind, each, refer, rowLinks } from '../references.ts'
import { flag, groupsBy, list, type Role, role, type Stage, text, viewQuery } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { namesTable } from '../tables.ts'
import { filled, resultFor } from '../words/words.ts'
import { caseFamilies, type FamilyRow, lifeOf } from './lives.ts'
import { unseenIn } from './unseen.ts'

/** Instances of suits: enforcement, preservation and bankruptcy are none. */
export const litigationCases = viewQuery(
  'litigation_cases LEFT JOIN likely_joins USING (enterprise_id, family_key)',
  'last_on DESC NULLS LAST, case_key',
  { family_key: z.string(), likely_key: text, original_role: role, is_open: flag, document_ids: list },
)

const behind = ({ listed }: Dossier, ids: readonly string[]): Behind => ({
  items: itemsOf(listed([...new Set(ids)])),
})

/** Cases that wait for a decision on the merits (true), do not (false), or may (null); of these documents only, if given. */
export const suitsThat = (
  dossier: Dossier,
  isOpen: boolean | null,
  among?: ReadonlySet<string>,
): readonly Behind[] =>
  dossier
    .rowsOf(litigationCases)
    .filter((suit) => suit.is_open === isOpen)
    .map(({ document_ids: ids }) => ids.filter((id) => among?.has(id) ?? true))
    .filter((ids) => ids.length > 0)
    .map((ids) => behind(dossier, ids))

/** Disputes by who sued at the beginning, each once, however many instances it went through; those that are likely one, too. */
export function disputesBy(dossier: Dossier, side: Role): readonly Behind[] {
  const suits = dossier.rowsOf(litigationCases)
  return [...groupsBy(suits, ({ family_key, likely_key }) => likely_key ?? family_key).values()]
    .filter((of) => (of.find(({ original_role }) => original_role !== null)?.original_role ?? null) === side)
    .map((of) =>
      behind(
        dossier,
        of.flatMap(({ document_ids }) => document_ids),
      ),
    )
}

export const isSuedNow = ({ rowsOf }: Dossier): boolean =>
  rowsOf(litigationCases).some(
    ({ is_open, original_role }) => is_open === true && original_role !== 'plaintiff',
  )

type ByFamily = ReadonlyMap<string, readonly Listed[]>

export function families(dossier: Dossier): Html | Nothing {
  const { documents, words, rowsOf } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const byFamily = groupsBy(documents, ({ row }) => row.family_key)
  const several = rowsOf(caseFamilies).filter((family) => family.documents > 1)
  const alone = [...byFamily.values()].filter(({ length }) => length === 1).flat()
  const { singleFamilies } = words.notes
  const { figures, mark, placed } = refer(singleFamilies, [[words.columns.documents, each(alone)]])
  return html`${placed}${several.length > 0 && familyTable(dossier, several, byFamily)}
${alone.length > 0 && html`<p>${singleFamilies}${words.colon}${figures} ${mark}</p>`}
${note(words.notes.families)}`
}

const mostLinks = 4

function familyTable(dossier: Dossier, several: readonly FamilyRow[], byFamily: ByFamily): Html {
  const { words, show, plain, columns } = dossier
  const of = ({ family_key }: FamilyRow) => byFamily.get(family_key) ?? []
  const links = (found: readonly Listed[]) => found.length <= mostLinks && rowLinks(each(found))
  return namesTable<FamilyRow>(
    dossier,
    {
      title: words.sections.families,
      labelOf: ({ family_key }) => plain(family_key, 'label'),
      columns: [
        [columns.family, (one) => html`${show(one.family_key, 'label')} ${links(of(one))}`],
        [columns.stages, ({ stages }) => stageText(dossier, stages)],
        [columns.documents, (one) => each(of(one)), 'counted'],
        [columns.cases, (one) => casesOf(of(one)), 'counted'],
        [columns.disputeState, (one) => disputeText(dossier, one)],
        [columns.period, periodText, 'short'],
      ],
    },
    several,
  )
}

export const stageText = ({ words }: Dossier, stages: readonly Stage[]): string =>
  stages.map((stage) => words.stage[stage]).join(' → ')

const sentOn = ['remanded', 'transferred', 'retrial_ordered'] as const

/** By what the last of these documents sent its suit to another instance or court, and when: what follows is in none of them. */
export function sentOnBy(documents: readonly Listed[]) {
  const last = documents.findLast(({ row }) => row.stage !== 'enforcement' && row.outcome !== null)?.row
  const how = sentOn.find((one) => one === last?.outcome)
  return how === undefined ? undefined : { how, on: last?.decided_on ?? '' }
}

const isEnforced: ReadonlySet<string> = new Set(['paid', 'ended unpaid', 'in enforcement'])

const isOfReview = (stage: Stage): boolean => stage === 'appeal' || stage === 'retrial'

/** The decision of an appeal or retrial that is likely of the dispute and names no decision below. */
export function reviewOf(dossier: Dossier, { family_key: family }: FamilyRow): FamilyRow | undefined {
  const { disputeOf, rowsOf } = dossier
  return rowsOf(caseFamilies).find(
    ({ family_key: key, state, stages }) =>
      key !== family &&
      disputeOf(key) === disputeOf(family) &&
      state === 'in force' &&
      stages.every(isOfReview),
  )
}

const isUndecided = ({ state }: FamilyRow): boolean => state === 'open' || state === 'unknown'

/** Suits that are decided and likely go on with another, by that. */
const followers = once(
  ({ rowsOf }) =>
    new Map(
      rowsOf(caseFamilies)
        .filter((one) => one.stages.includes('first instance') && !isUndecided(one))
        .map((one) => [one.likely_key, one]),
    ),
)

/** The suit that likely decides again what was sent back or moved. */
export const decidedAgain = (dossier: Dossier, row: FamilyRow): FamilyRow | undefined =>
  isUndecided(row) ? followers(dossier).get(row.family_key) : undefined

/** Where a dispute stands: of one that was sent on, only that is known unless a suit likely decides it again; a decision also by the enforcement that is likely its own. */
export function stateText(dossier: Dossier, row: FamilyRow): string {
  const { state, family_key: family, stages, latest_outcome } = row
  const { words, say, disputeOf, rowsOf } = dossier
  const again = decidedAgain(dossier, row)
  if (again !== undefined) return filled(say.likelyAgain, stateText(dossier, again), again.family_key)
  const sent = isUndecided(row) && sentOnBy(lifeOf(dossier, family))
  const followed = rowsOf(caseFamilies).find(
    (one) => disputeOf(one.family_key) === disputeOf(family) && isEnforced.has(one.state),
  )
  if (followed !== undefined && (state === 'decided' || state === 'in force'))
    return filled(say.likelyState, words.disputeState[followed.state])
  if (state === 'decided' && reviewOf(dossier, row) !== undefined)
    return filled(say.likelyReviewed, words.disputeState['in force'])
  if (sent) return `${filled(say.sentOn[sent.how], sent.on)}${say.noLater}`
  const unseen = unseenIn(dossier, row)
  if (unseen !== undefined && !isEnforced.has(state)) return say.unseen[unseen]
  const isOfFirst = stages.every((stage) => stage === 'first instance')
  const isUnheard = state === 'closed' && latest_outcome === 'dismissed' && isOfFirst
  return isUnheard ? `${words.disputeState.decided}${say.noAppealHeld}` : words.disputeState[state]
}

export function disputeText(dossier: Dossier, family: FamilyRow): string {
  const { dispute_outcome: result, original_role: role } = family
  const state = stateText(dossier, family)
  return result === null ? state : `${state} · ${resultFor(dossier.words, role, result)}`
}

export const periodText = ({
  first_on: first,
  last_on: last,
}: Pick<FamilyRow, 'first_on' | 'last_on'>): string =>
  first === last ? (first ?? '') : `${first ?? ''} – ${last ?? ''}`
