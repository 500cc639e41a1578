import type { Dossier } from '../dossier.ts'
import type { Html } from '../html.ts'
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

export type SectionName = keyof Dossier['words']['sections']

/** The sections of a dossier in the order in which readers expect them (domain rule, section 2). */
export const sections: readonly (readonly [name: SectionName, write: (dossier: Dossier) => Html])[] = [
  ['cover', cover],
  ['summary', summary],
  ['coverage', coverage],
  ['overview', overview],
  ['causes', causes],
  ['roles', roles],
  ['courts', courts],
  ['procedures', procedures],
  ['outcomes', outcomes],
  ['major', major],
  ['amounts', amounts],
  ['counterparties', counterparties],
  ['families', families],
  ['articles', articles],
  ['changes', changes],
  ['registration', registration],
  ['limits', limits],
]
