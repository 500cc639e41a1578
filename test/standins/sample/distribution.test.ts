import { describe, expect, it } from 'vitest'
import { writeCase } from '../../../src/standins/sample/case-text.ts'
import { drawDocket } from '../../../src/standins/sample/docket.ts'
import { subjectAt } from '../../../src/standins/sample/parties.ts'
import { listedDocument, ordinaryCase } from '../../../src/standins/sample/records.ts'
import { expectBetween, share } from './sample.ts'

const indices = (count: number) => Array.from({ length: count }, (_, i) => i + 7)
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const near = (value: number, expected: number, tolerance: number): void =>
  expectBetween(value, expected - tolerance, expected + tolerance)

describe('the documents of an enterprise', () => {
  const counts = indices(4000).map((index) => subjectAt(11, index).documents)

  it('are none for half of them, and four at the median of the others', () => {
    const none = share(counts, (count) => count === 0)
    near(none, 0.5, 0.03)
    near(median(counts.filter((count) => count > 0)), 4, 1)
    expect(Math.max(...counts)).toBe(409)
  })
})

describe('a few thousand documents', () => {
  const documents = indices(150).flatMap((index) =>
    drawDocket(11, subjectAt(11, index, { documentsPerEnterprise: 60 }), undefined, 0, 60),
  )
  const items = documents.map(listedDocument)

  const first = documents.filter(({ below }) => below === undefined)
  const cause = (name: string) => share(first, ({ suit }) => suit.cause.name === name)
  const level = (name: string) => share(documents, ({ court }) => court.level === name)
  const instance = (name: string) => share(items, ({ 审判程序 }) => 审判程序 === name)
  const kind = (name: string) => share(items, ({ 文书种类 }) => 文书种类 === name)
  type Names = readonly string[] | null | undefined
  const own = new Set(indices(150).map((index) => subjectAt(11, index).party.name))
  const enterprise = (names: Names) => names?.some((name) => own.has(name)) ?? false
  const hidden = (names: Names) => names?.some((name) => name.includes('某')) ?? false
  const ordinary = /^（\d{4}）\S+?(\d|×××)+号(之一)?$/

  it.each([
    ['are about a sale', 0.16, 0.02, cause('买卖合同纠纷')],
    ['are of the first instance', 0.55, 0.02, instance('一审')],
    ['are of the second instance', 0.17, 0.02, instance('二审')],
    ['are of an enforcement', 0.2, 0.02, instance('执行')],
    ['are of a retrial', 0.03, 0.01, share(items, (item) => item.审判程序?.startsWith('再审') ?? false)],
    ['are rulings', 0.5, 0.02, kind('裁定书')],
    ['are of a basic court', 0.75, 0.02, level('基层')],
    ['have the enterprise as plaintiff', 0.45, 0.03, share(items, (item) => enterprise(item.起诉方))],
    ['have the enterprise as defendant', 0.5, 0.03, share(items, (item) => enterprise(item.应诉方))],
    ['have the enterprise as third party', 0.05, 0.02, share(items, (item) => enterprise(item.第三方))],
    ['have an old number', 0.022, 0.01, share(documents, ({ number }) => number.includes('字第'))],
    ['have a masked number', 0.01, 0.006, share(documents, ({ number }) => number.includes('×××'))],
    ['have hidden parties', 0.05, 0.02, share(items, (one) => hidden(one.起诉方) || hidden(one.应诉方))],
    [
      'have a respelled number',
      0.015,
      0.008,
      share(items, ({ 案号 }) => !ordinary.test((案号 ?? '').normalize('NFC'))),
    ],
  ])('%s: a share of %d, give or take %d', (_, expected, tolerance, found) => {
    near(found, expected, tolerance)
  })

  it('are dated no later than the sample is', () => {
    expect(items.filter((item) => (item.时间 ?? '') > '2026-06-30')).toEqual([])
  })

  it('have the lengths and the citations of the domain', () => {
    const written = documents
      .filter((_, at) => at % 6 === 0)
      .map((document) => {
        const text = writeCase(document, {})
        return { document, text, record: ordinaryCase(document, text) }
      })
    const judgments = written.filter(({ document }) => document.kind === '判决书')
    const rulings = written.filter(({ document }) => document.kind === '裁定书')
    near(median(judgments.map(({ text }) => text.content.length)), 2800, 300)
    const long = share(judgments, ({ text }) => text.content.length > 30_000)
    near(long, 0.01, 0.008)
    const short = share(rulings, ({ text }) => text.content.length >= 300 && text.content.length <= 1000)
    near(short, 1, 0.05)
    const mean = (cited: readonly number[]) => cited.reduce((a, b) => a + b, 0) / cited.length
    near(mean(judgments.map(({ text }) => text.cited.length)), 5, 0.7)
    expect(rulings.every(({ text }) => text.cited.length === 1 || text.cited.length === 2)).toBe(true)
    const bytes = written.map(({ record }) => Buffer.byteLength(JSON.stringify(record)))
    near(mean(bytes) / mean(written.map(({ text }) => text.content.length)), 7, 1.2)
    const lists = share(written, ({ record }) => Array.isArray(record.ay))
    near(lists, 0.5, 0.05)
  })

  it('cite a few articles most of the time: three hundred make nine tenths', () => {
    const counts = new Map<string, number>()
    for (const document of documents.slice(0, 5000)) {
      for (const cited of writeCase(document, { contentCharacters: [0, 0] }).cited) {
        const article = cited.replace(/(条(?:之.)?)第.*$/, '$1')
        counts.set(article, (counts.get(article) ?? 0) + 1)
      }
    }
    const sorted = [...counts.values()].sort((a, b) => b - a)
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
    near(sum(sorted.slice(0, 300)) / sum(sorted), 0.9, 0.06)
  })
})
