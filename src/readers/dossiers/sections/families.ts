import { z } from 'zod'
import { drawTimeline } from '../charts.ts'
import { casesOf, type Dossier, type Listed, type Nothing, type Section } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, note, type Part } from '../html.ts'
import { each, refer, rowLinks } from '../references.ts'
import { count, result, role, type Stage, stage, text } from '../rows.ts'
import { noDocuments } from '../searched.ts'
import { namesTable, stagesOf } from '../tables.ts'
import { resultFor } from '../words/words.ts'

const familyRow = z.object({
  enterprise_id: z.string(),
  family_key: z.string(),
  documents: count,
  cases: count,
  stages: z.array(stage),
  dispute_outcome: result,
  latest_outcome: text,
  latest_subject_outcome: result,
  original_role: role,
  state: z.enum([
    'open',
    'decided',
    'in force',
    'in enforcement',
    'ended unpaid',
    'paid',
    'closed',
    'unknown',
  ]),
  likely_key: text,
  has_origin: z.boolean(),
  first_on: text,
  last_on: text,
})

export type FamilyRow = z.infer<typeof familyRow>

export const caseFamilies: Query<FamilyRow> = {
  row: familyRow,
  sql: (among) => `
    SELECT *, list_contains(case_numbers, family_key) OR len(case_numbers) = 0 AS has_origin FROM case_families
    WHERE ${among} ORDER BY last_on DESC NULLS LAST, family_key`,
}

/** The dispute that a family is, or likely is, one with. */
export function likelyDisputes({ held }: Dossier): (family: string) => string {
  const likely = new Map(
    held.rows(caseFamilies).map(({ family_key, likely_key }) => [family_key, likely_key]),
  )
  return (family) => likely.get(family) ?? family
}

/** 关联案件. */
export const families: Section = { queries: [caseFamilies], write: writeFamilies }

function writeFamilies(dossier: Dossier): Html | Nothing {
  const { documents, held, words } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const byFamily = groupsBy(documents, ({ row }) => row.family_key)
  const several = held.rows(caseFamilies).filter((family) => family.documents > 1)
  const alone = [...byFamily.values()].filter(({ length }) => length === 1).flat()
  const { figures, mark, placed } = refer(words.notes.singleFamilies, [
    [words.columns.documents, each(alone)],
  ])
  return html`${placed}${timeline(dossier, several, byFamily)}${several.length > 0 && familyTable(dossier, several, byFamily)}
${alone.length > 0 && html`<p>${words.notes.singleFamilies}${words.colon}${figures} ${mark}</p>`}
${note(words.notes.families)}`
}

function familyTable(
  dossier: Dossier,
  several: readonly FamilyRow[],
  byFamily: ReadonlyMap<string, readonly Listed[]>,
): Html {
  const { words, show, plain } = dossier
  const { columns } = words
  const heads = {
    before: [{ label: columns.family }, { label: columns.stages }],
    counted: [columns.documents, columns.cases],
    after: [{ label: columns.disputeState }, { label: columns.period, shape: 'short' as const }],
  }
  return namesTable(dossier, words.sections.families, heads, several, (family) => {
    const found = byFamily.get(family.family_key) ?? []
    return {
      label: plain(family.family_key, 'label'),
      before: [
        html`${show(family.family_key, 'label')} ${found.length <= mostLinks && rowLinks(each(found))}`,
        stageText(dossier, family.stages),
      ],
      counted: [each(found), casesOf(found)],
      after: [disputeText(dossier, family), periodText(family)],
    }
  })
}

/** Documents of a family that its row leads to at once. */
const mostLinks = 4

/** Stages in their order. */
export const stageText = ({ words }: Dossier, stages: readonly Stage[]): Part =>
  stages.map((stage, at) => html`${at > 0 && ' → '}${words.stage[stage]}`)

/** Where a dispute stands, and what the decision in force means for the subject. */
export const disputeText = (
  { words }: Dossier,
  { state, dispute_outcome: result, original_role: role }: FamilyRow,
): string =>
  result === null
    ? words.disputeState[state]
    : `${words.disputeState[state]} · ${resultFor(words, role, result)}`

/** First and last day, once where they are one. */
export const periodText = ({
  first_on: first,
  last_on: last,
}: {
  readonly first_on: string | null
  readonly last_on: string | null
}): string => (first === last ? (first ?? '') : `${first ?? ''} – ${last ?? ''}`)

const mostTracks = 12

/** Disputes that went through several stages, the latest first. */
function timeline(
  dossier: Dossier,
  several: readonly FamilyRow[],
  byFamily: ReadonlyMap<string, readonly Listed[]>,
): Html {
  const { words, plain } = dossier
  const travelled = several.filter(({ stages }) => stages.length > 1)
  const tracks = travelled.slice(0, mostTracks).flatMap(({ family_key }) => {
    const points = (byFamily.get(family_key) ?? []).flatMap(({ row }) =>
      row.decided_on === null ? [] : [{ day: row.decided_on, stage: row.stage }],
    )
    return points.length === 0 ? [] : [{ name: plain(family_key, 'label'), points: points.reverse() }]
  })
  if (tracks.length === 0) return html``
  return drawTimeline({
    title: `${words.tables.families}${travelled.length > mostTracks ? ` · ${words.tables.topOnly(mostTracks)}` : ''}`,
    tracks,
    stages: stagesOf(words),
  })
}
