import { z } from 'zod'
import type { Holds } from '../../../rows/tables/table.ts'
import { type Dossier, documentsById, type Section, type StatuteChange } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { type Html, html, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { itemLink } from '../references.ts'
import { text } from '../rows.ts'
import { table } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { citedArticles } from './articles.ts'

const changeRow = z.object({
  enterprise_id: z.string(),
  kind: z.string(),
  earlier_run_id: text,
  subject_name: text,
  field: text,
  before: text,
  after: text,
})

const earlierRow = z.object({ enterprise_id: z.string(), earlier_run_id: text })

type ChangeRow = z.infer<typeof changeRow>

const changesFound: Query<ChangeRow> = {
  row: changeRow,
  sql: (among: string, run: string) => `
  SELECT * EXCLUDE (run_id) FROM (SELECT subject_id AS enterprise_id, * EXCLUDE (subject_id) FROM changes)
  WHERE run_id = ${run} AND ${among}
    AND kind IN ('new_document', 'red_flag', 'red_flag_ended', 'registration', 'shareholder_joined', 'shareholder_left', 'shareholder_changed')
  ORDER BY enterprise_id, kind DESC, field, after`,
}

const earlierRuns: Query<z.infer<typeof earlierRow>> = {
  row: earlierRow,
  sql: (among: string, run: string) => `
  SELECT enterprise_id, max(scan_run_id) AS earlier_run_id FROM list_pages
  WHERE scan_run_id < ${run} AND is_found AND ${among} GROUP BY enterprise_id`,
}

/** Where the table of changes stands. */
export const changesId = 'changes'

/** Rows of section 15. */
export const changeCount = (dossier: Dossier): number =>
  dossier.held.rows(changesFound).length + statutesOf(dossier).length

/** 自上次以来的变化. */
export const changes: Section = { queries: [changesFound, earlierRuns], write: writeChanges }

function writeChanges(dossier: Dossier): Html {
  const { held, words } = dossier
  const [found, statutes] = [held.rows(changesFound), statutesOf(dossier)]
  const earlier = found[0]?.earlier_run_id ?? held.rows(earlierRuns)[0]?.earlier_run_id
  if (earlier == null && statutes.length === 0) return html`<p>${words.changes.first}</p>`
  const rows = [...found.map(changeCells(dossier)), ...statutes.map(statuteCells(dossier))]
  if (rows.length === 0) return html`<p>${words.changes.none(earlier ?? '')}</p>`
  const { columns } = words
  return html`<p>${words.changes.against(comparedWith(found, statutes).join(words.comma))}</p>${table(
    [
      { label: columns.change, shape: 'short' },
      { label: columns.item },
      { label: columns.before, shape: 'sentence' },
      { label: columns.after, shape: 'sentence' },
    ],
    rows.map((cells) => ({ cells })),
    { id: changesId, isStacked: true },
  )}`
}

/** Runs that the changes are compared with: each subject has its own last run. */
const comparedWith = (changes: readonly ChangeRow[], statutes: readonly StatuteChange[]): string[] =>
  [
    ...new Set([
      ...changes.flatMap(({ earlier_run_id }) => earlier_run_id ?? []),
      ...statutes.flatMap(({ earlierRunId }) => earlierRunId ?? []),
    ]),
  ].sort()

/** Changes of laws that the dossier's documents cite. */
const statutesOf = ({ held, statuteChanges }: Dossier): StatuteChange[] =>
  [...new Set(held.rows(citedArticles).flatMap(({ regulation_ids }) => regulation_ids ?? []))].flatMap(
    (id) => statuteChanges.get(id) ?? [],
  )

const changeCells =
  (dossier: Dossier) =>
  (change: ChangeRow): Part[] => {
    const { words, show } = dossier
    const kind = wordFor(words.changeKind, change.kind)
    if (change.kind === 'new_document') {
      const document = documentsById(dossier).get(change.after ?? '')
      const named =
        document === undefined
          ? show(change.after, 'label')
          : show(document.row.title, 'prose', document.row.persons)
      return [
        kind,
        document === undefined ? '' : caseNumber(dossier, document.row),
        words.changes.nothing,
        html`${named} ${document && itemLink(document.item)}`,
      ]
    }
    if (change.field === 'red_flags') {
      const flag = (name: string | null) =>
        name === null ? words.changes.nothing : wordFor(words.flag, name)
      return [kind, wordFor(words.changes.field, change.field), flag(change.before), flag(change.after)]
    }
    const isHolder = change.kind.startsWith('shareholder')
    const field = isHolder
      ? show(change.field, 'party')
      : change.field === null
        ? null
        : wordFor(words.changes.field, change.field)
    const side = (value: string | null) =>
      value === null
        ? words.changes.nothing
        : isHolder
          ? stakes(dossier, value)
          : show(value, holdsOf(change.field))
    return [kind, field, side(change.before), side(change.after)]
  }

const holdsOf = (field: string | null): Holds => (field === 'legal_representative' ? 'person' : 'mixed')

/** Stakes are JSON objects side by side, as the view has them: their values, without the holder's name. */
function stakes({ show }: Dossier, text: string): Html {
  const values = [...text.matchAll(/"(\w+)":(?:"((?:[^"\\]|\\.)*)"|([\d.]+))/g)].flatMap(
    ([, key, inner, number]) =>
      key === 'name' || key === undefined
        ? []
        : [inner ?? (key.includes('percent') ? `${number}%` : (number ?? ''))],
  )
  return show(values.join(' · '), 'prose')
}

const statuteCells =
  ({ words, show, showName }: Dossier) =>
  ({ kind, name, before, after }: StatuteChange): Part[] => [
    wordFor(words.changeKind, kind),
    showName('law', name),
    before === null ? words.changes.nothing : show(before, 'label'),
    show(after, 'label'),
  ]
