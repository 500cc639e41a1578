import type { Holds } from '../../../rows/tables/table.ts'
import type { Dossier } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { itemLink } from '../references.ts'
import { query, type RowOf, type StatuteChange, statuteChange, text } from '../rows.ts'
import { firstRows } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { citedArticles } from './articles.ts'

const changesFound = query(
  { ...statuteChange.omit({ subject_id: true }).shape, field: text },
  (among, run) => `
  SELECT * EXCLUDE (run_id) FROM (SELECT subject_id AS enterprise_id, * EXCLUDE (subject_id) FROM changes_history)
  WHERE run_id = ${run} AND ${among}
  ORDER BY enterprise_id, kind DESC, field, after, before`,
)

const earlierRuns = query(
  { earlier_run_id: text },
  (among, run) => `
  SELECT enterprise_id, max(scan_run_id) AS earlier_run_id FROM list_pages
  WHERE scan_run_id < ${run} AND is_found AND ${among} GROUP BY enterprise_id`,
)

export const changesId = 'changes'

export const changeCount = (dossier: Dossier): number =>
  dossier.rowsOf(changesFound).length + statutesOf(dossier).length

export function changes(dossier: Dossier): Html {
  const { words, rowsOf, columns } = dossier
  const [found, statutes] = [rowsOf(changesFound), statutesOf(dossier)]
  const earlier = found[0]?.earlier_run_id ?? rowsOf(earlierRuns)[0]?.earlier_run_id
  if (earlier == null && statutes.length === 0) return html`<p>${words.changes.first}</p>`
  if (found.length + statutes.length === 0) return html`<p>${between(words.changes.none, [earlier])}</p>`
  // Each subject has its own last run.
  const runs = new Set([...found, ...statutes].flatMap(({ earlier_run_id }) => earlier_run_id ?? []))
  const changes = [
    ...found.map((one) => ({ ...one, ...shownOf(dossier, one) })),
    ...statutes.map((one) => ({ ...one, ...ofStatute(dossier, one) })),
  ]
  return html`<p>${between(words.changes.against, [[...runs].sort().join(words.comma)])}</p>${firstRows(
    dossier,
    [
      [columns.change, ({ kind }) => wordFor(words.changeKind, kind), 'short'],
      [columns.item, ({ item }) => item],
      [columns.before, ({ was }) => was, 'sentence'],
      [columns.after, ({ is }) => is, 'sentence'],
    ],
    changes,
    { source: 'changes_history', id: changesId, isStacked: true },
  )}`
}

const statutesOf = ({ statuteChanges, rowsOf }: Dossier): StatuteChange[] =>
  [...new Set(rowsOf(citedArticles).flatMap(({ regulation_ids }) => regulation_ids ?? []))].flatMap(
    (id) => statuteChanges.get(id) ?? [],
  )

/** Fields of the registration as its own section calls them, within a sentence. */
const fieldName = ({ changes, registration }: Dossier['words'], field: string): string =>
  wordFor({ [field]: wordFor(registration, field).toLowerCase(), ...changes.field }, field)

interface Shown {
  readonly item: Part
  readonly was: Part
  readonly is: Part
}

function shownOf(dossier: Dossier, { kind, field, before, after }: RowOf<typeof changesFound>): Shown {
  const { words, show } = dossier
  const { nothing } = words.changes
  if (field === 'document_id') return ofDocument(dossier, before, after)
  const isHolder = kind.startsWith('shareholder')
  const side = (value: string | null): Part => {
    if (value === null) return nothing
    if (field === 'red_flags') return wordFor(words.flag, value)
    return isHolder ? stakes(dossier, value) : show(value, holdsOf(field))
  }
  const item = isHolder ? show(field, 'party') : field && fieldName(words, field)
  return { item, was: side(before), is: side(after) }
}

function ofDocument(dossier: Dossier, before: string | null, after: string | null): Shown {
  const { words, show, listed } = dossier
  const [document] = listed([before ?? after])
  const there =
    document === undefined
      ? html`${show(before ?? after, 'label')} `
      : html`${show(document.row.title, 'prose', document.row.persons)} ${itemLink(document.item)}`
  const item = document === undefined ? '' : caseNumber(dossier, document.row)
  const { nothing } = words.changes
  return before === null ? { item, was: nothing, is: there } : { item, was: there, is: nothing }
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

const ofStatute = (
  { words, show, showName }: Dossier,
  { subject_name, before, after }: StatuteChange,
): Shown => ({
  item: showName('law', subject_name),
  was: before === null ? words.changes.nothing : show(before, 'label'),
  is: show(after, 'label'),
})
