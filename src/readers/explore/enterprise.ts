import type { SqlRow } from '../../warehouse/database.ts'
import { between, type Html, html, type Part } from '../dossiers/html.ts'
import { groupsBy, type Query } from '../dossiers/rows.ts'
import { isWholeBy, searchedText } from '../dossiers/searched.ts'
import { moneyIn, numberOf, showing, textOf, textsOf } from '../dossiers/shown.ts'
import {
  bankruptcySentence,
  caseOf,
  holdingSentence,
  markSentence,
  marksOn,
  proceedings,
  propertyHeld,
} from '../dossiers/standing.ts'
import { filled, wordFor } from '../dossiers/words/words.ts'
import { cases } from './cases.ts'
import { listOf, pager, pageSql } from './listing.ts'
import { payments } from './payments.ts'
import { registration } from './registration.ts'
import { documentAt, enterpriseAt, link, mostRows, type Page, type Scene, type Subject } from './scene.ts'

const tabs = { overview, cases, payments, counterparties, registration }

type Tab = keyof typeof tabs

/** One enterprise: what is known against it, and the rows behind each of it. Undefined when the warehouse does not know it. */
export async function enterprise(scene: Scene, id = '', given = 'overview'): Promise<Page | undefined> {
  const tab = Object.hasOwn(tabs, given) ? (given as Tab) : undefined
  const subject = await subjectOf(scene, id)
  if (tab === undefined || subject === undefined) return undefined
  const { tabs: called } = scene.words.enterprise
  const title = scene.plain(subject.name, 'party', subject.persons)
  const ways = (Object.keys(tabs) as Tab[]).map((one) => {
    const to = one === 'overview' ? enterpriseAt(id) : enterpriseAt(id, one)
    return html`<a href="${to}"${one === tab && html` aria-current="page"`}>${called[one]}</a> `
  })
  const body = html`${head(scene, subject)}
<nav class="tabs" aria-label="${title}">${ways}</nav>
${await warning(scene, id)}${await tabs[tab](scene, subject)}`
  return { title: tab === 'overview' ? title : `${called[tab]} · ${title}`, body }
}

/** An enterprise with what is held of it; one that a job was matched to, where nothing else is. */
async function subjectOf(scene: Scene, id: string): Promise<Subject | undefined> {
  const { rows } = scene
  const [held] = await rows(
    `SELECT e.name, e.uscc, e.status, e.legal_representative, e.registered_capital, s.former, s.documents, s.full_texts, s.partial_texts
     FROM explored.subjects AS s LEFT JOIN enterprises AS e USING (enterprise_id) WHERE s.enterprise_id = $id LIMIT 1`,
    { id },
  )
  const matched =
    'SELECT enterprise_id, name, uscc FROM job_enterprises_history WHERE enterprise_id = $id LIMIT 1'
  const row = held ?? (await rows(matched, { id }))[0]
  if (row === undefined) return undefined
  const named = await rows(
    `SELECT DISTINCT name FROM (SELECT name FROM enterprise_members WHERE enterprise_id = $id
       UNION ALL SELECT name FROM enterprise_shareholders WHERE enterprise_id = $id) WHERE name IS NOT NULL`,
    { id },
  )
  const name = textOf(row.name) ?? id
  const persons = [name, textOf(row.legal_representative), ...named.map((one) => textOf(one.name))]
  return {
    id,
    name,
    row,
    persons: persons.filter((person) => person !== null),
    searched: () => searchedIn(scene, id, row),
  }
}

async function searchedIn({ report, rows }: Scene, id: string, row: SqlRow): Promise<string> {
  const [held = {}] = await rows(
    `SELECT (SELECT count(*) FROM enterprises WHERE enterprise_id = $id) AS registrations,
       (SELECT count(*) FROM enterprise_risks WHERE enterprise_id = $id) AS entries,
       (SELECT verdict FROM explored.verdicts WHERE enterprise_id = $id) AS verdict,
       (SELECT count(*) FROM list_pages WHERE enterprise_id = $id) AS pages`,
    { id },
  )
  return searchedText(report, {
    entries: numberOf(held.registrations) > 0 ? numberOf(held.entries) : null,
    documents: numberOf(held.pages) > 0 ? numberOf(row.documents) : null,
    texts: numberOf(row.full_texts),
    partial: numberOf(row.partial_texts),
    isWhole: isWholeBy(held.verdict),
  })
}

function head(scene: Scene, { name, row, persons }: Subject): Html {
  const { words, termIf } = scene
  const { show, showIf, plainNames } = showing(scene, persons)
  const former = plainNames(row.former)
  const facts = [
    showIf(row.uscc, 'label'),
    termIf(row.status),
    showIf(row.legal_representative, 'person'),
    showIf(row.registered_capital, 'label'),
    former !== '' && filled(words.formerly, former),
    filled(words.textsHeld, numberOf(row.documents), numberOf(row.full_texts)),
  ]
  return html`<h1>${show(name, 'party')}</h1>
<p><span class="minor">${facts.filter((fact) => fact !== '' && fact !== false).map((fact, at) => html`${at > 0 && ' · '}${fact}`)}</span></p>`
}

