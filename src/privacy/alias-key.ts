import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, replaceDurably } from '../disk/durable.ts'

/** The key of aliases cannot be read. */
export class AliasKeyError extends Error {
  override name = 'AliasKeyError'
}

const shape = /^[0-9a-f]{64}$/

/**
 * The secret that the aliases of a home are made with; made once, for its owner only. Whoever has it can tell which alias a
 * name has; when it is lost, aliases of later exports no longer match those of earlier ones. @throws AliasKeyError
 */
export async function aliasKey(path: string): Promise<string> {
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return makeKey(path)
  if (shape.test(found.trim())) return found.trim()
  throw new AliasKeyError(
    `${path} cannot be read: expected 64 hexadecimal digits; put it back from a copy, or remove it: ` +
      'then persons get other aliases than in earlier exports',
  )
}

async function makeKey(path: string): Promise<string> {
  await makeFolder(dirname(path))
  const key = randomBytes(32).toString('hex')
  const temporary = `${path}.writing`
  await writeFile(temporary, `${key}\n`, { mode: 0o600 })
  await replaceDurably(temporary, path)
  return key
}
