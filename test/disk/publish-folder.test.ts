import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashOfFile } from '../../src/disk/durable.ts'
import {
  type FolderManifest,
  folderLock,
  type ManifestKind,
  publishFiles,
  readManifest,
  removePublished,
} from '../../src/disk/publish-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sizeOf } from '../support/forms.ts'

const now = new Date('2026-01-02T03:04:05.000Z')
class Refusal extends Error {}

const publish = (folder: string, texts: Readonly<Record<string, string>>, kind: ManifestKind = 'exports') =>
  publishFiles<FolderManifest>({ folder, kind, now, refusal: Refusal }, async (staging) => {
    const files = []
    for (const [file, text] of Object.entries(texts)) {
      await mkdir(join(staging, file, '..'), { recursive: true })
      await writeFile(join(staging, file), text)
      files.push({ file, ...(await hashOfFile(join(staging, file))) })
    }
    return { kind, files }
  })

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).sort()
const reasonOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  )

describe('a folder that files are published into', () => {
  test('has them, each in its place, and a manifest of its kind; those of the earlier manifest go, others stay', async () => {
    const folder = join(await temporaryFolder(), 'new')
    await publish(folder, { 'a.csv': 'a', 'in/b.csv': 'b' })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await writeFile(join(folder, 'notes.txt'), 'mine')
    await publish(folder, { 'c.csv': 'c' })
    expect(await namesIn(folder)).toEqual(['c.csv', 'in', 'manifest.json', 'notes.txt'])
    expect(await namesIn(join(folder, 'in'))).toEqual([])
    expect(await readManifest(folder)).toMatchObject({ kind: 'exports', files: [{ file: 'c.csv' }] })
  })

  test('stays as it was when writing fails, and says which', async () => {
    const folder = await temporaryFolder()
    await publish(folder, { 'a.csv': 'a' })
    const fail = (error: Error) =>
      reasonOf(
        publishFiles({ folder, kind: 'exports', now, refusal: Refusal }, async () => Promise.reject(error)),
      )
    expect((await fail(new Error('no paper'))).message).toBe(
      `export: ${folder} could not be written, so this export was given up: no paper`,
    )
    const refusal = new Refusal('asked for what is not there')
    expect(await fail(refusal)).toBe(refusal)
    expect(await namesIn(folder)).toEqual(['a.csv', 'manifest.json'])
  })

  test.each([
    ['exports', 'reports', 'report', { exported_at: 'then' }],
    ['reports', 'exports', 'export', { reported_at: 'then' }],
  ] as const)(
    'of %s takes no %s, also when its manifest is of an earlier version',
    async (kind, other, noun, old) => {
      const folder = await temporaryFolder()
      const { files } = await publish(folder, { 'a.csv': 'a' }, kind)
      const message =
        `${noun}: ${folder} holds ${kind}, as its manifest.json says; nothing was written. ` +
        `Expected a folder for ${other} alone: choose another --out, or remove what is there`
      expect((await reasonOf(publish(folder, { 'b.csv': 'b' }, other))).message).toBe(message)
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ run_id: 'r', ...old, files }))
      expect((await reasonOf(publish(folder, { 'b.csv': 'b' }, other))).message).toBe(message)
      expect(await namesIn(folder)).toEqual(['a.csv', 'manifest.json'])
      await publish(folder, { 'b.csv': 'b' }, kind)
      expect(await namesIn(folder)).toEqual(['b.csv', 'manifest.json'])
    },
  )

  test.each([
    '{"name":"my web app"}',
    '[]',
    'null',
    '{"files":[]}',
    '{"kind":"exports","files":[{"file":"../x","bytes":1,"sha256":""}]}',
  ])('with a manifest.json of somebody else is not touched: %s', async (text) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'manifest.json'), text)
    const { name, message } = await reasonOf(publish(folder, { 'a.csv': 'a' }))
    expect(name).toBe('FolderOfOthersError')
    expect(message).toContain(`${folder} holds a manifest.json that dossier did not write`)
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(text)
  })

  test('with a manifest whose bytes are damaged is rewritten', async () => {
    const folder = await temporaryFolder()
    await publish(folder, { 'a.csv': 'a' })
    await writeFile(join(folder, 'manifest.json'), '{"kind":')
    await publish(folder, { 'a.csv': 'new' })
    expect(await readManifest(folder)).toMatchObject({ files: [{ file: 'a.csv', bytes: 3 }] })
  })

  test('is removed whole, but not while somebody writes there', async () => {
    const folder = await temporaryFolder()
    await publish(folder, { 'a.csv': 'a', 'in/b.csv': 'b' })
    const writer = await startWriter(folder)
    expect(await removePublished(folder, now)).toBe(false)
    expect(await namesIn(folder)).toContain('manifest.json')
    expect(await writer.goOn()).toBe('published')
    expect(await removePublished(folder, now)).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })
})

const built = (module: string): string =>
  JSON.stringify(new URL(`../../dist/src/disk/${module}.js`, import.meta.url).href)

