import type { SqlRow } from '../../../warehouse/database.ts'
import type { Shared } from '../dossier.ts'
import { type Html, html, joined, type Part } from '../html.ts'
import { page } from '../page.ts'
import type { Result, Role } from '../rows.ts'
import { moneyIn, type Shower, type Showing, showing, textOf, textsOf } from '../shown.ts'
import { type Fact, factList } from '../tables.ts'
import { resultFor, type Words, wordFor } from '../words/words.ts'
import type { Case } from './case-rows.ts'
import { type Heading, type Move, markedRules, markedText, movedInto } from './marked-text.ts'
import { type Kind, type Reading, readings } from './readings.ts'

export interface Listing {
  /** Of the dossier, in the folder of the dossiers. */
  readonly file: string
  readonly name: string
  readonly number: number
  readonly role: Role | null
  readonly result: Result | null
  readonly isPaying: boolean
}

/** A document of the same dispute, and its page where it has one. */
export interface Step {
  readonly row: SqlRow
  readonly isThis: boolean
  readonly file: string | null
}

/** The page of one judgment: the decision, the text with its readings marked, and the articles it cites. */
export function judgmentPage(
  { words, present }: Pick<Shared, 'words' | 'present'>,
  one: Case,
  { listings, course }: { readonly listings: readonly Listing[]; readonly course: readonly Step[] },
): string {
  const how = showing({ report: words, present }, one.persons)
  const { row } = one
  const { text, list } = caseText(how, one)
  const title = row.title ?? row.case_number
  const body = html`<main><p class="kind">${words.judgment.kind}<a class="up" href="../index.html">${words.index.title}</a></p>
<h1>${how.show(title, 'prose')}</h1>
${listedIn(how, listings)}
${decided(how, one)}
${steps(how, course)}
<div class="reading"><div>${text}${articles(how, one)}</div><div class="read" tabindex="0" role="region" aria-label="${words.judgment.read}">${list}</div></div></main>`
  return page(words, how.plain(title, 'prose'), body, judgmentSheet)
}

const listedIn = ({ report, present }: Shower, listings: readonly Listing[]): Html =>
  html`<ul class="listings">${listings.map(
    ({ file, name, number, role, result, isPaying }) =>
      html`<li><a href="../${encodeURIComponent(file)}#D${number}">${present(name, 'party')} D${number}</a> · ${report.role[role ?? 'unknown']} · ${resultFor(report, role, result, isPaying)}</li>`,
  )}</ul>`

/** What is known of a case, with what is said of its outcome. */
export const caseFacts = (
  { showIf, showNameIf, termIf, report: { columns } }: Showing,
  row: SqlRow,
  outcome: Part,
): Fact[] =>
  knownFacts([
    [columns.caseNumber, showIf(row.case_number, 'label')],
    [columns.court, showNameIf('court', row.court)],
    [columns.date, showIf(row.decided_on, 'label')],
    [columns.procedure, termIf(row.procedure)],
    [columns.kind, termIf(row.document_kind)],
    [columns.outcome, outcome],
  ])

export const knownFacts = (facts: readonly Fact[]): Fact[] => facts.filter(([, value]) => value !== '')

function decided(how: Showing, { row }: Case): Html {
  const { columns, colon, outcome: called } = how.report
  const outcome = wordFor(called, textOf(row.outcome) ?? 'unknown')
  const sentence = how.showIf(row.outcome_evidence, 'prose')
  return html`${factList(caseFacts(how, row, outcome), 'tight')}${sentence !== '' && html`<p><strong>${columns.evidence}${colon}</strong>${sentence}</p>`}`
}

/** Most sums of a document that the course of its dispute says. */
const mostSums = 3

