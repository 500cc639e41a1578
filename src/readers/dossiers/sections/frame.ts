import { asUtc, type Dossier, givenText, inBeijing, type Nothing, type Section } from '../dossier.ts'
import { type Html, html, joined, type Part, quoted, trusted } from '../html.ts'
import { groupsBy } from '../rows.ts'
import { noRegistration } from '../searched.ts'
import { factList } from '../tables.ts'
import { contentsId, type SectionName, sectionId, sectionNumber, wordFor } from '../words/words.ts'
import { emptyRegisters } from './registration.ts'

/** 封面: who, as of when and what for, in a few lines, so that page one has room for what matters. */
export const cover: Section = {
  write({ subject, run, settings, words, held, show }) {
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
    [label.uscc, html`${show(subject.uscc, 'label')}${invalid}`],
    [label.status, show(status && wordFor(words.term, status), 'label')],
    [label.asOf, moment || show(null, 'label')],
    [label.run, html`<span class="code">${run.runId}</span>`],
    [label.purpose, settings.purpose === '' ? label.noPurpose : show(settings.purpose, 'prose')],
    [label.job, show(run.title ?? run.job, 'prose')],
  ],
  'tight',
)}`
  },
}

/** Contents of a page and how it came about, behind what a reader must not miss. */
export function contents(
  { subject, settings, words, plain, show }: Dossier,
  names: readonly SectionName[],
): Html {
  const { cover: label, appendices: say } = words
  const given = subject.given.map((one) => quoted(givenText(one, plain)))
  const sections = names.map(
    (name) =>
      html`<li value="${sectionNumber(words, name)}"><a href="#${sectionId(words, name)}">${words.sections[name]}</a></li>`,
  )
  const appendices = [
    html`<a href="#appendix-D">${say.documents}</a>`,
    html`<a href="#appendix-P">${say.payments}</a>`,
    html`<a href="#appendix-C">${say.calls}</a>`,
    html`<a href="#appendix-R">${say.rows}</a>`,
  ]
  return html`<nav id="${contentsId}"><h2>${words.contents}</h2><ol class="contents">${sections}</ol><p>${joined(appendices, ' · ')}</p>
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
export function notFound(dossier: Dossier, missing: ReadonlyMap<SectionName, Nothing>): Html | null {
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

/** 边界与声明. */
export const limits: Section = {
  write({ words, privacy, run }) {
    const statements: Part[] = [
      ...words.limits,
      words.limitsDatabase(run.lastRunId),
      words.privacy[privacy.persons],
      ...(privacy.identifiers === 'mask' ? [words.privacy.identifiers] : []),
      // Its own sign is among those that are written out.
      trusted(words.privacy.unseen),
    ]
    return html`<ol class="limits">${statements.map((text) => html`<li>${text}</li>`)}</ol>`
  },
}
