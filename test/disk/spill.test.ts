import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { isSpilledTo, spillFolder } from '../../src/disk/lock.ts'
import { Database } from '../../src/warehouse/database.ts'
import { temporaryFolder } from '../support/folder.ts'

test('two databases of one process spill into folders of their own, which go with them', async () => {
  const folder = await temporaryFolder()
  const spillTo = join(folder, 'spill')
  const options = { spillTo, memoryLimit: '20MB', threads: 1 }
  const sorted = 'CREATE TEMP TABLE t AS SELECT hash(range) AS h FROM range(2000000) ORDER BY h'
  const databases = await Promise.all([1, 2].map(() => Database.open(':memory:', options)))
  await Promise.all(databases.map((database) => database.run(sorted)))
  expect((await readdir(folder)).filter((name) => name.startsWith('spill.'))).toHaveLength(2)
  await Promise.all(databases.map((database) => database.close()))
  expect(await readdir(folder)).toEqual([])
})

test('what a process that is there spilled is told from what is left, and from its own number given out again', () => {
  expect(isSpilledTo(`spill.${process.ppid}.1`)).toBe(true)
  expect(isSpilledTo('spill.4194305.1')).toBe(false)
  expect(isSpilledTo(basename(spillFolder('/home/.state/spill')))).toBe(false)
  expect(isSpilledTo('spill')).toBe(false)
})
