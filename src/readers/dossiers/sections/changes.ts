import { z } from 'zod'
import type { Holds } from '../../../rows/tables/table.ts'
import type { Dossier, Section } from '../dossier.ts'
import type { Query } from '../holdings.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { caseNumber } from '../judgment/address.ts'
import { itemLink } from '../references.ts'
import { type StatuteChange, statuteChange, text } from '../rows.ts'
import { listing } from '../tables.ts'
import { wordFor } from '../words/words.ts'
import { citedArticles } from './articles.ts'

const changeRow = statuteChange.omit({ subject_id: true }).extend({ enterprise_id: z.string(), field: text })

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
  if (found.length + statutes.length === 0) return html`<p>${between(words.changes.none, [earlier])}</p>`
  const { columns } = words
  // Each subject has its own last run.
  const runs = new Set([...found, ...statutes].flatMap(({ earlier_run_id }) => earlier_run_id ?? []))
  const changes = [
    ...found.map((one) => ({ ...one, ...shownOf(dossier, one) })),
    ...statutes.map((one) => ({ ...one, ...ofStatute(dossier, one) })),
  ]
  return html`<p>${between(words.changes.against, [[...runs].sort().join(words.comma)])}</p>${listing(
    [
      [columns.change, ({ kind }) => wordFor(words.changeKind, kind), 'short'],
      [columns.item, ({ item }) => item],
      [columns.before, ({ was }) => was, 'sentence'],
      [columns.after, ({ is }) => is, 'sentence'],
    ],
    changes,
    { id: changesId, isStacked: true },
  )}`
}

/** Changes of laws that the dossier's documents cite. */
const statutesOf = ({ held, statuteChanges }: Dossier): StatuteChange[] =>
  [...new Set(held.rows(citedArticles).flatMap(({ regulation_ids }) => regulation_ids ?? []))].flatMap(
    (id) => statuteChanges.get(id) ?? [],
  )

/** What changed, what it was and what it is. */
interface Shown {
  readonly item: Part
  readonly was: Part
  readonly is: Part
}

function shownOf(dossier: Dossier, { kind, field, before, after }: ChangeRow): Shown {
  const { words, show } = dossier
  const { nothing, field: fields } = words.changes
  if (kind === 'new_document') return ofDocument(dossier, after)
  const isHolder = kind.startsWith('shareholder')
  const side = (value: string | null): Part => {
    if (value === null) return nothing
    if (field === 'red_flags') return wordFor(words.flag, value)
    return isHolder ? stakes(dossier, value) : show(value, holdsOf(field))
  }
  const item = isHolder ? show(field, 'party') : field && wordFor(fields, field)
  return { item, was: side(before), is: side(after) }
}

function ofDocument(dossier: Dossier, id: string | null): Shown {
  const { words, show, listed } = dossier
  const [document] = listed([id])
  const was = words.changes.nothing
  if (document === undefined) return { item: '', was, is: html`${show(id, 'label')} ` }
  const { row, item } = document
  return {
    item: caseNumber(dossier, row),
    was,
    is: html`${show(row.title, 'prose', row.persons)} ${itemLink(item)}`,
  }
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
