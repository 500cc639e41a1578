import { readlinkSync } from 'node:fs'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '../../src/disk/durable.ts'
import { temporaryFolder } from '../support/folder.ts'

test.runIf(process.platform === 'linux')('a folder is made with each name above it synced', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'old'))
  const synced: string[] = []
  const handle = await open(root, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(function (this: FileHandle) {
    synced.push(relative(root, readlinkSync(`/proc/self/fd/${this.fd}`)))
    return sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  await makeFolder(join(root, 'old', 'operation=a', 'day=b'))
  expect(synced.sort()).toEqual(['old', 'old/operation=a'])
  expect((await stat(join(root, 'old', 'operation=a', 'day=b'))).mode & 0o777).toBe(0o700)
  await makeFolder(join(root, 'old', 'operation=a', 'day=b'))
  expect(synced).toHaveLength(2)
})
