import { literal } from '../../contract/sql.ts'
import { enterpriseNameKey } from '../../legal/names.ts'
import type { SqlRow } from '../../warehouse/database.ts'
import { type Html, html, type Part } from '../dossiers/html.ts'
import { money, numberOf, textOf } from '../dossiers/shown.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import { changed, coded, type Facet, listOf, narrowed, narrowingForm, pager } from './listing.ts'
import { emptyBox, enterpriseAt, link, oneOf, type Page, type Scene } from './scene.ts'

const orders = {
  risk: 'high DESC, medium DESC, at_stake DESC NULLS LAST, ordinal',
  stake: 'at_stake DESC NULLS LAST, ordinal',
  documents: 'documents DESC, ordinal',
  latest: 'latest_on DESC NULLS LAST, ordinal',
  name: 'name, ordinal',
  given: 'ordinal',
} as const

const orderOf = ({ params }: Scene): keyof typeof orders =>
  oneOf(params, 'sort', Object.keys(orders), 'risk') as keyof typeof orders

const facetsOf = ({ words: { portfolio: say }, report, plain }: Scene): Record<string, Facet> => ({
  flag: {
    title: say.flag,
    of: 'list_transform(flags, f -> f.flag)',
    isList: true,
    ...coded(report.flag),
  },
  unpaid: {
    title: say.unpaid,
    of: "list_filter([CASE WHEN ended_unpaid > 0 THEN 'ended_unpaid' END, CASE WHEN open > 0 THEN 'open' END], x -> x IS NOT NULL)",
    isList: true,
    ...coded(say.unpaidOf),
  },
  changed: { title: say.changed, of: "CASE WHEN changes > 0 THEN 'yes' END", ...coded(say.changedOf) },
  status: { title: say.status, of: 'status', label: (value) => plain(wordFor(report.term, value), 'label') },
  province: {
    title: say.province,
    of: 'province',
    label: (value) => plain(wordFor(report.term, value), 'label'),
  },
})

/** Enterprises that a run was matched to, each once, with what it found changed. */
const listed = (run: string): string => `
  SELECT j.enterprise_id, j.ordinal, coalesce(s.name, j.name) AS name, coalesce(s.uscc, j.uscc) AS uscc, s.* EXCLUDE (enterprise_id, name, uscc),
    n.name_key, n.former_keys, coalesce(c.changes, 0) AS changes
  FROM (SELECT enterprise_id, min(ordinal) AS ordinal, any_value(name) AS name, any_value(uscc) AS uscc
    FROM job_enterprises_history WHERE run_id = ${run} AND enterprise_id IS NOT NULL GROUP BY enterprise_id) AS j
  LEFT JOIN explored.subjects AS s USING (enterprise_id)
  LEFT JOIN (SELECT enterprise_id, any_value(name_key) FILTER (kind = 'current') AS name_key, list(name_key) AS former_keys
    FROM enterprise_names GROUP BY enterprise_id) AS n USING (enterprise_id)
  LEFT JOIN (SELECT subject_id, count(*) AS changes FROM explored.changes WHERE run_id = ${run} GROUP BY subject_id) AS c ON c.subject_id = j.enterprise_id`

/** By code, name or former name. */
const isFound = (query: string): string => {
  const key = literal(enterpriseNameKey(query))
  return `(contains(upper(coalesce(uscc, '')), upper($q)) OR contains(name_key, ${key})
    OR len(list_filter(former_keys, k -> contains(k, ${key}))) > 0)`
}

/** The enterprises of a run: what is known against each, narrowed and sorted as the address says. */
export async function portfolio(scene: Scene): Promise<Page> {
  const { words, params, rows } = scene
  const title = words.nav.portfolio
  const runs = await rows(
    `SELECT run_id, title, job FROM runs WHERE run_id IN (SELECT run_id FROM job_inputs WHERE kind = 'enterprise') ORDER BY run_id DESC LIMIT 50`,
  )
  const known = runs.map(({ run_id }) => String(run_id))
  const runId = oneOf(params, 'run', known, known[0])
  const run = runs.find(({ run_id }) => run_id === runId)
  if (run === undefined) {
    const { noRuns, noRunsHint } = words.fault
    const nothing = emptyBox(html`<h2>${noRuns}</h2><p>${noRunsHint}</p>`)
    return { title, body: html`<h1>${title}</h1>${nothing}` }
  }
  const list = narrowed(scene, {
    path: '/',
    from: await scene.tableOf(`listed ${runId}`, listed(literal(runId))),
    facets: facetsOf(scene),
    conditions: { q: isFound((params.get('q') ?? '').trim()) },
  })
  const [sums = {}] = await rows(
    `SELECT count(*) AS enterprises, count(*) FILTER (high > 0) AS high, sum(documents) AS documents, sum(sued) AS sued,
       sum(ended_unpaid) AS ended_unpaid, sum(at_stake) AS at_stake ${list.matching}`,
    list.values,
  )
  const shown = await list.page(orders[orderOf(scene)])
  const nothing = emptyBox(
    html`<h2>${words.none}</h2><p>${words.noneHint}</p>${link('/', words.clear, 'button')}`,
  )
  const body = html`<h1>${title} <small>${textOf(run.title) ?? textOf(run.job)}</small></h1>
${figures(scene, sums)}
<div class="columns"><aside aria-label="${words.filters}">${searchForm(scene, runs, runId)}${await list.facets()}</aside>
<div class="main">${shown.length === 0 ? nothing : enterprises(scene, shown)}${pager(scene, '/', shown.length, numberOf(sums.enterprises))}
${await unmatched(scene, runId)}</div></div>`
  return { title, body }
}

