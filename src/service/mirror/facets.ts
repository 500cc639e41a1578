import type { CaseLibrary } from '../corpus/cases.ts'
import {
  type CaseFacets,
  type CaseFilter,
  type Condition,
  type CourtLevel,
  conditionsOf,
} from '../search/case-facets.ts'
import { unsigned } from './column.ts'

/** What is kept of the facets of a case, in order; each is a text. */
const kept = ['library', 'category', 'causes', 'kind', 'date', 'court', 'level', 'province', 'city'] as const
const between = '\n'

/** The facets of any number of cases: each different text is held once, and a case by the numbers of its texts. */
export class Facets {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #held = unsigned()

  add(facets: CaseFacets): void {
    const texts = kept.map((name) => (name === 'causes' ? facets.causes.join(between) : facets[name]))
    this.#held.push(...texts.map((text) => this.#numberOf(text)))
  }

  at(index: number): CaseFacets {
    const text = (name: (typeof kept)[number]): string =>
      this.#texts[this.#held.at(index * kept.length + kept.indexOf(name))] ?? ''
    const causes = text('causes')
    return {
      library: text('library') as CaseLibrary,
      category: text('category'),
      causes: causes === '' ? [] : causes.split(between),
      kind: text('kind'),
      date: text('date'),
      court: text('court'),
      level: text('level') as CourtLevel | '',
      province: text('province'),
      city: text('city'),
    }
  }

  /** Whether a case meets a filter. Each condition is worked out once for each different text. */
  meeting(filter: CaseFilter): (index: number) => boolean {
    const meets = conditionsOf(filter).map((condition) => this.#meets(condition))
    return (index) => meets.every((isMet) => isMet(index))
  }

  #meets({ facet, isMet }: Condition): (index: number) => boolean {
    const place = kept.indexOf(facet)
    /** By the number of the text: 0 where nobody asked yet, 1 when it is met, 2 when it is not. */
    const known = new Uint8Array(this.#texts.length)
    return (index) => {
      const text = this.#held.at(index * kept.length + place)
      if (known[text] === 0) known[text] = isMet(this.at(index)) ? 1 : 2
      return known[text] === 1
    }
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }
}
