import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { decodeEntry, encodeEntry } from '../../../src/calls/landing/entry.ts'
import { Landing, type LandingOptions } from '../../../src/calls/landing/landing.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { landed, nth } from './landed.ts'

/** Keys in a file of a folder, as they are on disk now. */
async function keysIn(folder: string, file: string): Promise<(string | undefined)[]> {
  const text = await readFile(join(folder, file), 'utf8')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => decodeEntry(line, 1)?.callKey)
}

async function openLanding(options: Partial<LandingOptions> = {}) {
  const folder = options.folder ?? (await temporaryFolder())
  const sealed: string[] = []
  const landing = new Landing({
    nameOf: (index) => `s${index}`,
    onSealed: (segment) => void sealed.push(segment),
    ...options,
    folder,
  })
  return { folder, landing, sealed }
}

describe('what lands', () => {
  test('at the same time is all on disk, in the order it came', async () => {
    const { folder, landing } = await openLanding()
    const calls = Array.from({ length: 500 }, (_, n) => nth(n))
    let isOver = false
    const done: string[] = []
    const all = Promise.all(
      calls.map(async (call) => {
        await landing.land(call)
        done.push(call.callKey)
      }),
    ).finally(() => {
      isOver = true
    })
    // Each look at the file sees whole groups only: whoever was told so is in it.
    while (!isOver) {
      const told = done.length
      const onDisk = await readFile(join(folder, 's1.ndjson.open'), 'utf8').catch(() => '')
      expect(onDisk.split('\n').length - 1).toBeGreaterThanOrEqual(told)
    }
    await all
    expect(done).toEqual(calls.map(({ callKey }) => callKey))
    await landing.seal()
    expect(await keysIn(folder, 's1.ndjson')).toEqual(done)
  })

  test('at the same time shares its fsyncs, and no caller goes on before the one of its group', async () => {
    const { folder, landing } = await openLanding()
    await landing.land(nth(0))
    const handle = await open(join(folder, 's1.ndjson.open'))
    const datasync = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
    onTestFinished(() => datasync.mockRestore())
    await handle.close()
    let landings = 0
    const all = Array.from({ length: 200 }, async (_, n) => {
      await landing.land(nth(n))
      expect(datasync.mock.settledResults.some(({ type }) => type === 'fulfilled')).toBe(true)
      landings += 1
    })
    await Promise.all(all)
    expect(landings).toBe(200)
    expect(datasync.mock.calls.length).toBeLessThanOrEqual(2)
    await landing.seal()
  })

  test('but cannot be written down rejects its caller', async () => {
    const { landing } = await openLanding()
    await expect(landing.land(landed({ params: { n: 1n } }))).rejects.toThrow('BigInt')
    await landing.land(nth(1))
    await landing.seal()
  })
})

describe('a segment is sealed', () => {
  test('when it has grown to its size', async () => {
    const { folder, landing, sealed } = await openLanding({ sealBytes: 2 * encodeEntry(nth(1)).byteLength })
    for (const n of [1, 1, 1, 1, 1]) await landing.land(nth(n))
    expect(sealed).toEqual(['s1', 's2'])
    expect(await keysIn(folder, 's3.ndjson.open')).toHaveLength(1)
    await landing.seal()
  })

  test('when calls that land at the same time fill it, and the rest goes into the next', async () => {
    const { folder, landing, sealed } = await openLanding({ sealBytes: 2 * encodeEntry(nth(1)).byteLength })
    await Promise.all([1, 1, 1, 1, 1].map((n) => landing.land(nth(n))))
    expect(sealed).toEqual(['s1', 's2'])
    expect(await keysIn(folder, 's1.ndjson')).toHaveLength(2)
    expect(await keysIn(folder, 's3.ndjson.open')).toHaveLength(1)
    await landing.seal()
  })

  test('although calls never cease to land', async () => {
    const { landing, sealed } = await openLanding()
    let isOver = false
    const callers = Array.from({ length: 8 }, async () => {
      while (!isOver) await landing.land(nth(1))
    })
    while (sealed.length < 3) await landing.seal()
    isOver = true
    await Promise.all(callers)
    await landing.seal()
  })

  test('on demand, with all that landed before', async () => {
    const { folder, landing, sealed } = await openLanding()
    const landings = [1, 2, 3].map((n) => landing.land(nth(n)))
    await landing.seal()
    await Promise.all(landings)
    expect(sealed).toEqual(['s1'])
    expect(await keysIn(folder, 's1.ndjson')).toHaveLength(3)
  })

  test('once, by however many', async () => {
    const { landing, sealed } = await openLanding()
    await landing.land(nth(1))
    await Promise.all([landing.seal(), landing.seal(), landing.seal()])
    await landing.seal()
    expect(sealed).toEqual(['s1'])
  })

  test('at the end, whatever is open', async () => {
    const { landing, sealed } = await openLanding()
    {
      await using closing = landing
      await closing.land(nth(1))
    }
    expect(sealed).toEqual(['s1'])
  })

  test('not at all with nothing in it', async () => {
    const { folder, landing, sealed } = await openLanding()
    await landing.seal()
    await landing[Symbol.asyncDispose]()
    expect([sealed, await readdir(folder)]).toEqual([[], []])
  })
})

describe('a write that fails', () => {
  test('rejects every caller of its group, and the next ones get another segment', async () => {
    const folder = join(await temporaryFolder(), 'landing')
    const { landing, sealed } = await openLanding({ folder })
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => landing.land(nth(n))))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await mkdir(folder)
    await landing.land(nth(4))
    await landing.seal()
    expect(sealed).toEqual(['s2'])
  })

  test('because its name is taken leaves the file that has it alone', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 's1.ndjson.open'), 'of another process')
    const { landing } = await openLanding({ folder })
    await expect(landing.land(nth(1))).rejects.toThrow('EEXIST')
    expect(await readFile(join(folder, 's1.ndjson.open'), 'utf8')).toBe('of another process')
  })

  test('to seal rejects until it works, and whoever lands meanwhile is on disk all the same', async () => {
    const parent = await temporaryFolder()
    const folder = join(parent, 'landing')
    await mkdir(folder)
    const { landing, sealed } = await openLanding({ folder })
    await landing.land(nth(1))
    await rename(folder, join(parent, 'moved'))
    await expect(landing.seal()).rejects.toThrow('ENOENT')
    await landing.land(nth(2))
    await expect(landing.seal()).rejects.toThrow('ENOENT')
    await rename(join(parent, 'moved'), folder)
    await landing.seal()
    expect(sealed).toEqual(['s1'])
    expect(await keysIn(folder, 's1.ndjson')).toEqual([nth(1).callKey, nth(2).callKey])
  })
})
