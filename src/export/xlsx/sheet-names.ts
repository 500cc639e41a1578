import { clip } from '../cell.ts'

/** UTF-16 units that Excel takes for the name of a sheet. */
const longest = 31

/** Gives sheets names that Excel takes, no two alike but for case. */
export class SheetNames {
  readonly #taken = new Set<string>()

  /** The wanted name where it can be had, else the nearest: `名称`, `名称 (2)`, `名称 (3)`. */
  take(wanted: string): string {
    const base = allowed(wanted)
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` (${number})`
      const name = `${clip(base, longest - suffix.length)}${suffix}`
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}

/** Without what Excel refuses in the name of a sheet; `History` is a sheet of its own. */
function allowed(wanted: string): string {
  const name = wanted
    .replace(/[[\]:*?/\\\p{Cc}\p{Cs}\ufffe\uffff]/gu, '_')
    .replace(/^'+|'+$/g, '')
    .trim()
  return name === '' || name.toLowerCase() === 'history' ? `${name}_` : name
}
