import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { showing, textsOf } from '../dossiers/shown.ts'
import { filled } from '../dossiers/words/words.ts'
import { type Basket, documentAt, emptyBox, enterpriseAt, link, type Page, type Scene } from './scene.ts'

type Kind = keyof Basket

/** Most entries of either kind. */
const mostIds = 500

/** A kind of entry: the field of forms that names it, what the warehouse knows of ids, and how an entry is shown. */
const kinds = {
  enterprises: {
    field: 'id',
    sql: `SELECT enterprise_id AS id, any_value(name) AS name, any_value(uscc) AS uscc FROM explored.subjects
      WHERE list_contains(string_split($ids, chr(10)), enterprise_id) GROUP BY enterprise_id ORDER BY name`,
    show: ({ show, showIf }: Scene, { id, name, uscc }: SqlRow): Html =>
      html`${link(enterpriseAt(id), show(name, 'party'), 'name')} <span class="code">${showIf(uscc, 'label')}</span>`,
  },
  documents: {
    field: 'document',
    sql: `SELECT s.document_id AS id, any_value(s.title) AS title, any_value(s.case_number) AS case_number, max(s.decided_on) AS decided_on,
        list(DISTINCT p.name) AS persons
      FROM subject_documents AS s LEFT JOIN document_parties AS p USING (document_id)
      WHERE list_contains(string_split($ids, chr(10)), s.document_id) GROUP BY s.document_id ORDER BY decided_on DESC NULLS LAST, id`,
    show: (scene: Scene, { id, title, case_number, decided_on, persons }: SqlRow): Html => {
      const { show, showIf } = showing(scene, textsOf(persons))
      return html`${link(documentAt(id), show(title ?? case_number, 'prose'), 'name')} <span class="minor">${showIf(case_number, 'label')} · ${showIf(decided_on, 'label')}</span>`
    },
  },
} as const

const kindNames = Object.keys(kinds) as Kind[]

/** The basket. A posted form puts entries in or takes them out, and leads back here; or has dossiers made. */
export async function basketView(scene: Scene): Promise<Page> {
  const { basket, form, words } = scene
  const { title } = words.basket
  if (await isChanged(scene)) return { title, body: html``, movedTo: '/basket' }
  const isEmpty = sizeOf(basket) === 0
  const isMade = form.get('deed') === 'make' && !isEmpty
  const made = isMade && (await outcome(scene))
  const nothing = emptyBox(html`<p>${words.basket.empty}</p>${link('/', words.nav.portfolio, 'button')}`)
  return { title, body: html`<h1>${title}</h1>${made}${isEmpty ? nothing : await list(scene)}` }
}

export const sizeOf = ({ enterprises, documents }: Basket): number => enterprises.size + documents.size

/** Whether the form named anything; what the warehouse does not know is left out. */
async function isChanged(scene: Scene): Promise<boolean> {
  const { basket, form } = scene
  for (const kind of kindNames)
    for (const { id } of await rowsAmong(scene, kind, form.getAll(kinds[kind].field)))
      if (form.get('deed') === 'remove') basket[kind].delete(String(id))
      else if (basket[kind].size < mostIds) basket[kind].add(String(id))
  return kindNames.some((kind) => form.has(kinds[kind].field))
}

const rowsAmong = async ({ rows }: Scene, kind: Kind, given: Iterable<string>): Promise<SqlRow[]> => {
  const ids = [...given].join('\n')
  return ids === '' ? [] : await rows(kinds[kind].sql, { ids })
}

async function list(scene: Scene): Promise<Html> {
  const { words, basket } = scene
  const section = async (kind: Kind, title: string): Promise<Part> => {
    const entries = (await rowsAmong(scene, kind, basket[kind])).map(
      (row) =>
        html`<li class="actions">${kinds[kind].show(scene, row)}<form action="/basket" method="post">${hidden(kind, row.id)}<input type="hidden" name="deed" value="remove"><button>${words.basket.remove}</button></form></li>`,
    )
    return entries.length > 0 && html`<h2>${title}</h2><ul class="results">${entries}</ul>`
  }
  return html`${await section('enterprises', words.portfolio.enterprises)}${await section('documents', words.basket.documents)}
<form action="/basket" method="post" class="actions"><input type="hidden" name="deed" value="make"><button>${words.basket.make}</button><span class="note">${words.basket.rule}</span></form>`
}

/** Has the dossiers made, and says where they are or why there are none. */
async function outcome({ words, report, basket, makeDossiers }: Scene): Promise<Html> {
  const made = await makeDossiers([...basket.enterprises], [...basket.documents])
  if ('fault' in made) return html`<pre class="warning" role="alert">${made.fault}</pre>`
  const { folder, files, judgments } = made
  return html`<div class="empty" role="status"><h2>${words.basket.made}</h2><p>${words.basket.folder}${report.colon}<span class="code">${folder}</span></p><ul>${files.map((file) => html`<li class="code">${file}</li>`)}</ul>${judgments > 0 && html`<p>${filled(words.judgmentPages, judgments)}</p>`}</div>`
}

const hidden = (kind: Kind, id: unknown): Html =>
  html`<input type="hidden" name="${kinds[kind].field}" value="${String(id)}">`

export const collectButton = ({ words }: Scene, kind: Kind, id: unknown): Html =>
  html`<form action="/basket" method="post">${hidden(kind, id)}<button>${words.basket.collect}</button></form>`

/** A box that names an entry of a list. `name` is what a screen reader calls the entry. */
export const collectBox = ({ words }: Scene, kind: Kind, id: unknown, name: string): Html =>
  html`<input type="checkbox" name="${kinds[kind].field}" value="${String(id)}" aria-label="${words.say('select', name)}">`

/** A list whose chosen entries go into the basket together. */
export const collecting = ({ words }: Scene, list: Html): Html =>
  html`<form action="/basket" method="post">${list}
<p class="actions"><button>${words.basket.collectChosen}</button></p></form>`
