import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { TestProject } from 'vitest/node'
import { emptyWarehouseName, openWarehouse } from '../../src/warehouse/warehouse.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A working database without a row, to be copied. */
    readonly emptyWarehouse: string
    /** A folder for what files of tests share; it goes when all are over. See shared.ts. */
    readonly sharedFolder: string
  }
}

/** Where src/warehouse/warehouse.ts looks for what a build puts beside it. */
const besideModule = fileURLToPath(new URL('../../src/warehouse/data', import.meta.url))

/**
 * Makes the tables and their comments once for all tests: a home, a rebuild or a verification that makes its own takes half a second of the
 * processor for it. As a build does, it also puts them beside the module, for as long as the tests run.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-empty-'))
  const packed = join(besideModule, emptyWarehouseName())
  // What an earlier run of tests left may be of other comments.
  await rm(packed, { force: true })
  const path = join(folder, 'warehouse.duckdb')
  await (await openWarehouse(path, {}))?.close()
  await pack(path, packed)
  provide('emptyWarehouse', path)
  provide('sharedFolder', folder)
  return async () => {
    await rm(packed, { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whole or not there: other tests may run in this folder. */
async function pack(path: string, packed: string): Promise<void> {
  await mkdir(besideModule, { recursive: true })
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  await writeFile(`${packed}.${process.pid}`, brotliCompressSync(await readFile(path), fast))
  await rename(`${packed}.${process.pid}`, packed)
}
