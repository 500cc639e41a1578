import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Database } from '../../../src/warehouse/database.ts'

/** A text as it may turn up: as it is, and as it is written in base64, hexadecimal and addresses. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  // In base64 a text looks different at each of three places in another one; its ends mix with what is around it.
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by, 0x20), bytes])
      .toString('base64')
      .slice(by === 0 ? 0 : 4)
      .replace(/.{4}$/, ''),
  )
  return [
    secret,
    ...shifted,
    ...shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
  ]
}

export const holds = (content: string | Buffer, forms: readonly string[]): boolean =>
  forms.some((form) => content.includes(form))

/** Every file below a folder as the bytes that it has, and what is compressed in it besides. */
export async function* contentsBelow(folder: string): AsyncGenerator<readonly [string, Buffer]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    yield [path, await readFile(path)]
    if (path.endsWith('.parquet')) yield [path, await rowsOf(`read_parquet('${path}')`)]
    if (path.endsWith('dossier.duckdb')) yield* tablesOf(path)
  }
}

async function rowsOf(relation: string, path = ':memory:'): Promise<Buffer> {
  await using database = await Database.open(path, { readOnly: path !== ':memory:' })
  return Buffer.from(JSON.stringify(await database.rows(`SELECT * FROM ${relation}`)))
}

async function* tablesOf(path: string): AsyncGenerator<readonly [string, Buffer]> {
  await using database = await Database.open(path, { readOnly: true })
  for (const { name } of await database.rows('SELECT table_name AS name FROM duckdb_tables()'))
    yield [`${path}: ${name}`, Buffer.from(JSON.stringify(await database.rows(`SELECT * FROM "${name}"`)))]
}
