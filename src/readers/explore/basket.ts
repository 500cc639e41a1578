import { type Html, html } from '../dossiers/html.ts'
import {
  documentAt,
  enterpriseAt,
  link,
  rowsOf,
  type Scene,
  show,
  showIf,
  textsOf,
  type View,
} from './scene.ts'

/** What dossiers shall be made of, for as long as the pages are served. */
export interface Basket {
  /** Ids of enterprises. */
  readonly enterprises: Set<string>
  /** Ids of listed documents. */
  readonly documents: Set<string>
}

export const emptyBasket = (): Basket => ({ enterprises: new Set(), documents: new Set() })

export const sizeOf = ({ enterprises, documents }: Basket): number => enterprises.size + documents.size

/** Dossiers that were written. */
interface Made {
  readonly folder: string
  /** Index and dossiers. */
  readonly files: readonly string[]
  /** How many pages of judgments are beside them. */
  readonly judgments: number
}

/** Writes the dossiers of enterprises, and of those that list the documents; or says why there are none. */
export type MakeDossiers = (
  enterprises: readonly string[],
  documents: readonly string[],
) => Promise<Made | { readonly fault: string }>

/** Most entries of either kind. */
const mostIds = 500

/** A kind of entry: the field of forms that names it, and what the warehouse knows of ids, joined by line feeds. */
const kinds = {
  enterprises: {
    field: 'id',
    sql: `SELECT enterprise_id AS id, any_value(name) AS name, any_value(uscc) AS uscc FROM explored.subjects
      WHERE list_contains(string_split($ids, chr(10)), enterprise_id) GROUP BY enterprise_id ORDER BY name`,
  },
  documents: {
    field: 'document',
    sql: `SELECT s.document_id AS id, any_value(s.title) AS title, any_value(s.case_number) AS case_number, max(s.decided_on) AS decided_on,
        list(DISTINCT p.name) AS persons
      FROM subject_documents AS s LEFT JOIN document_parties AS p USING (document_id)
      WHERE list_contains(string_split($ids, chr(10)), s.document_id) GROUP BY s.document_id ORDER BY decided_on DESC NULLS LAST, id`,
  },
} as const

type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

/** The basket. A posted form puts entries in or takes them out, and leads back here; or has dossiers made. */
export async function basketView(
  scene: Scene,
  basket: Basket,
  form: URLSearchParams,
  make: MakeDossiers,
): Promise<View> {
  const { words } = scene
  const { title } = words.basket
  if (await isChanged(scene, basket, form)) return { title, body: html``, movedTo: '/basket' }
  const isMade = form.get('deed') === 'make' && sizeOf(basket) > 0
  const made = isMade ? await make([...basket.enterprises], [...basket.documents]) : undefined
  const body = html`<h1>${title}</h1>${made !== undefined && outcome(scene, made)}${sizeOf(basket) === 0 ? html`<div class="empty"><p>${words.basket.empty}</p>${link(scene, '/', words.nav.portfolio, 'button')}</div>` : await list(scene, basket)}`
  return { title, body }
}

/** Whether the form named anything; what the warehouse does not know is left out. */
async function isChanged(scene: Scene, basket: Basket, form: URLSearchParams): Promise<boolean> {
  for (const kind of kindNames)
    for (const { id } of await rowsAmong(scene, kind, form.getAll(kinds[kind].field))) {
      const ids = basket[kind]
      if (form.get('deed') === 'remove') ids.delete(String(id))
      else if (ids.size < mostIds) ids.add(String(id))
    }
  return kindNames.some((kind) => form.has(kinds[kind].field))
}

const rowsAmong = async (scene: Scene, kind: Kind, ids: Iterable<string>) => {
  const asked = [...ids].join('\n')
  return asked === '' ? [] : await rowsOf(scene, kinds[kind].sql, { ids: asked })
}

async function list(scene: Scene, basket: Basket): Promise<Html> {
  const { words, href } = scene
  const action = href('/basket') ?? ''
  const entry = (kind: Kind, id: unknown, shown: Html): Html =>
    html`<li class="actions">${shown}<form action="${action}" method="post"><input type="hidden" name="${kinds[kind].field}" value="${String(id)}"><input type="hidden" name="deed" value="remove"><button>${words.basket.remove}</button></form></li>`
  const enterprises = (await rowsAmong(scene, 'enterprises', basket.enterprises)).map((row) =>
    entry(
      'enterprises',
      row.id,
      html`${link(scene, enterpriseAt(String(row.id)), show(scene, row.name, 'party'), 'name')} <span class="code">${showIf(scene, row.uscc, 'label')}</span>`,
    ),
  )
  const documents = (await rowsAmong(scene, 'documents', basket.documents)).map((row) =>
    entry(
      'documents',
      row.id,
      html`${link(scene, documentAt(String(row.id)), show(scene, row.title ?? row.case_number, 'prose', textsOf(row.persons)), 'name')} <span class="minor">${showIf(scene, row.case_number, 'label')} · ${showIf(scene, row.decided_on, 'label')}</span>`,
    ),
  )
  const section = (title: string, entries: readonly Html[]): Html =>
    html`${entries.length > 0 && html`<h2>${title}</h2><ul class="results">${entries}</ul>`}`
  return html`${section(words.portfolio.enterprises, enterprises)}${section(words.basket.documents, documents)}
<form action="${action}" method="post" class="actions"><input type="hidden" name="deed" value="make"><button>${words.basket.make}</button><span class="note">${words.basket.rule}</span></form>`
}

const outcome = ({ words, report }: Scene, made: Awaited<ReturnType<MakeDossiers>>): Html =>
  'fault' in made
    ? html`<pre class="warning" role="alert">${made.fault}</pre>`
    : html`<div class="empty" role="status"><h2>${words.basket.made}</h2><p>${words.basket.folder}${report.colon}<span class="code">${made.folder}</span></p><ul>${made.files.map((file) => html`<li class="code">${file}</li>`)}</ul>${made.judgments > 0 && html`<p>${words.basket.judgments(made.judgments)}</p>`}</div>`

/** A button that puts one enterprise or document in; nothing where there is no basket. */
export function collectButton({ words, href }: Scene, kind: Kind, id: string): Html {
  const action = href('/basket')
  return html`${action !== undefined && html`<form action="${action}" method="post"><input type="hidden" name="${kinds[kind].field}" value="${id}"><button>${words.basket.collect}</button></form>`}`
}

/** A box that names an entry, in a list of `collecting`. `name` is what a screen reader calls the entry. */
export const collectBox = ({ words }: Scene, kind: Kind, id: string, name: string): Html =>
  html`<input type="checkbox" name="${kinds[kind].field}" value="${id}" aria-label="${words.basket.select(name)}">`

/** A list whose chosen entries go into the basket together. */
export function collecting({ words, href }: Scene, list: Html): Html {
  const action = href('/basket')
  if (action === undefined) return list
  return html`<form action="${action}" method="post">${list}
<p class="actions"><button>${words.basket.collectChosen}</button></p></form>`
}
