import { type Html, html } from '../report/html.ts'
import { enterpriseAt, link, rowsOf, type Scene, show, showIf, type View } from './scene.ts'

/** Enterprises that dossiers shall be made of, for as long as the pages are served. */
export interface Basket {
  readonly ids: Set<string>
}

/** Writes dossiers of enterprises; gives their folder and files, or why there are none. */
export type MakeDossiers = (
  ids: readonly string[],
) => Promise<{ readonly folder: string; readonly files: readonly string[] } | { readonly fault: string }>

/** Most enterprises in a basket. */
const mostIds = 500

/** The basket; what a form posts is put in, taken out, or made dossiers of. */
export async function basketView(
  scene: Scene,
  basket: Basket,
  form: URLSearchParams,
  make: MakeDossiers,
): Promise<View> {
  const { words } = scene
  const known = await knownAmong(scene, form.getAll('id'))
  for (const id of known)
    if (form.get('deed') === 'remove') basket.ids.delete(id)
    else if (basket.ids.size < mostIds) basket.ids.add(id)
  const made = form.get('deed') === 'make' && basket.ids.size > 0 ? await make([...basket.ids]) : undefined
  const body = html`<h1>${words.basket.title}</h1>${made !== undefined && outcome(scene, made)}${basket.ids.size === 0 ? html`<div class="empty"><p>${words.basket.empty}</p>${link(scene, '/', words.nav.portfolio, 'button')}</div>` : await list(scene, basket)}`
  return { title: words.basket.title, body }
}

const knownAmong = async (scene: Scene, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await rowsOf(
          scene,
          'SELECT DISTINCT enterprise_id FROM explored.subjects WHERE list_contains(string_split($ids, chr(10)), enterprise_id)',
          {
            ids: ids.join('\n'),
          },
        )
      ).map(({ enterprise_id }) => String(enterprise_id))

async function list(scene: Scene, { ids }: Basket): Promise<Html> {
  const { words, href } = scene
  const rows = await rowsOf(
    scene,
    'SELECT enterprise_id, name, uscc FROM explored.subjects WHERE list_contains(string_split($ids, chr(10)), enterprise_id) ORDER BY name',
    { ids: [...ids].join('\n') },
  )
  const action = href('/basket') ?? ''
  return html`<ul class="results">${rows.map(
    (row) =>
      html`<li class="actions">${link(scene, enterpriseAt(String(row.enterprise_id)), show(scene, row.name, 'party'), 'name')} <span class="code">${showIf(scene, row.uscc, 'label')}</span><form action="${action}" method="post"><input type="hidden" name="id" value="${String(row.enterprise_id)}"><input type="hidden" name="deed" value="remove"><button>${words.basket.remove}</button></form></li>`,
  )}</ul><form action="${action}" method="post" class="actions"><input type="hidden" name="deed" value="make"><button>${words.basket.make}</button></form>`
}

const outcome = ({ words, report }: Scene, made: Awaited<ReturnType<MakeDossiers>>): Html =>
  'fault' in made
    ? html`<pre class="warning" role="alert">${made.fault}</pre>`
    : html`<div class="empty" role="status"><h2>${words.basket.made}</h2><p>${words.basket.folder}${report.colon}<span class="code">${made.folder}</span></p><ul>${made.files.map((file) => html`<li class="code">${file}</li>`)}</ul></div>`
