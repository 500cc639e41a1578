import { onTestFinished, vi } from 'vitest'

/** Deterministic numbers in [0, 1) (mulberry32): the same seed throws the same. */
export function dice(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The seed of a test: DOSSIER_TEST_SEED, or a new one each time. Whoever takes one prints it. */
export const testSeed = (): number => Number(process.env.DOSSIER_TEST_SEED ?? Math.floor(Math.random() * 1e9))

/** Numbers for one case of many, which do not depend on the cases before it. */
export const diceOf = (seed: number, ...parts: readonly (string | number)[]): (() => number) =>
  dice([...parts.join(' ')].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, seed))

export function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

/** Until this test is over, retries of runs in this process wait for nothing. */
export function throwZeros(): void {
  const thrown = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => thrown.mockRestore())
}
