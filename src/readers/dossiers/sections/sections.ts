import type { Section } from '../dossier.ts'
import type { AnyQuery } from '../holdings.ts'
import type { SectionName } from '../words/words.ts'
import { amounts } from './amounts.ts'
import { articles } from './articles.ts'
import { changes } from './changes.ts'
import { counterparties } from './counterparties.ts'
import { coverage } from './coverage.ts'
import { enforcement } from './enforcement.ts'
import { families } from './families.ts'
import { cover, limits } from './frame.ts'
import { causes, courts, outcomes, overview, procedures, roles } from './litigation.ts'
import { major } from './major.ts'
import { identity, registration } from './registration.ts'
import { summary } from './summary.ts'

/** What is written under each title. */
export const sections: Readonly<Record<Exclude<SectionName, 'notFound'>, Section>> = {
  cover,
  identity,
  summary,
  enforcement,
  major,
  amounts,
  overview,
  causes,
  roles,
  courts,
  procedures,
  outcomes,
  counterparties,
  families,
  articles,
  changes,
  registration,
  coverage,
  limits,
}

/** What sections ask of the warehouse beside what every dossier is made of. */
export const sectionQueries: readonly AnyQuery[] = Object.values(sections).flatMap(
  ({ queries = [] }) => queries,
)
