import { createHash } from 'node:crypto'
import type { courtLevels } from '../../../contract/enumerations.ts'
import type { AuthoritativeCase, CaseHit, OrdinaryCase } from '../../../contract/records.ts'
import { parseDate } from '../../../legal/dates.ts'
import { foldWidth } from '../../../legal/text.ts'
import { type CaseLibrary, libraries } from '../corpus/cases.ts'

export type CaseRecord = OrdinaryCase & AuthoritativeCase
export type CourtLevel = (typeof courtLevels)[number]

/** What a case can be filtered by (contract 4.1); '' where the record does not say. */
export interface CaseFacets {
  readonly library: CaseLibrary
  readonly category: string
  readonly causes: readonly string[]
  readonly kind: string
  /** Closing date, yyyy-MM-dd. */
  readonly date: string
  /** Court name, width folded. */
  readonly court: string
  readonly level: CourtLevel | ''
  readonly province: string
  readonly city: string
}

/** Conditions of `wenshu_filter`; an empty value restricts nothing, several values of one member combine by OR. */
export interface CaseFilter {
  readonly category: string
  readonly causes: readonly string[]
  readonly kinds: readonly string[]
  /** Exclusive bounds, yyyy-MM-dd. */
  readonly after: string
  readonly before: string
  readonly authoritativeOnly: boolean
  /** Court names, width folded. */
  readonly courts: readonly string[]
  readonly level: string
  readonly province: string
  readonly city: string
}

export const facetsOf = (record: CaseRecord, library: CaseLibrary): CaseFacets => ({
  library,
  category: record.ajlb ?? '',
  causes: causesOf(record.ay),
  kind: record.wszl ?? '',
  date: parseDate(record.cprq ?? '')?.date ?? '',
  court: foldWidth(record.jbdw ?? ''),
  level: courtLevelOf(record.jbdw ?? ''),
  province: record.xzqh_p ?? '',
  city: record.xzqh_c ?? '',
})

/** What a filter asks of one facet. */
export interface Condition {
  readonly facet: keyof CaseFacets
  readonly isMet: (facets: CaseFacets) => boolean
}

/** The conditions of a filter that restrict anything; a case that does not say its date meets no bound on it. */
export function conditionsOf(filter: CaseFilter): readonly Condition[] {
  const { category, causes, kinds, after, before, authoritativeOnly, courts, level, province, city } = filter
  const all: readonly (Condition & { readonly restricts: boolean })[] = [
    { restricts: authoritativeOnly, facet: 'library', isMet: (of) => of.library === 'qwal' },
    { restricts: category !== '', facet: 'category', isMet: (of) => of.category === category },
    {
      restricts: causes.length > 0,
      facet: 'causes',
      isMet: (of) => causes.some((cause) => of.causes.includes(cause)),
    },
    { restricts: kinds.length > 0, facet: 'kind', isMet: (of) => kinds.includes(of.kind) },
    { restricts: after !== '', facet: 'date', isMet: (of) => of.date > after },
    { restricts: before !== '', facet: 'date', isMet: (of) => of.date !== '' && of.date < before },
    { restricts: courts.length > 0, facet: 'court', isMet: (of) => courts.includes(of.court) },
    { restricts: level !== '', facet: 'level', isMet: (of) => of.level === level },
    { restricts: province !== '', facet: 'province', isMet: (of) => of.province === province },
    { restricts: city !== '', facet: 'city', isMet: (of) => of.city === city },
  ]
  return all.filter(({ restricts }) => restricts)
}

/** Cause names; documented as a string, seen as an array (contract 2.4). */
const causesOf = (ay: CaseRecord['ay']): readonly string[] =>
  (typeof ay === 'string' ? [ay] : (ay ?? [])).filter((cause) => cause !== '')

function courtLevelOf(court: string): CourtLevel | '' {
  if (court === '') return ''
  if (court.includes('最高人民法院')) return '最高'
  if (court.includes('高级')) return '高级'
  return court.includes('中级') ? '中级' : '基层'
}

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
