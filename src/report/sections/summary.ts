import { casesOf, type Dossier, groupsBy, itemsOf, type Listed } from '../dossier.ts'
import { type Html, html, type Part } from '../html.ts'
import { formatAmount, grouped, totals } from '../money.ts'
import { itemLink, linked, mark } from '../references.ts'
import type { DocumentRow } from '../rows.ts'
import { isListWhole, noDocuments, reasonOfGap } from '../searched.ts'
import { factList } from '../table.ts'
import { paymentViews, sumsOf } from './amounts.ts'

/** 2 摘要: what the reader must not miss comes first, then what stands out, each with the rows behind it. */
export function summary(dossier: Dossier): Html {
  const { documents } = dossier
  const opening = documents.length === 0 ? noDocuments(dossier) : size(dossier)
  const facts = [...documentFacts(dossier), ...recordFacts(dossier), ...amountFacts(dossier)]
  return html`${warnings(dossier)}${statusLine(dossier)}${opening}
${facts.length > 0 && factList(facts)}
${documents.length > 0 && html`<p class="note">${dossier.words.summary.separate}${dossier.words.summary.derived}</p>`}`
}

function warnings(dossier: Dossier): Html {
  const { held, words, run } = dossier
  const [coverage] = held.coverage
  const { summary: say } = words
  if (coverage === undefined) return html`<p class="warning">${say.unscanned(run.runId)}</p>`
  const verdict = words.verdict[coverage.verdict as keyof typeof words.verdict] ?? coverage.verdict
  return html`${!isListWhole(dossier) && html`<p class="warning">${say.incomplete(verdict, reasonOfGap(dossier, coverage))}</p>`}
${coverage.not_looked_up > 0 && html`<p class="caution">${say.notLookedUp(coverage.not_looked_up)}</p>`}`
}

function statusLine({ held, words, show }: Dossier): Html {
  const status = held.registration[0]?.status
  return status == null ? html`` : html`<p>${words.cover.status}${words.colon}${show(status, 'label')}</p>`
}

function size(dossier: Dossier): Html {
  const { documents, words, held, references } = dossier
  const number = references.add(words.sections.summary, [[words.columns.documents, itemsOf(documents)]])
  const days = documents.flatMap(({ row }) => (row.decided_on === null ? [] : [row.decided_on])).sort()
  const [first, last] = [days[0], days.at(-1)]
  const told = words.summary.documents(
    String(documents.length),
    String(casesOf(documents)),
    String(held.families.length),
  )
  return html`<p>${told}${mark(number)}${first !== undefined && last !== undefined && words.summary.period(first, last)}</p>`
}

type Fact = readonly [name: Part, value: Part]

/** What documents of some kind there are; kinds that are not met are not told. */
function documentFacts(dossier: Dossier): Fact[] {
  const { words } = dossier
  const { summary: say } = words
  const kinds: readonly [string, (row: DocumentRow) => boolean, (documents: readonly Listed[]) => number][] =
    [
      [say.asDefendant, ({ role }) => role === 'defendant', casesOf],
      [say.asPlaintiff, ({ role }) => role === 'plaintiff', casesOf],
      [say.lost, ({ subject_outcome }) => subject_outcome === 'lost', ({ length }) => length],
      [
        say.enforcement,
        ({ stage, role }) => stage === 'enforcement' && role === 'defendant',
        ({ length }) => length,
      ],
      [say.bankruptcy, ({ category }) => category === '强制清算与破产案件', ({ length }) => length],
      [
        say.dishonest,
        ({ outcome, role }) =>
          (outcome === 'listed_dishonest' || outcome === 'consumption_restricted') && role !== 'plaintiff',
        ({ length }) => length,
      ],
    ]
  return kinds.flatMap(([label, isOfKind, count]) => {
    const found = dossier.documents.filter(({ row }) => isOfKind(row))
    return found.length === 0 ? [] : [fact(dossier, label, count(found), found)]
  })
}

function fact({ references, words }: Dossier, label: string, count: number, found: readonly Listed[]): Fact {
  const number = references.add(`${words.sections.summary}${words.colon}${label}`, [
    [words.columns.documents, itemsOf(found)],
  ])
  return [label, html`${linked(count, number)} ${mark(number)}`]
}

/** What other sections tell at length, with the way there. */
function recordFacts(dossier: Dossier): Fact[] {
  const { held, words } = dossier
  const { summary: say } = words
  const known: readonly [string, number, number][] = [
    [say.openCases, openCases(dossier), 4],
    [say.risks, held.lists.risks.length, 16],
    [say.changed, held.changes.length, 15],
  ]
  const told = known.flatMap(([label, count, section]) =>
    count === 0
      ? []
      : [
          [
            label,
            html`<a class="fig" href="#s${section}">${count}</a> ${sectionLink(words, section)}`,
          ] as const,
        ],
  )
  return [
    ...told,
    ...ofDocuments(
      dossier,
      say.repeat,
      held.counterparties.filter(({ is_repeat }) => is_repeat),
    ),
    ...ofDocuments(
      dossier,
      say.outOfForce,
      held.articles.filter(({ is_in_force }) => is_in_force === false),
    ),
  ]
}

/** How many there are of something that stands in documents, with the documents; nothing when there are none. */
function ofDocuments(
  dossier: Dossier,
  label: string,
  found: readonly { readonly document_ids: readonly string[] }[],
): Fact[] {
  const ids = new Set(found.flatMap(({ document_ids }) => document_ids))
  const documents = dossier.documents.filter(({ row }) => ids.has(row.document_id))
  return found.length === 0 ? [] : [fact(dossier, label, found.length, documents)]
}

const sectionLink = (words: Dossier['words'], section: number): Html =>
  html`<a class="ref" href="#s${section}">${words.summary.section(section)}</a>`

/** Open cases of all rows of section 4; 0 where a case stands in several rows, for then they do not add up. */
function openCases({ held, documents }: Dossier): number {
  const rows = groupsBy(documents, ({ row }) => `${row.role}\n${row.category}\n${row.stage}`)
  const inRows = [...rows.values()].reduce((sum, found) => sum + casesOf(found), 0)
  return inRows === casesOf(documents)
    ? held.overview.reduce((sum, { open_cases }) => sum + open_cases, 0)
    : 0
}

/** The three figures of sums, apart, and the largest sum ordered. */
function amountFacts(dossier: Dossier): Fact[] {
  const { words, payments, references } = dossier
  if (payments.length === 0) return []
  const { summary: say } = words
  const figures = paymentViews.map((view): Fact => {
    const counted = sumsOf(dossier, view).filter(({ row }) => row.is_counted)
    const told = totals(counted.map(({ row }) => row)).map(({ currency, total, sums }) =>
      say.perCurrency(words.sum(currency, grouped(total)), sums),
    )
    const value = told.length === 0 ? say.noSum : told.join(words.comma)
    if (counted.length === 0) return [say[view], html`${value} ${sectionLink(words, 11)}`]
    const number = references.add(`${words.sections.summary}${words.colon}${say[view]}`, [
      [words.columns.sums, itemsOf(counted)],
    ])
    return [say[view], html`${linked(value, number)} ${mark(number)} ${sectionLink(words, 11)}`]
  })
  const [largest] = sumsOf(dossier, 'ordered').filter(
    ({ row }) => row.is_counted && row.amount !== null && row.currency === 'CNY',
  )
  if (largest === undefined) return figures
  const sum = words.sum(largest.row.currency ?? '', formatAmount(largest.row.amount ?? '0'))
  return [...figures, [say.largest, html`${sum} ${itemLink(largest.item)}`]]
}