/** A list that was not read to its end makes every figure a least one. */
async function warning({ words, report, rows }: Scene, id: string): Promise<Part> {
  const [row] = await rows('SELECT verdict FROM explored.verdicts WHERE enterprise_id = $id', { id })
  const verdict = String(row?.verdict ?? 'unscanned')
  return (
    !isWholeBy(verdict) &&
    html`<p class="warning">${filled(words.incompleteList, wordFor(report.verdict, verdict))}</p>`
  )
}

async function overview(scene: Scene, subject: Subject): Promise<Html> {
  const { report } = scene
  return html`<h2 id="flags">${report.flags.title}</h2>${await flags(scene, subject)}
${await standing(scene, subject)}
<h2 id="enforcement">${report.enforcement.cases}</h2>${await enforcement(scene, subject)}`
}

/** Flags that fire, each with the rows it fires on; a row leads to where it stands. */
async function flags(scene: Scene, subject: Subject): Promise<Html> {
  const { id, persons } = subject
  const { words, report } = scene
  const { showWords, plain, showIf } = showing(scene, persons)
  const rows = await scene.rows(
    `SELECT flag, level, source, row_key, happened_on, amount, currency, detail
     FROM explored.flags WHERE enterprise_id = $id ORDER BY rank, happened_on DESC NULLS LAST, source, row_key`,
    { id },
  )
  if (rows.length === 0)
    return html`<p><strong>${filled(words.noFlags, await subject.searched())}</strong></p><p class="note">${words.enterprise.rule}</p>`
  const line = (row: SqlRow): Html =>
    html`<li>${showIf(row.happened_on, 'label')} ${link(placeOf(id, row), showWords('entry', plain(row.detail, 'mixed')))} ${moneyIn(row.amount, row.currency)}</li>`
  const box = ([name, own]: [string, SqlRow[]], at: number): Html => {
    const level = String(own[0]?.level)
    return html`<details class="flagbox" id="flag-${name}"${at < 3 && html` open`}><summary><span class="flag ${level}">${wordFor(report.flagLevel, level)}</span><strong>${wordFor(report.flag, name)}</strong> <span class="count">${filled(words.flagRows, own.length)}</span><span class="why">${wordFor(report.whyFlag, name)}</span></summary>
<ul class="flagrows">${own.map(line)}</ul></details>`
  }
  const boxes = [...groupsBy(rows, ({ flag }) => String(flag))].map(box)
  return html`${boxes}<p class="note">${words.enterprise.rule}</p>`
}

function placeOf(id: string, { source, row_key }: SqlRow): string {
  const key = String(row_key)
  if (source === 'subject_documents') return documentAt(key)
  if (source === 'enforcement_cases') return `${enterpriseAt(id)}#case-${encodeURIComponent(key)}`
  const row = source === 'enterprise_changes' ? '#change-' : source === 'enterprise_risks' ? '#risk-' : ''
  return `${enterpriseAt(id, 'registration')}${row && `${row}${key}`}`
}

