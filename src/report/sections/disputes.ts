import { lyingBars } from '../charts/bars.ts'
import { colours } from '../charts/render.ts'
import { drawTimeline } from '../charts/timeline.ts'
import { casesOf, type Dossier, groupsBy, itemsOf, type Listed, type Sum } from '../dossier.ts'
import { type Html, html } from '../html.ts'
import { hundredths } from '../money.ts'
import { itemLink, itemLinks, linked, mark } from '../references.ts'
import type { FamilyRow } from '../rows.ts'
import { noDocuments, nothingInTexts } from '../searched.ts'
import { table } from '../table.ts'
import { stageSplits } from '../tally.ts'
import { amountText, documentsById, measureOf } from './amounts.ts'

/** Rows that a table of names has at the most; what is left out is counted, and the exports have it. */
const mostRows = 200

const notice = (text: string): Html => html`<p class="note">${text}</p>`

const rest = ({ words }: Dossier, count: number): Html =>
  count > mostRows ? notice(words.tables.restInAppendix(count - mostRows)) : html``

const familiesOf = ({ documents }: Dossier): Map<string, Listed[]> =>
  groupsBy(documents, ({ row }) => row.family_key)

const outcomeText = (
  { words }: Dossier,
  outcome: string | null,
  result: FamilyRow['latest_subject_outcome'],
) =>
  `${words.outcome[(outcome ?? 'unknown') as keyof typeof words.outcome] ?? outcome} · ${words.result[result ?? 'unknown']}`

const mostMajor = 20
const isNoMeasure = 'costs, a base or a total'

/** 10 重大案件表, rule 1: families by their largest single sum in yuan. */
export function major(dossier: Dossier): Html {
  const { documents, payments, words } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const byId = documentsById(dossier)
  const measured = payments.filter(
    ({ row }) => row.amount !== null && row.currency === 'CNY' && row.not_counted_because !== isNoMeasure,
  )
  const largest = [...groupsBy(measured, ({ row }) => byId.get(row.document_id)?.row.family_key).values()]
    .map((sums) => sums.reduce((a, b) => (cents(b) > cents(a) ? b : a)))
    .sort((a, b) => (cents(a) < cents(b) ? 1 : cents(a) > cents(b) ? -1 : a.item.number - b.item.number))
    .slice(0, mostMajor)
  if (largest.length === 0) return html`${notice(words.notes.major)}${nothingInTexts(dossier)}`
  return html`${notice(words.notes.major)}${majorTable(
    dossier,
    largest.flatMap((sum) => {
      const document = byId.get(sum.row.document_id)
      return document === undefined ? [] : [{ sum, document }]
    }),
  )}`
}

const cents = ({ row }: Sum): bigint => hundredths(row.amount ?? '0')

function majorTable(
  dossier: Dossier,
  cases: readonly { readonly sum: Sum; readonly document: Listed }[],
): Html {
  const { words, show, held } = dossier
  const { columns } = words
  const families = new Map(held.families.map((family) => [family.family_key, family]))
  return table(
    [
      { label: columns.caseNumber },
      { label: columns.court },
      { label: columns.cause },
      { label: columns.role, shape: 'short' },
      { label: columns.amount, shape: 'number' },
      { label: columns.caliber, shape: 'short' },
      { label: columns.procedure },
      { label: columns.latest },
      { label: columns.date, shape: 'short' },
    ],
    cases.map(({ sum, document: { row, item } }) => {
      const family = families.get(row.family_key)
      return {
        cells: [
          html`${show(row.case_number, 'label')} ${itemLink(item)}`,
          show(row.court, 'label'),
          show(row.cause, 'label'),
          words.role[row.role ?? 'unknown'],
          html`${amountText(dossier, sum.row)} ${itemLink(sum.item)}`,
          measureOf(dossier, sum.row),
          (family?.stages ?? [row.stage]).map((stage, at) => html`${at > 0 && ' → '}${words.stage[stage]}`),
          family === undefined
            ? ''
            : outcomeText(dossier, family.latest_outcome, family.latest_subject_outcome),
          show(row.decided_on, 'label'),
        ],
      }
    }),
    { isStacked: true },
  )
}

const mostBars = 10

/** 12 主要对手方. */
export function counterparties(dossier: Dossier): Html {
  const { documents, held, words, plain } = dossier
  if (documents.length === 0 || held.counterparties.length === 0) return noDocuments(dossier)
  const top = held.counterparties.slice(0, mostBars)
  const chart = lyingBars({
    title: `${words.tables.byCounterparty} · ${words.tables.disputes}${held.counterparties.length > mostBars ? ` · ${words.tables.topOnly(mostBars)}` : ''}`,
    categories: top.map(({ name }) => plain(name, 'party')),
    series: [
      { name: words.columns.disputes, colour: colours.navy, counts: top.map(({ disputes }) => disputes) },
    ],
  })
  return html`${chart}${counterpartyTable(dossier)}${rest(dossier, held.counterparties.length)}${notice(words.notes.counterparties)}`
}

