import type { AnswersHeld } from './answers-held.ts'

/** Records by id, of each the newest. */
export class Newest<Value> {
  readonly #answers: AnswersHeld
  readonly #held = new Map<string, { readonly answer: number; readonly value: Value }>()

  constructor(answers: AnswersHeld) {
    this.#answers = answers
  }

  /** `answer` is the number of the answer that gave it. */
  add(id: string, answer: number, value: Value): void {
    const held = this.#held.get(id)
    if (held === undefined || this.#answers.isNewer(answer, held.answer))
      this.#held.set(id, { answer, value })
  }

  get(id: string): Value | undefined {
    return this.#held.get(id)?.value
  }

  entries(): [string, Value][] {
    return [...this.#held].map(([id, { value }]) => [id, value])
  }
}
