import type { SqlRow } from '../../warehouse/database.ts'
import { colours, drawTimeline } from '../dossiers/charts.ts'
import { type Html, html } from '../dossiers/html.ts'
import { table } from '../dossiers/tables.ts'
import { wordFor } from '../dossiers/words/words.ts'
import { collectButton } from './basket.ts'
import { cases } from './cases.ts'
import { counterparties } from './counterparties.ts'
import { network } from './network.ts'
import { payments } from './payments.ts'
import { registration } from './registration.ts'
import {
  documentAt,
  enterpriseAt,
  link,
  moneyIn,
  numberOf,
  plain,
  rowsOf,
  type Scene,
  type Subject,
  show,
  showIf,
  showNameIf,
  termIf,
  textOf,
  textsOf,
  type View,
} from './scene.ts'
import { searchedIn } from './searched.ts'
import { standing } from './standing.ts'

type Tab = keyof Scene['words']['enterprise']['tabs']

const tabs: Readonly<Partial<Record<Tab, (scene: Scene, subject: Subject) => Promise<Html>>>> = {
  overview,
  cases,
  payments,
  counterparties,
  registration,
  network,
}

/** One enterprise: what is known against it, and the rows behind each of it. Undefined when the warehouse does not know it. */
export async function enterprise(
  scene: Scene,
  [id = '', given = 'overview', ...rest]: readonly string[],
): Promise<View | undefined> {
  const write = Object.hasOwn(tabs, given) && rest.length === 0 ? tabs[given as Tab] : undefined
  const subject = await subjectOf(scene, id)
  if (write === undefined || subject === undefined) return undefined
  const { words } = scene
  const called = words.enterprise.tabs
  const names = Object.keys(tabs) as Tab[]
  const title = plain(scene, subject.name, 'party', subject.persons)
  const ways = names.map((tab) => {
    const to = scene.href(tab === 'overview' ? enterpriseAt(id) : enterpriseAt(id, tab))
    return (
      to !== undefined &&
      html`<a href="${to}"${tab === given && html` aria-current="page"`}>${called[tab]}</a> `
    )
  })
  const body = html`${head(scene, subject)}
<nav class="tabs" aria-label="${title}">${ways}</nav>
${await warning(scene, id)}${await write(scene, subject)}`
  return { title: given === 'overview' ? title : `${called[given as Tab]} · ${title}`, body }
}

export async function subjectOf(scene: Scene, id: string): Promise<Subject | undefined> {
  const [held] = await rowsOf(
    scene,
    `SELECT e.name, e.uscc, e.status, e.legal_representative, e.registered_capital, s.former, s.documents, s.full_texts
     FROM explored.subjects AS s LEFT JOIN enterprises AS e USING (enterprise_id) WHERE s.enterprise_id = $id LIMIT 1`,
    { id },
  )
  const row = held ?? (await matchedAlone(scene, id))
  if (row === undefined) return undefined
  const named = await rowsOf(
    scene,
    `SELECT DISTINCT name FROM (SELECT name FROM enterprise_members WHERE enterprise_id = $id
       UNION ALL SELECT name FROM enterprise_shareholders WHERE enterprise_id = $id) WHERE name IS NOT NULL`,
    { id },
  )
  const name = textOf(row.name) ?? id
  const persons = [name, textOf(row.legal_representative), ...named.map((one) => textOf(one.name))]
  return { id, name, row, persons: persons.filter((person) => person !== null) }
}

/** An enterprise that a job was matched to, and of which nothing else is held. */
async function matchedAlone(scene: Scene, id: string): Promise<SqlRow | undefined> {
  const sql = 'SELECT enterprise_id, name, uscc FROM job_enterprises WHERE enterprise_id = $id LIMIT 1'
  const [row] = await rowsOf(scene, sql, { id })
  return row
}

