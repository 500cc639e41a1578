import { colours, drawBars } from '../dossiers/charts.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { type QuestionName, questions } from './questions.ts'
import {
  type DownloadFormat,
  downloadFormats,
  emptyBox,
  link,
  type Page,
  type Ran,
  type Scene,
} from './scene.ts'
import { type Reply, text } from './server.ts'

/** Most rows of a page. */
const mostRows = 500

const isQuestion = (name: string | null): name is QuestionName =>
  name !== null && Object.hasOwn(questions, name)

const statementOf = (params: URLSearchParams, saved?: ReadonlyMap<string, string>): string => {
  const name = params.get('question')
  const own = saved?.get(params.get('saved') ?? '') ?? ''
  return params.get('sql') ?? (isQuestion(name) ? questions[name] : own)
}

/** Characters of a name, and saved questions, at most. */
const [longestName, mostSaved] = [100, 200]

/** Saves or removes the question that a form names, and gives its address. */
async function changeSaved({ form, saved: own }: Scene): Promise<string> {
  const name = (form.get('name') ?? '').trim().slice(0, longestName)
  const statement = form.get('sql') ?? ''
  const saved = new Map(await own.read())
  const isRemoved = form.get('deed') === 'remove'
  if (isRemoved) saved.delete(name)
  else if (name !== '' && statement.trim() !== '' && saved.size < mostSaved) saved.set(name, statement)
  await own.write(saved)
  const query = new URLSearchParams(saved.has(name) ? { saved: name } : { sql: statement })
  return isRemoved ? '/sql' : `/sql?${query}`
}

/** The query sandbox: a statement, its result, the questions that are asked most, and those that were saved. */
export async function sql(scene: Scene): Promise<Page> {
  const { words, params, form, sandbox, signal } = scene
  const title = words.nav.sql
  if (form.has('deed')) return { title, body: html``, movedTo: await changeSaved(scene) }
  const saved = await scene.saved.read()
  const statement = statementOf(params, saved)
  const ran = statement.trim() === '' ? undefined : await sandbox.run(statement, mostRows, signal)
  const shipped = Object.entries(words.questions).map(
    ([name, word]) =>
      html`<li>${link(`/sql?question=${name}`, word, params.get('question') === name ? 'chosen' : '')}</li>`,
  )
  const body = html`<h1>${title}</h1>
<div class="columns"><aside><h2>${words.sql.shipped}</h2><ul class="questions">${shipped}</ul>${savedList(scene, saved)}${dictionary(scene)}</aside>
<div class="main"><form action="/sql" method="get" id="query"><label>${words.sql.statement}<textarea name="sql" spellcheck="false" autocomplete="off" rows="9" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="completions">${statement}</textarea></label><ul id="completions" role="listbox" aria-label="${words.sql.dictionary}" hidden></ul>
<p class="actions"><button>${words.sql.run}</button><span class="note">${words.sql.hint} ${words.sql.saved}</span></p></form>
${ran !== undefined && ('fault' in ran ? html`<pre class="warning" role="alert">${ran.fault}</pre>` : shown(scene, statement, ran))}</div></div>`
  return { title, body, status: ran !== undefined && 'fault' in ran ? 422 : 200 }
}

function savedList({ words, params, plain }: Scene, saved: ReadonlyMap<string, string>): Html {
  const entry = (name: string): Html => {
    const to = `/sql?${new URLSearchParams({ saved: name })}`
    return html`<li class="actions">${link(to, plain(name, 'mixed'), params.get('saved') === name ? 'chosen' : '')}<form action="/sql" method="post"><input type="hidden" name="deed" value="remove"><input type="hidden" name="name" value="${name}"><button aria-label="${words.forget(name)}">×</button></form></li>`
  }
  const none = html`<p class="note">${words.sql.noOwn}</p>`
  return html`<h2>${words.sql.own}</h2>${saved.size === 0 ? none : html`<ul class="questions">${[...saved.keys()].map(entry)}</ul>`}`
}

const saveForm = ({ words, params }: Scene, statement: string): Html =>
  html`<form action="/sql" method="post" class="actions"><input type="hidden" name="deed" value="save"><input type="hidden" name="sql" value="${statement}"><label>${words.sql.name} <input name="name" required maxlength="${longestName}" value="${params.get('saved') ?? ''}"></label><button>${words.sql.save}</button></form>`

/** A column of a result, under its own name, with its Chinese term where every relation that has it calls it the same. */
interface ResultColumn {
  readonly title: string
  readonly values: readonly unknown[]
  readonly isNumbers: boolean
}