/** What was decided before and after it in the dispute, and what each decision orders to be paid. */
function steps(how: Showing, course: readonly Step[]): Html {
  if (course.length < 2) return html``
  const { show, showIf, termIf, report } = how
  const { judgment: say, comma } = report
  const entry = ({ row, isThis, file }: Step): Html => {
    const [roles, amounts, currencies] = [row.roles, row.amounts, row.currencies].map(textsOf)
    const sums = (amounts ?? []).map(
      (sum, at) => html`${termIf(roles?.[at])} ${moneyIn(sum, currencies?.[at])}`,
    )
    const ordered = html`${say.ordered} ${joined(sums.slice(0, mostSums), comma)}${sums.length > mostSums && '…'}`
    const number = show(row.case_number, 'label')
    const outcome = textOf(row.outcome)
    const parts = [
      html`${showIf(row.decided_on, 'label')} ${wordFor(report.stage, String(row.stage))}`,
      isThis
        ? html`<strong>${number}</strong>`
        : file === null
          ? number
          : html`<a href="../${file}">${number}</a>`,
      ...(outcome === null ? [] : [html`${wordFor(report.outcome, outcome)}`]),
      ...(sums.length === 0 ? [] : [ordered]),
    ]
    return html`<li>${joined(parts, ' · ')}</li>`
  }
  return html`<h2>${say.course}</h2><ol class="course">${course.map(entry)}</ol>`
}

/** Articles that it cites, each once, as they were at the judgment, with what their numbers stand for today. */
function articles(how: Showing, { rows: { citations } }: Case): Html {
  const byKey = new Map(
    citations.filter((row) => textOf(row.citation_key) !== null).map((row) => [row.citation_key, row]),
  )
  if (byKey.size === 0) return html``
  return html`<section class="articles"><h2>${how.report.judgment.articles}</h2>${[...byKey.values()].map((row) => article(how, row))}</section>`
}

function article(how: Showing, row: SqlRow): Html {
  const { show, showIf, showNameIf, nameBefore, report } = how
  const say = report.judgment
  const heading = html`<h3>${nameBefore('law', row.law)}《${showIf(row.law, 'label')}》${showIf(row.article_label, 'label')}</h3>`
  if (textOf(row.article_text) === null) return html`${heading}<p class="note">${say.articleNone}</p>`
  const version = html`${showNameIf('law', row.regulation_name)}${report.colon}${row.is_then === true ? say.articleHeld : say.articleOther}`
  return html`${heading}<p class="note">${version}</p><blockquote>${show(row.article_text, 'label')}</blockquote>${today(how, row)}`
}

/** What the number stands for today, where that is another text. */
function today({ show, report }: Showing, row: SqlRow): Html {
  const state = textOf(row.now)
  if (state === null || state === 'same') return html``
  const moved = textOf(row.label_now)
  const said = wordFor(report.articleNow, state)
  return html`<p${state === 'other matter' && html` class="warning"`}><strong>${report.judgment.now}${report.colon}${said}</strong>${moved !== null && html` → ${show(moved, 'label')}`}</p>${textOf(row.text_now) !== null && html`<blockquote class="minor">${show(row.text_now, 'label')}</blockquote>`}`
}

/** The text of a case with what was read at its places, and the list of what was read; a withheld text has only its reason. */
export function caseText(how: Showing, one: Case) {
  const text = how.present(one.text, 'prose', one.persons)
  const shown = { text, move: movedInto(one.text, text) }
  const found = one.row.is_withheld === true ? [] : placedIn(readings(how, one), one.text, shown)
  return { text: textPart(how, one, shown, found), list: readList(how, found) }
}

interface Shown {
  readonly text: string
  readonly move: Move | undefined
}

/** Names and sentences may be altered where they stand; any other words are marked only where they are shown as they are. */
const mayBeAltered: readonly Kind[] = ['outcome', 'result', 'party', 'person', 'liability', 'interest', 'fee']