function head(scene: Scene, { id, name, row, persons }: Subject): Html {
  const { words, report } = scene
  const facts = [
    showIf(scene, row.uscc, 'label'),
    termIf(scene, row.status),
    showIf(scene, row.legal_representative, 'person', persons),
    showIf(scene, row.registered_capital, 'label'),
  ]
  const former = textsOf(row.former)
  return html`<h1>${show(scene, name, 'party', persons)}</h1>
<p class="actions"><span class="minor">${facts.filter((fact) => fact !== '').map((fact, at) => html`${at > 0 && ' · '}${fact}`)}${former.length > 0 && html` · ${words.portfolio.formerly(former.map((one) => plain(scene, one, 'party', persons)).join(report.comma))}`} · ${words.enterprise.texts(numberOf(row.full_texts), numberOf(row.documents))}</span>
${collectButton(scene, 'enterprises', id)}</p>`
}

/** A list that was not read to its end makes every figure a least one. */
async function warning(scene: Scene, id: string): Promise<Html> {
  const [row] = await rowsOf(scene, 'SELECT verdict FROM explored.verdicts WHERE enterprise_id = $id', { id })
  const verdict = String(row?.verdict ?? 'unscanned')
  if (['complete', 'unchanged'].includes(verdict)) return html``
  return html`<p class="warning">${scene.words.enterprise.incomplete(wordFor(scene.report.verdict, verdict))}</p>`
}

async function overview(scene: Scene, subject: Subject): Promise<Html> {
  const { words } = scene
  return html`<h2 id="flags">${words.enterprise.flags}</h2>${await flags(scene, subject)}
${await standing(scene, subject)}
<h2 id="timeline">${words.enterprise.timeline}</h2>${await timeline(scene, subject)}
<h2 id="enforcement">${words.enterprise.enforcement}</h2>${await enforcement(scene, subject)}`
}

/** Flags that fire, each with the rows it fires on; a row leads to where it stands. */
async function flags(scene: Scene, subject: Subject): Promise<Html> {
  const { id, persons } = subject
  const { words, report } = scene
  const rows = await rowsOf(
    scene,
    `SELECT flag, level, source, row_key, happened_on, amount, currency, detail
     FROM explored.flags WHERE enterprise_id = $id ORDER BY rank, happened_on DESC NULLS LAST, source, row_key`,
    { id },
  )
  if (rows.length === 0)
    return html`<p><strong>${words.enterprise.noFlags(await searchedIn(scene, subject))}</strong></p><p class="note">${words.enterprise.rule}</p>`
  const names = [...new Set(rows.map(({ flag }) => String(flag)))]
  const box = (name: string, at: number): Html => {
    const own = rows.filter(({ flag }) => flag === name)
    const level = String(own[0]?.level)
    return html`<details class="flagbox" id="flag-${name}"${at < 3 && html` open`}><summary><span class="flag ${level}">${wordFor(report.flagLevel, level)}</span><strong>${wordFor(report.flag, name)}</strong> <span class="count">${words.enterprise.rows(own.length)}</span><span class="why">${wordFor(report.whyFlag, name)}</span></summary>
<ul class="flagrows">${own.map(
      (row) =>
        html`<li>${showIf(scene, row.happened_on, 'label')} ${link(scene, placeOf(id, row), show(scene, row.detail, 'mixed', persons))} ${moneyIn(row.amount, row.currency)}</li>`,
    )}</ul></details>`
  }
  return html`${names.map(box)}<p class="note">${words.enterprise.rule}</p>`
}

/** Where the row of a flag can be seen. */
function placeOf(id: string, { source, row_key }: SqlRow): string {
  const key = String(row_key)
  if (source === 'subject_documents') return documentAt(key)
  if (source === 'enforcement_cases') return `${enterpriseAt(id)}#case-${encodeURIComponent(key)}`
  if (source === 'enterprise_changes') return `${enterpriseAt(id, 'registration')}#change-${key}`
  return source === 'enterprise_risks'
    ? `${enterpriseAt(id, 'registration')}#risk-${key}`
    : enterpriseAt(id, 'registration')
}

const stageColours = {
  'first instance': colours.navy,
  appeal: colours.steel,
  retrial: colours.sand,
  enforcement: colours.brick,
  other: colours.grey,
} as const