/** Marks, property held by courts and bankruptcies of an enterprise, in the sentences of its dossier. */
async function standing(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, words } = scene
  const { show, showWords, plain } = showing(scene, persons)
  const held = async <Row extends { readonly enterprise_id: string }>(query: Query<Row>): Promise<Row[]> =>
    (await scene.rows(query.sql('enterprise_id = $id', "''"), { id })).map((row) => query.row.parse(row))
  const ground = ({ case_key }: { case_key: string }): Html => caseOf({ words: report, show }, case_key)
  const lines = [
    ...(await held(marksOn)).map(
      (row) => html`<strong>${report.flag[row.mark]}</strong> ${markSentence(report, row, ground(row))}`,
    ),
    ...(await held(propertyHeld)).map((row) => {
      const property = row.property && showWords('property', plain(row.property, 'mixed'))
      return html`<strong>${report.measureState[row.state]}</strong> ${holdingSentence(report, row, ground(row), property)} ${moneyIn(row.amount, row.currency)}`
    }),
    ...(await held(proceedings)).map(
      (row) =>
        html`<strong>${report.bankruptcyStage[row.stage]}</strong> ${bankruptcySentence(report, row, ground(row))}`,
    ),
  ]
  if (lines.length === 0) return html``
  return html`<h2 id="standing">${words.enterprise.standing}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}

async function enforcement(scene: Scene, subject: Subject): Promise<Html> {
  const { id } = subject
  const { words, report, show, showIf, showNameIf, plain } = scene
  const rows = await scene.rows(
    `SELECT * FROM explored.enforcement WHERE enterprise_id = $id
     ORDER BY role = 'defendant' DESC, list_position(['ended_unpaid', 'open', 'unknown'], state) NULLS LAST, amount DESC NULLS LAST, case_key LIMIT ${mostRows}`,
    { id },
  )
  if (rows.length === 0) return html`<p>${filled(words.noEnforcement, await subject.searched())}</p>`
  const { columns } = report
  const stateOf = (row: SqlRow): Html => {
    const resumed =
      row.resumed_by !== null &&
      html`<br><span class="minor">${between(report.enforcement.resumedBy, [plain(row.resumed_by, 'label')])}</span>`
    return html`${wordFor(report.enforcementState, String(row.state))}${resumed}${row.role === 'defendant' && marksOf(scene, row)}`
  }
  return listOf<SqlRow>(
    [
      [columns.caseNumber, (row) => show(row.case_number ?? row.case_key, 'label'), 'sentence'],
      [columns.role, (row) => wordFor(report.role, String(row.role ?? 'unknown')), 'short'],
      [columns.state, stateOf],
      [columns.court, (row) => showNameIf('court', row.court)],
      [columns.atStake, (row) => moneyIn(row.amount, row.currency), 'number'],
      [columns.collected, (row) => moneyIn(row.collected, row.currency), 'number'],
      [columns.unpaid, (row) => moneyIn(row.unpaid, row.currency), 'number'],
      [columns.latestOn, (row) => showIf(row.last_on ?? row.filed_on, 'label'), 'short'],
      [columns.document, (row) => sourcesOf(scene, id, row)],
    ],
    rows,
    ({ case_key }) => `case-${encodeURIComponent(String(case_key))}`,
  )
}

const marksOf = ({ report: { flag } }: Scene, row: SqlRow): Part =>
  [
    row.is_dishonest === true && flag.dishonest,
    row.is_restricted === true && flag.restricted,
    row.is_share_frozen === true && flag.frozen_shares,
  ].map((mark) => mark && html` <span class="flag high">${mark}</span>`)

/** The documents and entries that a case was put together from. */
function sourcesOf({ words, report }: Scene, id: string, row: SqlRow): Html {
  const documents = textsOf(row.document_ids).map(
    (document, at) =>
      html`${at > 0 && ' '}${link(documentAt(document), `${report.columns.document} ${at + 1}`)}`,
  )
  const entries = textsOf(row.entries).map(
    (entry) =>
      html` ${link(`${enterpriseAt(id, 'registration')}#risk-${entry}`, `${words.enterprise.entry} ${entry}`)}`,
  )
  return html`${documents} ${entries}`
}

/** Who stands on the other side, those of most disputes first. An address names one by a place where it stands: a person's name is in none. */
async function counterparties(scene: Scene, { id, persons }: Subject): Promise<Html> {
  const { report, params, show, showIf } = scene
  const rows = await scene.rows(
    `SELECT c.*, e.enterprise_id AS known_id, (
       SELECT min(p.document_id || '.' || p.side || '.' || p.ordinal) FROM document_parties AS p
       WHERE p.name_key = c.name_key AND p.document_id IN (SELECT document_id FROM subject_documents WHERE enterprise_id = $id)) AS place, count(*) OVER () AS total
     FROM counterparties AS c LEFT JOIN (SELECT name_key, any_value(enterprise_id) AS enterprise_id FROM enterprises GROUP BY name_key HAVING count(*) = 1) AS e USING (name_key)
     WHERE c.enterprise_id = $id ORDER BY c.disputes DESC, c.documents DESC, c.name_key ${pageSql(params)}`,
    { id },
  )
  const path = enterpriseAt(id, 'counterparties')
  if (rows.length === 0) {
    const [all] = await scene.rows('SELECT count(*) AS total FROM counterparties WHERE enterprise_id = $id', {
      id,
    })
    return html`<p>${report.none}</p>${pager(scene, path, 0, numberOf(all?.total))}`
  }
  const { columns } = report
  const nameOf = ({ name, known_id }: SqlRow): Html => {
    const shown = show(name, 'party', [...persons, String(name)])
    return textOf(known_id) === null ? shown : link(enterpriseAt(known_id), shown)
  }
  const roles = (row: SqlRow): string =>
    textsOf(row.roles)
      .map((role) => wordFor(report.role, role))
      .join(report.comma)
  const documents = ({ place, documents: count }: SqlRow): Html =>
    link(
      `${enterpriseAt(id, 'cases')}?${new URLSearchParams({ counterparty: String(place) })}`,
      numberOf(count),
    )
  const list = listOf<SqlRow>(
    [
      [columns.counterparty, nameOf, 'sentence'],
      [columns.counterpartyRole, roles],
      [columns.disputes, (row) => numberOf(row.disputes), 'number'],
      [columns.documents, documents, 'number'],
      [
        columns.period,
        (row) => html`${showIf(row.first_on, 'label')} – ${showIf(row.last_on, 'label')}`,
        'short',
      ],
    ],
    rows,
  )
  return html`${list}${pager(scene, path, rows.length, numberOf(rows[0]?.total))}`
}
