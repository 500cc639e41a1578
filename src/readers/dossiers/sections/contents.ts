import { asUtc, type Dossier, givenText, inBeijing } from '../dossier.ts'
import { type Html, html, quoted } from '../html.ts'
import { factList } from '../tables.ts'
import { contentsId, type SectionName, sectionId, sectionNumber } from '../words/words.ts'

/** Contents of a page and how it came about, behind what a reader must not miss. */
export function contents(
  { subject, settings, words, plain, show }: Dossier,
  names: readonly SectionName[],
): Html {
  const { cover: label, appendices } = words
  return html`<nav id="${contentsId}"><h2>${words.contents}</h2><ol class="contents">${names.map(
    (name) =>
      html`<li value="${sectionNumber(words, name)}"><a href="#${sectionId(words, name)}">${words.sections[name]}</a></li>`,
  )}</ol><p><a href="#appendix-D">${appendices.documents}</a> · <a href="#appendix-P">${appendices.payments}</a> · <a href="#appendix-C">${appendices.calls}</a> · <a href="#appendix-R">${appendices.rows}</a></p>
${factList(
  [
    [
      label.given,
      subject.given.map(
        (given, index) => html`${index > 0 && words.comma}${quoted(givenText(given, plain))}`,
      ),
    ],
    [label.enterpriseId, html`<span class="code">${show(subject.enterpriseId, 'label')}</span>`],
    [label.made, html`${inBeijing(asUtc(settings.madeAt))}<span class="zone">${words.beijing}</span>`],
    [label.version, `dossier ${settings.version}`],
  ],
  'tight',
)}</nav>`
}
