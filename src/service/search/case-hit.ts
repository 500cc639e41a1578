import { createHash } from 'node:crypto'
import type { CaseHit } from '../../contract/records.ts'
import { libraries } from '../corpus/cases.ts'
import type { CaseFacets, CaseRecord } from './case-facets.ts'

/** What `type` (int) of a hit says of its library; not shown by the contract. */
const typeNumbers = { ptal: 1, qwal: 2 } as const

/** A case search hit with every member of 2.2, those outside its field table included. */
export const hitOf = (record: CaseRecord, facets: CaseFacets, score: number): CaseHit => ({
  scid: record.id,
  title: record.title ?? '',
  ay: facets.causes.map(causeCodeOf),
  ah: record.ah ?? '',
  wszl: facets.kind,
  ajlb: facets.category,
  spcx: record.spcx ?? '',
  ...closing(facets.date),
  cj: facets.level,
  content: curatedContent(record),
  xzqh_p: facets.province,
  xzqh_c: facets.city,
  score,
  type: typeNumbers[facets.library],
  jbdw: record.jbdw ?? '',
  para_name: 'content',
  authority: libraries[facets.library].type,
  db: facets.library,
  anyou: [...facets.causes],
})

/** The facts, reasons and result of a case where it has these sections, else its whole content. */
export const curatedContent = (record: CaseRecord): string => {
  const sections = [record.ajjbqk, record.fxgc, record.pjjg].filter((section) => section)
  return sections.length > 0 ? sections.join('\n') : (record.content ?? '')
}

/** Year and day as numbers, of a date yyyy-MM-dd; left out when the date is not known. */
const closing = (date: string): Pick<CaseHit, 'jand' | 'jaDate'> =>
  date === '' ? {} : { jand: Number(date.slice(0, 4)), jaDate: Number(date.replaceAll('-', '')) }

/** The contract does not show how names map to codes: here, the first 8 hex digits of the name's SHA-256. */
const causeCodeOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)