/** Publishes two files; between them it says that it is writing, and waits until its input says go on. */
const writerProgram = `
  import { once } from 'node:events'
  import { writeFile } from 'node:fs/promises'
  import { join } from 'node:path'
  import { hashOfFile } from ${built('durable')}
  import { publishFiles } from ${built('publish-folder')}
  const [folder, ...waits] = process.argv.slice(1)
  const text = String(process.pid)
  const options = { folder, kind: 'exports', now: new Date(), refusal: TypeError }
  const written = publishFiles(options, async (staging) => {
    const files = []
    for (const file of ['one.csv', 'two.csv']) {
      if (file === 'two.csv' && waits.length > 0) {
        console.log('writing')
        await once(process.stdin, 'data')
      }
      await writeFile(join(staging, file), text)
      files.push({ file, ...(await hashOfFile(join(staging, file))) })
    }
    return { kind: 'exports', files }
  })
  console.log(await written.then(() => 'published', (error) => error.message))
  process.exit()`

function startProcess(folder: string, waits: boolean) {
  const args = ['--input-type=module', '-e', writerProgram, folder, ...(waits ? ['waits'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const said = async () => String((await lines.next()).value)
  const goOn = () => {
    child.stdin.write('go on\n')
    return said()
  }
  return { child, pid: String(child.pid), said, goOn }
}

/** A process that is in the middle of writing into the folder, until it is told to go on. */
async function startWriter(folder: string) {
  const writer = startProcess(folder, true)
  expect(await writer.said()).toBe('writing')
  return writer
}

const written = ['manifest.json', 'one.csv', 'two.csv']

/** Who wrote the files of a folder, after it was seen to be whole. */
async function writerOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder)
  if (typeof manifest !== 'object') throw new Error(`expected a manifest, found ${manifest}`)
  for (const { file, ...hash } of manifest.files)
    expect(await hashOfFile(join(folder, file))).toEqual({ bytes: hash.bytes, sha256: hash.sha256 })
  const one = await readFile(join(folder, 'one.csv'), 'utf8')
  expect(await readFile(join(folder, 'two.csv'), 'utf8')).toBe(one)
  return one
}

describe('two processes that write into one folder', () => {
  test('do not meet: the second is told who writes there, and the first ends whole', async () => {
    const folder = await temporaryFolder()
    const first = await startWriter(folder)
    const second = startProcess(folder, false)
    expect((await second.said()).replace(/since .* UTC/, 'since then')).toBe(
      `export: ${folder} is being written by process ${first.pid}, since then; nothing was written. ` +
        'Wait until that process has ended and do this again, or choose another folder: --out',
    )
    expect(await first.goOn()).toBe('published')
    expect(await writerOf(folder)).toBe(first.pid)
    expect(await namesIn(folder)).toEqual(written)
  })

  test('on two machines: the second cannot see whether the first still runs', async () => {
    const folder = await temporaryFolder()
    const lock = folderLock(folder)
    await writeFile(lock, JSON.stringify({ pid: 1, host: 'elsewhere', since: now.toISOString() }))
    expect((await reasonOf(publish(folder, {}))).message).toContain(
      `another folder: --out. Whether it still runs cannot be seen from this machine: if you are sure that it is gone, remove ${lock}`,
    )
  })

  test('at the same moment leave the files of exactly one of them, again and again', async () => {
    const folder = await temporaryFolder()
    const rounds = sizeOf('DOSSIER_TEST_WRITER_ROUNDS', { short: 1, long: 5 })
    for (let round = 0; round < rounds; round += 1) {
      const writers = Array.from({ length: 3 }, () => startProcess(folder, false))
      const told = await Promise.all(writers.map(({ said }) => said()))
      const published = writers.filter((_, index) => told[index] === 'published')
      expect(published.length).toBeGreaterThan(0)
      for (const one of told) expect(one).toMatch(/^published$|is being written by process/)
      expect(published.map(({ pid }) => pid)).toContain(await writerOf(folder))
      expect(await namesIn(folder)).toEqual(written)
    }
  })

  test('of which one was killed: the other cleans up after it, and what was there before is whole until then', async () => {
    const folder = await temporaryFolder()
    await publish(folder, { 'one.csv': 'before', 'two.csv': 'before' })
    const killed = await startWriter(folder)
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const [lock, staging, ...whole] = await namesIn(folder)
    expect([lock, staging?.slice(0, 9), ...whole]).toEqual(['.dossier-lock', '.partial-', ...written])
    expect(await writerOf(folder)).toBe('before')
    // Killed on its way to the lock, and while it cleared a stale one.
    const stale = await readFile(folderLock(folder))
    await writeFile(`${folderLock(folder)}.5a1e0000-c0de-4d00-a000-000000000001`, stale)
    await writeFile(`${folderLock(folder)}.5a1e0000c0de4d00`, stale)
    await mkdir(join(folder, '.partial'))
    const next = startProcess(folder, false)
    expect(await next.said()).toBe('published')
    expect(await writerOf(folder)).toBe(next.pid)
    expect(await namesIn(folder)).toEqual(written)
  })
})
