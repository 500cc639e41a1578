import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openWarehouse } from '../../src/warehouse/warehouse.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A working database without a row, to be copied. */
    readonly emptyWarehouse: string
    /** A folder for what files of tests share; it goes when all are over. See shared.ts. */
    readonly sharedFolder: string
  }
}

/** Makes the tables and their comments once for all tests: it takes half a second of the processor. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-empty-'))
  const path = join(folder, 'warehouse.duckdb')
  await (await openWarehouse(path, {}))?.close()
  provide('emptyWarehouse', path)
  provide('sharedFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
