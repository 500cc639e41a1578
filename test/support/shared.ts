import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

const made = new Map<string, Promise<unknown>>()

/**
 * What several files of tests need and none changes: made on first use in a folder of its own, once a process of tests. The folder goes when
 * all tests are over. A file must not register a clean-up for it.
 */
export function shared<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const promise = (made.get(name) as Promise<T> | undefined) ?? madeIn(make)
  made.set(name, promise)
  return promise
}

async function madeIn<T>(make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(inject('sharedFolder'), `${process.pid}-${made.size}`)
  await mkdir(folder)
  return await make(folder)
}
