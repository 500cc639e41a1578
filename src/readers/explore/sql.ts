import { type Html, html } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { filled } from '../dossiers/words/words.ts'
import {
  type DownloadFormat,
  downloadTypes,
  emptyBox,
  type Fault,
  link,
  oneOf,
  type Page,
  type Ran,
  type Scene,
} from './scene.ts'
import { type Reply, text } from './server.ts'

/** The questions that analysts ask most, as SELECTs over the warehouse; the names are those of their addresses, and of their words in texts.json. */
export const questions = {
  unpaid: `SELECT e.name, c.case_number, c.court, c.amount, c.unpaid, c.last_on
FROM enforcement_cases c JOIN enterprises e USING (enterprise_id)
WHERE c.role = 'defendant' AND c.state = 'ended_unpaid' AND c.is_counted
ORDER BY c.amount DESC NULLS LAST, c.case_number, e.name`,
  dishonest: `SELECT e.name, m.mark, m.case_key, m.since, m.usual_end, m.lifted_on, m.evidence
FROM enterprise_marks m JOIN enterprises e USING (enterprise_id)
WHERE m.mark IN ('dishonest', 'restricted')
ORDER BY m.is_in_force DESC, m.since DESC, m.case_key, e.name, m.mark`,
  flags: `SELECT e.name, f.level, f.flag, count(*) AS rows, max(f.happened_on) AS latest
FROM red_flags f JOIN enterprises e USING (enterprise_id)
GROUP BY e.name, f.level, f.flag ORDER BY min(f.rank), rows DESC, e.name, f.flag`,
  ordered: `SELECT e.name, p.case_number, p.decided_on, p.amount_role, p.amount, p.basis, p.effectiveness, p.evidence
FROM ordered_payments p JOIN enterprises e USING (enterprise_id)
WHERE p.is_counted ORDER BY p.amount DESC NULLS LAST, p.case_number, p.ordinal, e.name`,
  claimed: `SELECT e.name, p.role, p.case_number, p.decided_on, p.amount_role, p.amount, p.evidence
FROM claimed_payments p JOIN enterprises e USING (enterprise_id)
WHERE p.is_counted ORDER BY p.amount DESC NULLS LAST, p.case_number, p.ordinal, e.name`,
  sued: `SELECT e.name, l.year, sum(l.cases) AS cases, sum(l.won) AS won, sum(l.lost) AS lost
FROM litigation_by_year l JOIN enterprises e USING (enterprise_id)
WHERE l.role = 'defendant' GROUP BY ALL ORDER BY e.name, l.year DESC`,
  causes: `SELECT e.name, c.cause, c.role, sum(c.cases) AS cases
FROM litigation_by_cause c JOIN enterprises e USING (enterprise_id)
GROUP BY ALL ORDER BY cases DESC, c.cause, c.role, e.name`,
  counterparties: `SELECT e.name AS enterprise, c.name AS counterparty, c.disputes, c.documents, c.last_on
FROM counterparties c JOIN enterprises e USING (enterprise_id)
WHERE c.is_repeat ORDER BY c.disputes DESC, e.name, c.name`,
  shared_counterparties: `SELECT min(c.name) AS counterparty, count(DISTINCT c.enterprise_id) AS enterprises, sum(c.disputes) AS disputes
FROM counterparties c WHERE NOT c.is_hidden GROUP BY c.name_key HAVING count(DISTINCT c.enterprise_id) > 1 ORDER BY enterprises DESC, disputes DESC, counterparty, c.name_key`,
  families: `SELECT e.name, f.family_key, f.stages, f.latest_outcome, f.dispute_outcome, f.last_on
FROM case_families f JOIN enterprises e USING (enterprise_id)
WHERE f.documents > 1 ORDER BY f.last_on DESC, f.family_key, e.name`,
  articles: `SELECT law, article_label, count(DISTINCT enterprise_id) AS enterprises, sum(documents) AS documents, sum(documents_unchanged) AS documents_unchanged
FROM cited_articles GROUP BY ALL ORDER BY documents DESC, law, article_label`,
  repealed: `SELECT e.name, a.law, a.article_label, a.documents, a.documents_changed, a.now, a.last_cited_on
FROM cited_articles a JOIN enterprises e USING (enterprise_id)
WHERE a.documents_changed > 0 ORDER BY a.last_cited_on DESC, e.name, a.law, a.article_label`,
  changes: `SELECT kind, subject_name, field, before, after
FROM changes ORDER BY kind, subject_name, field, before, after`,
  coverage: `SELECT enterprise_name, verdict, declared_total, listed, full_texts, not_looked_up, data_as_of
FROM coverage ORDER BY enterprise_name, enterprise_id`,
  gaps: `SELECT given_name, given_uscc, status, source
FROM job_enterprises WHERE status <> 'matched' ORDER BY ordinal`,
} as const