/** A lane a stage with a dot a document, and one with the changes of the registration, on one axis. */
async function timeline(scene: Scene, { id }: Subject): Promise<Html> {
  const { words, report } = scene
  const rows = await rowsOf(
    scene,
    `SELECT DISTINCT stage, decided_on AS day FROM subject_documents WHERE enterprise_id = $id AND decided_on IS NOT NULL
     UNION SELECT DISTINCT 'registration', changed_on FROM enterprise_changes WHERE enterprise_id = $id AND changed_on IS NOT NULL
     ORDER BY day`,
    { id },
  )
  const lanes = [
    ...Object.entries(stageColours).map(([name, colour]) => ({
      name,
      label: wordFor(report.stage, name),
      colour,
    })),
    { name: 'registration', label: words.enterprise.registrationLane, colour: colours.ink },
  ]
  const tracks = lanes
    .map(({ name, label }) => ({
      name: label,
      points: rows
        .filter(({ stage }) => stage === name)
        .map(({ day }) => ({ day: String(day), stage: name })),
    }))
    .filter(({ points }) => points.length > 0)
  if (tracks.length === 0) return html`<p>${report.none}</p>`
  return html`<div class="timeline">${drawTimeline({ title: words.enterprise.timeline, tracks, stages: lanes })}</div>`
}

async function enforcement(scene: Scene, subject: Subject): Promise<Html> {
  const { id } = subject
  const { words, report } = scene
  const rows = await rowsOf(
    scene,
    `SELECT * FROM explored.enforcement WHERE enterprise_id = $id
     ORDER BY role = 'defendant' DESC, list_position(['ended_unpaid', 'open', 'unknown'], state) NULLS LAST, amount DESC NULLS LAST, case_key LIMIT 500`,
    { id },
  )
  if (rows.length === 0)
    return html`<p>${words.enterprise.noEnforcement(await searchedIn(scene, subject))}</p>`
  const { columns } = report
  return table(
    [
      { label: columns.caseNumber, shape: 'sentence' },
      { label: columns.role, shape: 'short' },
      { label: columns.state },
      { label: columns.court },
      { label: columns.atStake, shape: 'number' },
      { label: columns.collected, shape: 'number' },
      { label: columns.unpaid, shape: 'number' },
      { label: columns.latestOn, shape: 'short' },
      { label: columns.document },
    ],
    rows.map((row) => ({
      id: `case-${encodeURIComponent(String(row.case_key))}`,
      cells: [
        show(scene, row.case_number ?? row.case_key, 'label'),
        wordFor(report.role, String(row.role ?? 'unknown')),
        html`${wordFor(report.enforcementState, String(row.state))}${row.resumed_by !== null && html`<br><span class="minor">${report.enforcement.resumedBy(plain(scene, row.resumed_by, 'label'))}</span>`}${row.role === 'defendant' && marksOf(scene, row)}`,
        showNameIf(scene, 'court', row.court),
        moneyIn(row.amount, row.currency),
        moneyIn(row.collected, row.currency),
        moneyIn(row.unpaid, row.currency),
        showIf(scene, row.last_on ?? row.filed_on, 'label'),
        sourcesOf(scene, id, row),
      ],
    })),
    { isStacked: true },
  )
}

const marksOf = ({ report }: Scene, row: SqlRow): Html =>
  html`${(
    [
      ['is_dishonest', report.flag.dishonest],
      ['is_restricted', report.flag.restricted],
      ['is_share_frozen', report.flag.frozen_shares],
    ] as const
  ).map(([column, word]) => row[column] === true && html` <span class="flag high">${word}</span>`)}`

/** The documents and entries that a case was put together from. */
const sourcesOf = (scene: Scene, id: string, row: SqlRow): Html =>
  html`${textsOf(row.document_ids).map((document, at) => html`${at > 0 && ' '}${link(scene, documentAt(document), `${scene.report.columns.document} ${at + 1}`)}`)} ${textsOf(row.entries).map((entry) => html` ${link(scene, `${enterpriseAt(id, 'registration')}#risk-${entry}`, `${scene.words.enterprise.risks} ${entry}`)}`)}`
