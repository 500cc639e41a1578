import { clipBytes, shortHash } from '../disk/name-part.ts'

/** Names of files may have 255 bytes; an ending, an id and a number stand behind. */
const longestName = 120

/** Letters, digits and the brackets of enterprise names; anything else could mean something to a shell, a browser or a disk. */
const plain = /[^\p{L}\p{N}（）()_-]+/gu

/** An id as it is, where it is a plain one; else a hash of it. */
const idPart = (id: string): string => (/^[0-9A-Za-z]{1,64}$/.test(id) ? id : shortHash(id))

/**
 * Names of files for enterprises, in their order, without their ending: `name-id`. Never a path, and no two alike, not even on a disk
 * that takes capitals for small letters.
 */
export function fileNames(
  enterprises: readonly { readonly name: string; readonly enterpriseId: string }[],
): string[] {
  const taken = new Set<string>()
  return enterprises.map(({ name, enterpriseId }) => {
    const kept = clipBytes(name.normalize('NFC').replace(plain, '_'), longestName)
    const wanted = `${kept}-${idPart(enterpriseId)}`
    let given = wanted
    for (let copy = 2; taken.has(given.toLowerCase()); copy += 1) given = `${wanted}-${copy}`
    taken.add(given.toLowerCase())
    return given
  })
}