function columnsOf({ relations, words }: Scene, { columns, rows }: Ran): ResultColumn[] {
  return columns.map((label, at) => {
    const same = relations.flatMap((relation) => relation.columns.filter(({ column }) => column === label))
    const [term, ...others] = new Set(same.map((column) => column.term))
    const values = rows.map((row) => row[at])
    const stated = values.filter((value) => value !== null)
    return {
      title: words.code === 'en' || term === undefined || others.length > 0 ? label : `${term} ${label}`,
      values,
      isNumbers: stated.length > 0 && stated.every((value) => typeof value === 'number'),
    }
  })
}

function shown(scene: Scene, statement: string, ran: Ran): Html {
  const { words } = scene
  const columns = columnsOf(scene, ran)
  const ways = downloadFormats.map(
    (format) =>
      html`<a class="button" href="/download?format=${format}&amp;sql=${encodeURIComponent(statement)}" download>${words.sql.download} ${format.toUpperCase()}</a> `,
  )
  const heads = columns.map(({ title, isNumbers }) => ({
    label: title,
    shape: isNumbers ? ('number' as const) : ('sentence' as const),
  }))
  const decimals = columns.map(({ values }) => decimalsOf(values))
  const rows = ran.rows.map((row) => ({
    cells: row.map((value, at) => cell(scene, value, decimals[at] ?? 0)),
  }))
  return html`${saveForm(scene, statement)}
<p class="actions"><strong>${words.resultRows(ran.rows.length, ran.isCut)}</strong> ${ways}</p>
${charts(scene, columns)}
${rows.length === 0 ? emptyBox(html`<h2>${words.none}</h2>`) : table(heads, rows)}`
}

/** Rows and columns of a result that are drawn. */
const [mostBars, mostCharts] = [20, 3]
/** A column whose greatest number is less than this is not rounded, but left out. */
const leastRounded = 1_000

/** A chart for each column of numbers, by the first column that has none. Columns are never stacked: they may measure different things. */
function charts(scene: Scene, columns: readonly ResultColumn[]): Part {
  const names = columns.find(({ values, isNumbers }) => !isNumbers && values.some((value) => value !== null))
  if (names === undefined || names.values.length < 2) return false
  const drawn = columns
    .filter(({ isNumbers }) => isNumbers)
    .flatMap((column) => chart(scene, names.values, column))
    .slice(0, mostCharts)
  return (
    drawn.length > 0 &&
    html`<details class="facet" open><summary>${scene.words.chartOf(mostBars)}</summary><div class="charts">${drawn}</div></details>`
  )
}

/** The first rows that have a number. A bar is of a whole number, so only large ones may be rounded. */
function chart({ words, plain }: Scene, names: readonly unknown[], { title, values }: ResultColumn): Html[] {
  const drawn = values.flatMap((value, at) => (value === null ? [] : [at])).slice(0, mostBars)
  const numbers = drawn.map((at) => Number(values[at]))
  const isWhole = numbers.every(Number.isInteger)
  const greatest = Math.max(...numbers)
  if (greatest <= 0 || Math.min(...numbers) < 0 || (!isWhole && greatest < leastRounded)) return []
  const name = `${title}${isWhole ? '' : ` ${words.sql.rounded}`}`
  const categories = drawn.map((at) => plain(names[at] ?? 'NULL', 'mixed'))
  return [
    drawBars({
      title: name,
      categories,
      series: [{ name, colour: colours.navy, counts: numbers.map(Math.round) }],
    }),
  ]
}

/** What the column holds is not known: any text may be a name, prose or JSON. */
function cell({ show }: Scene, value: unknown, decimals: number): Html | string {
  if (value === null) return html`<span class="zero">NULL</span>`
  if (typeof value !== 'number')
    return show(typeof value === 'object' ? JSON.stringify(value) : String(value), 'mixed')
  return value.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 6),
    useGrouping: Math.abs(value) >= 10_000,
  })
}

/** Two decimals for a column of which some number has any. */
const decimalsOf = (values: readonly unknown[]): number =>
  values.some((value) => typeof value === 'number' && !Number.isInteger(value)) ? 2 : 0

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
export async function download({
  params,
  sandbox,
  signal,
}: Pick<Scene, 'params' | 'sandbox' | 'signal'>): Promise<Reply> {
  const format = downloadFormats.find((one) => one === params.get('format'))
  if (format === undefined) return text(400, `explore: expected format=${downloadFormats.join(', ')}`)
  const made = await sandbox.download(statementOf(params), format, signal)
  if ('fault' in made) return text(422, made.fault)
  const headers = { 'content-disposition': `attachment; filename="${made.name}"` }
  return { status: 200, type: types[format], body: made.bytes, headers }
}
