import { z } from 'zod'
import { type Dossier, documentsById, itemsOf } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import type { Query } from '../holdings.ts'
import type { Behind } from '../references.ts'
import { flag, type Role, role, text } from '../rows.ts'

const suitRow = z.object({
  enterprise_id: z.string(),
  case_key: z.string(),
  family_key: z.string(),
  likely_key: text,
  original_role: role,
  is_open: flag,
  document_ids: z.array(z.string()),
})

type Suit = z.infer<typeof suitRow>

/** Instances of suits: enforcement, preservation and bankruptcy are none. */
export const litigationCases: Query<Suit> = {
  row: suitRow,
  sql: (among) => `
    SELECT enterprise_id, case_key, family_key, likely_key, original_role, is_open, document_ids FROM litigation_cases
    LEFT JOIN likely_joins USING (enterprise_id, family_key)
    WHERE ${among} ORDER BY enterprise_id, last_on DESC NULLS LAST, case_key`,
}

const behind = (dossier: Dossier, ids: readonly string[]): Behind => {
  const byId = documentsById(dossier)
  return { items: itemsOf([...new Set(ids)].flatMap((id) => byId.get(id) ?? [])) }
}

/** Cases that wait for a decision on the merits, that do not, or of which it is not known (null), among documents where these are given. */
export const suitsThat = (
  dossier: Dossier,
  isOpen: boolean | null,
  among?: ReadonlySet<string>,
): readonly Behind[] =>
  dossier.held
    .rows(litigationCases)
    .filter((suit) => suit.is_open === isOpen)
    .map(({ document_ids: ids }) => ids.filter((id) => among?.has(id) ?? true))
    .filter((ids) => ids.length > 0)
    .map((ids) => behind(dossier, ids))

/** Disputes by who sued at the beginning, each once, however many instances it went through; those that are likely one, too. */
export const disputesBy = (dossier: Dossier, side: Role): readonly Behind[] =>
  [
    ...groupsBy(
      dossier.held.rows(litigationCases),
      ({ family_key, likely_key }) => likely_key ?? family_key,
    ).values(),
  ]
    .filter(
      (suits) => (suits.find(({ original_role }) => original_role !== null)?.original_role ?? null) === side,
    )
    .map((suits) =>
      behind(
        dossier,
        suits.flatMap(({ document_ids }) => document_ids),
      ),
    )

/** Whether a case in which others claim from it waits for a decision. */
export const isSuedNow = ({ held }: Dossier): boolean =>
  held
    .rows(litigationCases)
    .some(({ is_open, original_role }) => is_open === true && original_role !== 'plaintiff')
