import { createHash } from 'node:crypto'
import type { AuthoritativeCase, CaseHit, OrdinaryCase } from '../../../contract/records.ts'
import { once } from '../../../contract/values.ts'
import { parseDate } from '../../../legal/dates.ts'
import { foldWidth } from '../../../legal/text.ts'
import { type CaseLibrary, libraries, type StoredCase } from '../corpus/cases.ts'
import { compareText } from '../corpus/records.ts'
import { searchText, similarities } from './similarity.ts'

/** A longer query is searched by its beginning; the contract shows no maximum. */
const QUERY_CHARACTERS = 2_000
/** Scores are compared as they are shown, in millionths, so that equal ones are ties. */
const SCORE_STEPS = 1e6

/**
 * Searches cases in memory; the first search reads every case once. Gives the best `limit` cases that share a bigram with the query and meet
 * the filter; ties are in order of id.
 */
export function caseSearchOver(cases: readonly StoredCase[]) {
  /** The loader has checked this text against the contract's schema. */
  const recordOf = ({ json }: StoredCase): CaseRecord => JSON.parse(String(json))
  const searched = once(() =>
    cases.map((stored) => {
      const record = recordOf(stored)
      const facets = facetsOf(record, stored.library)
      const compared = [record.title, ...causesOf(facets), curatedContent(record)]
      return { stored, facets, text: searchText(compared.join('\n')) }
    }),
  )
  return (query: string, filter: CaseFilter, limit: number): CaseHit[] => {
    const asked = searchText(query).slice(0, QUERY_CHARACTERS)
    const scores = similarities(
      asked,
      searched().map(({ text }) => text),
    )
    return searched()
      .map((one, at) => ({ ...one, steps: Math.round((scores[at] ?? 0) * SCORE_STEPS) }))
      .filter(({ steps, facets }) => steps > 0 && meets(facets, filter))
      .sort((a, b) => b.steps - a.steps || compareText(a.stored.id, b.stored.id))
      .slice(0, limit)
      .map(({ stored, facets, steps }) => hitOf(recordOf(stored), facets, steps / SCORE_STEPS))
  }
}

type CaseRecord = OrdinaryCase & AuthoritativeCase

/** By what a case can be filtered (contract 4.1): `date` is the closing date, yyyy-MM-dd; `court` has its width folded. */
type Facet = 'library' | 'category' | 'causes' | 'kind' | 'date' | 'court' | 'level' | 'province' | 'city'

/** Texts, '' where the record does not say. */
type CaseFacets = Readonly<Record<Facet, string>>

/** Conditions of `wenshu_filter`. Those that are empty restrict nothing; a case that does not say its date meets no bound on it. */
export interface CaseFilter {
  /** Values of which a case must have one. */
  readonly anyOf: Readonly<Partial<Record<Facet, readonly string[]>>>
  /** Exclusive bounds, yyyy-MM-dd. */
  readonly after: string
  readonly before: string
}

/** Causes of a case, which may have several (contract 2.4), as one text. */
const between = '\0'

function facetsOf(record: CaseRecord, library: CaseLibrary): CaseFacets {
  const causes = typeof record.ay === 'string' ? [record.ay] : (record.ay ?? [])
  return {
    library,
    category: record.ajlb ?? '',
    causes: causes.filter((cause) => cause !== '').join(between),
    kind: record.wszl ?? '',
    date: parseDate(record.cprq ?? '')?.date ?? '',
    court: foldWidth(record.jbdw ?? ''),
    level: courtLevelOf(record.jbdw ?? ''),
    province: record.xzqh_p ?? '',
    city: record.xzqh_c ?? '',
  }
}

const causesOf = ({ causes }: CaseFacets): string[] => (causes === '' ? [] : causes.split(between))

function courtLevelOf(court: string): string {
  if (court === '') return ''
  if (court.includes('最高人民法院')) return '最高'
  if (court.includes('高级')) return '高级'
  return court.includes('中级') ? '中级' : '基层'
}

function meets(facets: CaseFacets, { anyOf, after, before }: CaseFilter): boolean {
  const { date } = facets
  if ((after !== '' && date <= after) || (before !== '' && (date === '' || date >= before))) return false
  return Object.entries(anyOf).every(
    ([facet, values]) =>
      values.length === 0 || facets[facet as Facet].split(between).some((one) => values.includes(one)),
  )
}

/** The contract does not show what `type` of a hit says: here, which library it is of. */
const typeNumbers = { ptal: 1, qwal: 2 } as const

/** A case search hit with every member of 2.2, those outside its field table included. */
function hitOf(record: CaseRecord, facets: CaseFacets, score: number): CaseHit {
  const library = facets.library as CaseLibrary
  const causes = causesOf(facets)
  return {
    scid: record.id,
    title: record.title ?? '',
    ay: causes.map(causeCodeOf),
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
    type: typeNumbers[library],
    jbdw: record.jbdw ?? '',
    para_name: 'content',
    authority: libraries[library].type,
    db: library,
    anyou: causes,
  }
}

/** The facts, reasons and result of a case where it has these sections, else its whole content. */
const curatedContent = (record: CaseRecord): string =>
  [record.ajjbqk, record.fxgc, record.pjjg].filter(Boolean).join('\n') || (record.content ?? '')

/** Year and day as numbers, of a date yyyy-MM-dd; left out when the date is not known. */
const closing = (date: string): Pick<CaseHit, 'jand' | 'jaDate'> =>
  date === '' ? {} : { jand: Number(date.slice(0, 4)), jaDate: Number(date.replaceAll('-', '')) }

/** The contract does not show how names map to codes: here, the first 8 hex digits of the name's SHA-256. */
const causeCodeOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)
