import { literal } from '../../contract/sql.ts'
import type { SqlRow, SqlValue } from '../../warehouse/database.ts'
import { colours, drawBars } from '../dossiers/charts.ts'
import { type Html, html } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { collectBox } from './basket.ts'
import { facets, listedOf, narrowed, orderOf, orders } from './listing.ts'
import {
  changed,
  enterpriseAt,
  link,
  money,
  numberOf,
  pageOf,
  pager,
  plain,
  rowsOf,
  type Scene,
  show,
  showIf,
  termIf,
  textOf,
  textsOf,
  type View,
} from './scene.ts'

/** The enterprises of a run: what is known against each, narrowed and sorted as the address says. */
export async function portfolio(scene: Scene): Promise<View> {
  const { words, params } = scene
  const runs = await runsListed(scene)
  const run = runs.find(({ run_id }) => run_id === params.get('run')) ?? runs[0]
  if (run === undefined)
    return {
      title: words.nav.portfolio,
      body: html`<h1>${words.nav.portfolio}</h1><div class="empty"><h2>${words.fault.noRuns}</h2><p>${words.fault.noRunsHint}</p></div>`,
    }
  const runId = String(run.run_id)
  const sql = await listedOf(scene, runId)
  const { where, values } = narrowed(params)
  const matching = `FROM ${sql} WHERE ${where()}`
  const [sums = {}] = await rowsOf(
    scene,
    `SELECT count(*) AS enterprises, count(*) FILTER (high > 0) AS high, sum(documents) AS documents, sum(sued) AS sued,
       sum(ended_unpaid) AS ended_unpaid, sum(at_stake) AS at_stake ${matching}`,
    values(),
  )
  const rows = await rowsOf(
    scene,
    `SELECT * ${matching} ORDER BY ${orders[orderOf(params.get('sort'))]}
     LIMIT ${scene.pageSize} OFFSET ${(pageOf(params) - 1) * scene.pageSize}`,
    values(),
  )
  const body = html`<h1>${words.nav.portfolio} <small>${textOf(run.title) ?? textOf(run.job)}</small></h1>
${figures(scene, sums)}
<div class="columns"><aside aria-label="${words.filters}">${searchForm(scene, runs, runId)}${await facets(scene, sql)}</aside>
<div class="main">${rows.length === 0 ? nothing(scene) : list(scene, rows, numberOf(sums.enterprises))}
${rows.length > 0 && (await charts(scene, matching, values()))}${await unmatched(scene, runId)}</div></div>`
  return { title: words.nav.portfolio, body }
}

const runsListed = (scene: Scene): Promise<SqlRow[]> =>
  rowsOf(
    scene,
    `SELECT run_id, title, job, status FROM runs WHERE run_id IN (SELECT run_id FROM job_inputs WHERE kind = 'enterprise') ORDER BY run_id DESC LIMIT 50`,
  )

const nothing = ({ words, href }: Scene): Html =>
  html`<div class="empty"><h2>${words.none}</h2><p>${words.noneHint}</p>${link({ href }, '/', words.clear, 'button')}</div>`

const figures = ({ words }: Scene, sums: SqlRow): Html => {
  const say = words.portfolio
  const shown = [
    [say.enterprises, numberOf(sums.enterprises)],
    [say.withHigh, numberOf(sums.high)],
    [say.documents, numberOf(sums.documents)],
    [say.defendant, numberOf(sums.sued)],
    [say.endedUnpaid, numberOf(sums.ended_unpaid)],
    [say.atStake, sums.at_stake === null ? '–' : money(sums.at_stake)],
  ] as const
  return html`<dl class="figures">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === 'number' ? value.toLocaleString('en') : value}</dd></div>`)}</dl>`
}

/** A search within what is chosen already: the other parameters stay. */
function searchForm({ words, params, href }: Scene, runs: readonly SqlRow[], runId: string): Html {
  const action = href('/?q=') === undefined ? undefined : href('/')
  if (action === undefined) return html``
  const kept = [...params].filter(([name]) => !['q', 'run', 'sort', 'page'].includes(name))
  const say = words.portfolio
  return html`<form action="${action}" method="get" role="search">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>${say.query}<input type="search" name="q" value="${params.get('q') ?? ''}" autocomplete="off"></label>
