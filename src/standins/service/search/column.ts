type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array

/** A list of numbers that grows, in as many bytes as their type takes. */
export class Column<Array extends Numbers> {
  readonly #make: (length: number) => Array
  #values: Array
  length = 0

  constructor(make: (length: number) => Array) {
    this.#make = make
    this.#values = make(1024)
  }

  /** Returns the place of the first. */
  push(...values: number[]): number {
    if (this.length + values.length > this.#values.length) this.#grow()
    this.#values.set(values, this.length)
    this.length += values.length
    return this.length - values.length
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  #grow(): void {
    const grown = this.#make(this.#values.length * 2)
    grown.set(this.#values)
    this.#values = grown
  }
}

export const flags = (): Column<Uint8Array> => new Column((length) => new Uint8Array(length))
export const unsigned = (): Column<Uint32Array> => new Column((length) => new Uint32Array(length))
export const signed = (): Column<Int32Array> => new Column((length) => new Int32Array(length))
export const doubles = (): Column<Float64Array> => new Column((length) => new Float64Array(length))
