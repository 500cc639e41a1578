import type { Dossier, Nothing } from '../dossier.ts'
import { groupsBy } from '../groups.ts'
import { type Html, html } from '../html.ts'
import { noRegistration } from '../searched.ts'
import { type SectionName, sectionId, sectionNumber } from '../words/words.ts'
import { emptyRegisters } from './registration.ts'

/**
 * One list of what was looked for and not found, in place of the sections that would each say so: sections for the same
 * reasons stand together, and links to them lead here. Null when every section has something to show.
 */
export function notFound(dossier: Dossier, missing: ReadonlyMap<SectionName, Nothing>): Html | null {
  const { words } = dossier
  const groups = groupsBy([...missing], ([, { reasons }]) => reasons.markup)
  const empty = emptyRegisters(dossier)
  if (groups.size === 0 && empty.length === 0) return null
  return html`<p><strong>${words.none}</strong></p><ol class="missing">${[...groups.values()].map(
    (found) =>
      html`<li>${found.map(
        ([name], at) =>
          html`${at > 0 && words.comma}<span id="${sectionId(words, name)}" data-missing="${name}">${sectionNumber(words, name)} ${words.sections[name]}</span>`,
      )}${found[0]?.[1].reasons}</li>
`,
  )}${empty.length > 0 && html`<li>${empty.join(words.comma)}${noRegistration(dossier).reasons}</li>`}</ol>`
}