const mostRows = 500

const formats = Object.keys(downloadTypes) as DownloadFormat[]

const shipped = new Map<string, string>(Object.entries(questions))

const statementOf = (params: URLSearchParams): string =>
  params.get('sql') ?? shipped.get(params.get('question') ?? '') ?? ''

/** The query sandbox: a statement, its result, and the questions that are asked most. */
export async function sql(scene: Scene): Promise<Page> {
  const { words, params, sandbox, signal } = scene
  const title = words.nav.sql
  if (!params.has('sql')) oneOf(params, 'question', [...shipped.keys()])
  const statement = statementOf(params)
  const ran = statement.trim() === '' ? undefined : await sandbox.run(statement, mostRows, signal)
  const asked = Object.entries(words.questions).map(
    ([name, word]) =>
      html`<li>${link(`/sql?question=${name}`, word, params.get('question') === name ? 'chosen' : '')}</li>`,
  )
  const body = html`<h1>${title}</h1>
<div class="columns"><aside><h2>${words.sql.shipped}</h2><ul class="questions">${asked}</ul>${dictionary(scene)}</aside>
<div class="main"><form action="/sql" method="get"><label>${words.sql.statement}<textarea name="sql" spellcheck="false" autocomplete="off" rows="9">${statement}</textarea></label>
<p class="actions"><button>${words.sql.run}</button><span class="note">${words.sql.hint} ${words.sql.address}</span></p></form>
${ran !== undefined && ('fault' in ran ? html`<pre class="warning" role="alert">${ran.retryAfterSeconds === undefined ? ran.fault : words.say('busy', ran.retryAfterSeconds)}</pre>` : shown(scene, statement, ran))}</div></div>`
  return ran !== undefined && 'fault' in ran
    ? { title, body, status: statusOf(ran), headers: headersOf(ran) }
    : { title, body }
}

const statusOf = ({ retryAfterSeconds }: Fault): number => (retryAfterSeconds === undefined ? 422 : 503)

const headersOf = ({ retryAfterSeconds }: Fault): Record<string, string> =>
  retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }

/** The columns of a result, under their own names, with the Chinese term where every relation that has one calls it the same. */
function columnsOf({ relations, words }: Scene, { columns, rows }: Ran) {
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
  const ways = formats.map(
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
  return html`<p class="actions"><strong>${filled(ran.isCut ? words.firstRows : words.resultRows, ran.rows.length)}</strong> ${ways}</p>
${rows.length === 0 ? emptyBox(html`<h2>${words.none}</h2>`) : table(heads, rows)}`
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
      html`<details class="facet"><summary>${name} <span class="minor">${term}</span></summary><ul>${columns.map(
        ({ column, term: called }) =>
          html`<li><span class="code">${column}</span> <span class="minor">${called}</span></li>`,
      )}</ul></details>`,
  )}</div>`
}

/** The result of a statement as a file. */
export async function download({
  params,
  sandbox,
  signal,
}: Pick<Scene, 'params' | 'sandbox' | 'signal'>): Promise<Reply> {
  const format = formats.find((one) => one === params.get('format'))
  if (format === undefined) return text(400, `explore: expected format=${formats.join(', ')}`)
  const made = await sandbox.download(statementOf(params), format, signal)
  if ('fault' in made) return { ...text(statusOf(made), made.fault), headers: headersOf(made) }
  const headers = { 'content-disposition': `attachment; filename="${made.name}"` }
  return { status: 200, type: downloadTypes[format], body: made.bytes, headers }
}
