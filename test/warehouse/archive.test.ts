import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeEntry, encodeEntry, type LandedCall, type ReadCall } from '../../src/calls/landing/entry.ts'
import { quarantineMark } from '../../src/calls/landing/segment.ts'
import { flatten } from '../../src/rows/flatten/index.ts'
import { archiveSegments, parquetFiles, rewriteArchive } from '../../src/warehouse/archive.ts'
import { ArchiveReader } from '../../src/warehouse/archived.ts'
import { loadSegment } from '../../src/warehouse/load.ts'
import { lastSegmentOf } from '../../src/warehouse/runs.ts'
import { landed as landedCall } from '../calls/landing/landed.ts'
import { temporaryFolder } from '../support/folder.ts'
import { emptyWarehouse } from '../support/tables.ts'

const landed = (index: number): LandedCall =>
  landedCall({
    callKey: String(index).padStart(32, '0'),
    operation: 'rh_case_details',
    params: { id: `d${index}`, type: 'ptal' },
    fetchedAt: '2026-01-01T00:00:00.000Z',
    body: Buffer.from('{"status":"success","code":200,"message":"未查询到相关内容","data":null}'),
  })

/** A warehouse that has loaded some lines of a segment, and the segment as it is on disk. */
async function segmentOf(lines: readonly string[], isLoaded: (line: number) => boolean) {
  const folder = await temporaryFolder()
  const [path, raw] = [join(folder, 's1.ndjson'), join(folder, 'raw')]
  await mkdir(raw)
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  const calls = lines.flatMap((line, index): ReadCall[] => {
    const call = decodeEntry(line, index + 1)
    return call !== undefined && isLoaded(index + 1) ? [call] : []
  })
  const database = await emptyWarehouse(folder)
  await loadSegment(
    database,
    { segment: 's1', calls, flatten, stagingFolder: join(folder, 'staging') },
    new Date(0),
  )
  const archive = () => archiveSegments(database, [{ segment: 's1', path, bytes: 1000 }], raw)
  return { database, raw, archive }
}

const lineOf = (index: number): string => encodeEntry(landed(index)).toString('utf8').slice(0, -1)

test('what landed is archived but for the mark of a line that was set aside', async () => {
  const { database, raw, archive } = await segmentOf(
    [lineOf(1), quarantineMark('s1_2_x'), lineOf(3)],
    () => true,
  )
  await using _ = database
  await archive()
  expect(await parquetFiles(raw)).toEqual(['operation=rh_case_details/day=2026-01-01/s1_part_0.parquet'])
})

test('the archive gives each line once, though it was archived twice, and can be rewritten without one', async () => {
  const { database, raw, archive } = await segmentOf([1, 2, 3].map(lineOf), () => true)
  await using _ = database
  await archive()
  const [file = ''] = await parquetFiles(raw)
  await copyFile(join(raw, file), join(raw, file.replace('s1_part', 's2_part')))
  const read = async () => {
    await using reader = await ArchiveReader.open(raw, await temporaryFolder())
    const lines = await reader.lines(['s1', 's9'])
    const files = await Promise.all([1, 2].map((line) => reader.filesOf({ segment: 's1', line })))
    return {
      names: await reader.names(),
      lines: lines.map(({ line }) => line),
      files: files.map((of) => of.length),
    }
  }
  expect(await read()).toEqual({ names: ['s1'], lines: [1, 2, 3], files: [2, 2] })
  const files = await parquetFiles(raw)
  await rewriteArchive(database, raw, files, (record) => (record === lineOf(2) ? undefined : record))
  expect(await read()).toEqual({ names: ['s1'], lines: [1, 3], files: [2, 0] })
  await using reader = await ArchiveReader.open(raw, await temporaryFolder())
  const [segment] = await reader.segments()
  expect(segment?.paths.toSorted()).toEqual(files.map((one) => join(raw, one)))
  await reader.copyWithout(file, [{ segment: 's1', line: 1 }], join(raw, 'copy.parquet'))
  await using copy = await ArchiveReader.open(raw, await temporaryFolder(), { files: ['copy.parquet'] })
  expect((await copy.lines(['s1'])).map(({ line }) => line)).toEqual([3])
})

test.each([
  ['one line', [2]],
  ['every line', [1, 2, 3]],
])('a segment of which the tables lack %s is not archived, and says so', async (_, missing) => {
  const lines = [lineOf(1), lineOf(2), lineOf(3)]
  const { database, raw, archive } = await segmentOf(lines, (line) => !missing.includes(line))
  await using __ = database
  await expect(archive()).rejects.toThrow(
    `archive: ${3 - missing.length} of 3 lines are calls of the ledger, 0 of them out of place; the files are kept as they are`,
  )
  expect((await readdir(raw)).filter((name) => name.startsWith('operation='))).toEqual([])
})

test('a segment with a line whose members have another order is not archived, and says so', async () => {
  const { callKey, ...rest } = JSON.parse(lineOf(2))
  const { database, archive } = await segmentOf([lineOf(1), JSON.stringify({ ...rest, callKey })], () => true)
  await using _ = database
  await expect(archive()).rejects.toThrow('archive: 1 of 2 lines are calls of the ledger')
})

test('a run goes on behind the last segment that its own machine landed', async () => {
  await using database = await emptyWarehouse()
  const names = ['r1-000002', 'r1-000013', 'r1-5f3a', 'r10-000044']
  for (const name of names) await database.run(`INSERT INTO segments BY NAME SELECT '${name}' AS segment`)
  expect([await lastSegmentOf(database, 'r1'), await lastSegmentOf(database, 'r2')]).toEqual([13, 0])
})
