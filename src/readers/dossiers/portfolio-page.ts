import { z } from 'zod'
import { literal } from '../../contract/sql.ts'
import type { Reader } from '../../warehouse/database.ts'
import type { Shared } from './dossier.ts'
import { type Html, html, joined, type Part, quoted } from './html.ts'
import { page } from './page.ts'
import { code, count, parsed, texts } from './rows.ts'
import { showing } from './shown.ts'
import { type Column, listing } from './tables.ts'

const linkRow = z.object({
  ...texts('name', 'place'),
  kind: code('portfolioLink'),
  enterprise_ids: z.array(z.string()),
  enterprise_names: z.array(z.string()),
})
const suitRow = z.object({
  ...texts('first_on', 'last_on'),
  plaintiff_id: z.string(),
  plaintiff_name: z.string(),
  defendant_id: z.string(),
  defendant_name: z.string(),
  disputes: count,
  document_ids: z.array(z.string()),
})
const concentrationRow = linkRow.omit({ place: true }).extend({
  kind: code('portfolioConcentration'),
  documents: count,
  documents_each: z.array(z.string()),
})

const mostConcentrations = 100

/** What connects the enterprises of a run; small, because it is held while the dossiers are written. */
export type Portfolio = Awaited<ReturnType<typeof readPortfolio>>

export async function readPortfolio(reader: Reader, runId: string) {
  const of = (view: string, order: string): string =>
    `SELECT * EXCLUDE (run_id) FROM ${view}_history WHERE run_id = ${literal(runId)} ORDER BY ${order}`
  const common = of('portfolio_concentrations', 'enterprises DESC, documents DESC, kind, name')
  return {
    links: await parsed(
      reader,
      linkRow,
      of('portfolio_links', 'enterprises DESC, kind, name, place, enterprise_ids'),
    ),
    suits: await parsed(reader, suitRow, of('portfolio_suits', 'documents DESC, plaintiff_id, defendant_id')),
    concentrations: await parsed(reader, concentrationRow, `${common} LIMIT ${mostConcentrations}`),
  }
}

interface PortfolioFacts extends Pick<Shared, 'words' | 'present'> {
  readonly portfolio: Portfolio
  readonly files: ReadonlyMap<string, string>
  /** Numbers of documents in the appendix of a dossier, by enterprise and document. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** The page across the enterprises of a job: each enterprise leads to its dossier, each document to its row there. */
export function portfolioPage(facts: PortfolioFacts): string {
  const { words, portfolio } = facts
  const { portfolio: say } = words
  const part = <Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html =>
    html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p>${say.none}</p>` : listing(columns, rows, { isStacked: true })}</section>
`
  const body = html`<main><p><a href="index.html">${words.index.title}</a></p><h1>${say.title}</h1><p class="note">${say.note}</p>
${part(say.links, linkColumns(facts), portfolio.links)}${part(say.suits, suitColumns(facts), portfolio.suits)}${part(say.concentrations, concentrationColumns(facts), portfolio.concentrations)}</main>`
  return page(words, say.title, body)
}

const enterprise = ({ files, present }: PortfolioFacts, id: string, name: string, at = ''): Html => {
  const file = files.get(id)
  const shown = quoted(present(name, 'party'))
  return file === undefined ? shown : html`<a href="${encodeURIComponent(file)}${at}">${shown}</a>`
}

const enterprises = (
  facts: PortfolioFacts,
  { enterprise_ids: ids, enterprise_names: names }: Portfolio['links'][number] | Concentration,
  at = '',
  behind: readonly Part[] = [],
): Html =>
  joined(
    ids.map((id, place) => html`${enterprise(facts, id, names[place] ?? id, at)}${behind[place]}`),
    html`<br>`,
  )

type Concentration = Portfolio['concentrations'][number]

function linkColumns(facts: PortfolioFacts): readonly Column<Portfolio['links'][number]>[] {
  const { words, present } = facts
  const { portfolio: say } = words
  const shared = ({ kind, name, place }: Portfolio['links'][number]): string =>
    name === null ? present(place ?? '', 'prose') : present(name, kind === 'officer' ? 'person' : 'party')
  return [
    [say.kind, ({ kind }) => words.portfolioLink[kind]],
    [say.shared, (link) => quoted(shared(link))],
    [say.enterprises, (link) => enterprises(facts, link)],
  ]
}

function suitColumns(facts: PortfolioFacts): readonly Column<Portfolio['suits'][number]>[] {
  const { portfolio: say, columns } = facts.words
  const documents = (suit: Portfolio['suits'][number]): Html =>
    html`${suit.document_ids.length} ${suit.document_ids.map((id) => documentLink(facts, suit, id))}`
  return [
    [say.plaintiff, (suit) => enterprise(facts, suit.plaintiff_id, suit.plaintiff_name)],
    [say.defendant, (suit) => enterprise(facts, suit.defendant_id, suit.defendant_name)],
    [columns.disputes, ({ disputes }) => disputes, 'number'],
    [columns.documents, documents],
    [columns.period, ({ first_on, last_on }) => `${first_on ?? ''} – ${last_on ?? ''}`, 'short'],
  ]
}

function documentLink(
  { files, numbers }: PortfolioFacts,
  { plaintiff_id, defendant_id }: Portfolio['suits'][number],
  document: string,
): Html {
  const owner = [plaintiff_id, defendant_id].find((id) => numbers.get(id)?.has(document) === true) ?? ''
  const [file, number] = [files.get(owner), numbers.get(owner)?.get(document)]
  return file === undefined || number === undefined
    ? html``
    : html`<a class="ref" href="${encodeURIComponent(file)}#D${number}">D${number}</a> `
}

function concentrationColumns(facts: PortfolioFacts): readonly Column<Concentration>[] {
  const { words, present } = facts
  const { portfolio: say, columns } = words
  const shared = ({ kind, name }: Concentration): Html =>
    kind === 'court'
      ? showing({ present, report: words }).showName('court', name)
      : quoted(present(name ?? '', 'party'))
  const counts = ({ documents_each }: Concentration): string[] => documents_each.map((count) => ` ${count}`)
  return [
    [say.kind, ({ kind }) => words.portfolioConcentration[kind]],
    [say.shared, shared],
    [columns.documents, ({ documents }) => documents, 'number'],
    [say.enterprises, (row) => enterprises(facts, row, '#appendix-D', counts(row))],
  ]
}
