import { z } from 'zod'
import { literal } from '../../contract/sql.ts'
import type { Reader } from '../../warehouse/database.ts'
import { type Html, html, joined, quoted } from './html.ts'
import { page } from './page.ts'
import { count, parsed, text } from './rows.ts'
import { type Presenter, showName } from './shown.ts'
import { listing } from './tables.ts'
import type { Words } from './words/words.ts'

const linkRow = z.object({
  kind: z.enum(['shareholder', 'officer', 'address', 'phone', 'owner']),
  name: text,
  place: text,
  enterprise_ids: z.array(z.string()),
  enterprise_names: z.array(z.string()),
})
const suitRow = z.object({
  plaintiff_id: z.string(),
  plaintiff_name: z.string(),
  defendant_id: z.string(),
  defendant_name: z.string(),
  disputes: count,
  first_on: text,
  last_on: text,
  document_ids: z.array(z.string()),
})
const concentrationRow = z.object({
  kind: z.enum(['counterparty', 'court']),
  name: text,
  documents: count,
  enterprise_ids: z.array(z.string()),
  enterprise_names: z.array(z.string()),
  documents_each: z.array(z.string()),
})

const mostConcentrations = 100

/** What connects the enterprises of a run; small, because it is held while the dossiers are written. */
export type Portfolio = Awaited<ReturnType<typeof readPortfolio>>

export async function readPortfolio(reader: Reader, runId: string) {
  const of = (view: string, order: string): string =>
    `SELECT * EXCLUDE (run_id) FROM ${view} WHERE run_id = ${literal(runId)} ORDER BY ${order}`
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

export interface PortfolioFacts {
  readonly words: Words
  readonly portfolio: Portfolio
  /** Files of the dossiers by enterprise. */
  readonly files: ReadonlyMap<string, string>
  /** Numbers of documents in the appendix of a dossier, by enterprise and document. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly present: Presenter
}

/** The page across the enterprises of a job: each enterprise leads to its dossier, each document to its row there. */
export function portfolioPage(facts: PortfolioFacts): string {
  const { words, portfolio } = facts
  const { portfolio: say } = words
  const part = (title: string, body: Html, rows: readonly unknown[]): Html =>
    html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p>${say.none}</p>` : body}</section>
`
  const body = html`<main><p><a href="index.html">${words.index.title}</a></p><h1>${say.title}</h1><p class="note">${say.note}</p>
${part(say.links, linkTable(facts), portfolio.links)}${part(say.suits, suitTable(facts), portfolio.suits)}${part(say.concentrations, concentrationTable(facts), portfolio.concentrations)}</main>`
  return page(words, say.title, body)
}

const enterprise = ({ files, present }: PortfolioFacts, id: string, name: string, at = ''): Html => {
  const file = files.get(id)
  const shown = quoted(present(name, 'party'))
  return file === undefined ? shown : html`<a href="${encodeURIComponent(file)}${at}">${shown}</a>`
}

const linesOf = (lines: readonly Html[]): Html => joined(lines, html`<br>`)

function linkTable(facts: PortfolioFacts): Html {
  const { words, portfolio, present } = facts
  const { portfolio: say } = words
  const shared = ({ kind, name, place }: Portfolio['links'][number]): string =>
    name === null ? present(place ?? '', 'prose') : present(name, kind === 'officer' ? 'person' : 'party')
  return listing(
    [
      [say.kind, ({ kind }) => words.portfolioLink[kind]],
      [say.shared, (link) => quoted(shared(link))],
      [
        say.enterprises,
        ({ enterprise_ids: ids, enterprise_names: names }) =>
          linesOf(ids.map((id, at) => enterprise(facts, id, names[at] ?? id))),
      ],
    ],
    portfolio.links,
    { isStacked: true },
  )
}

function suitTable(facts: PortfolioFacts): Html {
  const { words, portfolio } = facts
  const { portfolio: say, columns } = words
  return listing(
    [
      [say.plaintiff, (suit) => enterprise(facts, suit.plaintiff_id, suit.plaintiff_name)],
      [say.defendant, (suit) => enterprise(facts, suit.defendant_id, suit.defendant_name)],
      [columns.disputes, ({ disputes }) => disputes, 'number'],
      [
        columns.documents,
        (suit) =>
          html`${suit.document_ids.length} ${suit.document_ids.map((id) => documentLink(facts, suit, id))}`,
      ],
      [columns.period, ({ first_on, last_on }) => `${first_on ?? ''} – ${last_on ?? ''}`, 'short'],
    ],
    portfolio.suits,
    { isStacked: true },
  )
}

/** A document in the dossier of the first side that lists it. */
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

function concentrationTable(facts: PortfolioFacts): Html {
  const { words, portfolio, present } = facts
  const { portfolio: say, columns } = words
  type Row = Portfolio['concentrations'][number]
  const shared = ({ kind, name }: Row): Html =>
    kind === 'court'
      ? showName({ present, report: words }, 'court', name)
      : quoted(present(name ?? '', 'party'))
  const each = ({ enterprise_ids: ids, enterprise_names: names, documents_each }: Row): Html[] =>
    ids.map((id, at) => html`${enterprise(facts, id, names[at] ?? id, '#appendix-D')} ${documents_each[at]}`)
  return listing<Row>(
    [
      [say.kind, ({ kind }) => words.portfolioConcentration[kind]],
      [say.shared, shared],
      [columns.documents, ({ documents }) => documents, 'number'],
      [say.enterprises, (row) => linesOf(each(row))],
    ],
    portfolio.concentrations,
    { isStacked: true },
  )
}
