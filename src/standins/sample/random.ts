/** A source of numbers in [0, 1). Seeded, so that the same keys give the same sequence on every machine. */
export type Random = () => number

/** An independent stream (sfc32) for these keys: enterprise 7 draws the same whatever was drawn before it. */
export function randomStream(...keys: readonly (string | number)[]): Random {
  let [a, b, c, d] = hash128(keys.join('/'))
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let i = 0; i < 12; i++) next()
  return next
}

/** Four well mixed words from a text (cyrb128). */
function hash128(text: string): [number, number, number, number] {
  let h1 = 1779033703
  let h2 = 3144134277
  let h3 = 1013904242
  let h4 = 2773480762
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067)
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233)
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213)
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179)
  }
  const mix = Math.imul(h1 ^ (h1 >>> 18), 597399067) ^ Math.imul(h3 ^ (h3 >>> 17), 951274213)
  return [h1 ^ mix, h2 ^ (mix << 7), h3 ^ (mix >>> 3), h4 ^ mix]
}

/** A whole number from `low` to `high`, both included. */
export const integer = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

export const chance = (random: Random, probability: number): boolean => random() < probability

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('sample: cannot pick from an empty list')
  return item
}

/** Picks in proportion to `weight`; weights need not sum to one. */
export function pickWeighted<T extends { readonly weight: number }>(random: Random, items: readonly T[]): T {
  let left = random() * items.reduce((sum, item) => sum + item.weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return pick(random, items)
}

/** Picks the k-th item about 1/k as often as the first (Zipf, exponent 1, drawn through its integral). */
export function pickRanked<T>(random: Random, items: readonly T[]): T {
  const rank = Math.floor((items.length + 1) ** random()) - 1
  const item = items[Math.min(rank, items.length - 1)]
  return item === undefined ? pick(random, items) : item
}

/** A lognormal draw with this median. */
export function lognormal(random: Random, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(sigma * normal)
}

/** A draw whose logarithm is uniform. */
export const logUniform = (random: Random, low: number, high: number): number =>
  low * (high / low) ** random()

/** 32 lower-case hex characters, the shape of the service's ids. */
export function hexId(random: Random): string {
  let id = ''
  for (let i = 0; i < 4; i++)
    id += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return id
}
