import { asUtc, type Dossier, givenText, inBeijing, type Section } from '../dossier.ts'
import { type Html, html, quoted } from '../html.ts'
import { factList } from '../tables.ts'
import { sectionId, sectionNames } from '../words/words.ts'

/** 封面. */
export const cover: Section = { write: writeCover }

function writeCover({ subject, run, settings, words, held, show, plain }: Dossier): Html {
  const [registration] = held.registration
  const [coverage] = held.coverage
  const { cover: label } = words
  const isWrong = registration?.uscc_valid === false
  const at = (utc: string | null | undefined) =>
    utc == null ? show(null, 'label') : html`${inBeijing(utc)}<span class="zone">${words.beijing}</span>`
  return html`<p class="kind">${words.kind}</p>
<h1>${show(subject.name, 'party')}</h1>
${factList([
  [label.uscc, html`${show(subject.uscc, 'label')}${isWrong && label.usccInvalid}`],
  [label.status, show(registration?.status ?? null, 'label')],
  [label.asOf, at(coverage?.data_as_of)],
  [label.run, html`<span class="code">${run.runId}</span>`],
  [label.purpose, settings.purpose === '' ? label.noPurpose : show(settings.purpose, 'prose')],
  [label.job, show(run.title ?? run.job, 'prose')],
  [
    label.given,
    subject.given.map((given, index) => html`${index > 0 && words.comma}${quoted(givenText(given, plain))}`),
  ],
  [label.enterpriseId, html`<span class="code">${show(subject.enterpriseId, 'label')}</span>`],
  [label.made, at(asUtc(settings.madeAt))],
  [label.version, `dossier ${settings.version}`],
])}
<nav><h2>${words.contents}</h2><ol class="contents">${sectionNames(words).map(
    (name) => html`<li><a href="#${sectionId(words, name)}">${words.sections[name]}</a></li>`,
  )}</ol><p><a href="#appendix-D">${words.appendices.documents}</a> · <a href="#appendix-P">${words.appendices.payments}</a> · <a href="#appendix-C">${words.appendices.calls}</a> · <a href="#appendix-R">${words.appendices.rows}</a></p></nav>`
}
