/*
 * Litigation lists that live: each has a seeded history of its own, tied to how often it was asked. The history knows what
 * the list truly held; it shares nothing with what judges it.
 */

import { dice } from '../../support/dice.ts'

/** What befalls a list. `swapping`: a deletion and an insertion at once, which no total shows. */
export const kinds = ['still', 'moving', 'swapping', 'lying', 'lying and moving'] as const
export type Kind = (typeof kinds)[number]

const lies = [
  ...['total off', 'total drifts', 'total sticks', 'hasMore sticks', 'hasMore ends early'],
  ...['a page repeats', 'a page is short', 'an empty page', 'endless', 'gone in between'],
  'page size changes',
] as const
type Lie = (typeof lies)[number]

type Change = 'insert' | 'delete' | 'swap' | 'replace'
export type Fault = 'reset' | 500 | 429

/** A page as section 2.8 of the contract has it; null: the service knows no such enterprise. */
export interface Page {
  readonly id: string
  readonly total: number
  readonly pageNo: number
  readonly pageSize: number
  readonly hasMore: boolean
  readonly list: readonly object[]
}

export class ListHistory {
  readonly id: string
  readonly kind: Kind
  readonly lie: Lie | null
  /** What the list held when an answer was delivered, each state once. */
  readonly states: (readonly string[])[] = []
  /** Documents that were in the list each time it was asked. */
  readonly throughout = new Set<string>()
  /** Something changed between two answers, and both declared the same total. */
  hasHiddenChange = false
  requests = 0
  delivered = 0
  largestTotal = 0
  smallestSize = Number.POSITIVE_INFINITY
  readonly #random: () => number
  readonly #changes = new Map<number, Change[]>()
  readonly #faults = new Map<number, Fault>()
  readonly #at: number
  readonly #by: number
  #documents: string[]
  #pageSize: number
  #serial = 0
  #hasChanged = false
  #lastTotal: number | null = null
  readonly #firstTotal: number

  constructor(id: string, seed: number) {
    this.#random = dice(seed)
    this.id = id
    this.kind = this.#oneOf(kinds)
    this.lie = this.kind.startsWith('lying') ? this.#oneOf(lies) : null
    this.#pageSize = 5 + this.#below(26)
    const most = this.#oneOf([12, 40, 90, 200])
    this.#documents = Array.from({ length: this.#below(most + 1) }, () => this.#newDocument())
    this.#firstTotal = this.#documents.length
    this.#at = 1 + this.#below(Math.max(1, Math.ceil(this.#documents.length / this.#pageSize)))
    this.#by = 1 + this.#below(3)
    this.#foresee()
  }

  /** Lets the next request happen: what it ends in instead of an answer, if so. */
  request(): Fault | null {
    this.requests += 1
    for (const change of this.#changes.get(this.requests) ?? []) this.#change(change)
    if (this.lie === 'page size changes' && this.requests === this.#at + 1) this.#pageSize += this.#by
    if (this.requests === 1) for (const document of this.#documents) this.throughout.add(document)
    return this.#faults.get(this.requests) ?? null
  }

  /** The answer to that request, as it is delivered. */
  page(pageNo: number): Page | null {
    this.delivered += 1
    if (this.lie === 'gone in between' && this.delivered === this.#at + 1) return null
    const total = this.#declaredTotal()
    if (this.#hasChanged && this.#lastTotal === total) this.hasHiddenChange = true
    if (this.#hasChanged || this.states.length === 0) this.states.push([...this.#documents])
    this.#hasChanged = false
    this.#lastTotal = total
    this.largestTotal = Math.max(this.largestTotal, total)
    this.smallestSize = Math.min(this.smallestSize, this.#pageSize)
    return {
      id: this.id,
      total,
      pageNo,
      pageSize: this.#pageSize,
      hasMore: this.#saysMore(pageNo),
      list: this.#listed(pageNo).map((id) => ({ 文书id: id, 时间: '2020-01-01' })),
    }
  }

  get documents(): readonly string[] {
    return this.#documents
  }

  #foresee(): void {
    const pages = Math.ceil(this.#documents.length / this.#pageSize)
    const moment = () => 2 + this.#below(pages * 2 + 2)
    const events = this.kind === 'still' || this.kind === 'lying' ? 0 : 1 + this.#below(4)
    for (let event = 0; event < events; event += 1) {
      const change = this.#oneOf<Change>(
        this.kind === 'swapping' ? ['swap', 'swap', 'replace', 'insert', 'delete'] : ['insert', 'delete'],
      )
      const at = moment()
      this.#changes.set(at, [...(this.#changes.get(at) ?? []), change])
    }
    if (this.#random() < 0.05) this.#faults.set(moment() - 1, this.#oneOf<Fault>(['reset', 500]))
    if (this.#random() < 0.002) this.#faults.set(moment() - 1, 429)
    // A call that is answered by nothing but failures is given up.
    if (this.kind === 'moving' && this.#random() < 0.01)
      for (let from = moment(), at = from; at < from + 3; at += 1) this.#faults.set(at, 500)
  }

  #change(change: Change): void {
    if (change === 'replace' && this.#documents.length > 0) {
      const [gone] = this.#documents.splice(this.#below(this.#documents.length), 1, this.#newDocument())
      if (gone !== undefined) this.throughout.delete(gone)
    }
    if (change === 'delete' || change === 'swap') {
      const [gone] = this.#documents.splice(this.#below(this.#documents.length), 1)
      if (gone !== undefined) this.throughout.delete(gone)
    }
    if (change === 'insert' || change === 'swap') {
      const { length } = this.#documents
      this.#documents.splice(this.#oneOf([0, this.#below(length + 1), length]), 0, this.#newDocument())
    }
    this.#hasChanged = true
  }

  #declaredTotal(): number {
    const { length } = this.#documents
    if (this.lie === 'total off') return Math.max(0, length + (this.#at % 2 === 0 ? this.#by : -this.#by))
    if (this.lie === 'total drifts') return Math.max(0, length - 1 + this.#below(3))
    return this.lie === 'total sticks' ? this.#firstTotal : length
  }

  #saysMore(pageNo: number): boolean {
    if (this.lie === 'hasMore sticks' || this.lie === 'endless') return true
    if (this.lie === 'hasMore ends early' && pageNo === this.#at) return false
    return pageNo * this.#pageSize < this.#documents.length
  }

  #listed(pageNo: number): readonly string[] {
    const at = (page: number) => this.#documents.slice((page - 1) * this.#pageSize, page * this.#pageSize)
    const isThere = pageNo === this.#at
    if (this.lie === 'a page repeats' && isThere && pageNo > 1) return at(pageNo - 1)
    if (this.lie === 'a page is short' && isThere) return at(pageNo).slice(this.#by)
    if (this.lie === 'an empty page' && isThere) return []
    const listed = at(pageNo)
    return this.lie === 'endless' && listed.length === 0
      ? Array.from({ length: this.#pageSize }, (_, index) => `${this.id}-invented-${pageNo}-${index}`)
      : listed
  }

  #newDocument(): string {
    this.#serial += 1
    return `${this.id}-${this.#serial}`
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #oneOf<Of>(choices: readonly Of[]): Of {
    return choices[this.#below(choices.length)] as Of
  }
}