function figures({ words: { portfolio: say }, report }: Scene, sums: SqlRow): Html {
  const shown = [
    [report.portfolio.enterprises, sums.enterprises],
    [say.withHigh, sums.high],
    [say.documents, sums.documents],
    [say.defendant, sums.sued],
    [say.endedUnpaid, sums.ended_unpaid],
  ] as const
  const figure = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<dl class="figures">${shown.map(([name, value]) => figure(name, numberOf(value).toLocaleString('en')))}${figure(say.atStake, money(sums.at_stake) || '–')}</dl>`
}

/** A search within what is chosen already. */
function searchForm(scene: Scene, runs: readonly SqlRow[], runId: string): Html {
  const { words, params } = scene
  const say = words.portfolio
  const option = (value: string, word: string, chosen: string): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${word}</option>`
  const sorts = Object.entries(say.sorts).map(([name, word]) => option(name, word, orderOf(scene)))
  const listedRuns = runs.map(({ run_id, job }) => option(String(run_id), `${run_id} ${job}`, runId))
  return narrowingForm(
    scene,
    '/',
    ['q', 'run', 'sort'],
    html`<label>${say.query}<input type="search" name="q" value="${params.get('q') ?? ''}" autocomplete="off"></label>
<label>${say.sort}<select name="sort">${sorts}</select></label>
<label>${say.run}<select name="run">${listedRuns}</select></label>
`,
  )
}

/** Flags that fire, the highest level first, each as a link. */
const flagsOf = ({ report }: Scene, row: SqlRow, to: (flag: string) => string): Html => {
  const fired = (row.flags ?? []) as readonly { readonly flag: string; readonly level: string }[]
  return html`<span class="flags">${fired.map(({ flag, level }) => link(to(flag), wordFor(report.flag, flag), `flag ${level}`))}</span>`
}

/** A number that leads to what it counts; zero leads nowhere. */
const counted = (value: unknown, to: string): Html => {
  const count = numberOf(value)
  return count === 0 ? html`<span class="zero">0</span>` : link(to, count.toLocaleString('en'))
}

function enterprises(scene: Scene, rows: readonly SqlRow[]): Html {
  const { words, report, params, show, showIf, plainNames, termIf } = scene
  const say = words.portfolio
  const nameOf = ({ enterprise_id, name, uscc, former }: SqlRow): Part => {
    const names = plainNames(former)
    return html`${link(enterpriseAt(enterprise_id), show(name, 'party'), 'name')}<br><span class="code">${showIf(uscc, 'label')}</span>${
      names !== '' && html`<br><span class="minor">${filled(words.formerly, names)}</span>`
    }`
  }
  const cases = (side: string) => (row: SqlRow) => `${enterpriseAt(row.enterprise_id, 'cases')}?side=${side}`
  const enforcement = ({ enterprise_id }: SqlRow): string => `${enterpriseAt(enterprise_id)}#enforcement`
  return listOf<SqlRow>(
    [
      [report.portfolio.enterprises, nameOf, 'sentence'],
      [report.flags.title, (row) => flagsOf(scene, row, (flag) => changed('/', params, { flag }))],
      // English words for it may take two lines.
      [say.status, (row) => termIf(row.status), report.code === 'en' ? undefined : 'short'],
      [
        say.atStakeShort,
        (row) => row.at_stake !== null && link(enforcement(row), money(row.at_stake)),
        'number',
      ],
      [say.endedUnpaid, (row) => counted(row.ended_unpaid, enforcement(row)), 'number'],
      [say.defendant, (row) => counted(row.sued, cases('defendant')(row)), 'number'],
      [say.documents, (row) => counted(row.documents, cases('')(row)), 'number'],
      [say.latest, (row) => showIf(row.latest_on, 'label'), 'short'],
      [
        report.index.head.changes,
        (row) => counted(row.changes, `${enterpriseAt(row.enterprise_id, 'registration')}#changes`),
        'number',
      ],
    ],
    rows,
  )
}

/** Entries of the list that no enterprise was found for: silence about them would read as none. */
async function unmatched(scene: Scene, runId: string): Promise<Html> {
  const { words, report, show, showIf, plainNames } = scene
  const entries = await scene.tableOf(
    `unmatched ${runId}`,
    `SELECT ordinal, given_name, given_uscc, given_id, status, json_extract_string(candidates, '$[*].name') AS candidates, source
     FROM job_enterprises_history WHERE run_id = ${literal(runId)} AND enterprise_id IS NULL ORDER BY ordinal LIMIT 200`,
  )
  const rows = await scene.rows(`SELECT * FROM ${entries} ORDER BY ordinal`)
  if (rows.length === 0) return html``
  const say = words.portfolio
  const given = ({ given_name, given_uscc, given_id }: SqlRow): Part =>
    [given_name, given_uscc, given_id].map((part) => textOf(part) !== null && show(part, 'roll'))
  return html`<section class="unmatched"><h2>${say.unmatched}</h2><p class="note">${say.unmatchedNote}</p>${listOf(
    [
      [say.given, given],
      [report.columns.answer, (row) => wordFor(report.status, String(row.status))],
      [say.candidates, (row) => plainNames(row.candidates)],
      [report.columns.sources, (row) => showIf(row.source, 'label')],
    ],
    rows,
  )}</section>`
}
