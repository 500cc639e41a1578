import fc from 'fast-check'

const [firstSurrogate, surrogates] = [0xd800, 0x800]
const characterOf = (n: number): string => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates)

/** Any character, and no half of a surrogate pair: as fast-check's own `binary`, which takes two seconds to be made. */
const character = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(characterOf, (given) => {
  const code = typeof given === 'string' ? (given.codePointAt(0) ?? 0) : -1
  const n = code < firstSurrogate ? code : code - surrogates
  if (n < 0 || characterOf(n) !== given) throw new Error('this is not one character')
  return n
})

/** Any text of Unicode, and often one that JavaScript gives a meaning, such as `__proto__`. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character })
