import { type Html, html } from '../report/html.ts'
import { table } from '../report/tables.ts'
import { type QuestionName, questions } from './questions.ts'
import { link, type Scene, show, type View } from './scene.ts'
import type { Reply } from './server.ts'

/** A result of the sandbox, and why there is none. */
export type Ran =
  | {
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      readonly isCut: boolean
    }
  | { readonly fault: string }

export type DownloadFormat = (typeof downloadFormats)[number]
export const downloadFormats = ['csv', 'xlsx', 'parquet'] as const

/** What SQL of a reader is done by: as `dossier query` and `dossier export` do it. */
export interface Sandbox {
  run(sql: string, limit: number, signal: AbortSignal): Promise<Ran>
  /** The result as a file that the product's writer made. */
  download(
    sql: string,
    format: DownloadFormat,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly bytes: Uint8Array } | { readonly fault: string }>
}

/** Most rows of a page. */
const mostRows = 500

const isQuestion = (name: string | null): name is QuestionName =>
  name !== null && Object.hasOwn(questions, name)

const statementOf = (params: URLSearchParams): string => {
  const name = params.get('question')
  return params.get('sql') ?? (isQuestion(name) ? questions[name] : '')
}

/** The query sandbox: a statement, its result, and the questions that are asked most. */
export async function sql(scene: Scene, sandbox: Sandbox, signal: AbortSignal): Promise<View> {
  const { words, params, href } = scene
  const statement = statementOf(params)
  const ran = statement.trim() === '' ? undefined : await sandbox.run(statement, mostRows, signal)
  const body = html`<h1>${words.nav.sql}</h1>
<div class="columns"><aside><h2>${words.sql.shipped}</h2><ul class="questions">${Object.entries(words.questions).map(([name, word]) => html`<li>${link(scene, `/sql?question=${name}`, word, params.get('question') === name ? 'chosen' : '')}</li>`)}</ul>${dictionary(scene)}</aside>
<div class="main"><form action="${href('/sql') ?? ''}" method="get" id="query"><label>${words.sql.statement}<textarea name="sql" spellcheck="false" autocomplete="off" rows="9" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="completions">${statement}</textarea></label><ul id="completions" role="listbox" aria-label="${words.sql.dictionary}" hidden></ul>
<p class="actions"><button>${words.sql.run}</button><span class="note">${words.sql.hint} ${words.sql.saved}</span></p></form>
${ran !== undefined && shown(scene, statement, ran)}</div></div>`
  return { title: words.nav.sql, body, ...(ran !== undefined && 'fault' in ran ? { status: 422 } : {}) }
}

function shown(scene: Scene, statement: string, ran: Ran): Html {
  const { words, href } = scene
  if ('fault' in ran) return html`<pre class="warning" role="alert">${ran.fault}</pre>`
  const decimals = ran.columns.map((_, at) => decimalsOf(ran.rows, at))
  const ways = downloadFormats.map(
    (format) =>
      html`<a class="button" href="${href(`/download?format=${format}&sql=${encodeURIComponent(statement)}`) ?? ''}" download>${words.sql.download} ${format.toUpperCase()}</a> `,
  )
  return html`<p class="actions"><strong>${words.sql.rows(ran.rows.length, ran.isCut)}</strong> ${ways}</p>
${
  ran.rows.length === 0
    ? html`<div class="empty"><h2>${words.none}</h2></div>`
    : table(
        ran.columns.map((label, at) => ({
          label: titleOf(scene, label),
          shape: isNumbers(ran.rows, at) ? ('number' as const) : ('sentence' as const),
        })),
        ran.rows.map((row) => ({ cells: row.map((value, at) => cell(scene, value, decimals[at] ?? 0)) })),
      )
}`
}

/** A column under its own name, with its Chinese term where every relation that has it calls it the same. */
function titleOf({ relations, words }: Scene, label: string): string {
  const terms = new Set(
    relations.flatMap(({ columns }) =>
      columns.filter(({ column }) => column === label).map(({ term }) => term),
    ),
  )
  return words.code === 'en' || terms.size !== 1 ? label : `${[...terms].join('')} ${label}`
}

const isNumbers = (rows: readonly (readonly unknown[])[], at: number): boolean =>
  rows.every((row) => row[at] === null || typeof row[at] === 'number') && rows.some((row) => row[at] !== null)

/** What the column holds is not known: any text may be a name, prose or JSON. */
const cell = (scene: Scene, value: unknown, decimals: number) =>
  value === null
    ? html`<span class="zero">NULL</span>`
    : typeof value === 'number'
      ? value.toLocaleString('en', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: Math.max(decimals, 6),
          useGrouping: Math.abs(value) >= 10_000,
        })
      : show(scene, typeof value === 'object' ? JSON.stringify(value) : String(value), 'mixed')

/** Two decimals for a column of which some number has any. */
const decimalsOf = (rows: readonly (readonly unknown[])[], at: number): number =>
  rows.some((row) => typeof row[at] === 'number' && !Number.isInteger(row[at])) ? 2 : 0

function dictionary({ relations, words }: Scene): Html {
  return html`<h2>${words.sql.dictionary}</h2><div class="dictionary" tabindex="0">${relations.map(
    ({ name, term, columns }) =>
      html`<details class="facet" data-relation="${name}"><summary>${name} <span class="minor">${term}</span></summary><ul>${columns.map(
        ({ column, term: called }) =>
          html`<li><span class="code">${column}</span> <span class="minor">${called}</span></li>`,
      )}</ul></details>`,
  )}</div>`
}

const types: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

/** The result of a statement as a file. */
export async function download(
  params: URLSearchParams,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Reply> {
  const format = downloadFormats.find((one) => one === params.get('format'))
  if (format === undefined)
    return {
      status: 400,
      type: 'text/plain; charset=utf-8',
      body: `explore: expected format=${downloadFormats.join(', ')}`,
    }
  const made = await sandbox.download(statementOf(params), format, signal)
  if ('fault' in made) return { status: 422, type: 'text/plain; charset=utf-8', body: made.fault }
  return {
    status: 200,
    type: types[format],
    body: made.bytes,
    headers: { 'content-disposition': `attachment; filename="${made.name}"` },
  }
}
