import { createHash } from 'node:crypto'
import type { AuthoritativeCase, CaseHit, OrdinaryCase } from '../../../contract/records.ts'
import { parseDate } from '../../../legal/dates.ts'
import { foldWidth } from '../../../legal/text.ts'
import { type CaseLibrary, libraries } from '../corpus/cases.ts'
import { unsigned } from './column.ts'

export type CaseRecord = OrdinaryCase & AuthoritativeCase

/** By what a case can be filtered (contract 4.1): `date` is the closing date, yyyy-MM-dd; `court` has its width folded. */
const facetNames = [
  'library',
  'category',
  'causes',
  'kind',
  'date',
  'court',
  'level',
  'province',
  'city',
] as const
type Facet = (typeof facetNames)[number]

/** Texts, '' where the record does not say. */
export type CaseFacets = Readonly<Record<Facet, string>>

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

export function facetsOf(record: CaseRecord, library: CaseLibrary): CaseFacets {
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

export const causesOf = ({ causes }: CaseFacets): string[] => (causes === '' ? [] : causes.split(between))

function courtLevelOf(court: string): string {
  if (court === '') return ''
  if (court.includes('最高人民法院')) return '最高'
  if (court.includes('高级')) return '高级'
  return court.includes('中级') ? '中级' : '基层'
}

type Condition = readonly [facet: Facet, isMet: (text: string) => boolean]

function conditionsOf({ anyOf, after, before }: CaseFilter): readonly Condition[] {
  const bounds: Condition[] = [
    ['date', (date) => after === '' || date > after],
    ['date', (date) => before === '' || (date !== '' && date < before)],
  ]
  const wanted = Object.entries(anyOf).filter(([, values]) => values.length > 0)
  return [
    ...wanted.map(([facet, values]): Condition => {
      return [facet as Facet, (text) => text.split(between).some((one) => values.includes(one))]
    }),
    ...bounds,
  ]
}

/** The facets of any number of cases: each different text is held once, and a case by the numbers of its texts. */
export class Facets {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #held = unsigned()

  add(facets: CaseFacets): void {
    this.#held.push(...facetNames.map((name) => this.#numberOf(facets[name])))
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }

  at(index: number): CaseFacets {
    const texts = facetNames.map((name, place) => [name, this.#texts[this.#numberAt(index, place)]])
    return Object.fromEntries(texts) as CaseFacets
  }

  #numberAt(index: number, place: number): number {
    return this.#held.at(index * facetNames.length + place)
  }

  /** Whether a case meets a filter. Each condition is worked out once for each different text. */
  meeting(filter: CaseFilter): (index: number) => boolean {
    const meets = conditionsOf(filter).map(([facet, isMet]) => {
      const place = facetNames.indexOf(facet)
      const known: (boolean | undefined)[] = []
      return (index: number) => {
        const number = this.#numberAt(index, place)
        known[number] ??= isMet(this.#texts[number] ?? '')
        return known[number]
      }
    })
    return (index) => meets.every((isMet) => isMet(index))
  }
}

/** The contract does not show what `type` of a hit says: here, which library it is of. */
const typeNumbers = { ptal: 1, qwal: 2 } as const

/** A case search hit with every member of 2.2, those outside its field table included. */
export function hitOf(record: CaseRecord, facets: CaseFacets, score: number): CaseHit {
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
export const curatedContent = (record: CaseRecord): string =>
  [record.ajjbqk, record.fxgc, record.pjjg].filter(Boolean).join('\n') || (record.content ?? '')

/** Year and day as numbers, of a date yyyy-MM-dd; left out when the date is not known. */
const closing = (date: string): Pick<CaseHit, 'jand' | 'jaDate'> =>
  date === '' ? {} : { jand: Number(date.slice(0, 4)), jaDate: Number(date.replaceAll('-', '')) }

/** The contract does not show how names map to codes: here, the first 8 hex digits of the name's SHA-256. */
const causeCodeOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)
