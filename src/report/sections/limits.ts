import type { Dossier, Section } from '../dossier.ts'
import { type Html, html } from '../html.ts'

/** 边界与声明. */
export const limits: Section = { write: writeLimits }

function writeLimits({ words, privacy, run }: Dossier): Html {
  const statements = [
    ...words.limits,
    words.limitsDatabase(run.lastRunId),
    words.privacy[privacy.persons],
    ...(privacy.identifiers === 'mask' ? [words.privacy.identifiers] : []),
    words.privacy.unseen,
  ]
  return html`<ol class="limits">${statements.map((text) => html`<li>${text}</li>`)}</ol>`
}