function counterpartyTable(dossier: Dossier): Html {
  const { held, words, show, plain, references } = dossier
  const { columns } = words
  const byId = documentsById(dossier)
  return table(
    [
      { label: columns.counterparty },
      { label: columns.counterpartyRole },
      { label: columns.disputes, shape: 'number' },
      { label: columns.documents, shape: 'number' },
      { label: columns.repeat, shape: 'short' },
      { label: columns.period, shape: 'short' },
      { label: words.basis },
    ],
    held.counterparties.slice(0, mostRows).map((party) => {
      const found = party.document_ids.flatMap((id) => byId.get(id) ?? [])
      const number = references.add(
        `${words.sections.counterparties}${words.colon}${plain(party.name, 'party')}`,
        [[columns.documents, itemsOf(found)]],
      )
      return {
        cells: [
          show(party.name, 'party'),
          party.roles.map((role, at) => html`${at > 0 && words.comma}${words.role[role ?? 'unknown']}`),
          linked(party.disputes, number),
          linked(found.length, number),
          party.is_repeat ? words.yes : words.no,
          period(party.first_on, party.last_on),
          mark(number),
        ],
      }
    }),
  )
}

const period = (first: string | null, last: string | null): string =>
  first === last ? (first ?? '') : `${first ?? ''} – ${last ?? ''}`

/** 13 案件族. */
export function families(dossier: Dossier): Html {
  const { documents, held, words, references } = dossier
  if (documents.length === 0) return noDocuments(dossier)
  const several = held.families.filter((family) => family.documents > 1)
  const alone = held.families.length - several.length
  const byFamily = familiesOf(dossier)
  const single = [...byFamily.values()].filter((found) => found.length === 1).flat()
  const number = references.add(words.notes.singleFamilies, [[words.columns.documents, itemsOf(single)]])
  return html`${timeline(dossier, several, byFamily)}${several.length > 0 && familyTable(dossier, several, byFamily)}
${rest(dossier, several.length)}${alone > 0 && html`<p>${words.notes.singleFamilies}${words.colon}${linked(alone, number)} ${mark(number)}</p>`}
${notice(words.notes.families)}`
}

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
  const names = ['first instance', 'appeal', 'retrial', 'enforcement', 'other'] as const
  const splits = stageSplits(words)
  return drawTimeline({
    title: `${words.tables.families}${travelled.length > mostTracks ? ` · ${words.tables.topOnly(mostTracks)}` : ''}`,
    tracks,
    stages: names.map((name, at) => ({
      name,
      label: words.stage[name],
      colour: splits[at]?.colour ?? colours.grey,
    })),
  })
}

function familyTable(
  dossier: Dossier,
  several: readonly FamilyRow[],
  byFamily: ReadonlyMap<string, readonly Listed[]>,
): Html {
  const { words, show, plain, references } = dossier
  const { columns } = words
  return table(
    [
      { label: columns.family },
      { label: columns.stages },
      { label: columns.documents, shape: 'number' },
      { label: columns.cases, shape: 'number' },
      { label: columns.latest },
      { label: columns.period, shape: 'short' },
      { label: words.basis },
    ],
    several.slice(0, mostRows).map((family) => {
      const found = byFamily.get(family.family_key) ?? []
      const number = references.add(
        `${words.sections.families}${words.colon}${plain(family.family_key, 'label')}`,
        [[columns.documents, itemsOf(found)]],
      )
      return {
        cells: [
          show(family.family_key, 'label'),
          family.stages.map((stage, at) => html`${at > 0 && ' → '}${words.stage[stage]}`),
          linked(found.length, number),
          linked(casesOf(found), number),
          outcomeText(dossier, family.latest_outcome, family.latest_subject_outcome),
          period(family.first_on, family.last_on),
          html`${mark(number)} ${found.length <= 4 && itemLinks(itemsOf(found))}`,
        ],
      }
    }),
  )
}

/** 14 引用法条. */
export function articles(dossier: Dossier): Html {
  const { held, words, show, plain, references } = dossier
  if (dossier.documents.length === 0 || held.articles.length === 0) return nothingInTexts(dossier)
  const { columns } = words
  const byId = documentsById(dossier)
  const rows = held.articles.slice(0, mostRows).map((article) => {
    const found = article.document_ids.flatMap((id) => byId.get(id) ?? [])
    const name = `${plain(article.law, 'label')} ${plain(article.article_label, 'label')}`
    const number = references.add(`${words.sections.articles}${words.colon}${name}`, [
      [columns.documents, itemsOf(found)],
    ])
    return {
      cells: [
        show(article.law, 'label'),
        show(article.article_label, 'label'),
        linked(article.citations, number),
        linked(found.length, number),
        inForce(dossier, article.is_in_force, article.validity),
        article.documents_under_version === null
          ? words.unknown
          : linked(article.documents_under_version, number),
        mark(number),
      ],
    }
  })
  return html`${table(
    [
      { label: columns.law },
      { label: columns.article },
      { label: columns.citations, shape: 'number' },
      { label: columns.documents, shape: 'number' },
      { label: columns.inForce },
      { label: columns.inForceThen, shape: 'number' },
      { label: words.basis },
    ],
    rows,
  )}${rest(dossier, held.articles.length)}${notice(words.notes.articles)}`
}

function inForce({ words, show }: Dossier, isInForce: boolean | null, validity: string | null): Html {
  if (isInForce === null) return show(validity, 'label')
  return isInForce
    ? html`${words.yes}`
    : html`<strong>${words.no}</strong>${words.colon}${show(validity, 'label')}`
}