/** Readings with their places in the text as it is shown; without one where that is not certain. */
const placedIn = (found: readonly Reading[], text: string, shown: Shown): Reading[] =>
  found.map((reading) => {
    const { place, kind } = reading
    const moved = place === null ? undefined : shown.move?.(place.start, place.end)
    if (place === null || moved === undefined) return { ...reading, place: null }
    const isAsItIs = text.slice(place.start, place.end) === shown.text.slice(moved.start, moved.end)
    return { ...reading, place: isAsItIs || mayBeAltered.includes(kind) ? moved : null }
  })

function textPart({ report }: Shower, { row, text }: Case, shown: Shown, found: readonly Reading[]): Html {
  const say = report.judgment
  if (text === '') return html`<div class="empty"><h2>${say.noText}</h2></div>`
  const placed = found.flatMap(({ place, ...reading }) => (place === null ? [] : [{ ...reading, ...place }]))
  const headings = sectionsOf(say.sectionOf, row, text).flatMap((heading) =>
    shown.move === undefined ? [] : [{ ...heading, start: shown.move(heading.start, heading.start).start }],
  )
  const sentences = placed.filter(({ isSentence }) => isSentence === true)
  const marks = placed.filter(({ isSentence }) => isSentence !== true)
  return html`<p class="note">${say.readHint}${shown.text !== text && html` ${say.masked}`}</p>
<nav class="actions minor" aria-label="${say.sections}">${headings.map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}</nav>
${markedText(shown.text, { marks, sentences, headings })}`
}

function sectionsOf(titles: Words['judgment']['sectionOf'], row: SqlRow, text: string): Heading[] {
  const starts = Object.entries(titles).flatMap(([name, title]) => {
    const start = text.indexOf(textOf(row[name]) ?? '\u0000')
    return start < 0 ? [] : [{ id: `section-${name}`, start, title }]
  })
  return starts.filter(({ start }, at) => starts.findIndex((other) => other.start === start) === at)
}

/** What was read, by kind: each leads to its place in the text, or is said to have none. */
function readList({ report }: Shower, found: readonly Reading[]): Html {
  const say = report.judgment
  const entry = ({ id, place, label }: Reading): Html =>
    html`<li id="read-${id}">${place === null ? html`${label} <span class="minor">${say.unplaced}</span>` : html`<a href="#${id}">${label}</a>`}</li>`
  const parts = Object.entries(say.kinds).flatMap(([kind, title]) => {
    const own = found.filter((reading) => reading.kind === kind)
    return own.length === 0
      ? []
      : [
          html`<h3><span class="swatch ${kind}"></span>${title} <span class="count">${own.length}</span></h3><ul>${own.map(entry)}</ul>`,
        ]
  })
  return html`<h2>${say.read}</h2>${parts}`
}

const judgmentSheet = `:root{--card:#fff;--sum:#fde9a9;--cite:#d8e8fb;--who:#dff1e0;--why:#f8dfd6;--num:#e9e0f6;--target:#ffdf6b}
body{max-width:90rem}
.reading{display:grid;grid-template-columns:minmax(0,1fr) 22rem;gap:2rem;align-items:start}
.reading h2{border:0;margin:1.6rem 0 .5rem;padding:0;font-size:1.1rem}
.listings{list-style:none;margin:.4rem 0;padding:0}
blockquote{margin:.4rem 0;padding:.2rem 0 .2rem 1rem;border-left:3px solid var(--line)}
.articles a,.read a,.listings a,.course a,.reading nav a{text-decoration:underline;text-underline-offset:.2em}
${markedRules}
.read{top:1rem;max-height:calc(100vh - 2rem)}
@media (max-width:62rem){.reading{grid-template-columns:minmax(0,1fr)}.read{position:static;max-height:none}.card{left:1rem;right:1rem;width:auto;max-height:45vh}}
@media (max-width:40rem){.fulltext{padding:.9rem 1rem}}
@media print{.reading{display:block}.card,.reading nav{display:none!important}.fulltext{border:0;padding:0}.read{position:static;max-height:none}}
@media (forced-colors:active){.mark{forced-color-adjust:none;color:#000}}
`
