import { colours, drawBars } from '../dossiers/charts.ts'
import { type Html, html } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { type QuestionName, questions } from './questions.ts'
import { link, plain, type Scene, show, type View } from './scene.ts'
import type { Asked, Reply } from './server.ts'

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

const statementOf = (params: URLSearchParams, saved: ReadonlyMap<string, string>): string => {
  const name = params.get('question')
  return (
    params.get('sql') ?? (isQuestion(name) ? questions[name] : (saved.get(params.get('saved') ?? '') ?? ''))
  )
}

/** Questions of the reader's own by their names: a file of the home, which later sessions and others with the home have too. */
export interface SavedQuestions {
  read(): Promise<ReadonlyMap<string, string>>
  write(questions: ReadonlyMap<string, string>): Promise<void>
}

/** Characters of a name, and saved questions, at most. */
const [longestName, mostSaved] = [100, 200]

/** Saves or removes the question that a form names, and leads to its address. */
async function changeSaved(scene: Scene, form: URLSearchParams, own: SavedQuestions): Promise<View> {
  const name = (form.get('name') ?? '').trim().slice(0, longestName)
  const statement = form.get('sql') ?? ''
  const saved = new Map(await own.read())
  const isRemoved = form.get('deed') === 'remove'
  if (isRemoved) saved.delete(name)
  else if (name !== '' && statement.trim() !== '' && saved.size < mostSaved) saved.set(name, statement)
  await own.write(saved)
  return {
    title: scene.words.nav.sql,
    body: html``,
    movedTo: isRemoved
      ? '/sql'
      : `/sql?${new URLSearchParams(saved.has(name) ? { saved: name } : { sql: statement })}`,
  }
}

/** The query sandbox: a statement, its result, the questions that are asked most, and those that were saved. */
export async function sql(
  scene: Scene,
  { sandbox, saved: own }: { readonly sandbox: Sandbox; readonly saved: SavedQuestions },
  { signal, form }: Pick<Asked, 'signal' | 'form'>,
): Promise<View> {
  const { words, params, href } = scene
  if (form.has('deed')) return await changeSaved(scene, form, own)
  const saved = await own.read()
  const statement = statementOf(params, saved)
  const ran = statement.trim() === '' ? undefined : await sandbox.run(statement, mostRows, signal)
  const body = html`<h1>${words.nav.sql}</h1>
<div class="columns"><aside><h2>${words.sql.shipped}</h2><ul class="questions">${Object.entries(words.questions).map(([name, word]) => html`<li>${link(scene, `/sql?question=${name}`, word, params.get('question') === name ? 'chosen' : '')}</li>`)}</ul>${savedList(scene, saved)}${dictionary(scene)}</aside>
<div class="main"><form action="${href('/sql') ?? ''}" method="get" id="query"><label>${words.sql.statement}<textarea name="sql" spellcheck="false" autocomplete="off" rows="9" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="completions">${statement}</textarea></label><ul id="completions" role="listbox" aria-label="${words.sql.dictionary}" hidden></ul>
<p class="actions"><button>${words.sql.run}</button><span class="note">${words.sql.hint} ${words.sql.saved}</span></p></form>
${ran !== undefined && !('fault' in ran) && saveForm(scene, statement)}
${ran !== undefined && shown(scene, statement, ran)}</div></div>`
  return { title: words.nav.sql, body, ...(ran !== undefined && 'fault' in ran ? { status: 422 } : {}) }
}

function savedList(scene: Scene, saved: ReadonlyMap<string, string>): Html {
  const { words, params, href } = scene
  const entry = (name: string): Html =>
    html`<li class="actions">${link(scene, `/sql?${new URLSearchParams({ saved: name })}`, plain(scene, name, 'mixed'), params.get('saved') === name ? 'chosen' : '')}<form action="${href('/sql') ?? ''}" method="post"><input type="hidden" name="deed" value="remove"><input type="hidden" name="name" value="${name}"><button aria-label="${words.sql.forget(name)}">×</button></form></li>`
  return html`<h2>${words.sql.own}</h2>${saved.size === 0 ? html`<p class="note">${words.sql.noOwn}</p>` : html`<ul class="questions">${[...saved.keys()].map(entry)}</ul>`}`
}

const saveForm = ({ words, params, href }: Scene, statement: string): Html =>
  html`<form action="${href('/sql') ?? ''}" method="post" class="actions"><input type="hidden" name="deed" value="save"><input type="hidden" name="sql" value="${statement}"><label>${words.sql.name} <input name="name" required maxlength="${longestName}" value="${params.get('saved') ?? ''}"></label><button>${words.sql.save}</button></form>`

function shown(scene: Scene, statement: string, ran: Ran): Html {
  const { words, href } = scene
  if ('fault' in ran) return html`<pre class="warning" role="alert">${ran.fault}</pre>`
  const decimals = ran.columns.map((_, at) => decimalsOf(ran.rows, at))
  const ways = downloadFormats.map(
    (format) =>
      html`<a class="button" href="${href(`/download?format=${format}&sql=${encodeURIComponent(statement)}`) ?? ''}" download>${words.sql.download} ${format.toUpperCase()}</a> `,
  )
  return html`<p class="actions"><strong>${words.sql.rows(ran.rows.length, ran.isCut)}</strong> ${ways}</p>
${charts(scene, ran)}
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

/** Rows and columns of a result that are drawn. */
const [mostBars, mostCharts] = [20, 3]
/** A column whose greatest number is less than this is not rounded, but left out. */
const leastRounded = 1_000

/** A chart for each column of numbers, by the first column that has none. Columns are never stacked: they may measure different things. */
function charts(scene: Scene, { columns, rows }: Extract<Ran, { rows: unknown }>): Html {
  const names = columns.findIndex((_, at) => !isNumbers(rows, at) && rows.some((row) => row[at] !== null))
  if (names < 0 || rows.length < 2) return html``
  const charts = columns.flatMap((_, at) => chart(scene, { columns, rows }, names, at)).slice(0, mostCharts)
  return html`${charts.length > 0 && html`<details class="facet" open><summary>${scene.words.sql.chart(mostBars)}</summary><div class="charts">${charts}</div></details>`}`
}

/** The first rows that have a number. A bar is of a whole number, so only large ones may be rounded. */
function chart(
  scene: Scene,
  { columns, rows }: Pick<Extract<Ran, { rows: unknown }>, 'columns' | 'rows'>,
  names: number,
  at: number,
): Html[] {
  if (!isNumbers(rows, at)) return []
  const drawn = rows.filter((row) => row[at] !== null).slice(0, mostBars)
  const numbers = drawn.map((row) => Number(row[at]))
  const isWhole = numbers.every(Number.isInteger)
  const greatest = Math.max(...numbers)
  if (greatest <= 0 || numbers.some((number) => number < 0) || (!isWhole && greatest < leastRounded))
    return []
  const title = `${titleOf(scene, columns[at] ?? '')}${isWhole ? '' : ` ${scene.words.sql.rounded}`}`
  return [
    drawBars({
      title,
      categories: drawn.map((row) => plain(scene, row[names] ?? 'NULL', 'mixed')),
      series: [{ name: title, colour: colours.navy, counts: numbers.map(Math.round) }],
    }),
  ]
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
  const made = await sandbox.download(statementOf(params, new Map()), format, signal)
  if ('fault' in made) return { status: 422, type: 'text/plain; charset=utf-8', body: made.fault }
  return {
    status: 200,
    type: types[format],
    body: made.bytes,
    headers: { 'content-disposition': `attachment; filename="${made.name}"` },
  }
}
