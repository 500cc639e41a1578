import type { Dossier, Section } from '../dossier.ts'
import { type Html, html, type Part, trusted } from '../html.ts'

/** 边界与声明. */
export const limits: Section = { write: writeLimits }

function writeLimits({ words, privacy, run }: Dossier): Html {
  const statements: Part[] = [
    ...words.limits,
    words.limitsDatabase(run.lastRunId),
    words.privacy[privacy.persons],
    ...(privacy.identifiers === 'mask' ? [words.privacy.identifiers] : []),
    // Its own sign is among those that are written out.
    trusted(words.privacy.unseen),
  ]
  return html`<ol class="limits">${statements.map((text) => html`<li>${text}</li>`)}</ol>`
}
