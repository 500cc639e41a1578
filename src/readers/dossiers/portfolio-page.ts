import { z } from 'zod'
import { literal } from '../../contract/sql.ts'
import type { Holds } from '../../rows/tables/table.ts'
import type { Reader } from '../../warehouse/database.ts'
import { type Html, html, quoted } from './html.ts'
import { named } from './named.ts'
import { page } from './page.ts'
import { count, text } from './rows.ts'
import { table } from './tables.ts'
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

/** What connects the enterprises of a run; small, because it is held while the dossiers are written. */
export interface Portfolio {
  readonly links: readonly z.infer<typeof linkRow>[]
  readonly suits: readonly z.infer<typeof suitRow>[]
  readonly concentrations: readonly z.infer<typeof concentrationRow>[]
}

const mostConcentrations = 100

export async function readPortfolio(reader: Reader, runId: string): Promise<Portfolio> {
  const of = (view: string, order: string): string =>
    `SELECT * EXCLUDE (run_id) FROM ${view} WHERE run_id = ${literal(runId)} ORDER BY ${order}`
  const common = of('portfolio_concentrations', 'enterprises DESC, documents DESC, kind, name')
  return {
    links: (
      await reader.rows(of('portfolio_links', 'enterprises DESC, kind, name, place, enterprise_ids'))
    ).map((row) => linkRow.parse(row)),
    suits: (await reader.rows(of('portfolio_suits', 'documents DESC, plaintiff_id, defendant_id'))).map(
      (row) => suitRow.parse(row),
    ),
    concentrations: (await reader.rows(`${common} LIMIT ${mostConcentrations}`)).map((row) =>
      concentrationRow.parse(row),
    ),
  }
}

export interface PortfolioFacts {
  readonly words: Words
  readonly portfolio: Portfolio
  /** Files of the dossiers by enterprise. */
  readonly files: ReadonlyMap<string, string>
  /** Numbers of documents in the appendix of a dossier, by enterprise and document. */
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly present: (value: string, holds: Holds) => string
}

/** The page across the enterprises of a job: each enterprise leads to its dossier, each document to its row there. */
export function portfolioPage(facts: PortfolioFacts): string {
  const { words } = facts
  const { portfolio: say } = words
  const part = (title: string, body: Html, rows: readonly unknown[]): Html =>
    html`<section><h2>${title}</h2>${rows.length === 0 ? html`<p>${say.none}</p>` : body}</section>
`
  const { links, suits, concentrations } = facts.portfolio
  const body = html`<main><p><a href="index.html">${words.index.title}</a></p><h1>${say.title}</h1><p class="note">${say.note}</p>
${part(say.links, linkTable(facts), links)}${part(say.suits, suitTable(facts), suits)}${part(say.concentrations, concentrationTable(facts), concentrations)}</main>`
  return page(words, say.title, body)
}

const enterprise = ({ files, present }: PortfolioFacts, id: string, name: string, at = ''): Html => {
  const file = files.get(id)
  const shown = quoted(present(name, 'party'))
  return file === undefined ? shown : html`<a href="${encodeURIComponent(file)}${at}">${shown}</a>`
}

function linkTable(facts: PortfolioFacts): Html {
  const { words, portfolio, present } = facts
  const { portfolio: say } = words
  return table(
    [{ label: say.kind }, { label: say.shared }, { label: say.enterprises }],
    portfolio.links.map(({ kind, name, place, enterprise_ids, enterprise_names }) => ({
      cells: [
        words.portfolioLink[kind],
        quoted(
          name === null
            ? present(place ?? '', 'prose')
            : present(name, kind === 'officer' ? 'person' : 'party'),
        ),
        html`${enterprise_ids.map((id, at) => html`${at > 0 && html`<br>`}${enterprise(facts, id, enterprise_names[at] ?? id)}`)}`,
      ],
    })),
    { isStacked: true },
  )
}

function suitTable(facts: PortfolioFacts): Html {
  const { words, portfolio } = facts
  const { portfolio: say, columns } = words
  return table(
    [
      { label: say.plaintiff },
      { label: say.defendant },
      { label: columns.disputes, shape: 'number' },
      { label: columns.documents },
      { label: columns.period, shape: 'short' },
    ],
    portfolio.suits.map((suit) => ({
      cells: [
        enterprise(facts, suit.plaintiff_id, suit.plaintiff_name),
        enterprise(facts, suit.defendant_id, suit.defendant_name),
        suit.disputes,
        html`${suit.document_ids.length} ${suit.document_ids.map((id) => documentLinks(facts, suit, id))}`,
        `${suit.first_on ?? ''} – ${suit.last_on ?? ''}`,
      ],
    })),
    { isStacked: true },
  )
}

/** A document in the dossiers of both sides that list it. */
function documentLinks(
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
  return table(
    [
      { label: say.kind },
      { label: say.shared },
      { label: columns.documents, shape: 'number' },
      { label: say.enterprises },
    ],
    portfolio.concentrations.map(
      ({ kind, name, documents, enterprise_ids, enterprise_names, documents_each }) => ({
        cells: [
          words.portfolioConcentration[kind],
          kind === 'court'
            ? named(words, 'court', name ?? '', present(name ?? '', 'label'))
            : quoted(present(name ?? '', 'party')),
          documents,
          html`${enterprise_ids.map((id, at) => html`${at > 0 && html`<br>`}${enterprise(facts, id, enterprise_names[at] ?? id, '#appendix-D')} ${documents_each[at]}`)}`,
        ],
      }),
    ),
    { isStacked: true },
  )
}
