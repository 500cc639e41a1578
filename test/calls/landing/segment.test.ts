import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encodeEntry } from '../../../src/calls/landing/entry.ts'
import {
  DamagedSegmentError,
  OpenSegment,
  quarantineMark,
  readSegment,
  recoverSegments,
  removeSegments,
  rewriteSegments,
  sealedSegments,
  segmentFile,
} from '../../../src/calls/landing/segment.ts'
import { quarantineDamaged } from '../../../src/run/home/leftovers.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { nth } from './landed.ts'

const lines = (...numbers: number[]): Buffer[] => numbers.map((n) => encodeEntry(nth(n)))

async function numbersIn(folder: string, segment: string): Promise<unknown[]> {
  const numbers = []
  for await (const call of readSegment(folder, segment))
    numbers.push([call.line, (call.body as { n: number }).n])
  return numbers
}

describe('a segment', () => {
  test('is open while it is written, and sealed under its name with its lines in order', async () => {
    const folder = await temporaryFolder()
    const segment = await OpenSegment.create(folder, 's1')
    await segment.append(lines(1, 2))
    await segment.append(lines(3))
    expect(await readdir(folder)).toEqual(['s1.ndjson.open'])
    expect(await segment.seal()).toBe(true)
    expect(await readdir(folder)).toEqual(['s1.ndjson'])
    expect(await numbersIn(folder, 's1')).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(await segmentFile(folder, 's1')).toEqual({
      segment: 's1',
      path: join(folder, 's1.ndjson'),
      bytes: segment.bytes,
    })
  })

  test('with nothing in it is not kept', async () => {
    const folder = await temporaryFolder()
    expect(await (await OpenSegment.create(folder, 's1')).seal()).toBe(false)
    expect(await readdir(folder)).toEqual([])
  })

  test('takes more buffers at once than the system takes in one write', async () => {
    const folder = await temporaryFolder()
    const segment = await OpenSegment.create(folder, 's1')
    await segment.append(Array.from({ length: 3_000 }, (_, n) => encodeEntry(nth(n))))
    await segment.seal()
    expect(await numbersIn(folder, 's1')).toHaveLength(3_000)
  })

  test('is listed by name when it is sealed, and gone when it is removed', async () => {
    const folder = await temporaryFolder()
    for (const name of ['r-000010.ndjson', 'r-000002.ndjson', 'r-000011.ndjson.open', 'lock']) {
      await writeFile(join(folder, name), '')
    }
    expect(await sealedSegments(folder)).toEqual(['r-000002', 'r-000010'])
    await removeSegments(folder, ['r-000002', 'gone-already'])
    expect(await sealedSegments(folder)).toEqual(['r-000010'])
  })
})

test('damaged lines are set aside once; a segment of nothing else is empty, one with a whole line is not', async () => {
  const folder = await temporaryFolder()
  const quarantine = await temporaryFolder()
  const damaged = Buffer.from('{"call_key":\n')
  await writeFile(join(folder, 's1.ndjson'), Buffer.concat([...lines(1), damaged, ...lines(3)]))
  await writeFile(join(folder, 's2.ndjson'), damaged)
  await writeFile(join(folder, 's3.ndjson'), Buffer.concat(lines(4)))
  const places = [
    { segment: 's1', line: 2 },
    { segment: 's2', line: 1 },
  ]
  const first = await quarantineDamaged(folder, quarantine)
  expect(first).toMatchObject({ taken: places, before: [], emptied: ['s2'] })
  for (const { file } of first.taken) expect(await readFile(join(quarantine, file))).toEqual(damaged)
  expect(await numbersIn(folder, 's1')).toEqual([
    [1, 1],
    [3, 3],
  ])
  expect(await quarantineDamaged(folder, quarantine)).toEqual({ taken: [], before: places, emptied: ['s2'] })
})

test('a rewritten segment has each call as it is changed, and its marks of what was set aside as they were', async () => {
  const folder = await temporaryFolder()
  const mark = Buffer.from(`${quarantineMark('s1-2')}\n`)
  await writeFile(join(folder, 's1.ndjson'), Buffer.concat([...lines(1), mark, ...lines(3)]))
  await rewriteSegments(folder, (call) => (call.callKey === nth(3).callKey ? nth(4) : call))
  expect(await readFile(join(folder, 's1.ndjson'))).toEqual(Buffer.concat([...lines(1), mark, ...lines(4)]))
})

