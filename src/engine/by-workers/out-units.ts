import type { Unit } from '../../workers/unit.ts'

/** The units that are out: planned, paid, and not home yet. */
export interface OutUnits {
  readonly all: readonly Unit[]
  readonly size: number
  /** Calls of all of them. */
  readonly calls: number
  has(id: string): boolean
  add(unit: Unit): void
  remove(unit: Unit): void
}

export function createOutUnits(): OutUnits {
  const units = new Map<string, Unit>()
  let calls = 0
  return {
    get all() {
      return [...units.values()]
    },
    get size() {
      return units.size
    },
    get calls() {
      return calls
    },
    has: (id) => units.has(id),
    add(unit) {
      units.set(unit.id, unit)
      calls += unit.calls.length
    },
    remove(unit) {
      if (units.delete(unit.id)) calls -= unit.calls.length
    },
  }
}
