import type { Dossier } from '../dossier.ts'
import type { Html } from '../html.ts'
import type { SectionName } from '../words/words.ts'
import { amounts } from './amounts.ts'
import { articles } from './articles.ts'
import { counterparties } from './counterparties.ts'
import { cover } from './cover.ts'
import { coverage } from './coverage.ts'
import { families } from './families.ts'
import { causes, courts, outcomes, overview, procedures, roles } from './litigation.ts'
import { major } from './major.ts'
import { changes, limits, registration } from './records.ts'
import { summary } from './summary.ts'

/** What is written under each title. */
export const sections: Readonly<Record<SectionName, (dossier: Dossier) => Html>> = {
  cover,
  summary,
  coverage,
  overview,
  causes,
  roles,
  courts,
  procedures,
  outcomes,
  major,
  amounts,
  counterparties,
  families,
  articles,
  changes,
  registration,
  limits,
}
