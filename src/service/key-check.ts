import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Tells whether a header carries the key (contract 5). Digests are compared, in constant time: neither the
 * key's length nor the place of the first difference shows in the time taken.
 */
export function keyCheck(apiKey: string): (given: unknown) => boolean {
  const expected = digestOf(apiKey)
  return (given) => typeof given === 'string' && timingSafeEqual(digestOf(given), expected)
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