<label>${say.sort}<select name="sort">${Object.entries(say.sorts).map(([name, word]) => html`<option value="${name}"${name === orderOf(params.get('sort')) && html` selected`}>${word}</option>`)}</select></label>
<label>${say.run}<select name="run">${runs.map(({ run_id, job }) => html`<option value="${String(run_id)}"${run_id === runId && html` selected`}>${String(run_id)} ${String(job)}</option>`)}</select></label>
<button>${words.apply}</button></form>`
}

/** Flags as links to the portfolio narrowed by them, the highest level first. */
function flagsOf(scene: Scene, row: SqlRow): Html {
  const { report, params } = scene
  const fired = (row.flags ?? []) as readonly { readonly flag: string; readonly level: string }[]
  return html`<span class="flags">${fired.map(({ flag, level }) => link(scene, changed('/', params, { flag }), wordFor(report.flag, flag), `flag ${level}`))}</span>`
}

function list(scene: Scene, rows: readonly SqlRow[], all: number): Html {
  const { words, href } = scene
  const say = words.portfolio
  const compare = href('/compare')
  const isChosen = compare !== undefined
  const heads = [
    ...(isChosen ? [{ label: '', shape: 'short' as const }] : []),
    { label: say.enterprises, shape: 'sentence' as const },
    { label: say.flags },
    // English words for it may take two lines.
    { label: say.status, ...(words.code === 'en' ? {} : { shape: 'short' as const }) },
    { label: say.atStakeShort, shape: 'number' as const },
    { label: say.endedUnpaid, shape: 'number' as const },
    { label: say.defendant, shape: 'number' as const },
    { label: say.documents, shape: 'number' as const },
    { label: say.latest, shape: 'short' as const },
    { label: say.changes, shape: 'number' as const },
  ]
  const shown = table(
    heads,
    rows.map((row) => ({
      cells: [...(isChosen ? [choice(scene, row)] : []), ...cellsOf(scene, row)],
    })),
    { isStacked: true },
  )
  if (!isChosen) return html`${shown}${pager(scene, '/', rows.length, all)}`
  return html`<form action="${compare}" method="get">${shown}
<p class="actions"><button>${say.compare}</button> <button formaction="/basket" formmethod="post">${words.basket.collectChosen}</button></p></form>${pager(scene, '/', rows.length, all)}`
}

const choice = (scene: Scene, { enterprise_id, name }: SqlRow): Html =>
  collectBox(scene, 'enterprises', String(enterprise_id), plain(scene, name, 'party'))

function cellsOf(scene: Scene, row: SqlRow) {
  const id = String(row.enterprise_id)
  const former = textsOf(row.former)
  const number = (value: unknown, ...tab: readonly string[]) => {
    const count = numberOf(value)
    return count === 0
      ? html`<span class="zero">0</span>`
      : link(
          scene,
          tab.length === 0 ? enterpriseAt(id) : `${enterpriseAt(id, 'cases')}?${tab.join('&')}`,
          count.toLocaleString('en'),
        )
  }
  return [
    html`${link(scene, enterpriseAt(id), show(scene, row.name, 'party'), 'name')}<br><span class="code">${showIf(scene, row.uscc, 'label')}</span>${
      former.length > 0 &&
      html`<br><span class="minor">${scene.words.portfolio.formerly(former.map((name) => plain(scene, name, 'party')).join(scene.report.comma))}</span>`
    }`,
    flagsOf(scene, row),
    termIf(scene, row.status),
    row.at_stake === null ? '' : link(scene, `${enterpriseAt(id)}#enforcement`, money(row.at_stake)),
    numberOf(row.ended_unpaid) === 0
      ? html`<span class="zero">0</span>`
      : link(scene, `${enterpriseAt(id)}#enforcement`, numberOf(row.ended_unpaid)),
    number(row.sued, 'side=defendant'),
    number(row.documents, 'side='),
    showIf(scene, row.latest_on, 'label'),
    numberOf(row.changes) === 0
      ? html`<span class="zero">0</span>`
      : link(scene, `${enterpriseAt(id, 'registration')}#changes`, numberOf(row.changes)),
  ]
}

