import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashOfFile } from '../../src/disk/durable.ts'
import { GivenFileError, readGivenFile, readGivenText } from '../../src/disk/given-file.ts'
import { readOwnFile, requireFile } from '../../src/disk/own-file.ts'
import { temporaryFolder } from '../support/folder.ts'

const given = { mostBytes: 1024 }

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, content)
  return file
}

/** Things that are no files, by what they are. */
const others: Readonly<Record<string, (place: string) => Promise<unknown> | unknown>> = {
  'is a folder': (place) => mkdir(place),
  'is a named pipe': (place) => execFileSync('mkfifo', [place]),
  'is a device': (place) => symlink('/dev/zero', place),
  'is a socket or a device': async (place) => {
    const server = createServer()
    await new Promise<void>((listening) => void server.listen(place, listening))
    onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())))
  },
  'does not exist': (place) => symlink('/nowhere/at/all', place),
}

describe('a file that somebody names', () => {
  test('is read to its end', async () => {
    expect(readGivenText(await fileOf('名称'), given)).toBe('名称')
  })

  test('is no file of the system, by whatever name: /proc/self/environ holds the key', async () => {
    const link = join(await temporaryFolder(), 'list.csv')
    await symlink('/proc/self/environ', link)
    for (const place of [link, '/proc/self/../self/environ', '/sys/kernel/mm/transparent_hugepage/enabled'])
      if (existsSync(place))
        expect(() => readGivenFile(place, given)).toThrow(/^shows the system, and is no file$/)
  })

  test('is read through a symbolic link', async () => {
    const file = await fileOf('a')
    await symlink(file, `${file}-link`)
    expect(readGivenText(`${file}-link`, given)).toBe('a')
  })

  test.each(Object.entries(others))('%s: that is told, and nothing waits', async (message, make) => {
    const place = join(await temporaryFolder(), 'place')
    await make(place)
    expect(() => readGivenFile(place, given)).toThrow(new RegExp(`^${message}$`))
  })

  test('may hold as much as its bound and no byte more', async () => {
    expect(readGivenFile(await fileOf('x'.repeat(1024)), given)).toHaveLength(1024)
    const more = await fileOf('x'.repeat(1025))
    expect(() => readGivenFile(more, given)).toThrow(/^holds more than 1 KiB, the most that is read$/)
  })

  test('is read in UTF-8 alone, its byte order mark left out', async () => {
    expect(readGivenText(await fileOf('\uFEFFa'), given)).toBe('a')
    const bad = await fileOf(Buffer.from([0x61, 0xff]))
    expect(() => readGivenText(bad, given)).toThrow(/^is not UTF-8 text$/)
  })

  test('is refused when it is to be private and others can open it', async () => {
    const file = await fileOf('secret')
    await chmod(file, 0o640)
    expect(() => readGivenFile(file, { ...given, isPrivate: true })).toThrow(/^can be read by others$/)
    await chmod(file, 0o600)
    expect(readGivenText(file, { ...given, isPrivate: true })).toBe('secret')
  })

  test('is told when its name holds a NUL', () => {
    expect(() => readGivenFile('a\0b', given)).toThrow(/^does not exist$/)
  })
})

describe('a file of a home', () => {
  test.each(Object.entries(others).slice(0, 3))(
    '%s: that is told, and nothing waits',
    async (message, make) => {
      const place = join(await temporaryFolder(), 'place')
      await make(place)
      const told = `${place} ${message}; expected a regular file: move it away, or put it back from a copy`
      for (const read of [readOwnFile, requireFile, hashOfFile])
        await expect(read(place)).rejects.toThrow(new GivenFileError(told))
    },
  )

  test('may hold as much as its bound and no byte more', async () => {
    expect(await readOwnFile(await fileOf('x'.repeat(1024)), 1024)).toHaveLength(1024)
    await expect(readOwnFile(await fileOf('x'.repeat(1025)), 1024)).rejects.toThrow(
      ' holds more than 1 KiB, ',
    )
  })

  test('that is not there has the code of the system', async () => {
    await expect(readOwnFile('/nowhere/at/all')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
