import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html } from '../dossiers/html.ts'
import { filled } from '../dossiers/words/words.ts'
import { emptyBox, enterpriseAt, link, type Page, type Scene } from './scene.ts'

/** Most enterprises. */
const mostIds = 500

/** The basket. A posted form puts enterprises in or takes them out, and leads back here; or has dossiers made. */
export async function basketView(scene: Scene): Promise<Page> {
  const { basket, form, words } = scene
  const { title } = words.basket
  if (form.has('id')) {
    await change(scene)
    return { title, body: html``, movedTo: '/basket' }
  }
  const isEmpty = basket.size === 0
  const isMade = form.get('deed') === 'make' && !isEmpty
  const made = isMade && (await outcome(scene))
  const nothing = emptyBox(html`<p>${words.basket.empty}</p>${link('/', words.nav.portfolio, 'button')}`)
  return { title, body: html`<h1>${title}</h1>${made}${isEmpty ? nothing : await list(scene)}` }
}

/** What the warehouse does not know is left out. */
async function change(scene: Scene): Promise<void> {
  const { basket, form } = scene
  for (const { id } of await rowsAmong(scene, form.getAll('id')))
    if (form.get('deed') === 'remove') basket.delete(String(id))
    else if (basket.size < mostIds) basket.add(String(id))
}

const rowsAmong = ({ rows }: Scene, given: Iterable<string>): Promise<SqlRow[]> =>
  rows(
    `SELECT enterprise_id AS id, any_value(name) AS name, any_value(uscc) AS uscc FROM explored.subjects
     WHERE list_contains(string_split($ids, chr(10)), enterprise_id) GROUP BY enterprise_id ORDER BY name`,
    { ids: [...given].join('\n') },
  )

async function list(scene: Scene): Promise<Html> {
  const { words, basket, show, showIf } = scene
  const entries = (await rowsAmong(scene, basket)).map(
    ({ id, name, uscc }) =>
      html`<li class="actions">${link(enterpriseAt(id), show(name, 'party'), 'name')} <span class="code">${showIf(uscc, 'label')}</span><form action="/basket" method="post">${hidden(id)}<input type="hidden" name="deed" value="remove"><button>${words.basket.remove}</button></form></li>`,
  )
  return html`<h2>${words.portfolio.enterprises}</h2><ul class="results">${entries}</ul>
<form action="/basket" method="post" class="actions"><input type="hidden" name="deed" value="make"><button>${words.basket.make}</button><span class="note">${words.basket.rule}</span></form>`
}

/** Has the dossiers made, and says where they are or why there are none. */
async function outcome({ words, report, basket, makeDossiers }: Scene): Promise<Html> {
  const made = await makeDossiers([...basket])
  if ('fault' in made) return html`<pre class="warning" role="alert">${made.fault}</pre>`
  const { folder, files, judgments } = made
  return html`<div class="empty" role="status"><h2>${words.basket.made}</h2><p>${words.basket.folder}${report.colon}<span class="code">${folder}</span></p><ul>${files.map((file) => html`<li class="code">${file}</li>`)}</ul>${judgments > 0 && html`<p>${filled(words.judgmentPages, judgments)}</p>`}</div>`
}

const hidden = (id: unknown): Html => html`<input type="hidden" name="id" value="${String(id)}">`

export const collectButton = ({ words }: Scene, id: unknown): Html =>
  html`<form action="/basket" method="post">${hidden(id)}<button>${words.basket.collect}</button></form>`

/** A box that names an entry of a list. `name` is what a screen reader calls the entry. */
export const collectBox = ({ words }: Scene, id: unknown, name: string): Html =>
  html`<input type="checkbox" name="id" value="${String(id)}" aria-label="${words.say('select', name)}">`

/** A list whose chosen entries go into the basket together. */
export const collecting = ({ words }: Scene, list: Html): Html =>
  html`<form action="/basket" method="post">${list}
<p class="actions"><button>${words.basket.collectChosen}</button></p></form>`