/** Whole units of 10,000 yuan: bars count in whole numbers. */
const tenThousands = (amount: unknown): number => Math.round(numberOf(amount) / 10_000)

async function charts(
  scene: Scene,
  matching: string,
  values: Readonly<Record<string, SqlValue>>,
): Promise<Html> {
  const { words, report } = scene
  const owed = await rowsOf(
    scene,
    `SELECT name, at_stake ${matching} AND at_stake >= 5000 ORDER BY at_stake DESC, ordinal LIMIT 10`,
    values,
  )
  const years = await rowsOf(
    scene,
    `SELECT year, count(*) FILTER (role = 'plaintiff') AS plaintiff, count(*) FILTER (role = 'defendant') AS defendant,
       count(*) FILTER (role IS NULL OR role = 'third_party') AS other
     FROM subject_documents WHERE year IS NOT NULL AND enterprise_id IN (SELECT enterprise_id ${matching}) GROUP BY year ORDER BY year`,
    values,
  )
  const sides = [
    { name: report.role.plaintiff, colour: colours.navy, of: 'plaintiff' },
    { name: report.role.defendant, colour: colours.brick, of: 'defendant' },
    { name: report.role.third_party, colour: colours.grey, of: 'other' },
  ]
  return html`<div class="charts">${
    owed.length > 0 &&
    drawBars({
      title: words.portfolio.chart,
      categories: owed.map(({ name }) => plain(scene, name, 'party')),
      series: [
        {
          name: report.columns.owed,
          colour: colours.brick,
          counts: owed.map((row) => tenThousands(row.at_stake)),
        },
      ],
    })
  }${
    years.length > 0 &&
    drawBars({
      title: words.portfolio.years,
      categories: years.map(({ year }) => String(year)),
      series: sides.map(({ name, colour, of }) => ({
        name,
        colour,
        counts: years.map((row) => numberOf(row[of])),
      })),
    })
  }</div>`
}

/** Entries of the list that no enterprise was found for: silence about them would read as none. */
async function unmatched(scene: Scene, runId: string): Promise<Html> {
  const { words, report } = scene
  const entries = await scene.tableOf(
    `unmatched ${runId}`,
    `SELECT ordinal, given_name, given_uscc, given_id, status, json_extract_string(candidates, '$[*].name') AS candidates, source
     FROM job_enterprises WHERE run_id = ${literal(runId)} AND enterprise_id IS NULL ORDER BY ordinal LIMIT 200`,
  )
  const rows = await rowsOf(scene, `SELECT * FROM ${entries} ORDER BY ordinal`)
  if (rows.length === 0) return html``
  const say = words.portfolio
  return html`<section class="unmatched"><h2>${say.unmatched}</h2><p class="note">${say.unmatchedNote}</p>${table(
    [
      { label: say.given },
      { label: report.columns.answer },
      { label: say.candidates },
      { label: report.columns.sources },
    ],
    rows.map((row) => ({
      cells: [
        [row.given_name, row.given_uscc, row.given_id]
          .filter((part) => textOf(part) !== null)
          .map((part) => show(scene, part, 'roll')),
        wordFor(report.status, String(row.status)),
        textsOf(row.candidates)
          .map((name) => plain(scene, name, 'party'))
          .join(report.comma),
        showIf(scene, row.source, 'label'),
      ],
    })),
    { isStacked: true },
  )}</section>`
}