describe('recovery', () => {
  const whole = Buffer.concat(lines(1, 2))
  const [torn = Buffer.alloc(0)] = lines(3)

  test.each([
    ['zeros', Buffer.concat([whole, Buffer.alloc(4096)])],
    ['zeros and a line end', Buffer.concat([whole, Buffer.alloc(100), Buffer.from('\n')])],
    ['a hole and a line after it', Buffer.concat([whole, Buffer.alloc(10), torn, torn])],
    ['half a character', Buffer.concat([whole, Buffer.from('{"名":"值').subarray(0, -1)])],
    ['nothing', whole],
  ])('cuts a tail of %s and keeps the rest', async (_, bytes) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 's1.ndjson.open'), bytes)
    expect(await recoverSegments(folder)).toEqual(['s1'])
    expect(await readFile(join(folder, 's1.ndjson'))).toEqual(whole)
    expect(await readdir(folder)).toEqual(['s1.ndjson'])
  })

  test.each([
    ['empty', Buffer.alloc(0)],
    ['all torn', torn.subarray(0, 60)],
    ['all zeros', Buffer.alloc(512)],
  ])('removes a file that is %s', async (_, bytes) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 's1.ndjson.open'), bytes)
    expect(await recoverSegments(folder)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('keeps the whole lines wherever the last one is cut', async () => {
    const folder = await temporaryFolder()
    for (let end = 0; end < torn.length; end += 7) {
      await writeFile(join(folder, `s${end}.ndjson.open`), Buffer.concat([whole, torn.subarray(0, end)]))
    }
    for (const name of await recoverSegments(folder)) {
      expect(await readFile(join(folder, `${name}.ndjson`))).toEqual(whole)
    }
  })

  test('of several is in order, leaves sealed ones alone and can be done again', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 's0.ndjson'), whole)
    for (const name of ['s2', 's1']) await writeFile(join(folder, `${name}.ndjson.open`), whole)
    expect(await recoverSegments(folder)).toEqual(['s1', 's2'])
    expect(await recoverSegments(folder)).toEqual([])
    expect(await sealedSegments(folder)).toEqual(['s0', 's1', 's2'])
  })
})

describe('a damaged sealed segment', () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = lines(1, 2)
  const flipped = Buffer.from(second)
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 8) ^ 1, flipped.length - 8)

  test.each([
    ['a bit flipped', Buffer.concat([first, flipped])],
    ['a line cut short', Buffer.concat([first, second.subarray(0, 50), Buffer.from('\n'), second])],
    ['an empty line', Buffer.concat([first, Buffer.from('\n')])],
  ])('with %s is an error that names segment and line, after the lines before it', async (_, bytes) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 's1.ndjson'), bytes)
    const read: unknown[] = []
    const reading = (async () => {
      for await (const { line } of readSegment(folder, 's1')) read.push(line)
    })()
    await expect(reading).rejects.toThrow(
      new DamagedSegmentError('landing: segment s1 is damaged at line 2; expected a landed call'),
    )
    expect(read).toEqual([1])
  })
})

const hasPrlimit = (() => {
  try {
    execFileSync('prlimit', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** No file of this process may grow beyond this: a write stops short there, as on a full disk. */
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])

describe.skipIf(!hasPrlimit)('a full disk', () => {
  test('fails the write, and leaves the lines before and after it whole', async () => {
    const folder = await temporaryFolder()
    const segment = await OpenSegment.create(folder, 's1')
    await segment.append(lines(1))
    const size = segment.bytes
    limitFiles(size + 100)
    try {
      await expect(segment.append(lines(2))).rejects.toThrow('EFBIG')
    } finally {
      limitFiles('unlimited')
    }
    expect((await readFile(join(folder, 's1.ndjson.open'))).byteLength).toBe(size)
    await segment.append(lines(3))
    await segment.seal()
    expect(await numbersIn(folder, 's1')).toEqual([
      [1, 1],
      [2, 3],
    ])
  })
})
