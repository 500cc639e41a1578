import { asUtc, type Dossier, givenText, inBeijing, Nothing, type Section } from '../dossier.ts'
import { type Html, html, joined, type Part, quoted, trusted, withNumbers } from '../html.ts'
import { page } from '../page.ts'
import { Reference } from '../references.ts'
import { groupsBy } from '../rows.ts'
import { noRegistration } from '../searched.ts'
import { factList } from '../tables.ts'
import {
  contentsId,
  filled,
  type SectionName,
  sectionId,
  sectionNames,
  sectionNumber,
  type Words,
  wordFor,
} from '../words/words.ts'
import { amounts } from './amounts.ts'
import { appendices, appendixLinks } from './appendix.ts'
import { articles } from './articles.ts'
import { brief } from './brief.ts'
import { changes } from './changes.ts'
import { counterparties } from './counterparties.ts'
import { coverage } from './coverage.ts'
import { enforcement } from './enforcement.ts'
import { families } from './families.ts'
import { statistics } from './litigation.ts'
import { major } from './major.ts'
import { emptyRegisters, identity, registration } from './registration.ts'
import { summary } from './summary.ts'

/** Sections of page one, and those that are printed with the appendices only: statistics, and the articles that were cited. */
const onPageOne: readonly SectionName[] = ['cover', 'brief']
const withAppendices: readonly string[] = [...Object.keys(statistics), 'articles', 'notFound']

const printedWith = (name: SectionName): 'brief' | 'body' | 'all' =>
  onPageOne.includes(name) ? 'brief' : withAppendices.includes(name) ? 'all' : 'body'

/** 封面: name, date and purpose in a few lines: page one belongs to the findings. */
const cover: Section = ({ subject, run, settings, words, held, show }) => {
  const [registration] = held.registration
  const { cover: label, beijing } = words
  const invalid = registration?.uscc_valid === false && label.usccInvalid
  const asOf = held.coverage[0]?.data_as_of ?? null
  const status = registration?.status ?? null
  const moment = asOf !== null && html`${inBeijing(asOf)}<span class="zone">${beijing}</span>`
  return html`<p class="kind">${words.kind}<a class="up" href="index.html">${words.index.title}</a></p>
<h1>${show(subject.name, 'party')}</h1>
${factList(
  [
    [words.registration.uscc, html`${show(subject.uscc, 'label')}${invalid}`],
    [words.registration.status, show(status && wordFor(words.term, status), 'label')],
    [label.asOf, moment || show(null, 'label')],
    [label.run, html`<span class="code">${run.runId}</span>`],
    [label.purpose, settings.purpose === '' ? label.noPurpose : show(settings.purpose, 'prose')],
    [label.job, show(run.title ?? run.job, 'prose')],
  ],
  'tight',
)}`
}

const limits: Section = ({ words, privacy, run }) => {
  const statements: Part[] = [
    ...words.limits,
    filled(words.limitsDatabase, run.lastRunId),
    words.privacy[privacy.persons],
    ...(privacy.identifiers === 'mask' ? [words.privacy.identifiers] : []),
    // Its own sign is among those that are written out.
    trusted(words.privacy.unseen),
  ]
  return html`<ol class="limits">${statements.map((text) => html`<li>${text}</li>`)}</ol>`
}

const sections: Readonly<Record<Exclude<SectionName, 'notFound'>, Section>> = {
  cover,
  brief,
  identity,
  summary,
  enforcement,
  major,
  amounts,
  ...statistics,
  counterparties,
  families,
  articles,
  changes,
  registration,
  coverage,
  limits,
}

/** The page of one enterprise: its sections in their order, then the rows behind the figures. */
export function dossierPage(dossier: Dossier): string {
  const { words, subject, plain } = dossier
  const { markup, things } = withNumbers(written(dossier))
  const references = things.filter((thing) => thing instanceof Reference)
  const body = html`<main class="print-${dossier.settings.print}">${trusted(markup)}${appendices(dossier, references)}</main>`
  return page(words, filled(words.title, plain(subject.name, 'party')), body)
}

/** Sections in their order, the contents behind the conclusions; those with nothing to show are one list. */
function written(dossier: Dossier): Html {
  const { words } = dossier
  const missing = new Map<SectionName, Nothing>()
  const bodies = new Map<SectionName, Html>()
  for (const name of sectionNames(words)) {
    const body = name === 'notFound' ? notFound(dossier, missing) : sections[name](dossier)
    if (body instanceof Nothing) missing.set(name, body)
    else if (body !== null) bodies.set(name, body)
  }
  const names = [...bodies.keys()]
  return html`${names.map(
    (name) =>
      html`${section(words, name, bodies.get(name))}${name === 'summary' && contents(dossier, names)}`,
  )}`
}

function section(words: Words, name: SectionName, body: Html | undefined): Html {
  const heading =
    name === 'cover'
      ? html``
      : html`<h2><span class="no">${sectionNumber(words, name)}</span>${words.sections[name]}<a class="up" href="#contents">${words.backToContents}</a></h2>`
  return html`<section id="${sectionId(words, name)}" data-section="${name}" class="in-${printedWith(name)}">${heading}
${body}</section>
`
}

/** Contents of a page and how it came about, behind what a reader must not miss. */
function contents({ subject, settings, words, plain, show }: Dossier, names: readonly SectionName[]): Html {
  const { cover: label } = words
  const given = subject.given.map((one) => quoted(givenText(one, plain)))
  const sections = names.map(
    (name) =>
      html`<li class="in-${printedWith(name)}" value="${sectionNumber(words, name)}"><a href="#${sectionId(words, name)}">${words.sections[name]}</a></li>`,
  )
  return html`<nav id="${contentsId}" class="in-body"><h2>${words.contents}</h2><ol class="contents">${sections}</ol><p class="in-all">${appendixLinks(words)}</p>
${factList(
  [
    [label.given, joined(given, words.comma)],
    [label.enterpriseId, html`<span class="code">${show(subject.enterpriseId, 'label')}</span>`],
    [label.made, html`${inBeijing(asUtc(settings.madeAt))}<span class="zone">${words.beijing}</span>`],
    [label.version, `dossier ${settings.version}`],
  ],
  'tight',
)}</nav>`
}

/**
 * One list of what was looked for and not found, in place of the sections that would each say so: sections for the same
 * reasons stand together, and links to them lead here. Null when every section has something to show.
 */
function notFound(dossier: Dossier, missing: ReadonlyMap<SectionName, Nothing>): Html | null {
  const { words } = dossier
  const groups = groupsBy([...missing], ([, { reasons }]) => reasons.markup)
  const empty = emptyRegisters(dossier)
  if (groups.size === 0 && empty.length === 0) return null
  const nameOf = (name: SectionName): Html =>
    html`<span id="${sectionId(words, name)}" data-missing="${name}">${sectionNumber(words, name)} ${words.sections[name]}</span>`
  const items = [...groups.values()].map((found) => {
    const names = found.map(([name]) => nameOf(name))
    return html`<li>${joined(names, words.comma)}${found[0]?.[1].reasons}</li>
`
  })
  return html`<p><strong>${words.none}</strong></p><ol class="missing">${items}${empty.length > 0 && html`<li>${empty.join(words.comma)}${noRegistration(dossier).reasons}</li>`}</ol>`
}
