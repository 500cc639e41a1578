import { type Dossier, inBeijing, type Section } from '../dossier.ts'
import { type Html, html } from '../html.ts'
import { factList } from '../tables.ts'
import { wordFor } from '../words/words.ts'

/** 封面: who, as of when and what for, in a few lines, so that page one has room for what matters. */
export const cover: Section = { write: writeCover }

function writeCover({ subject, run, settings, words, held, show }: Dossier): Html {
  const [registration] = held.registration
  const [coverage] = held.coverage
  const { cover: label } = words
  const isWrong = registration?.uscc_valid === false
  const asOf = coverage?.data_as_of
  const status = registration?.status ?? null
  return html`<p class="kind">${words.kind}<a class="up" href="index.html">${words.index.title}</a></p>
<h1>${show(subject.name, 'party')}</h1>
${factList(
  [
    [label.uscc, html`${show(subject.uscc, 'label')}${isWrong && label.usccInvalid}`],
    [label.status, show(status === null ? null : wordFor(words.term, status), 'label')],
    [
      label.asOf,
      asOf == null ? show(null, 'label') : html`${inBeijing(asOf)}<span class="zone">${words.beijing}</span>`,
    ],
    [label.run, html`<span class="code">${run.runId}</span>`],
    [label.purpose, settings.purpose === '' ? label.noPurpose : show(settings.purpose, 'prose')],
    [label.job, show(run.title ?? run.job, 'prose')],
  ],
  'tight',
)}`
}
