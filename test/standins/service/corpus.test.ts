import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { loadLibrary } from '../../../src/standins/service/answers.ts'
import { type CorpusFiles, corpusFolder } from './served.ts'

const loadFolder = (folder: string) => loadLibrary(folder, 30)
const load = async (files: CorpusFiles) => loadFolder(await corpusFolder(files))

describe('a corpus', () => {
  test('a missing file is an empty set', async () => {
    const corpus = await load({})
    expect(corpus.cases('ptal', { id: 'c1' })).toEqual([])
    expect(corpus.candidates('')).toEqual([])
    expect(corpus.documentPage('e1', '', 1)).toBeUndefined()
  })

  test.each<[string, CorpusFiles]>([
    ['a .gz file is read like a plain one', { 'cases.ndjson.gz': gzipSync('{"id":"c1"}\n{"id":"c2"}') }],
    [
      'a BOM, blank lines, CRLF and a missing last newline are passed over',
      { 'cases.ndjson': Buffer.from('\ufeff{"id":"c1"}\r\n\r\n  \n{"id":"c2"}') },
    ],
    [
      'a line longer than a chunk of the stream is one line',
      { 'cases.ndjson': [{ id: 'c1', content: '长'.repeat(1 << 20) }, { id: 'c2' }] },
    ],
  ])('%s', async (_, files) => {
    const { cases } = await load(files)
    expect(['c1', 'c2'].map((id) => cases('ptal', { id }).length)).toEqual([1, 1])
  })

  test('a case keeps its text byte for byte; what is derived is added at its end', async () => {
    const text = '{ "id": "c1",  "ah": "\\uff08x\\uff09" , "n": 1.0 }'
    const corpus = await load({ 'cases.ndjson': [text] })
    expect(String(corpus.cases('ptal', { id: 'c1' })[0])).toBe(
      `${text.slice(0, -1)},"type":"普通案例","url":"/caseDetail/case/c1"}`,
    )
  })
})

test('a device or a line without an end in a corpus is refused, not read', async () => {
  const folder = await corpusFolder({})
  await symlink('/dev/zero', join(folder, 'cases.ndjson'))
  await expect(loadFolder(folder)).rejects.toThrow(
    `${join(folder, 'cases.ndjson')} is a device; expected a file of JSON lines`,
  )
  const endless = await corpusFolder({ 'cases.ndjson.gz': gzipSync(Buffer.alloc(2 ** 26 + 1)) })
  await expect(loadFolder(endless)).rejects.toThrow(
    'cases.ndjson.gz line 0: expected a line of at most 64 MiB, got a longer one',
  )
})

describe('a corpus that cannot be served says where and why', () => {
  const failing = async (files: CorpusFiles) => {
    const folder = await corpusFolder(files)
    return loadFolder(folder).then(
      () => 'loaded',
      (error: Error) => `${error.name}: ${error.message.replace(`${folder}/`, '')}`,
    )
  }

  test.each<[string, CorpusFiles, string]>([
    [
      'text that is not JSON',
      { 'cases.ndjson': [{ id: 'c1' }, '', '{"id":'] },
      'CorpusError: cases.ndjson line 3: expected one JSON object a line, got other text',
    ],
    [
      'a record without its identifier',
      { 'authoritative-cases.ndjson': [{ title: '无号' }] },
      'CorpusError: authoritative-cases.ndjson line 1: id: Invalid input: expected string, received undefined',
    ],
    [
      'a member of another type',
      { 'statutes.ndjson': [{ id: 'r_1', fgid: 'r', tid: 1, fgmc: '法', ft_num: '第一条', content: '文' }] },
      'CorpusError: statutes.ndjson line 1: tid: Invalid input: expected string, received number',
    ],
    [
      'an enterprise without a name',
      { 'enterprises.ndjson': [{ id: 'e1' }] },
      'CorpusError: enterprises.ndjson line 1: 企业名称: Invalid input: expected string, received undefined',
    ],
    [
      'a document without an owner',
      { 'enterprise-documents.ndjson': [{ 文书id: 'd1' }] },
      'CorpusError: enterprise-documents.ndjson line 1: enterprise_id: Invalid input: expected string, received undefined',
    ],
    [
      'a case of the other library',
      { 'cases.ndjson': [{ id: 'c1', type: '权威案例' }] },
      'CorpusError: cases.ndjson line 1: type: Invalid input: expected "普通案例"',
    ],
    [
      'bytes that are not UTF-8',
      { 'cases.ndjson': Buffer.from([0x7b, 0xff, 0x7d]) },
      'CorpusError: cases.ndjson line 1: expected UTF-8 text, got other bytes',
    ],
    [
      'a truncated archive',
      { 'cases.ndjson.gz': gzipSync('{"id":"c1"}').subarray(0, 20) },
      'CorpusError: cases.ndjson.gz line 0: unexpected end of file',
    ],
  ])('%s', async (_, files, message) => {
    expect(await failing(files)).toBe(message)
  })

  test('one set in two files', async () => {
    const folder = await corpusFolder({ 'cases.ndjson': [], 'cases.ndjson.gz': gzipSync('') })
    await expect(loadFolder(folder)).rejects.toThrow(
      `${folder} holds both cases.ndjson and cases.ndjson.gz: expected one of them, remove the other`,
    )
  })

  test('a folder that is not there', async () => {
    const folder = await corpusFolder({})
    await writeFile(join(folder, 'file'), '')
    await expect(loadFolder(join(folder, 'file'))).rejects.toThrow('cannot be read: expected a folder')
  })
})
